// SPDX-License-Identifier: MIT
// Samples that a triangle covers, compared with another formula: a sample that is on an
// edge counts as if it were a little further right, and then a little further down.
#include "render/raster.hpp"

#include <gtest/gtest.h>

#include <random>

#include "render/assembly.hpp"

namespace anmkit::render {
namespace {

constexpr std::uint32_t kWidth = 24, kHeight = 20;

using Point = std::array<std::int32_t, 2>;  // 256ths of a sample
using Triangle = std::array<Point, 3>;

int sign(std::int64_t value) {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

// On which side of a line from a to b a sample is; never 0.
int side(Point a, Point b, std::int64_t x, std::int64_t y) {
  const std::int64_t dx = std::int64_t{b[0]} - a[0], dy = std::int64_t{b[1]} - a[1];
  if (const int on = sign(dx * (y - a[1]) - dy * (x - a[0])); on != 0) return on;
  if (dy != 0) return sign(-dy);
  return sign(dx);
}

bool covers(const Triangle& t, std::int64_t x, std::int64_t y) {
  const int a = side(t[0], t[1], x, y);
  return a == side(t[1], t[2], x, y) && a == side(t[2], t[0], x, y);
}

ScreenTriangle on_screen(const Triangle& t, double z = 0.5) {
  ScreenTriangle out;
  for (std::size_t i = 0; i < 3; ++i) {
    out.x[i] = t[i][0];
    out.y[i] = t[i][1];
    out.z[i] = z;
    for (std::size_t k = 0; k < 4; ++k)
      out.values[i][k] = static_cast<float>(z);
  }
  return out;
}

class Screen {
 public:
  Screen() : band_(kWidth) { band_.begin(0, kHeight, {0, 0, 0, 0}); }
  void draw(const Triangle& t) { band_.draw(on_screen(t), Style{}); }
  std::vector<bool> covered() const {
    std::vector<bool> out;
    Bytes row(4 * kWidth);
    for (std::uint32_t y = 0; y < kHeight; ++y) {
      band_.resolve(y, 1, row.data());
      for (std::uint32_t x = 0; x < kWidth; ++x)
        out.push_back(row[4 * x + 3] != std::byte{0});
    }
    return out;
  }

 private:
  Band band_;
};

std::vector<bool> covered(const Triangle& t) {
  Screen screen;
  screen.draw(t);
  return screen.covered();
}
std::vector<bool> expected(const Triangle& t) {
  std::vector<bool> out;
  for (std::int64_t y = 0; y < kHeight; ++y)
    for (std::int64_t x = 0; x < kWidth; ++x)
      out.push_back(covers(t, 256 * x + 128, 256 * y + 128));
  return out;
}

TEST(Raster, CoversSamplesInsideTriangles) {
  std::mt19937 random(1);
  // Coarse places put many corners and edges right on samples.
  for (const std::int32_t step : {1, 128, 256}) {
    std::uniform_int_distribution<std::int32_t> x(-4 * 256 / step, 28 * 256 / step),
        y(-4 * 256 / step, 24 * 256 / step);
    for (int i = 0; i < 2000; ++i) {
      Triangle t;
      for (Point& p : t)
        p = {x(random) * step, y(random) * step};
      const std::int64_t area = (std::int64_t{t[1][0]} - t[0][0]) * (t[2][1] - t[0][1]) -
                                (std::int64_t{t[1][1]} - t[0][1]) * (t[2][0] - t[0][0]);
      if (area == 0) continue;
      ASSERT_EQ(covered(t), expected(t)) << "step " << step << ", triangle " << i;
    }
  }
}

TEST(Raster, NeighboursMeetWithoutGapOrOverlap) {
  std::mt19937 random(2);
  std::uniform_int_distribution<std::int32_t> x(0, 12), y(0, 10);
  for (int i = 0; i < 500; ++i) {
    // A fan around a middle, over the whole screen.
    const Point middle{(6 + x(random)) * 256 + 128, (4 + y(random)) * 256 + 128};
    const std::array<Point, 4> around = {
        {{-512, -512}, {30 * 256, -512}, {30 * 256, 30 * 256}, {-512, 30 * 256}}};
    std::vector<int> times(std::size_t{kWidth} * kHeight);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto one = covered({middle, around[k], around[(k + 1) % 4]});
      for (std::size_t p = 0; p < times.size(); ++p)
        times[p] += one[p] ? 1 : 0;
    }
    ASSERT_EQ(times, std::vector<int>(times.size(), 1));
  }
}

TEST(Raster, BandsDoNotChangeCoverage) {
  const Triangle t = {{{300, -900}, {5900, 2111}, {700, 4800}}};
  const auto whole = covered(t);
  std::vector<bool> parts;
  for (std::uint32_t top = 0; top < kHeight; top += 4) {
    Band band(kWidth);
    band.begin(top, 4, {0, 0, 0, 0});
    band.draw(on_screen(t), Style{});
    Bytes row(4 * kWidth);
    for (std::uint32_t y = 0; y < 4; ++y) {
      band.resolve(y, 1, row.data());
      for (std::uint32_t x = 0; x < kWidth; ++x)
        parts.push_back(row[4 * x + 3] != std::byte{0});
    }
  }
  EXPECT_EQ(parts, whole);
}

TEST(Raster, FarthestCoordinatesDoNotOverflow) {
  constexpr std::int32_t kFar = 131072 * 256;
  const Triangle t = {{{-kFar, -kFar}, {kFar, -kFar}, {-kFar, kFar}}};
  EXPECT_EQ(covered(t), expected(t));
  const Triangle u = {{{-kFar, kFar}, {kFar, kFar}, {3 * 256, 2 * 256}}};
  EXPECT_EQ(covered(u), expected(u));
}

// A camera's screen of 20 x 10 samples, where a unit 10 away is a sample.
std::size_t taken(std::array<Vec3, 3> places, AlphaMode alpha) {
  std::array<Style, 1> styles;
  styles[0].alpha = alpha;
  styles[0].double_sided = styles[0].unlit = true;
  Assembly assembly({0.01, 10, 10, 5}, styles);
  std::array<Corner, 3> corners;
  for (std::size_t i = 0; i < 3; ++i)
    corners[i].at = {places[i].x, places[i].y, -10};
  assembly.add_triangle(corners, nullptr, 0, false);
  return assembly.take().size();
}

TEST(Assembly, DropsTrianglesWithoutSamples) {
  for (const AlphaMode alpha : {AlphaMode::opaque, AlphaMode::blend}) {
    // The middle of the sample to the upper right of the screen's middle is half a unit from it.
    EXPECT_EQ(taken({{{0.4, 0.4, 0}, {0.6, 0.4, 0}, {0.5, 0.7, 0}}}, alpha), 1U);
    EXPECT_EQ(taken({{{0.6, 0.4, 0}, {0.9, 0.4, 0}, {0.7, 0.9, 0}}}, alpha), 0U)
        << "between columns";
    EXPECT_EQ(taken({{{0.4, 0.6, 0}, {0.9, 0.6, 0}, {0.5, 0.9, 0}}}, alpha), 0U) << "between rows";
    for (const Vec3 away : {Vec3{20, 0, 0}, {-20, 0, 0}, {0, 10, 0}, {0, -10, 0}}) {
      const auto moved = [&](double x, double y) { return Vec3{x, y, 0} + away; };
      EXPECT_EQ(taken({moved(-2, -2), moved(2, -2), moved(0, 2)}, alpha), 0U) << "off the screen";
    }
  }
}

}  // namespace
}  // namespace anmkit::render
