// Shared by this room's tests: files, the specification's worked examples, hand-made documents.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "anmkit/psx.hpp"
#include "anmkit/registry.hpp"

namespace anmkit::psx::test {

inline const std::filesystem::path kVectors =
    std::filesystem::path(ANMKIT_SHARED_DIR) / "vectors" / "psx";
inline const std::filesystem::path kSamples =
    std::filesystem::path(ANMKIT_SHARED_DIR) / "samples" / "psx";

inline Bytes read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return to_bytes(std::string(std::istreambuf_iterator<char>(in), {}));
}

inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

// A parsed file together with what was found while parsing.
struct Loaded {
  std::string path;
  Bytes bytes;
  DocumentPtr document;
  Diagnostics diagnostics;
};
inline std::unique_ptr<Loaded> parse(std::string_view id, Bytes bytes, std::string path = "X") {
  auto loaded = std::make_unique<Loaded>();
  loaded->path = std::move(path);
  loaded->bytes = std::move(bytes);
  loaded->document =
      find_format(id)->parse({loaded->bytes, loaded->path}, Options{}, loaded->diagnostics);
  return loaded;
}

// All findings of parse and check, as the command line shows them.
inline std::vector<Diagnostic> check(const Loaded& loaded, Companions companions = {}) {
  Diagnostics all;
  all.add_all(loaded.diagnostics);
  if (loaded.document) loaded.document->check(companions, Options{}, all);
  return all.finish();
}
inline const Diagnostic* find(const std::vector<Diagnostic>& list, std::string_view code) {
  const auto found = std::ranges::find(list, "psx." + std::string(code), &Diagnostic::code);
  return found == list.end() ? nullptr : &*found;
}

inline Bytes hex_bytes(std::string_view digits) {
  std::string plain;
  for (const char c : digits) {
    if (c != ' ' && c != '\n') plain += c;
  }
  return from_hex(plain).value();
}

// Section 11.1.
inline Bytes example_anm() {
  return hex_bytes(
      "0080 1E00 0200 0600 1400 1800 0007 0004 0004 0004 0010 0008 0010 6400 38FF 0000"
      "0104 0000 0000 2C01 0001 0000 0000 0008");
}
// Section 11.2.
inline Bytes example_tmd() {
  return hex_bytes(
      "4100000000000000 0200000084000000 03000000AC000000 0000000038000000"
      "0400000000000000 9C00000002000000 AC00000000000000 6C00000002000000"
      "0000000004030121 0000002100000100 0200000003020140 FFFFFF4000000100"
      "03020140FFFFFF40 0100020003020140 FFFFFF4002000000 03020140FFFFFF40"
      "0000010003020140 FFFFFF4001000100 00009CFF00000000 6400640000000000"
      "9CFF640000000000 0000000000000000 0000960000000000");
}
// Section 11.3.
inline Bytes example_pak() {
  return hex_bytes(
      "02000000 0C000000 20000000 412F4D2E 414E4D00 08000000 00800100 00000400"
      "412F582E 544D4400 0C000000 41000000 00000000 00000000");
}
// Two frames' worth of camera.
inline Bytes example_anc() {
  return hex_bytes(
      "0080 1E00 0200 0000 0000 18FC 0000 0000 0000 0000 AB02"
      "6400 0000 18FC 0000 0000 0000 0000 AB02");
}
// 4-bit, one palette of 16 (only 1 = red), 4 x 1 texels: 1 0 1 0.
inline Bytes example_tim() {
  return hex_bytes(
      "10000000 08000000 2C000000 0000 E001 1000 0100"
      "0000 1F00 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000"
      "0E000000 4001 0000 0100 0100 0101");
}

inline void set16(Bytes& bytes, std::size_t at, unsigned value) {
  bytes.at(at) = static_cast<std::byte>(value & 255);
  bytes.at(at + 1) = static_cast<std::byte>(value >> 8 & 255);
}
inline void set32(Bytes& bytes, std::size_t at, std::uint32_t value) {
  set16(bytes, at, value & 0xFFFF);
  set16(bytes, at + 2, value >> 16);
}

}  // namespace anmkit::psx::test
