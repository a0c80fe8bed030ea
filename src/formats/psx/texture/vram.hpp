// SPDX-License-Identifier: MIT
// The console's video memory, from which models take their textures (sections 7.3 and 8).
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "anmkit/psx.hpp"

namespace anmkit::psx {

inline constexpr std::uint32_t kTimClut = 8;  // of Tim::flags

// A palette without an image, which some tools write as an image of no size.
inline bool is_palette_alone(const Tim& tim) {
  return tim.clut && (!tim.pixels || tim.pixels->data.empty());
}

// The console's video memory: 1024 x 512 cells of 16 bits.
class Vram {
 public:
  static constexpr std::uint32_t kWidth = 1024, kHeight = 512;
  Vram() : cells_(std::size_t{kWidth} * kHeight) {}
  // Copies pixels and palettes to their places; what is outside wraps around, as on the console.
  void load(const Tim& tim);
  // Whether anything was loaded into the page that TSB names.
  bool has_page(std::uint16_t tsb) const;
  // The 256 x 256 page that TSB names, with the palette that CBA names (section 7.3).
  Picture page(std::uint16_t tsb, std::uint16_t cba) const;

 private:
  void load(const TimBlock& block);
  std::uint16_t at(std::uint32_t x, std::uint32_t y) const {
    return cells_[std::size_t{y % kHeight} * kWidth + x % kWidth];
  }
  // Tiles of 64 x 256 cells, the steps in which pages begin.
  static std::size_t tile(std::uint32_t x, std::uint32_t y) {
    return y % kHeight / 256 * 16 + x % kWidth / 64;
  }
  std::vector<std::uint16_t> cells_;
  std::bitset<32> loaded_;
};

}  // namespace anmkit::psx
