// SPDX-License-Identifier: MIT
// The files of examples/.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "anmkit/result.hpp"

namespace anmkit {

inline Bytes example(const std::string& name) {
  std::ifstream in(std::filesystem::path(ANMKIT_EXAMPLES_DIR) / name, std::ios::binary);
  return to_bytes(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace anmkit
