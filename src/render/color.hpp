// SPDX-License-Identifier: MIT
// Between the numbers of images (sRGB, 8 bits) and those that light adds up in (linear, 16 bits).
// Whole numbers and tables, so that every machine has the same ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace anmkit::render {

inline constexpr std::uint32_t kFull = 65535;  // linear 1

namespace color_detail {

// The fifth root, by Newton's method: no library function, which may differ between machines.
constexpr double fifth_root(double x) {
  double root = 1;
  for (int i = 0; i < 60; ++i)
    root -= (root - x / (root * root * root * root)) / 5;
  return root;
}
constexpr std::array<std::uint16_t, 256> make_to_linear() {
  std::array<std::uint16_t, 256> table{};
  for (std::size_t i = 0; i < 256; ++i) {
    const double s = static_cast<double>(i) / 255;
    const double base = (s + 0.055) / 1.055;
    // base ^ 2.4
    const double linear = s <= 0.04045 ? s / 12.92 : base * base * fifth_root(base * base);
    table[i] = static_cast<std::uint16_t>((linear * (2 * kFull) + 1) / 2);
  }
  return table;
}

}  // namespace color_detail

inline constexpr std::array<std::uint16_t, 256> kToLinear = color_detail::make_to_linear();

// The inverse: 4096 steps give where to look, at most a few comparisons decide the rest.
class FromLinear {
 public:
  constexpr FromLinear() {
    std::size_t value = 0;
    for (std::size_t i = 0; i < first_.size(); ++i) {
      while (value < 255 && middle(value) < i * 16)
        ++value;
      first_[i] = static_cast<std::uint8_t>(value);
    }
  }
  // The nearest of the 256; `linear` is at most kFull.
  constexpr std::uint8_t operator()(std::uint32_t linear) const {
    std::size_t value = first_[linear >> 4];
    while (value < 255 && middle(value) < linear)
      ++value;
    return static_cast<std::uint8_t>(value);
  }

 private:
  static constexpr std::uint32_t middle(std::size_t value) {
    return (std::uint32_t{kToLinear[value]} + kToLinear[value + 1]) / 2;
  }
  std::array<std::uint8_t, 4096> first_{};
};
inline constexpr FromLinear kFromLinear{};

}  // namespace anmkit::render
