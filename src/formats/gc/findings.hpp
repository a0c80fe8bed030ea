// Reporting in this family's words: codes get the prefix.
#pragma once

#include <string>
#include <string_view>

#include "anmkit/result.hpp"

namespace anmkit::gc {

inline std::string prefixed(std::string_view code) {
  return "gc." + std::string(code);
}

// "base[3].member"
inline std::string path_of(std::string_view base, std::size_t index, std::string_view member = {}) {
  std::string path = std::string(base) + "[" + std::to_string(index) + "]";
  if (!member.empty()) path += "." + std::string(member);
  return path;
}

}  // namespace anmkit::gc
