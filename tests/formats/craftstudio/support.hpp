// SPDX-License-Identifier: MIT
// Shared by this room's tests: files, hand-made documents.
#pragma once

#include "../support.hpp"
#include "anmkit/craftstudio.hpp"

namespace anmkit::craftstudio::test {

using namespace anmkit::test;

inline const std::filesystem::path kVectors = kAllVectors / "craftstudio";
inline const std::filesystem::path kSamples = kAllSamples / "craftstudio";

// The format that a file's name specifies, or null.
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

inline std::unique_ptr<Loaded> load(const std::filesystem::path& path) {
  const Format* format = format_of(path);
  return format == nullptr ? nullptr : parse(format->id, read_file(path), path.filename().string());
}

inline const Diagnostic* find(const std::vector<Diagnostic>& list, std::string_view code) {
  return find_code(list, "craftstudio." + std::string(code));
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
