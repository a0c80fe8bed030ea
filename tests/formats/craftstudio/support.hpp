// Shared by this room's tests: files, companions, hand-made documents.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "anmkit/craftstudio.hpp"
#include "anmkit/registry.hpp"

namespace anmkit::craftstudio::test {

inline const std::filesystem::path kVectors =
    std::filesystem::path(ANMKIT_SHARED_DIR) / "vectors" / "craftstudio";
inline const std::filesystem::path kSamples =
    std::filesystem::path(ANMKIT_SHARED_DIR) / "samples" / "craftstudio";

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

// The format that a file's name says, or null.
inline const Format* format_of(const std::filesystem::path& path) {
  for (const Format* format :
       {find_format("csmodelanim"), find_format("csmodel"), find_format("csjsmodelanim"),
        find_format("csjsmodel"), find_format("cs-project")}) {
    for (const std::string_view extension : format->extensions) {
      if (path.extension() == extension) return format;
    }
  }
  return nullptr;
}

// A parsed file together with what was found while parsing.
struct Loaded {
  std::string path;
  Bytes bytes;
  DocumentPtr document;
  Diagnostics diagnostics;
};
inline std::unique_ptr<Loaded> parse(std::string_view id, Bytes bytes, std::string path = "x.bin") {
  auto loaded = std::make_unique<Loaded>();
  loaded->path = std::move(path);
  loaded->bytes = std::move(bytes);
  loaded->document =
      find_format(id)->parse({loaded->bytes, loaded->path}, Options{}, loaded->diagnostics);
  return loaded;
}
inline std::unique_ptr<Loaded> load(const std::filesystem::path& path) {
  const Format* format = format_of(path);
  return format == nullptr ? nullptr : parse(format->id, read_file(path), path.filename().string());
}

// All findings of parse and check, as the command line shows them.
inline std::vector<Diagnostic> check(const Loaded& loaded, Companions companions = {}) {
  Diagnostics all;
  all.add_all(loaded.diagnostics);
  if (loaded.document) loaded.document->check(companions, Options{}, all);
  return all.finish();
}
inline const Diagnostic* find(const std::vector<Diagnostic>& list, std::string_view code) {
  const std::string full = "craftstudio." + std::string(code);
  const auto found = std::ranges::find(list, full, &Diagnostic::code);
  return found == list.end() ? nullptr : &*found;
}

inline Bytes hex(std::string_view digits) {
  std::string plain;
  for (const char c : digits) {
    if (c != ' ' && c != '\n' && c != '|') plain += c;
  }
  return from_hex(plain).value();
}

// Section 14.1.
inline Bytes example_animation() {
  return hex(
      "06 0300 1400 01 0100 0341726d"
      "0200 000000 000000000000000000000000 0a0000 000000000000003f00000000"
      "0200 000000 0000803f000000000000000000000000 0a0000 f304353ff304353f0000000000000000"
      "0100 050000 00000000feffffff00000000"
      "0000"
      "0100 000000 0000803e0000000000000000");
}

// Section 14.2.
inline Bytes example_model() {
  return hex(
      "00 0500 0100 0100 0000 ffff 0341726d"
      "000000000000803f00000000 00000000000000bf00000000 0000803f0000803f0000803f"
      "0000803f000000000000000000000000 04000c000400 01"
      "0400000004000000 0c00000004000000 0800000004000000 0800000000000000 0000000004000000"
      "0400000000000000 000000000000 44000000"
      "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
      "0000000b4944415478da63f80f040009fb03fd68fa1ccc0000000049454e44ae426082"
      "0100 0200");
}

}  // namespace anmkit::craftstudio::test
