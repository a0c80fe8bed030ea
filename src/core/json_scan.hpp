// SPDX-License-Identifier: MIT
// The end of plain text in a JSON string.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace anmkit {

constexpr bool needs_escape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// Not zero when a byte of an unsigned word is none of plain ASCII: a quote, a backslash, below 0x20
// or above 0x7E. Which byte it is cannot be determined: borrows may mark one after a hit as well.
template <class Word>
constexpr Word special_or_not_ascii(Word word) {
  constexpr Word kOnes = static_cast<Word>(~Word{0}) / 0xFF, kHigh = kOnes * 0x80;
  const Word quote = word ^ (kOnes * '"'), backslash = word ^ (kOnes * '\\');
  return ((quote - kOnes) | (backslash - kOnes) | (word - kOnes * 0x20) | word | (word + kOnes)) &
         kHigh;
}

// Index of the first character from `at` on that is a quote, a backslash or below 0x20; the size
// when there is none. Eight characters a step, as texts carry whole files in base64.
inline std::size_t find_special(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u, kHigh = 0x8080808080808080u;
  for (; text.size() - at >= 8; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    // A byte's high bit is set where it is zero after the xor, or below 0x20.
    const std::uint64_t quote = word ^ (kOnes * '"'), backslash = word ^ (kOnes * '\\');
    const std::uint64_t hit = (((quote - kOnes) & ~quote) | ((backslash - kOnes) & ~backslash) |
                               ((word - kOnes * 0x20) & ~word)) &
                              kHigh;
    if (hit == 0) continue;
    // Borrows mark bytes after a hit only: the first one in the text is true.
    if constexpr (std::endian::native == std::endian::little)
      return at + static_cast<std::size_t>(std::countr_zero(hit)) / 8;
    break;
  }
  while (at < text.size() && !needs_escape(text[at]))
    ++at;
  return at;
}

// How many commas and opening brackets a text has, those in strings among them. Eight characters a
// step: texts carry whole files in base64.
inline std::size_t count_openers(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u, kHigh = 0x8080808080808080u;
  // The high bit of each byte that is not zero.
  const auto filled = [](std::uint64_t word) { return ((word & ~kHigh) + ~kHigh) | word; };
  std::size_t count = 0, at = 0;
  for (; text.size() - at >= 8; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    // '[' and '{' differ in one bit.
    const std::uint64_t other =
        filled(word ^ (kOnes * ',')) & filled((word | kOnes * 0x20) ^ (kOnes * '{'));
    count += ((~other & kHigh) >> 7) * kOnes >> 56;
  }
  for (; at < text.size(); ++at)
    count += text[at] == ',' || text[at] == '[' || text[at] == '{' ? 1 : 0;
  return count;
}

}  // namespace anmkit
