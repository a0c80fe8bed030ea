// SPDX-License-Identifier: MIT
// Triangles, lines and points before a camera become triangles on its screen.
#include "render/assembly.hpp"

#include <algorithm>
#include <cstddef>

namespace anmkit::render {
namespace {

// Places on the screen stay where 64 bits hold the products of their differences.
constexpr double kFarthest = 131072;
// The light is next to the camera, to the upper right of it.
constexpr Vec3 kLight{0.28, 0.6, 0.7494};
constexpr double kAmbient = 0.4, kDirect = 0.62;
// Lines are before the faces that they are drawn on.
constexpr double kBefore = 1 + 1e-4;

// Also not so large that differences and products are no numbers any more.
bool is_finite(const Corner& corner) {
  constexpr double kMost = 1e100;
  const Vec3& at = corner.at;
  return std::fabs(at.x) < kMost && std::fabs(at.y) < kMost && std::fabs(at.z) < kMost &&
         std::ranges::all_of(corner.values, [](float v) { return std::isfinite(v); });
}

float lit(float color, double light) {
  return static_cast<float>(double{color} * light);
}

double light_on(Vec3 normal) {
  const double size = length(normal);
  if (!(size > 0) || !std::isfinite(size)) return 1;
  return std::min(1.0, kAmbient + kDirect * std::max(0.0, dot(normal, kLight) / size));
}

Corner between(const Corner& a, const Corner& b, double t) {
  Corner out;
  out.at = a.at + (b.at - a.at) * t;
  for (std::size_t k = 0; k < kValues; ++k) {
    const double from = double{a.values[k]}, to = double{b.values[k]};
    out.values[k] = static_cast<float>(from + (to - from) * t);
  }
  return out;
}

// Leaves the part of a polygon where `distance` is not negative.
template <class Distance>
void cut(std::vector<Corner>& polygon, std::vector<Corner>& scratch, Distance distance) {
  const auto outside = [&](const Corner& c) { return distance(c) < 0; };
  if (std::ranges::none_of(polygon, outside)) return;
  scratch.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Corner& a = polygon[i];
    const Corner& b = polygon[(i + 1) % polygon.size()];
    const double at_a = distance(a), at_b = distance(b);
    if (at_a >= 0) scratch.push_back(a);
    if ((at_a >= 0) != (at_b >= 0)) {
      // From the inside, whichever way the edge is walked: neighbours are cut at the same place.
      const bool in = at_a >= 0;
      scratch.push_back(in ? between(a, b, at_a / (at_a - at_b))
                           : between(b, a, at_b / (at_b - at_a)));
    }
  }
  polygon.swap(scratch);
}

}  // namespace

struct Assembly::Flat {
  double x = 0, y = 0, z = 0;
  Values values{};
};

Assembly::Flat Assembly::project(const Corner& corner) const {
  Flat flat;
  // What was cut between a near and a very far place may be a rounding beyond the plane.
  const double w = std::max(-corner.at.z, lens_.near_plane);
  const auto bounded = [](double x) { return std::clamp(x, -kFarthest, kFarthest); };
  flat.x = lens_.middle_x + bounded(lens_.scale * (corner.at.x / w));
  flat.y = lens_.middle_y - bounded(lens_.scale * (corner.at.y / w));
  flat.z = lens_.near_plane / w;
  flat.values = corner.values;
  return flat;
}

// Tiny triangles, of which there can be very many, mostly are between the middles of samples.
bool Assembly::is_seen(const ScreenTriangle& triangle) const {
  const SampleRange across = samples_between(triangle.x), down = samples_between(triangle.y);
  return across.first <= across.last && down.first <= down.last && across.last >= 0 &&
         down.last >= 0 && static_cast<double>(across.first) < 2 * lens_.middle_x &&
         static_cast<double>(down.first) < 2 * lens_.middle_y;
}

void Assembly::put(const Flat& a, const Flat& b, const Flat& c, std::uint32_t style) {
  ScreenTriangle triangle;
  triangle.style = style;
  std::size_t i = 0;
  for (const Flat* flat : {&a, &b, &c}) {
    triangle.x[i] = static_cast<std::int32_t>(std::floor(flat->x * 256 + 0.5));
    triangle.y[i] = static_cast<std::int32_t>(std::floor(flat->y * 256 + 0.5));
    ++i;
  }
  if (!is_seen(triangle)) return;
  i = 0;
  for (const Flat* flat : {&a, &b, &c}) {
    triangle.z[i] = std::clamp(flat->z, 0.0, 1.0);
    for (std::size_t k = 0; k < kValues; ++k)
      triangle.values[i][k] = static_cast<float>(double{flat->values[k]} * triangle.z[i]);
    ++i;
  }
  const Style& how = styles_[style];
  if (how.look.texture != nullptr) {
    const auto& base = how.look.texture->level(0);
    const double u1 = double{b.values[4]} - double{a.values[4]},
                 v1 = double{b.values[5]} - double{a.values[5]};
    const double u2 = double{c.values[4]} - double{a.values[4]},
                 v2 = double{c.values[5]} - double{a.values[5]};
    double texels = std::fabs(u1 * v2 - v1 * u2) * base.width * base.height;
    const double pixels = std::fabs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    // A level has a quarter of the texels of the one before it.
    if (texels >= pixels) triangle.level = 0;
    for (int level = 1; level < 32 && texels > 2 * pixels; ++level, texels /= 4)
      triangle.level = level;
  }
  if (how.alpha == AlphaMode::blend) {
    blended_.push_back({depth_, triangle});
  } else {
    solid_.push_back(triangle);
  }
}

void Assembly::add_triangle(std::array<Corner, 3> corners, const Vec3* normals, std::uint32_t style,
                            bool mirrored) {
  if (!std::ranges::all_of(corners, [](const Corner& c) { return is_finite(c); })) return;
  const Vec3& a = corners[0].at;
  const Vec3 normal = cross(corners[1].at - a, corners[2].at - a);
  const double towards = -dot(normal, a);
  const bool front = (towards > 0) != mirrored;
  const Style& how = styles_[style];
  if (!(towards != 0) || !std::isfinite(towards) || (!front && !how.double_sided)) return;
  if (!how.unlit) {
    for (std::size_t i = 0; i < 3; ++i) {
      const bool own = normals != nullptr && render::is_finite(normals[i]);
      const Vec3 up = own ? normals[i] * (front ? 1 : -1) : normal * (towards > 0 ? 1 : -1);
      const double light = light_on(up);
      for (std::size_t k = 0; k < 3; ++k)
        corners[i].values[k] = lit(corners[i].values[k], light);
    }
  }
  std::vector<Corner>&polygon = polygon_, &scratch = scratch_;
  polygon.assign(corners.begin(), corners.end());
  cut(polygon, scratch, [&](const Corner& c) { return -c.at.z - lens_.near_plane; });
  const double limit = kFarthest / lens_.scale;
  cut(polygon, scratch, [&](const Corner& c) { return -c.at.z * limit - c.at.x; });
  cut(polygon, scratch, [&](const Corner& c) { return -c.at.z * limit + c.at.x; });
  cut(polygon, scratch, [&](const Corner& c) { return -c.at.z * limit - c.at.y; });
  cut(polygon, scratch, [&](const Corner& c) { return -c.at.z * limit + c.at.y; });
  if (polygon.size() < 3) return;
  depth_ = -(corners[0].at.z + corners[1].at.z + corners[2].at.z);
  const Flat first = project(polygon[0]);
  Flat before = project(polygon[1]);
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const Flat next = project(polygon[i]);
    put(first, before, next, style);
    before = next;
  }
}

// Eight sides are round enough for a few pixels.
void Assembly::add_disc(const Flat& middle, double radius, std::uint32_t style) {
  constexpr double kDiagonal = 0.70710678118654752;
  constexpr std::array<std::array<double, 2>, 8> kRing = {{{1, 0},
                                                           {kDiagonal, kDiagonal},
                                                           {0, 1},
                                                           {-kDiagonal, kDiagonal},
                                                           {-1, 0},
                                                           {-kDiagonal, -kDiagonal},
                                                           {0, -1},
                                                           {kDiagonal, -kDiagonal}}};
  for (std::size_t i = 0; i < kRing.size(); ++i) {
    Flat a = middle, b = middle;
    a.x += kRing[i][0] * radius, a.y += kRing[i][1] * radius;
    b.x += kRing[(i + 1) % 8][0] * radius, b.y += kRing[(i + 1) % 8][1] * radius;
    put(middle, a, b, style);
  }
}

void Assembly::add_line(Corner a, Corner b, double width, std::uint32_t style) {
  if (!is_finite(a) || !is_finite(b)) return;
  std::vector<Corner> line{a, b};
  const double limit = kFarthest / lens_.scale / 2;
  const auto clip = [&](auto distance) {
    const double at_a = distance(line[0]), at_b = distance(line[1]);
    if (at_a < 0 && at_b < 0) return false;
    if (at_a < 0) line[0] = between(line[1], line[0], at_b / (at_b - at_a));
    if (at_b < 0) line[1] = between(line[0], line[1], at_a / (at_a - at_b));
    return true;
  };
  if (!clip([&](const Corner& c) { return -c.at.z - lens_.near_plane; }) ||
      !clip([&](const Corner& c) { return -c.at.z * limit - c.at.x; }) ||
      !clip([&](const Corner& c) { return -c.at.z * limit + c.at.x; }) ||
      !clip([&](const Corner& c) { return -c.at.z * limit - c.at.y; }) ||
      !clip([&](const Corner& c) { return -c.at.z * limit + c.at.y; }))
    return;
  depth_ = -1.5 * (line[0].at.z + line[1].at.z);
  Flat from = project(line[0]), to = project(line[1]);
  from.z *= kBefore, to.z *= kBefore;
  const double dx = to.x - from.x, dy = to.y - from.y, size = std::sqrt(dx * dx + dy * dy);
  const double radius = width / 2;
  if (size > 1e-6) {
    const double x = -dy / size * radius, y = dx / size * radius;
    std::array<Flat, 4> box = {from, from, to, to};
    box[0].x += x, box[0].y += y, box[1].x -= x, box[1].y -= y;
    box[2].x += x, box[2].y += y, box[3].x -= x, box[3].y -= y;
    put(box[0], box[1], box[2], style);
    put(box[2], box[1], box[3], style);
    // Thick lines meet without a gap.
    if (width < 3) return;
    add_disc(to, radius, style);
  }
  add_disc(from, radius, style);
}

std::deque<ScreenTriangle> Assembly::take() {
  std::ranges::stable_sort(blended_,
                           [](const Blended& a, const Blended& b) { return a.depth > b.depth; });
  for (; !blended_.empty(); blended_.pop_front())
    solid_.push_back(blended_.front().triangle);
  return std::move(solid_);
}

}  // namespace anmkit::render
