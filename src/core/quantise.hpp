// SPDX-License-Identifier: MIT
// Few colours in place of many, found by median cut.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace anmkit {

using Rgb = std::array<std::uint8_t, 3>;

struct ColorCount {
  Rgb rgb{};
  std::uint64_t count = 0;  // how many pixels have it
};
struct Quantised {
  std::vector<Rgb> palette;            // at most as many as were asked for
  std::vector<ColorCount> colors;      // those that were given, in another order
  std::vector<std::uint32_t> entries;  // the palette's entry of each of them
};

// `rounds`: how often entries move to the mean of the colours nearest to them (k-means).
Quantised quantise(std::vector<ColorCount> colors, std::size_t most, int rounds = 0);

// Index of the colour of a palette nearest to one; the first of several. The palette is not empty.
std::size_t nearest_color(const std::vector<Rgb>& palette, const Rgb& color);

}  // namespace anmkit
