// SPDX-License-Identifier: MIT
// Shared by this room's tests: the specification's worked examples.
#pragma once

#include "../support.hpp"
#include "anmkit/psx.hpp"

namespace anmkit::psx::test {

using namespace anmkit::test;

inline const std::filesystem::path kVectors = kAllVectors / "psx";
inline const std::filesystem::path kSamples = kAllSamples / "psx";

inline const Diagnostic* find(const std::vector<Diagnostic>& list, std::string_view code) {
  return find_code(list, "psx." + std::string(code));
}

// Section 11.1.
inline Bytes example_anm() {
  return hex(
      "0080 1E00 0200 0600 1400 1800 0007 0004 0004 0004 0010 0008 0010 6400 38FF 0000"
      "0104 0000 0000 2C01 0001 0000 0000 0008");
}
// Section 11.2.
inline Bytes example_tmd() {
  return hex(
      "4100000000000000 0200000084000000 03000000AC000000 0000000038000000"
      "0400000000000000 9C00000002000000 AC00000000000000 6C00000002000000"
      "0000000004030121 0000002100000100 0200000003020140 FFFFFF4000000100"
      "03020140FFFFFF40 0100020003020140 FFFFFF4002000000 03020140FFFFFF40"
      "0000010003020140 FFFFFF4001000100 00009CFF00000000 6400640000000000"
      "9CFF640000000000 0000000000000000 0000960000000000");
}
// Section 11.3.
inline Bytes example_pak() {
  return hex(
      "02000000 0C000000 20000000 412F4D2E 414E4D00 08000000 00800100 00000400"
      "412F582E 544D4400 0C000000 41000000 00000000 00000000");
}
// Two frames' worth of camera.
inline Bytes example_anc() {
  return hex(
      "0080 1E00 0200 0000 0000 18FC 0000 0000 0000 0000 AB02"
      "6400 0000 18FC 0000 0000 0000 0000 AB02");
}
// 4-bit, one palette of 16 (only 1 = red), 4 x 1 texels: 1 0 1 0.
inline Bytes example_tim() {
  return hex(
      "10000000 08000000 2C000000 0000 E001 1000 0100"
      "0000 1F00 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000"
      "0E000000 4001 0000 0100 0100 0101");
}

}  // namespace anmkit::psx::test
