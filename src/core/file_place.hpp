// SPDX-License-Identifier: MIT
// Findings of one file among those of another.
#pragma once

#include <string_view>

#include "anmkit/result.hpp"
#include "core/findings.hpp"
#include "core/paths.hpp"

namespace anmkit {

// The finding's place becomes a path with its file's name: "geo.inc.c:7:13", "geo.bin at 0x1F0".
inline void name_file(Diagnostic& one, std::string_view path) {
  one.path = std::string(file_name(path));
  if (one.line > 0) {
    one.path += ":" + std::to_string(one.line) + ":" + std::to_string(one.column);
  } else if (one.offset) {
    one.path += " at " + hex_number(*one.offset);
  }
  one.offset.reset();
  one.line = one.column = 0;
}

}  // namespace anmkit
