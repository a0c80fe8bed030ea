// SPDX-License-Identifier: MIT
// KIF archives behind the Document interface, and conversions from and to them.
#include <algorithm>
#include <charconv>

#include "core/counted.hpp"
#include "core/fields.hpp"
#include "core/paths.hpp"
#include "formats/cs2/archive/game_key.hpp"
#include "formats/cs2/archive/kif.hpp"
#include "formats/cs2/document.hpp"
#include "formats/cs2/findings.hpp"

namespace anmkit::cs2 {

template <class Archive, Of<KifFile> T>
void fields(Archive& archive, T& file) {
  archive("name", file.name);
  archive("data", file.data);
}

namespace {

// Plain archives without gaps list their files; others are kept as bytes.
struct KifText {
  std::uint32_t name_size = 64;
  std::optional<std::vector<KifFile>> entries;
  std::optional<Bytes> bytes;
};
template <class Archive, Of<KifText> T>
void fields(Archive& archive, T& kif) {
  archive("nameSize", kif.name_size);
  archive("entries", kif.entries);
  archive("bytes", kif.bytes);
}

std::vector<KifFile> files_of(const Kif& kif) {
  std::vector<KifFile> files;
  for (const KifEntry& entry : kif.entries)
    files.push_back({entry.name, kif.data(entry)});
  return files;
}

// "0x..." is the number itself, "game.exe" the program that has the string, anything else the
// string that it is made from.
Result<std::optional<std::uint32_t>> names_key(const Source& source, const Options& options) {
  if (!options.has("key")) return std::nullopt;
  const std::string_view text = options.text("key");
  if (text.starts_with("0x")) {
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + 2, end, number, 16);
    if (read.ec == std::errc{} && read.ptr == end) return number;
  }
  const auto program = std::ranges::find(source.files, text, &Companion::path);
  if (program == source.files.end()) return name_seed(text);
  auto code = v_code2_of(program->bytes);
  if (!code) return std::unexpected(std::move(code.error()));
  return name_seed(*code);
}

}  // namespace

DocumentPtr parse_int_document(const Source& source, const Options& options,
                               Diagnostics& diagnostics) {
  const auto key = names_key(source, options);
  if (!key) {
    diagnostics.add(key.error());
    return nullptr;
  }
  auto kif = parse_kif(source.bytes, *key, diagnostics);
  return kif ? std::make_unique<IntDocument>(std::move(*kif)) : nullptr;
}

std::vector<std::string> key_files(const Options& options) {
  const std::string_view text = options.text("key");
  if (!lowered(extension_of(text)).starts_with(".exe")) return {};
  return {std::string(text)};
}

void IntDocument::dump(JsonWriter& writer) const {
  KifText text{kif.name_size, {}, {}};
  if (!kif.cipher) {
    auto files = files_of(kif);
    const auto written = write_kif(files, kif.name_size);
    if (written && *written == kif.bytes) text.entries = std::move(files);
  }
  if (!text.entries) text.bytes = kif.bytes;
  write_fields(writer, text);
}

Result<DocumentPtr> build_int(const JsonValue& object, Diagnostics&) {
  auto text = read_fields<KifText>(object);
  if (!text) return std::unexpected(std::move(text.error()));
  if (text->entries.has_value() == text->bytes.has_value()) {
    return fail(std::string(kBadJson), "expected either entries or bytes", {}, "entries");
  }
  if (text->name_size != kKifNameSizes[0] && text->name_size != kKifNameSizes[1]) {
    return fail(std::string(kBadJson), "names have 64 or 32 bytes", {}, "nameSize");
  }
  if (text->entries) {
    auto written = write_kif(*text->entries, text->name_size);
    if (!written) return std::unexpected(std::move(written.error()));
    text->bytes = std::move(*written);
  }
  Diagnostics diagnostics;
  auto kif = parse_kif(*text->bytes, {}, diagnostics);
  if (!kif) return std::unexpected(std::move(kif.error()));
  return std::make_unique<IntDocument>(std::move(*kif));
}

void IntDocument::check(const Context&, Diagnostics& diagnostics) const {
  check_values(kif, diagnostics);
}

DocumentInfo IntDocument::info() const {
  DocumentInfo info;
  if (kif.cipher) info.facts.emplace_back("encryption", "contents and names");
  Diagnostics found;
  report_names(kif, found);
  for (const Diagnostic& finding : found.finish())
    info.facts.emplace_back("names", finding.message);
  for (const KifEntry& entry : kif.entries)
    info.facts.emplace_back(entry.name, counted(entry.size, "byte"));
  return info;
}

const Bytes& IntDocument::contents(std::size_t index) const {
  plain_.resize(kif.entries.size());
  if (!plain_[index]) plain_[index] = kif.data(kif.entries[index]);
  return *plain_[index];
}

std::vector<ArchiveEntry> IntDocument::entries() const {
  std::vector<ArchiveEntry> list;
  for (std::size_t i = 0; i < kif.entries.size(); ++i)
    list.push_back({kif.entries[i].name, contents(i)});
  return list;
}

std::optional<ByteView> IntDocument::find_entry(std::string_view name) const {
  for (std::size_t i = 0; i < kif.entries.size(); ++i) {
    if (kif.entries[i].name == name) return contents(i);
  }
  return std::nullopt;
}

// Files into a new archive, under their names inside the folder that was given.
Result<std::vector<OutputFile>> to_int(const ConversionRequest& request, const Context&,
                                       ConversionReport& report) {
  const auto inputs = request.inputs;
  std::vector<KifFile> files;
  for (const Input& input : inputs) {
    std::string name(entry_name(input.name.empty() ? input.path : input.name));
    files.push_back({std::move(name), Bytes(input.bytes.begin(), input.bytes.end())});
  }
  report.summary = counted(files.size(), "file") + ", not encrypted";
  auto bytes = write_kif(files);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  return std::vector<OutputFile>{{"", std::move(*bytes)}};
}

}  // namespace anmkit::cs2
