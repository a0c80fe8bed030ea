// SPDX-License-Identifier: MIT
// Texels: wrapping, nearest and linear filters, smaller versions.
#include "render/texture.hpp"

#include <algorithm>

#include "render/color.hpp"

namespace anmkit::render {
namespace {

// Of a finite number, without the library's function: exact, and the same everywhere.
double floored(double x) {
  if (!(x > -1e15 && x < 1e15)) return x;
  const auto whole = static_cast<double>(static_cast<std::int64_t>(x));
  return whole > x ? whole - 1 : whole;
}

// A coordinate within 0 ... 1 that shows the same.
double wrapped(double x, Wrap wrap) {
  switch (wrap) {
    case Wrap::clamp:
      return std::clamp(x, 0.0, 1.0);
    case Wrap::mirror: {
      const double pair = x - 2 * floored(x / 2);
      return std::clamp(pair > 1 ? 2 - pair : pair, 0.0, 1.0);
    }
    case Wrap::repeat:
      break;
  }
  return std::clamp(x - floored(x), 0.0, 1.0);
}

// A texel's neighbour: index -1 ... size.
std::uint32_t neighbour(std::int64_t index, std::uint32_t size, Wrap wrap) {
  const std::int64_t last = std::int64_t{size} - 1;
  if (wrap == Wrap::repeat)
    return static_cast<std::uint32_t>(index < 0 ? last : index > last ? 0 : index);
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(index, 0, last));
}

Texel texel(const Texture::Level& level, std::uint32_t x, std::uint32_t y) {
  const std::byte* at = level.pixels + 4 * (std::size_t{y} * level.width + x);
  return {kToLinear[std::to_integer<std::size_t>(at[0])],
          kToLinear[std::to_integer<std::size_t>(at[1])],
          kToLinear[std::to_integer<std::size_t>(at[2])],
          std::to_integer<std::uint32_t>(at[3]) * 257};
}

Texel nearest(const Texture::Level& level, double u, double v) {
  const auto x = static_cast<std::uint32_t>(u * level.width);
  const auto y = static_cast<std::uint32_t>(v * level.height);
  return texel(level, std::min(x, level.width - 1), std::min(y, level.height - 1));
}

// Four texels, weighed in 256ths. Colours count as much as they are opaque.
Texel linear(const Texture::Level& level, double u, double v, Wrap wrap_s, Wrap wrap_t) {
  const auto x = static_cast<std::int64_t>(u * level.width * 256) - 128;
  const auto y = static_cast<std::int64_t>(v * level.height * 256) - 128;
  const auto right = static_cast<std::uint64_t>(x & 255),
             below = static_cast<std::uint64_t>(y & 255);
  const std::uint32_t x0 = neighbour(x >> 8, level.width, wrap_s);
  const std::uint32_t x1 = neighbour((x >> 8) + 1, level.width, wrap_s);
  const std::uint32_t y0 = neighbour(y >> 8, level.height, wrap_t);
  const std::uint32_t y1 = neighbour((y >> 8) + 1, level.height, wrap_t);
  const std::array<Texel, 4> four = {texel(level, x0, y0), texel(level, x1, y0),
                                     texel(level, x0, y1), texel(level, x1, y1)};
  const std::array<std::uint64_t, 4> weights = {
      (256 - right) * (256 - below), right * (256 - below), (256 - right) * below, right * below};
  Texel out{};
  if ((four[0][3] & four[1][3] & four[2][3] & four[3][3]) == kFull) {
    // The same without a division: the usual texture hides what is behind it.
    for (std::size_t c = 0; c < 3; ++c) {
      out[c] =
          static_cast<std::uint32_t>((weights[0] * four[0][c] + weights[1] * four[1][c] +
                                      weights[2] * four[2][c] + weights[3] * four[3][c] + 32768) >>
                                     16);
    }
    out[3] = kFull;
    return out;
  }
  std::uint64_t alpha = 0;
  for (std::size_t i = 0; i < 4; ++i)
    alpha += weights[i] * four[i][3];
  if (alpha == 0) return out;
  out[3] = static_cast<std::uint32_t>((alpha + 32768) >> 16);
  for (std::size_t c = 0; c < 3; ++c) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < 4; ++i)
      sum += weights[i] * four[i][3] * four[i][c];
    out[c] = static_cast<std::uint32_t>((sum + alpha / 2) / alpha);
  }
  return out;
}

// Half as wide and high, rounded up; colours count as much as they are opaque.
Bytes halved(const Texture::Level& from, std::uint32_t width, std::uint32_t height) {
  Bytes out(std::size_t{4} * width * height);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      std::uint64_t alpha = 0;
      std::array<std::uint64_t, 3> sum{};
      for (std::uint32_t k = 0; k < 4; ++k) {
        const Texel one = texel(from, std::min(2 * x + k % 2, from.width - 1),
                                std::min(2 * y + k / 2, from.height - 1));
        alpha += one[3];
        for (std::size_t c = 0; c < 3; ++c)
          sum[c] += std::uint64_t{one[c]} * one[3];
      }
      std::byte* to = out.data() + 4 * (std::size_t{y} * width + x);
      for (std::size_t c = 0; alpha > 0 && c < 3; ++c)
        to[c] = static_cast<std::byte>(kFromLinear(static_cast<std::uint32_t>(sum[c] / alpha)));
      to[3] = static_cast<std::byte>((alpha / 4 + 128) / 257);
    }
  }
  return out;
}

}  // namespace

Texture::Texture(const Picture& picture, bool smaller) {
  levels_.push_back({picture.pixels.data(), picture.width, picture.height});
  while (smaller && (levels_.back().width > 1 || levels_.back().height > 1)) {
    const Level from = levels_.back();
    const std::uint32_t width = (from.width + 1) / 2, height = (from.height + 1) / 2;
    // A moved vector keeps its bytes where they are.
    smaller_.push_back(halved(from, width, height));
    levels_.push_back({smaller_.back().data(), width, height});
  }
}

Texel sample(const Look& look, double u, double v, int level) {
  const bool enlarged = level < 0;
  const Filter filter = enlarged ? look.mag : look.min;
  const bool whole = filter == Filter::nearest || filter == Filter::linear;
  const auto& at = look.texture->level(whole || enlarged ? 0 : static_cast<std::size_t>(level));
  const double s = wrapped(u, look.wrap_s), t = wrapped(v, look.wrap_t);
  const bool near = filter == Filter::nearest || filter == Filter::nearest_mipmap_nearest ||
                    filter == Filter::nearest_mipmap_linear;
  return near ? nearest(at, s, t) : linear(at, s, t, look.wrap_s, look.wrap_t);
}

}  // namespace anmkit::render
