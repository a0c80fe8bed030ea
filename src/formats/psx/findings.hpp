// Reporting in this family's words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "anmkit/result.hpp"

namespace anmkit::psx {

inline std::string code_of(std::string_view code) {
  return "psx." + std::string(code);
}

// 0x1F
inline std::string hex(std::uint64_t value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789ABCDEF"[value & 15]);
    value >>= 4;
  } while (value != 0);
  return "0x" + digits;
}

class Findings {
 public:
  explicit Findings(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
  void error(std::string_view code, std::string message, std::optional<std::uint64_t> offset = {},
             std::string path = {}) {
    errors_ = true;
    diagnostics_.add(Severity::error, code_of(code), std::move(message), offset, std::move(path));
  }
  void warning(std::string_view code, std::string message, std::optional<std::uint64_t> offset = {},
               std::string path = {}) {
    diagnostics_.add(Severity::warning, code_of(code), std::move(message), offset, std::move(path));
  }
  void info(std::string_view code, std::string message, std::optional<std::uint64_t> offset = {},
            std::string path = {}) {
    diagnostics_.add(Severity::info, code_of(code), std::move(message), offset, std::move(path));
  }
  // Whether this object reported an error.
  bool failed() const { return errors_; }

 private:
  Diagnostics& diagnostics_;
  bool errors_ = false;
};

// "base[3]"
inline std::string indexed(std::string_view base, std::size_t index) {
  return std::string(base) + "[" + std::to_string(index) + "]";
}

// What a function that already reported its errors returns.
inline std::unexpected<Error> first_error(const Diagnostics& diagnostics) {
  const Diagnostic* error = diagnostics.first_error();
  return std::unexpected(error != nullptr ? *error : Error{});
}

}  // namespace anmkit::psx
