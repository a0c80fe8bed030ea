// SPDX-License-Identifier: MIT
// An image as a material sees it: wrapped, filtered, in smaller versions for far surfaces.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit::render {

// Linear, 0 ... kFull, alpha not premultiplied.
using Texel = std::array<std::uint32_t, 4>;

// An image and its halves, down to one texel.
class Texture {
 public:
  // Borrows the image, whose pixels are as many as it says. `smaller`: make the halves as well.
  Texture(const Picture& picture, bool smaller);

  struct Level {
    const std::byte* pixels = nullptr;  // RGBA, sRGB
    std::uint32_t width = 0, height = 0;
  };
  const Level& level(std::size_t index) const {
    return levels_[index < levels_.size() ? index : levels_.size() - 1];
  }
  std::size_t levels() const { return levels_.size(); }

 private:
  std::vector<Level> levels_;
  std::vector<Bytes> smaller_;
};

// How a material looks at a texture.
struct Look {
  const Texture* texture = nullptr;
  Wrap wrap_s = Wrap::repeat, wrap_t = Wrap::repeat;
  Filter mag = Filter::linear, min = Filter::linear_mipmap_linear;
};
// What is at (u, v); both finite. `level`: how often the texture is halved, negative where it is
// enlarged.
Texel sample(const Look& look, double u, double v, int level);

}  // namespace anmkit::render
