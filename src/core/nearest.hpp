// SPDX-License-Identifier: MIT
// The known word that a misspelt one was meant to be, for "did you mean".
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/letters.hpp"

namespace anmkit {

// Number of slips between two words: a letter too many, too few, another one, or two that changed
// places. Upper and lower case are the same.
inline std::size_t distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> edits((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return edits[i * width + j];
  };
  for (std::size_t j = 0; j <= b.size(); ++j)
    at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    at(i, 0) = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = lower(a[i - 1]), y = lower(b[j - 1]);
      const std::size_t change = at(i - 1, j - 1) + (x == y ? 0 : 1);
      at(i, j) = std::min({change, at(i - 1, j) + 1, at(i, j - 1) + 1});
      const bool swapped = i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]);
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return edits.back();
}

// The first of the nearest words, where it is near enough to be meant: one slip, or one for every
// three letters. Empty when none is.
inline std::string_view nearest(std::string_view word, const std::vector<std::string_view>& known) {
  constexpr std::size_t kLongest = 40;  // whatever is longer is no slip of the fingers
  if (word.size() < 2 || word.size() > kLongest) return {};
  std::string_view best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string_view one : known) {
    if (one.size() > kLongest) continue;
    const std::size_t edits = distance(word, one);
    if (edits >= least) continue;
    least = edits;
    best = one;
  }
  return best;
}

}  // namespace anmkit
