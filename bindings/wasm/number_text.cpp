// SPDX-License-Identifier: MIT
// Digits of doubles with a given precision, for std::to_chars. libc++ computes them with tables of
// 105 KB, a tenth of what a page loads before its first image; the C library has the same digits,
// and its printf is in the module anyway. The linker takes these before libc++'s own.
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

// Enough for the largest double with 90 decimals.
constexpr std::size_t kMostText = 400;

std::to_chars_result print(char* first, const char* last, const char* form, double value,
                           std::uint32_t precision) {
  std::array<char, kMostText> text;
  const int size =
      std::snprintf(text.data(), text.size(), form, static_cast<int>(precision), value);
  const auto count = static_cast<std::size_t>(size);
  if (size < 0 || count >= text.size() || last - first < size)
    return {const_cast<char*>(last), std::errc::value_too_large};
  std::memcpy(first, text.data(), count);
  return {first + size, std::errc()};
}

}  // namespace

_LIBCPP_BEGIN_NAMESPACE_STD

to_chars_result __d2fixed_buffered_n(char* first, char* last, double value, uint32_t precision) {
  return print(first, last, "%.*f", value, precision);
}
to_chars_result __d2exp_buffered_n(char* first, char* last, double value, uint32_t precision) {
  return print(first, last, "%.*e", value, precision);
}
// Digits with zeros in front, which libc++ has in the same source.
void __append_n_digits(uint32_t count, uint32_t digits, char* text) {
  for (; count > 0; digits /= 10)
    text[--count] = static_cast<char>('0' + digits % 10);
}
void __append_nine_digits(uint32_t digits, char* text) {
  __append_n_digits(9, digits, text);
}

_LIBCPP_END_NAMESPACE_STD
