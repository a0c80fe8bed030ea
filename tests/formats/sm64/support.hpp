// SPDX-License-Identifier: MIT
// Shared by this room's tests: the specification's worked example in every spelling.
#pragma once

#include "../support.hpp"
#include "anmkit/sm64.hpp"

namespace anmkit::sm64::test {

using namespace anmkit::test;

inline const std::filesystem::path kVectors = kAllVectors / "sm64";
inline const std::filesystem::path kSamples = kAllSamples / "sm64";

inline const Diagnostic* find(const std::vector<Diagnostic>& list, std::string_view code) {
  return find_code(list, "sm64." + std::string(code));
}

// Section 13: two parts, three frames, in segment 6 from 0x100 on.
inline Bytes example_segment() {
  return hex(
      "0000 0064 0078 006E FFF0 4000 2000 1000 F000 0000 1000 0000"
      "0001 0000 0003 0001 0001 0004 0001 0000 0001 0005 0002 0006"
      "0001 0000 0001 0000 0003 0008"
      "0000 0000 0000 0000 0003 0002 0600 0100 0600 0118 0000 0000"
      "0600 013C 0000 0000");
}

// The same data as a table of one entry.
inline Bytes example_dma() {
  return hex(
      "0000 0001 0000 0000 0000 0010 0000 0052"
      "0001 00BD 0000 0000 0003 0002 0000 003C 0000 0018 0000 0052 0001 0000 0003 0001"
      "0001 0004 0001 0000 0001 0005 0002 0006 0001 0000 0001 0000 0003 0008 0000 0064"
      "0078 006E FFF0 4000 2000 1000 F000 0000 1000 0000");
}

// The same data as C, one field a line; `replace` changes a line of the header.
inline std::string example_c(std::string_view field = {}, std::string_view value = {}) {
  std::string text =
      "static const s16 x_values[] = {\n"
      "    0x0000, 0x0064, 0x0078, 0x006E, 0xFFF0, 0x4000, 0x2000, 0x1000,\n"
      "    0xF000, 0x0000, 0x1000, 0x0000,\n"
      "};\n\n"
      "static const u16 x_indices[] = {\n"
      "    0x0001, 0x0000, 0x0003, 0x0001, 0x0001, 0x0004, 0x0001, 0x0000, 0x0001, 0x0005, 0x0002, "
      "0x0006,\n"
      "    0x0001, 0x0000, 0x0001, 0x0000, 0x0003, 0x0008,\n"
      "};\n\n"
      "static const struct Animation x = {\n"
      "    0,\n    0,\n    0,\n    0,\n    0x03,\n"
      "    ANIMINDEX_NUMPARTS(x_indices),\n    x_values,\n    x_indices,\n    0,\n"
      "};\n";
  const std::string_view fields[] = {"flags", "divisor", "startFrame", "loopStart", "loopEnd",
                                     "count", "values",  "index",      "length"};
  const auto which = std::ranges::find(fields, field);
  if (which == std::end(fields)) return text;
  std::size_t at = text.find("= {\n    0,\n") + 4;
  for (auto skip = which - std::begin(fields); skip > 0; --skip)
    at = text.find('\n', at) + 1;
  const std::size_t end = text.find(",\n", at);
  return text.replace(at + 4, end - at - 4, value);
}

}  // namespace anmkit::sm64::test
