// SPDX-License-Identifier: MIT
// Whole numbers alone, so that the palette is the same on every machine.
#include "core/quantise.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace anmkit {
namespace {

using Box = std::span<ColorCount>;

// The channel with the largest spread in a box, and that spread weighed by how often it is seen.
struct Spread {
  std::size_t channel = 0;
  std::uint64_t weight = 0;
};
Spread spread_of(Box box) {
  Spread spread;
  std::uint64_t count = 0, widest = 0;
  for (const ColorCount& color : box)
    count += color.count;
  for (std::size_t c = 0; c < 3; ++c) {
    const auto [low, high] =
        std::ranges::minmax(box, {}, [&](const ColorCount& color) { return color.rgb[c]; });
    const std::uint64_t width = static_cast<std::uint64_t>(high.rgb[c] - low.rgb[c]);
    if (width > widest) spread.channel = c;
    widest = std::max(widest, width);
  }
  spread.weight = widest * widest * count;
  return spread;
}

// Cuts the box where half of its pixels are on each side.
std::size_t middle_of(Box box, std::size_t channel) {
  std::ranges::sort(box, {}, [&](const ColorCount& color) { return color.rgb[channel]; });
  std::uint64_t all = 0, seen = 0;
  for (const ColorCount& color : box)
    all += color.count;
  for (std::size_t i = 0; i + 1 < box.size(); ++i) {
    seen += box[i].count;
    if (2 * seen >= all) return i + 1;
  }
  return box.size() - 1;
}

std::vector<Box> median_cut(std::vector<ColorCount>& colors, std::size_t most) {
  struct Weighed {
    Box box;
    Spread spread;
  };
  std::vector<Weighed> boxes{{Box(colors), spread_of(colors)}};
  while (boxes.size() < most) {
    const auto widest =
        std::ranges::max_element(boxes, {}, [](const Weighed& one) { return one.spread.weight; });
    if (widest->spread.weight == 0) break;
    const Box box = widest->box;
    const std::size_t cut = middle_of(box, widest->spread.channel);
    *widest = {box.first(cut), spread_of(box.first(cut))};
    boxes.push_back({box.subspan(cut), spread_of(box.subspan(cut))});
  }
  std::vector<Box> result;
  for (const Weighed& one : boxes)
    result.push_back(one.box);
  return result;
}

// Each entry becomes the mean of its colours; one without any stays.
void move_to_means(Quantised& made) {
  struct Sum {
    std::array<std::uint64_t, 3> rgb{};
    std::uint64_t count = 0;
  };
  std::vector<Sum> sums(made.palette.size());
  for (std::size_t i = 0; i < made.colors.size(); ++i) {
    Sum& sum = sums[made.entries[i]];
    for (std::size_t c = 0; c < 3; ++c)
      sum.rgb[c] += made.colors[i].count * made.colors[i].rgb[c];
    sum.count += made.colors[i].count;
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    for (std::size_t c = 0; c < 3 && sums[i].count > 0; ++c) {
      made.palette[i][c] =
          static_cast<std::uint8_t>((sums[i].rgb[c] + sums[i].count / 2) / sums[i].count);
    }
  }
}

}  // namespace

std::size_t nearest_color(const std::vector<Rgb>& palette, const Rgb& color) {
  std::size_t nearest = 0;
  int least = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < palette.size(); ++i) {
    int distance = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const int apart = palette[i][c] - color[c];
      distance += apart * apart;
    }
    if (distance >= least) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

Quantised quantise(std::vector<ColorCount> colors, std::size_t most, int rounds) {
  Quantised made;
  made.colors = std::move(colors);
  if (made.colors.empty()) return made;
  made.entries.resize(made.colors.size());
  for (const Box& box : median_cut(made.colors, most)) {
    std::fill_n(made.entries.begin() + (box.data() - made.colors.data()), box.size(),
                static_cast<std::uint32_t>(made.palette.size()));
    made.palette.emplace_back();
  }
  move_to_means(made);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < made.colors.size(); ++i)
      made.entries[i] = static_cast<std::uint32_t>(nearest_color(made.palette, made.colors[i].rgb));
    move_to_means(made);
  }
  return made;
}

}  // namespace anmkit
