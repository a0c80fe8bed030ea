// SPDX-License-Identifier: MIT
// Number spelling: shortest text that reads back to the same value.
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "core/json.hpp"

namespace anmkit {
namespace {

template <class T>
void append_shortest(std::string& text, T number) {
  // Integers print without point or exponent; 2^53 bounds what stays exact in every reader.
  if (number == std::trunc(number) && std::fabs(number) < T(9007199254740992.0) &&
      !(number == T(0) && std::signbit(number))) {
    std::array<char, 24> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                   static_cast<std::int64_t>(number));
    text.append(buffer.data(), end.ptr);
    return;
  }
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text.append(buffer.data(), end.ptr);
}

// A JSON-like number: what from_chars takes but its words ("inf", "nan"), plus a leading '+'.
bool looks_like_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const char c = text.empty() ? '\0' : text.front();
  return (c >= '0' && c <= '9') || c == '.';
}

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  if (text.starts_with("+-")) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  if (!looks_like_number(text)) return std::nullopt;
  T value{};
#if defined(__cpp_lib_to_chars)
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ptr != text.data() + text.size()) return std::nullopt;
  if (end.ec == std::errc::result_out_of_range) {
    // Too large or too small: what IEEE rounding gives.
    value = static_cast<T>(std::strtod(std::string(text).c_str(), nullptr));
  }
#else
  // libc++ has no floating-point from_chars yet; strtod in the "C" locale is equivalent here.
  const std::string copy(text);
  char* end = nullptr;
  if constexpr (std::is_same_v<T, float>) {
    value = std::strtof(copy.c_str(), &end);
  } else {
    value = std::strtod(copy.c_str(), &end);
  }
  if (end != copy.c_str() + copy.size()) return std::nullopt;
#endif
  return value;
}

}  // namespace

void append_number(std::string& text, double number) {
  append_shortest(text, number);
}
void append_number(std::string& text, float number) {
  append_shortest(text, number);
}

std::optional<double> parse_double(std::string_view text) {
  return parse_whole<double>(text);
}
std::optional<float> parse_float(std::string_view text) {
  return parse_whole<float>(text);
}

}  // namespace anmkit
