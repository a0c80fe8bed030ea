// SPDX-License-Identifier: MIT
// U8 archives behind the Document interface, and files into a new one.
#include <algorithm>

#include "core/counted.hpp"
#include "core/fields.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {

template <class Archive, Of<NewFile> T>
void fields(Archive& archive, T& file) {
  archive("name", file.name);
  archive("data", file.data);
}

namespace {

// Archives as they are written here list their files; others are kept as bytes.
struct ArchiveText {
  std::optional<std::vector<NewFile>> entries;
  std::optional<Bytes> bytes;
};
template <class Archive, Of<ArchiveText> T>
void fields(Archive& archive, T& text) {
  archive("entries", text.entries);
  archive("bytes", text.bytes);
}

}  // namespace

void dump_file(const FileArchive& archive, JsonWriter& writer) {
  std::vector<NewFile> files;
  for (const ArchivedFile& file : archive.files) {
    const ByteView data = archive.data(file);
    files.push_back({file.name, Bytes(data.begin(), data.end())});
  }
  ArchiveText text;
  const auto written = write_archive(files);
  if (written && *written == archive.bytes) {
    text.entries = std::move(files);
  } else {
    text.bytes = archive.bytes;
  }
  write_fields(writer, text);
}

Result<DocumentPtr> build_archive(const JsonValue& object, Diagnostics&) {
  auto text = read_fields<ArchiveText>(object);
  if (!text) return std::unexpected(std::move(text.error()));
  if (text->entries.has_value() == text->bytes.has_value())
    return fail(std::string(kBadJson), "expected either entries or bytes", {}, "entries");
  if (text->entries) {
    auto written = write_archive(*text->entries);
    if (!written) return std::unexpected(std::move(written.error()));
    text->bytes = std::move(*written);
  }
  Diagnostics unused;
  auto archive = parse_archive(*text->bytes, unused);
  if (!archive) return std::unexpected(std::move(archive.error()));
  return std::make_unique<ArchiveDocument>(std::move(*archive));
}

Result<Bytes> write(const FileArchive& archive) {
  return archive.bytes;
}

void ArchiveDocument::check(const Context&, Diagnostics& diagnostics) const {
  check_names(file, diagnostics);
}

DocumentInfo ArchiveDocument::info() const {
  DocumentInfo info;
  for (const ArchivedFile& one : file.files)
    info.facts.emplace_back(one.name, counted(one.size, "byte"));
  return info;
}

std::vector<ArchiveEntry> ArchiveDocument::entries() const {
  std::vector<ArchiveEntry> list;
  for (const ArchivedFile& one : file.files)
    list.push_back({one.name, file.data(one)});
  return list;
}

std::optional<ByteView> ArchiveDocument::find_entry(std::string_view name) const {
  for (const bool any_case : {false, true}) {
    for (const ArchivedFile& one : file.files) {
      if (any_case ? equal_in_any_case(one.name, name) : one.name == name) return file.data(one);
    }
  }
  return std::nullopt;
}

Result<std::vector<OutputFile>> to_archive(const ConversionRequest& request, const Context&,
                                           ConversionReport& report) {
  std::vector<NewFile> files;
  for (const Input& input : request.inputs) {
    std::string name = input.name.empty() ? input.path : input.name;
    if (const std::size_t inside = name.find("//"); inside != std::string::npos)
      name.erase(0, inside + 2);
    while (name.starts_with("./"))
      name.erase(0, 2);
    if (!is_safe_name(name)) name = std::string(file_name(name));
    files.push_back({std::move(name), Bytes(input.bytes.begin(), input.bytes.end())});
  }
  report.summary = counted(files.size(), "file");
  auto bytes = write_archive(files);
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  return std::vector<OutputFile>{{"", std::move(*bytes)}};
}

}  // namespace anmkit::gc
