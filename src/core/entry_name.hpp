// SPDX-License-Identifier: MIT
// Names of files inside archives.
#pragma once

#include <algorithm>
#include <string_view>

namespace anmkit {

// Whether a name stays inside the folder it is extracted to, on any system.
inline bool is_safe_entry_name(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.front() == '\\') return false;
  if (name.find(':') != std::string_view::npos || name.find('\0') != std::string_view::npos) {
    return false;
  }
  std::size_t begin = 0;
  while (begin <= name.size()) {
    const std::size_t end = std::min(name.find_first_of("/\\", begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part == "..") return false;
    begin = end + 1;
  }
  return name.back() != '/' && name.back() != '\\';
}

}  // namespace anmkit
