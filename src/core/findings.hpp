// SPDX-License-Identifier: MIT
// Reporting in a family's words: codes get its prefix, paths and numbers are spelled in one way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "anmkit/result.hpp"

namespace anmkit {

// "gc.ANM042"
inline std::string prefixed(std::string_view family, std::string_view code) {
  std::string full(family);
  full += '.';
  full += code;
  return full;
}

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
  std::string text;
  do {
    text.insert(text.begin(), "0123456789ABCDEF"[value & 15]);
    value >>= 4;
  } while (value != 0);
  return "0x" + text;
}

// The result of a function that already reported its errors.
inline std::unexpected<Error> first_error(const Diagnostics& diagnostics) {
  const Diagnostic* error = diagnostics.first_error();
  return std::unexpected(error != nullptr ? *error : Error{});
}

// Diagnostics of one family. `family` must outlive the object; families pass a literal.
class Findings {
 public:
  Findings(std::string_view family, Diagnostics& diagnostics)
      : family_(family), diagnostics_(diagnostics) {}

  void add(Severity severity, std::string_view code, std::string message,
           std::optional<std::uint64_t> offset = {}, std::string path = {}) {
    failed_ = failed_ || severity == Severity::error;
    diagnostics_.add(severity, prefixed(family_, code), std::move(message), offset,
                     std::move(path));
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
  // Whether this finding would be kept, to be added then; if not, it is counted here.
  bool wants(Severity severity, std::string_view code) {
    failed_ = failed_ || severity == Severity::error;
    return diagnostics_.wants(severity, prefixed(family_, code));
  }
  // Whether this object reported an error.
  bool failed() const { return failed_; }

 private:
  std::string_view family_;
  Diagnostics& diagnostics_;
  bool failed_ = false;
};

}  // namespace anmkit
