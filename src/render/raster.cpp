// SPDX-License-Identifier: MIT
// Edge functions in whole numbers decide which samples are covered; one on an edge belongs to the
// triangle of which it is the left or the upper edge.
#include "render/raster.hpp"

#include <algorithm>

#include "render/color.hpp"

namespace anmkit::render {
namespace {

constexpr std::int64_t kOne = 256;  // a sample
constexpr double kDepth = 2147483648.0;

// Quotients rounded down and up; the divisor is positive.
std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return a % b < 0 ? q - 1 : q;
}
std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return a % b > 0 ? q + 1 : q;
}

// Positive inside: `across` a sample to the right, `down` one further down, `start` at the middle
// of the sample (0, 0). What belongs to the edge is not negative in `start`.
struct Edge {
  std::int64_t across = 0, down = 0, start = 0;
  std::int64_t owned = 0;  // 0, or -1 where the edge itself is another triangle's

  Edge(std::int64_t ax, std::int64_t ay, std::int64_t bx, std::int64_t by) {
    across = -(by - ay) * kOne;
    down = (bx - ax) * kOne;
    start = (bx - ax) * (kOne / 2 - ay) - (by - ay) * (kOne / 2 - ax);
    owned = by < ay || (by == ay && bx > ax) ? 0 : -1;
  }
  // Leaves the part of a row, whose value at sample 0 is `at`, that is inside.
  void narrow(std::int64_t at, std::int64_t& first, std::int64_t& last) const {
    const std::int64_t value = at + owned;
    if (across > 0) {
      first = std::max(first, ceil_div(-value, across));
    } else if (across < 0) {
      last = std::min(last, floor_div(value, -across));
    } else if (value < 0) {
      last = first - 1;
    }
  }
};

std::uint32_t unit(double x) {
  return (static_cast<std::uint32_t>(std::clamp(x, 0.0, 1.0) * (2 * kFull)) + 1) / 2;
}
std::uint16_t share(std::uint32_t color, std::uint32_t part) {
  return static_cast<std::uint16_t>((std::uint64_t{color} * part + kFull / 2) / kFull);
}

}  // namespace

SampleRange samples_between(const std::array<std::int32_t, 3>& places) {
  const auto [low, high] = std::ranges::minmax(places);
  return {ceil_div(low - kOne / 2, kOne), floor_div(high - kOne / 2, kOne)};
}

// A value that changes over a triangle: at its first corner, and the differences at the other two.
class Band::Span {
 public:
  Span(const ScreenTriangle& t, const Style& style, std::int64_t area)
      : style_(style), level_(t.level), inverse_(1 / static_cast<double>(area)) {
    z_ = {t.z[0], t.z[1] - t.z[0], t.z[2] - t.z[0]};
    for (std::size_t k = 0; k < kValues; ++k) {
      const double first = double{t.values[0][k]};
      values_[k] = {first, double{t.values[1][k]} - first, double{t.values[2][k]} - first};
    }
  }

  // `b`, `c`: edge functions opposite of the second and the third corner.
  void shade(std::int64_t b, std::int64_t c, Color& color, std::uint32_t& depth) const {
    const double second = static_cast<double>(b) * inverse_;
    const double third = static_cast<double>(c) * inverse_;
    const double z = mix(z_, second, third);
    const auto deep = static_cast<std::uint32_t>(std::clamp(z, 0.0, 1.0) * kDepth);
    if (deep < depth) return;
    const double far = z > 1e-12 ? 1 / z : 0;
    std::array<std::uint32_t, 4> own;
    for (std::size_t k = 0; k < 4; ++k)
      own[k] = unit(mix(values_[k], second, third) * far);
    if (style_.look.texture != nullptr) {
      const Texel seen = sample(style_.look, mix(values_[4], second, third) * far,
                                mix(values_[5], second, third) * far, level_);
      for (std::size_t k = 0; k < 4; ++k)
        own[k] = share(own[k], seen[k]);
    }
    put(own, deep, color, depth);
  }

 private:
  using Plane = std::array<double, 3>;
  static double mix(const Plane& plane, double second, double third) {
    return plane[0] + second * plane[1] + third * plane[2];
  }
  void put(const std::array<std::uint32_t, 4>& own, std::uint32_t deep, Color& color,
           std::uint32_t& depth) const {
    if (style_.alpha == AlphaMode::blend) {
      const std::uint32_t left = kFull - own[3];
      for (std::size_t k = 0; k < 3; ++k)
        color[k] = static_cast<std::uint16_t>(
            std::min<std::uint32_t>(kFull, share(own[k], own[3]) + share(color[k], left)));
      color[3] = static_cast<std::uint16_t>(
          std::min<std::uint32_t>(kFull, own[3] + share(color[3], left)));
      return;
    }
    if (style_.alpha == AlphaMode::mask && own[3] < style_.least_alpha) return;
    for (std::size_t k = 0; k < 3; ++k)
      color[k] = static_cast<std::uint16_t>(own[k]);
    color[3] = kFull;
    depth = deep;
  }

  const Style& style_;
  std::int32_t level_;
  double inverse_;
  Plane z_;
  std::array<Plane, kValues> values_;
};

void Band::begin(std::uint32_t first_row, std::uint32_t rows, std::array<std::uint16_t, 4> color) {
  first_row_ = first_row;
  rows_ = rows;
  colors_.assign(std::size_t{width_} * rows, color);
  depth_.assign(std::size_t{width_} * rows, 0);
}

void Band::draw(const ScreenTriangle& given, const Style& style) {
  const SampleRange rows = samples_between(given.y);
  const std::int64_t top = std::max(first_row_, rows.first);
  const std::int64_t bottom = std::min(first_row_ + rows_ - 1, rows.last);
  if (top > bottom) return;
  ScreenTriangle turned;
  const ScreenTriangle* t = &given;
  const auto twice = [](const ScreenTriangle& one) {
    return (std::int64_t{one.x[1]} - one.x[0]) * (std::int64_t{one.y[2]} - one.y[0]) -
           (std::int64_t{one.y[1]} - one.y[0]) * (std::int64_t{one.x[2]} - one.x[0]);
  };
  std::int64_t area = twice(given);
  if (area == 0) return;
  if (area < 0) {
    turned = given;
    std::swap(turned.x[1], turned.x[2]);
    std::swap(turned.y[1], turned.y[2]);
    std::swap(turned.z[1], turned.z[2]);
    std::swap(turned.values[1], turned.values[2]);
    t = &turned;
    area = -area;
  }
  const Edge a(t->x[1], t->y[1], t->x[2], t->y[2]);
  const Edge b(t->x[2], t->y[2], t->x[0], t->y[0]);
  const Edge c(t->x[0], t->y[0], t->x[1], t->y[1]);
  const Span span(*t, style, area);
  for (std::int64_t row = top; row <= bottom; ++row) {
    std::int64_t first = 0, last = std::int64_t{width_} - 1;
    const std::int64_t at_b = b.start + row * b.down, at_c = c.start + row * c.down;
    a.narrow(a.start + row * a.down, first, last);
    b.narrow(at_b, first, last);
    c.narrow(at_c, first, last);
    if (first > last) continue;
    const std::size_t begin = static_cast<std::size_t>((row - first_row_) * width_);
    for (std::int64_t x = first; x <= last; ++x) {
      const std::size_t at = begin + static_cast<std::size_t>(x);
      span.shade(at_b + x * b.across, at_c + x * c.across, colors_[at], depth_[at]);
    }
  }
}

void Band::resolve(std::uint32_t row, std::uint32_t samples, std::byte* out) const {
  const std::uint32_t count = samples * samples;
  for (std::uint32_t x = 0; x + samples <= width_; x += samples, out += 4) {
    std::array<std::uint64_t, 4> sum{};
    for (std::uint32_t j = 0; j < samples; ++j) {
      const Color* at = colors_.data() + std::size_t{row * samples + j} * width_ + x;
      for (std::uint32_t i = 0; i < samples; ++i)
        for (std::size_t k = 0; k < 4; ++k)
          sum[k] += at[i][k];
    }
    if (sum[3] == 0) {
      std::fill_n(out, 4, std::byte{0});
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t mean = (sum[k] * kFull + sum[3] / 2) / sum[3];
      out[k] = static_cast<std::byte>(
          kFromLinear(static_cast<std::uint32_t>(std::min<std::uint64_t>(mean, kFull))));
    }
    const std::uint64_t alpha = (sum[3] + count / 2) / count;
    out[3] = static_cast<std::byte>((alpha + 128) / 257);
  }
}

}  // namespace anmkit::render
