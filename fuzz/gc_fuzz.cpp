// SPDX-License-Identifier: MIT
// Any bytes as each format of the GameCube pipeline.
#include "roundtrip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return anmkit::fuzz::run("gc", data, size);
}
