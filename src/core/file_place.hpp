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

// Keeps a path without line or offset: it is the name of another file.
inline void name_place(Diagnostic& one, std::string_view path) {
  if (one.path.empty() || one.line > 0 || one.offset) name_file(one, path);
}

// The warnings and errors of a file that is used for another, each with the name of its file.
inline void add_flaws(const Diagnostics& found, std::string_view path, Diagnostics& diagnostics) {
  for (Diagnostic& one : found.finish()) {
    if (one.severity == Severity::info) continue;
    name_place(one, path);
    diagnostics.add(std::move(one));
  }
}

}  // namespace anmkit
