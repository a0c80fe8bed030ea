// SPDX-License-Identifier: MIT
// A file with a few bytes changed, and the one finding that must come of it.
#pragma once

#include <initializer_list>
#include <string>

#include "model_files.hpp"

namespace anmkit::gc::test {

struct Patch {
  std::size_t offset;
  const char* hex;
};
struct Case {
  const char* code;
  Severity severity;
  std::optional<std::uint64_t> offset;
  const char* path;
  std::vector<Patch> patches;
  std::optional<std::size_t> size = {};  // the file is cut here
};
inline constexpr Severity E = Severity::error, W = Severity::warning, I = Severity::info;

inline Bytes patched(Bytes bytes, const Case& one) {
  for (const Patch& patch : one.patches)
    std::ranges::copy(hex(patch.hex), bytes.begin() + static_cast<std::ptrdiff_t>(patch.offset));
  if (one.size) bytes.resize(*one.size);
  return bytes;
}

inline bool is_wanted(const Diagnostic& item, const Case& one) {
  return item.code == std::string("gc.") + one.code && item.severity == one.severity &&
         item.offset == one.offset && item.path == one.path && !item.message.empty();
}

inline std::string listed(const std::vector<Diagnostic>& all) {
  std::string text;
  for (const Diagnostic& item : all) {
    text += item.code + ' ' + std::string(severity_name(item.severity)) + " at " +
            (item.offset ? std::to_string(*item.offset) : "-") + " in '" + item.path +
            "': " + item.message + '\n';
  }
  return text;
}

}  // namespace anmkit::gc::test
