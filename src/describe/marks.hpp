// SPDX-License-Identifier: MIT
// Signatures: bytes that are the same in every file of a format.
#pragma once

#include <string>
#include <vector>

#include "describe/description.hpp"

namespace anmkit {

struct Mark {
  std::uint32_t offset = 0;
  std::uint8_t width = 0;             // of a number; 0: text or bytes
  std::vector<std::string> values;    // one of them is there, in the file's order of bytes
  std::vector<std::int64_t> numbers;  // the same as numbers
};

// Of the fields before the first one whose size depends on others; empty when they would not tell
// the format from others.
std::vector<Mark> marks_of(const Description& description);

}  // namespace anmkit
