// Reporting in this family's words: codes get the prefix, paths are made in one way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "anmkit/result.hpp"

namespace anmkit::sm64 {

inline std::string prefixed(std::string_view code) {
  return "sm64." + std::string(code);
}

class Findings {
 public:
  explicit Findings(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void add(Severity severity, std::string_view code, std::string message,
           std::optional<std::uint64_t> offset = {}, std::string path = {}) {
    diagnostics_.add(severity, prefixed(code), std::move(message), offset, std::move(path));
  }
  void error(std::string_view code, std::string message, std::optional<std::uint64_t> offset = {},
             std::string path = {}) {
    add(Severity::error, code, std::move(message), offset, std::move(path));
  }
  void warning(std::string_view code, std::string message, std::optional<std::uint64_t> offset = {},
               std::string path = {}) {
    add(Severity::warning, code, std::move(message), offset, std::move(path));
  }
  void info(std::string_view code, std::string message, std::optional<std::uint64_t> offset = {},
            std::string path = {}) {
    add(Severity::info, code, std::move(message), offset, std::move(path));
  }
  bool wants(std::string_view code) const { return diagnostics_.wants(prefixed(code)); }

 private:
  Diagnostics& diagnostics_;
};

// "base[3].member"
inline std::string path_of(std::string_view base, std::size_t index, std::string_view member = {}) {
  std::string path(base);
  path += '[';
  path += std::to_string(index);
  path += ']';
  if (!member.empty()) {
    path += '.';
    path += member;
  }
  return path;
}

// A name between quotes, for messages.
inline std::string quoted(std::string_view name) {
  return "'" + std::string(name) + "'";
}

// "0x1F0"
inline std::string hex_number(std::uint64_t value) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  do {
    text.insert(text.begin(), kDigits[value & 15]);
    value >>= 4;
  } while (value != 0);
  return "0x" + text;
}

}  // namespace anmkit::sm64
