// SPDX-License-Identifier: MIT
// Any bytes as each spelling of Super Mario 64.
#include "roundtrip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return anmkit::fuzz::run("sm64", data, size);
}
