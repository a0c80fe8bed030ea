// SPDX-License-Identifier: MIT
// Triangles on a screen: which samples they cover, which is in front, what colour it has.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "anmkit/document.hpp"
#include "render/texture.hpp"

namespace anmkit::render {

// The values of a vertex: red, green, blue, alpha (linear, 0 ... 1), u, v.
inline constexpr std::size_t kValues = 6;
using Values = std::array<float, kValues>;

// Places are 256ths of a sample, so that neighbours that share a vertex leave no gap and overlap
// nowhere. `z` is 1 on the near plane and 0 at infinity; values are already multiplied with it.
struct ScreenTriangle {
  std::array<std::int32_t, 3> x{}, y{};
  std::array<double, 3> z{};
  std::array<Values, 3> values{};
  std::uint32_t style = 0;
  std::int32_t level = -1;  // of the texture
};

// Samples with their middles between the least and the largest of three places; none where
// `last` is less.
struct SampleRange {
  std::int64_t first = 0, last = -1;
};
SampleRange samples_between(const std::array<std::int32_t, 3>& places);

struct Style {
  Look look;  // without a texture: the values' colour alone
  AlphaMode alpha = AlphaMode::opaque;
  std::uint32_t least_alpha = 0;  // of a mask: samples with less are cut
  bool double_sided = false;
  bool unlit = false;
};

// Some rows of the screen.
class Band {
 public:
  // `width`: samples per row.
  explicit Band(std::uint32_t width) : width_(width) {}

  // Empty rows of one colour (linear, premultiplied).
  void begin(std::uint32_t first_row, std::uint32_t rows, std::array<std::uint16_t, 4> color);
  void draw(const ScreenTriangle& triangle, const Style& style);
  // Means of `samples` x `samples`, as one row of an image.
  void resolve(std::uint32_t row, std::uint32_t samples, std::byte* out) const;

 private:
  class Span;
  using Color = std::array<std::uint16_t, 4>;

  std::uint32_t width_;
  std::int64_t first_row_ = 0, rows_ = 0;
  std::vector<Color> colors_;         // linear, premultiplied
  std::vector<std::uint32_t> depth_;  // larger is nearer
};

}  // namespace anmkit::render
