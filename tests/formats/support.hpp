// SPDX-License-Identifier: MIT
// Shared by the tests of all families: files, parsing, findings, bytes written as text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "anmkit/registry.hpp"
#include "core/bytes.hpp"

namespace anmkit::test {

// Generated files with known answers, one folder a family: always there. Third-party files: not
// part of the repository, so that a test that reads them is skipped, and says so, where they are
// absent.
inline const std::filesystem::path kAllVectors = ANMKIT_VECTORS_DIR;
inline const std::filesystem::path kAllSamples = ANMKIT_SAMPLES_DIR;
inline constexpr const char* kNoSamples = "SKIPPED: third-party files are absent: ";

// How many random clips the properties of a 3D family are tried on: ANMKIT_RANDOM_CLIPS. Names of
// such tests have "Random" in them, which is how `./dev test --long` finds them.
inline std::size_t random_clip_count() {
  const char* text = std::getenv("ANMKIT_RANDOM_CLIPS");
  return text != nullptr ? std::strtoul(text, nullptr, 10) : 1000;
}

inline Bytes read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return to_bytes(std::string(std::istreambuf_iterator<char>(in), {}));
}

// Regular files below a folder, in path order.
inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

// Families that have such files.
inline std::vector<std::string> families_with_vectors() {
  std::vector<std::string> families;
  for (const auto& entry : std::filesystem::directory_iterator(kAllVectors)) {
    if (entry.is_directory()) families.push_back(entry.path().filename().string());
  }
  std::ranges::sort(families);
  return families;
}

// A parsed file together with what was found while parsing.
struct Loaded {
  std::string path;
  Bytes bytes;
  DocumentPtr document;
  Diagnostics diagnostics;
};
inline std::unique_ptr<Loaded> parse(std::string_view id, Bytes bytes, std::string path = "x",
                                     const Options& options = {}) {
  auto loaded = std::make_unique<Loaded>();
  loaded->path = std::move(path);
  loaded->bytes = std::move(bytes);
  loaded->document =
      find_format(id)->parse({loaded->bytes, loaded->path}, options, loaded->diagnostics);
  return loaded;
}

// The document that a scene becomes, read again from its bytes. The scene is put into the format's
// frame first, as every caller of Format::from_scene does.
inline Result<DocumentPtr> document_from_scene(const Format& format, Scene scene,
                                               const Document* original, const Options& options,
                                               ConversionReport& report,
                                               std::string_view output = {}) {
  change_frame(scene, format.frame);
  const auto bytes = format.from_scene({scene, original, {}, output}, {{}, options}, report);
  if (!bytes) return std::unexpected(bytes.error());
  Diagnostics diagnostics;
  auto document = format.parse({*bytes, output}, options, diagnostics);
  if (!document) return std::unexpected(*diagnostics.first_error());
  return document;
}

// All findings of parse and check, as the command line shows them.
inline std::vector<Diagnostic> check(const Loaded& loaded, Companions companions = {},
                                     const Options& options = {}) {
  Diagnostics all;
  all.add_all(loaded.diagnostics);
  if (loaded.document) loaded.document->check({companions, options}, all);
  return all.finish();
}

// The first finding with a code, the family's prefix included, or null.
inline const Diagnostic* find_code(const std::vector<Diagnostic>& list, std::string_view code) {
  const auto found = std::ranges::find(list, code, &Diagnostic::code);
  return found == list.end() ? nullptr : &*found;
}

// Bytes from hexadecimal digits; blanks and '|' are for the reader's eye.
inline Bytes hex(std::string_view digits) {
  std::string plain;
  for (const char c : digits) {
    if (c != ' ' && c != '\n' && c != '|') plain += c;
  }
  return from_hex(plain).value();
}

inline void set16(Bytes& bytes, std::size_t at, unsigned value) {
  bytes.at(at) = static_cast<std::byte>(value & 255);
  bytes.at(at + 1) = static_cast<std::byte>(value >> 8 & 255);
}
inline void set32(Bytes& bytes, std::size_t at, std::uint32_t value) {
  set16(bytes, at, value & 0xFFFF);
  set16(bytes, at + 2, value >> 16);
}

// A document again from the text of its dump; nothing may have been moved or lost.
inline Result<DocumentPtr> rebuilt(const Document& document) {
  Diagnostics diagnostics;
  auto built = build_document(dump_document(document), diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << document.format();
  return built;
}

// What every format promises: a file comes back byte for byte from its document, and from the text
// of its dump.
inline void expect_round_trip(std::string_view id, const Bytes& bytes,
                              const std::string& where = {}) {
  const auto loaded = parse(id, bytes, where.empty() ? "x" : where);
  ASSERT_TRUE(loaded->document) << where;
  EXPECT_EQ(loaded->document->write().value(), bytes) << where;
  const auto built = rebuilt(*loaded->document);
  ASSERT_TRUE(built.has_value()) << where << built.error().path << " " << built.error().message;
  EXPECT_EQ((*built)->write().value(), bytes) << where;
}

}  // namespace anmkit::test
