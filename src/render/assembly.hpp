// SPDX-License-Identifier: MIT
// From vertices before a camera to triangles on a screen: lighting, clipping, perspective.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "render/raster.hpp"
#include "render/view.hpp"

namespace anmkit::render {

// A vertex before the camera: x to the right, y up, z towards it; the camera is at the origin.
struct Corner {
  Vec3 at;
  Values values{1, 1, 1, 1, 0, 0};
};

// Screen coordinates are counted in samples from the upper left corner.
struct Lens {
  double near_plane = 0;
  double scale = 0;  // samples of an object as wide as its distance
  double middle_x = 0, middle_y = 0;
};

class Assembly {
 public:
  // Borrows the styles.
  Assembly(const Lens& lens, std::span<const Style> styles) : lens_(lens), styles_(styles) {}

  // `normals`: of the corners, any length, or null for a flat triangle. Corners that are not finite
  // and what is seen from behind are left out.
  void add_triangle(std::array<Corner, 3> corners, const Vec3* normals, std::uint32_t style,
                    bool mirrored);
  // `width` in samples. A line of no length is a point.
  void add_line(Corner a, Corner b, double width, std::uint32_t style);

  // What covers the middle of a sample: what is opaque, in the order in which it came, then what is
  // blended, from back to front.
  std::deque<ScreenTriangle> take();

 private:
  struct Flat;  // a corner on the screen
  Flat project(const Corner& corner) const;
  bool is_seen(const ScreenTriangle& triangle) const;
  void put(const Flat& a, const Flat& b, const Flat& c, std::uint32_t style);
  void add_disc(const Flat& middle, double radius, std::uint32_t style);

  Lens lens_;
  std::span<const Style> styles_;
  std::deque<ScreenTriangle> solid_;  // grows without a copy
  struct Blended {
    double depth;
    ScreenTriangle triangle;
  };
  std::deque<Blended> blended_;
  double depth_ = 0;  // of the primitive that is added
  std::vector<Corner> polygon_, scratch_;
};

}  // namespace anmkit::render
