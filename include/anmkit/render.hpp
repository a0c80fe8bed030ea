// SPDX-License-Identifier: MIT
// Pictures of scenes without a graphics card: a small software renderer. The same scene, camera and
// options give the same bytes everywhere.
//
//   auto renderer = Renderer::make(scene, {}, clip_index);
//   RenderOptions options{.width = 320, .height = 240};
//   auto camera = renderer->fit(CameraAngles{}, options);
//   auto picture = renderer->draw(7.5, *camera, options);
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit {

// Code of errors: there is nothing that a camera could see.
inline constexpr std::string_view kNothingToSee = "anmkit.NOTHING";

// From where a scene is looked at. Degrees, whatever axes the scene has.
struct CameraAngles {
  // 0: from the front, as glTF means it; 90: from the left side, so that it looks to the left.
  double yaw = 30;
  double pitch = 15;  // 0: level; 90: from above
};

// A camera that looks at a point, with its own up direction upright.
struct RenderCamera {
  CameraAngles angles;
  Vec3 target;                // scene units and axes
  double distance = 1;        // from the target, scene units; positive
  double vertical_fov = 0.5;  // radians, 0 ... pi
};

struct RenderOptions {
  std::uint32_t width = 640, height = 480;                // pixels; at most 2^26 of them
  std::optional<std::array<std::uint8_t, 3>> background;  // sRGB; empty = transparent
  bool stepped = false;                                   // whole frames only, as engines show
  bool grid = false;                                      // lines on the ground
  double line_width = 2;                                  // pixels, of lines and points
  // Samples along each side of a pixel, 1 ... 4: what smooths edges.
  std::uint32_t samples = 2;
};

// A scene made ready to be drawn at any frame of one clip. What has no mesh is shown as bones.
//
// Materials are shown as they are where they are unlit; others have one light beside the camera.
// Triangles behind others are hidden, those that are seen from behind are left out unless their
// material is double-sided, and what is blended is drawn from back to front. One that was moved
// from draws nothing: both calls fail with kNothingToSee.
class Renderer {
 public:
  // Borrows the scene and the textures. `textures` has a decoded picture for each image of the
  // scene; raw images of the scene need none, nor do those with the same bytes as an earlier one.
  // Other missing or empty ones are white. An image with a name and without bytes, which is
  // nowhere, is light squares with that name. `clip`: an index; empty = the rest pose. Triangles
  // that name vertices which are not there are left out. Errors: other faults that check_scene
  // finds, and kNothingToSee: no node, or only empty ones.
  static Result<Renderer> make(const Scene& scene, std::span<const Picture> textures = {},
                               std::optional<std::size_t> clip = {});
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  // The nearest camera from this direction that sees all of what is shown at any frame of the
  // clip, skinned vertices too: at most 65 frames are looked at. The error kNothingToSee: all of
  // it is hidden, or nothing is at a finite place.
  Result<RenderCamera> fit(const CameraAngles& angles, const RenderOptions& options) const;

  // The picture at a frame of the clip, in its native rate. Errors have the code kBadOption: no
  // pixels or too many, a camera without distance or with numbers that are not finite.
  Result<Picture> draw(double frame, const RenderCamera& camera,
                       const RenderOptions& options) const;

 private:
  class Inside;
  explicit Renderer(std::unique_ptr<const Inside> inside);
  std::unique_ptr<const Inside> inside_;
};

// Text in letters of 7 x 13 pixels, each `size` pixels wide and high; what is not ASCII is a
// question mark. The corner is the upper left one; outside is cut off.
void draw_text(Picture& picture, std::string_view text, std::int64_t x, std::int64_t y,
               std::uint32_t size, std::array<std::uint8_t, 3> color);
// Pixels that a line of text takes.
std::uint32_t text_width(std::string_view text, std::uint32_t size);

// Pictures side by side.
struct SheetCell {
  Picture picture;   // at most as large as its cell; smaller ones are in the middle
  std::string name;  // below it; shortened where it is too long
};
struct SheetOptions {
  std::uint32_t columns = 1;
  std::uint32_t cell_width = 1, cell_height = 1;  // without the name
  bool names = true;
  std::optional<std::array<std::uint8_t, 3>> background;  // empty = transparent
};
// Whether a sheet of so many rows can be made; the error kBadOption says its size.
Result<void> check_sheet(const SheetOptions& options, std::uint64_t rows);
// As many rows as the cells need, or `rows`. The error kBadOption: more than 2^26 pixels.
Result<Picture> make_contact_sheet(std::span<const SheetCell> cells, const SheetOptions& options,
                                   std::uint32_t rows = 0);

}  // namespace anmkit
