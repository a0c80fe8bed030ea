// SPDX-License-Identifier: MIT
// Small letters: a row of each is five bits, the left one first.
#include <algorithm>
#include <array>

#include "anmkit/render.hpp"

namespace anmkit {
namespace {

constexpr std::uint32_t kWide = 5, kHigh = 7, kStep = 6;  // a column is left between letters
constexpr char kFirst = ' ', kLast = '~';
using Glyph = std::array<std::uint8_t, kHigh>;

// clang-format off
constexpr std::array<Glyph, kLast - kFirst + 1> kGlyphs = {{
    {0, 0, 0, 0, 0, 0, 0},  // space
    {4, 4, 4, 4, 4, 0, 4},  // !
    {10, 10, 0, 0, 0, 0, 0},  // "
    {10, 10, 31, 10, 31, 10, 10},  // #
    {4, 15, 20, 14, 5, 30, 4},  // $
    {25, 26, 2, 4, 8, 11, 19},  // %
    {12, 18, 20, 8, 21, 18, 13},  // &
    {4, 4, 0, 0, 0, 0, 0},  // '
    {2, 4, 8, 8, 8, 4, 2},  // (
    {8, 4, 2, 2, 2, 4, 8},  // )
    {0, 21, 14, 31, 14, 21, 0},  // *
    {0, 4, 4, 31, 4, 4, 0},  // +
    {0, 0, 0, 0, 4, 4, 8},  // ,
    {0, 0, 0, 31, 0, 0, 0},  // -
    {0, 0, 0, 0, 0, 0, 4},  // .
    {1, 2, 2, 4, 8, 8, 16},  // /
    {14, 17, 19, 21, 25, 17, 14},  // 0
    {4, 12, 4, 4, 4, 4, 14},  // 1
    {14, 17, 1, 6, 8, 16, 31},  // 2
    {14, 17, 1, 6, 1, 17, 14},  // 3
    {2, 6, 10, 18, 31, 2, 2},  // 4
    {31, 16, 30, 1, 1, 17, 14},  // 5
    {14, 16, 16, 30, 17, 17, 14},  // 6
    {31, 1, 2, 4, 4, 4, 4},  // 7
    {14, 17, 17, 14, 17, 17, 14},  // 8
    {14, 17, 17, 15, 1, 1, 14},  // 9
    {0, 4, 0, 0, 0, 4, 0},  // :
    {0, 4, 0, 0, 4, 4, 8},  // ;
    {2, 4, 8, 16, 8, 4, 2},  // <
    {0, 0, 31, 0, 31, 0, 0},  // =
    {8, 4, 2, 1, 2, 4, 8},  // >
    {14, 17, 1, 6, 4, 0, 4},  // ?
    {14, 17, 23, 21, 23, 16, 15},  // @
    {14, 17, 17, 31, 17, 17, 17},  // A
    {30, 17, 17, 30, 17, 17, 30},  // B
    {14, 17, 16, 16, 16, 17, 14},  // C
    {30, 17, 17, 17, 17, 17, 30},  // D
    {31, 16, 16, 30, 16, 16, 31},  // E
    {31, 16, 16, 30, 16, 16, 16},  // F
    {14, 17, 16, 23, 17, 17, 15},  // G
    {17, 17, 17, 31, 17, 17, 17},  // H
    {14, 4, 4, 4, 4, 4, 14},  // I
    {7, 2, 2, 2, 2, 18, 12},  // J
    {17, 18, 20, 24, 20, 18, 17},  // K
    {16, 16, 16, 16, 16, 16, 31},  // L
    {17, 27, 21, 21, 17, 17, 17},  // M
    {17, 25, 25, 21, 19, 19, 17},  // N
    {14, 17, 17, 17, 17, 17, 14},  // O
    {30, 17, 17, 30, 16, 16, 16},  // P
    {14, 17, 17, 17, 21, 18, 13},  // Q
    {30, 17, 17, 30, 20, 18, 17},  // R
    {15, 16, 16, 14, 1, 1, 30},  // S
    {31, 4, 4, 4, 4, 4, 4},  // T
    {17, 17, 17, 17, 17, 17, 14},  // U
    {17, 17, 17, 17, 10, 10, 4},  // V
    {17, 17, 17, 21, 21, 27, 17},  // W
    {17, 17, 10, 4, 10, 17, 17},  // X
    {17, 17, 10, 4, 4, 4, 4},  // Y
    {31, 1, 2, 4, 8, 16, 31},  // Z
    {14, 8, 8, 8, 8, 8, 14},  // [
    {16, 8, 8, 4, 2, 2, 1},  // backslash
    {14, 2, 2, 2, 2, 2, 14},  // ]
    {4, 10, 17, 0, 0, 0, 0},  // ^
    {0, 0, 0, 0, 0, 0, 31},  // _
    {8, 4, 0, 0, 0, 0, 0},  // `
    {0, 0, 14, 1, 15, 17, 15},  // a
    {16, 16, 30, 17, 17, 17, 30},  // b
    {0, 0, 14, 16, 16, 16, 14},  // c
    {1, 1, 15, 17, 17, 17, 15},  // d
    {0, 0, 14, 17, 31, 16, 14},  // e
    {6, 8, 30, 8, 8, 8, 8},  // f
    {0, 0, 15, 17, 15, 1, 14},  // g
    {16, 16, 30, 17, 17, 17, 17},  // h
    {4, 0, 12, 4, 4, 4, 14},  // i
    {2, 0, 6, 2, 2, 18, 12},  // j
    {16, 16, 18, 20, 24, 20, 18},  // k
    {12, 4, 4, 4, 4, 4, 14},  // l
    {0, 0, 26, 21, 21, 21, 21},  // m
    {0, 0, 30, 17, 17, 17, 17},  // n
    {0, 0, 14, 17, 17, 17, 14},  // o
    {0, 0, 30, 17, 30, 16, 16},  // p
    {0, 0, 15, 17, 15, 1, 1},  // q
    {0, 0, 22, 24, 16, 16, 16},  // r
    {0, 0, 15, 16, 14, 1, 30},  // s
    {8, 8, 30, 8, 8, 8, 6},  // t
    {0, 0, 17, 17, 17, 17, 15},  // u
    {0, 0, 17, 17, 10, 10, 4},  // v
    {0, 0, 17, 21, 21, 21, 10},  // w
    {0, 0, 17, 10, 4, 10, 17},  // x
    {0, 0, 17, 17, 15, 1, 14},  // y
    {0, 0, 31, 2, 4, 8, 31},  // z
    {3, 4, 4, 8, 4, 4, 3},  // {
    {4, 4, 4, 4, 4, 4, 4},  // |
    {24, 4, 4, 2, 4, 4, 24},  // }
    {0, 0, 9, 21, 18, 0, 0},  // ~
}};
// clang-format on

const Glyph& glyph_of(char letter) {
  const char known = letter >= kFirst && letter <= kLast ? letter : '?';
  return kGlyphs[static_cast<std::size_t>(known - kFirst)];
}

// Characters beyond ASCII take several bytes in UTF-8: those after the first are passed over.
bool continues(char letter) {
  return (static_cast<unsigned char>(letter) & 0xC0) == 0x80;
}

void fill(Picture& picture, std::int64_t x, std::int64_t y, std::int64_t size,
          std::array<std::uint8_t, 3> color) {
  const std::int64_t right = std::min<std::int64_t>(x + size, picture.width);
  const std::int64_t bottom = std::min<std::int64_t>(y + size, picture.height);
  for (std::int64_t row = std::max<std::int64_t>(0, y); row < bottom; ++row) {
    for (std::int64_t column = std::max<std::int64_t>(0, x); column < right; ++column) {
      std::byte* to = picture.pixels.data() + 4 * (row * picture.width + column);
      for (std::size_t k = 0; k < 3; ++k)
        to[k] = static_cast<std::byte>(color[k]);
      to[3] = std::byte{255};
    }
  }
}

}  // namespace

void draw_text(Picture& picture, std::string_view text, std::int64_t x, std::int64_t y,
               std::uint32_t size, std::array<std::uint8_t, 3> color) {
  for (const char letter : text) {
    if (continues(letter)) continue;
    if (x >= std::int64_t{picture.width}) return;
    const Glyph& glyph = glyph_of(letter);
    for (std::uint32_t row = 0; row < kHigh; ++row) {
      for (std::uint32_t column = 0; column < kWide; ++column) {
        if ((glyph[row] >> (kWide - 1 - column) & 1) != 0)
          fill(picture, x + std::int64_t{column} * size, y + std::int64_t{row} * size, size, color);
      }
    }
    x += std::int64_t{kStep} * size;
  }
}

std::uint32_t text_width(std::string_view text, std::uint32_t size) {
  const auto letters = std::ranges::count_if(text, [](char c) { return !continues(c); });
  const auto columns = std::min<std::int64_t>(letters, 1 << 20) * kStep;
  return letters == 0 ? 0 : static_cast<std::uint32_t>(columns - 1) * size;
}

}  // namespace anmkit
