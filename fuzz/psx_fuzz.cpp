// SPDX-License-Identifier: MIT
// Any bytes as each PlayStation format.
#include "roundtrip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return anmkit::fuzz::run("psx", data, size);
}
