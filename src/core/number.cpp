// SPDX-License-Identifier: MIT
// Number spelling: shortest text that reads back to the same value.
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/json.hpp"

namespace anmkit {
namespace {

// "00" to "99": two digits for one division.
constexpr auto kPairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();
constexpr auto kTens = [] {
  std::array<std::uint64_t, 11> tens{1};
  for (std::size_t i = 1; i < tens.size(); ++i)
    tens[i] = 10 * tens[i - 1];
  return tens;
}();

char* write_pair(char* out, std::size_t number) {
  std::memcpy(out, &kPairs[2 * number], 2);
  return out + 2;
}

// Most whole numbers in files are small.
template <class T>
char* write_whole(char* out, T number) {
  if (number >= 0 && number < 100) {
    if (number >= 10) return write_pair(out, static_cast<std::size_t>(number));
    *out = static_cast<char>('0' + number);
    return out + 1;
  }
  return std::to_chars(out, out + kMostNumber, number).ptr;
}

// A float that is not whole is an odd number of 2^-s; with s up to this one, so at least 2^-10, its
// text is never longer without an exponent, and what follows fits 64 bits.
constexpr std::uint32_t kMostFraction = 33;

// The shortest decimals of m * 2^-s, which is not whole, m of 24 bits, 1 <= s <= kMostFraction.
//
// With 10^-k < 2^-s < 10^-(k-1), numbers of k - 1 decimals are further apart than the numbers that
// read back as this one: at most one of them does, the nearest, and if it does, it is the only one
// of the shortest once its zeros are gone. If it does not, k decimals are the least, and the
// nearest of those reads back. Below a power of two floats are closer by half than what is used
// here, but all of those in this range are written exactly. (Tests compare with std::to_chars.)
char* write_fraction(char* out, std::uint64_t m, std::uint32_t s) {
  std::uint32_t k = (s * 1233 >> 12) + 1;  // 1233 / 4096: the decimal logarithm of 2
  const std::uint64_t half = std::uint64_t{1} << (s - 1);
  const std::uint64_t scaled = m * kTens[k - 1];
  std::uint64_t digits = (scaled + half) >> s;
  const std::uint64_t back = digits << s;
  const std::uint64_t away = back > scaled ? back - scaled : scaled - back;
  // Half way to the next float is this one's when its last bit is even.
  if (2 * away + (m & 1) <= kTens[k - 1]) {
    --k;
    while (digits % 10 == 0) {
      digits /= 10;
      --k;
    }
  } else {
    const std::uint64_t more = 10 * scaled;
    digits = more >> s;
    const std::uint64_t rest = more & (2 * half - 1);
    digits += rest > half || (rest == half && digits % 2 == 1) ? 1 : 0;
  }
  out = write_whole(out, digits / kTens[k]);
  *out = '.';
  char* const end = out + 1 + k;
  auto decimals = static_cast<std::uint32_t>(digits % kTens[k]);  // 10 m > digits
  for (char* at = end; k >= 2; k -= 2) {
    at -= 2;
    write_pair(at, decimals % 100);
    decimals /= 100;
  }
  if (k == 1) out[1] = static_cast<char>('0' + decimals);
  return end;
}

template <class T>
char* write_shortest(char* out, T number) {
  // Integers print without point or exponent; 2^53 bounds what stays exact in every reader.
  if (std::fabs(number) < T(9007199254740992.0)) {
    const auto whole = static_cast<std::int64_t>(number);
    if (static_cast<T>(whole) == number && (whole != 0 || !std::signbit(number)))
      return write_whole(out, whole);
  }
  if constexpr (std::is_same_v<T, float>) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const std::uint32_t s = 150 - (bits >> 23 & 0xFF);
    if (s - 1 < kMostFraction) {
      *out = '-';
      return write_fraction(out + (bits >> 31), (bits & 0x7FFFFF) | 0x800000, s);
    }
  }
  return std::to_chars(out, out + kMostNumber, number).ptr;
}

template <class T>
void append_shortest(std::string& text, T number) {
  std::array<char, kMostNumber> buffer;
  text.append(buffer.data(), write_shortest(buffer.data(), number));
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
    // Too large or too small: infinity or zero, as IEEE rounds.
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

char* write_number(char* out, double number) {
  return write_shortest(out, number);
}
char* write_number(char* out, float number) {
  return write_shortest(out, number);
}
char* write_number(char* out, std::int64_t number) {
  return write_whole(out, number);
}
char* write_number(char* out, std::uint64_t number) {
  return write_whole(out, number);
}

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
