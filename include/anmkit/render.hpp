// SPDX-License-Identifier: MIT
// Images of scenes without a graphics card: a small software renderer. The same scene, camera and
// options give the same bytes on every machine.
//
//   auto renderer = Renderer::make(scene, {}, clip_index);
//   RenderOptions options{.width = 320, .height = 240};
//   auto camera = renderer->fit(CameraAngles{}, options);
//   auto image = renderer->draw(7.5, *camera, options);
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

// Error code: the scene has nothing to show.
inline constexpr std::string_view kNothingToSee = "anmkit.NOTHING";

// Direction of the camera in degrees, the same for all axes of scenes.
struct CameraAngles {
  // 0: from the front, as in glTF; 90: from the figure's left side.
  double yaw = 30;
  double pitch = 15;  // 0: level; 90: from above
};

// A camera that looks at a point, without a roll.
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
  // Samples along each side of a pixel, 1 ... 4; more give smoother edges.
  std::uint32_t samples = 2;
};

// A scene prepared for drawing at any frame of one clip. A scene without meshes is shown as bones.
//
// Unlit materials keep their colours; others have one light next to the camera. Hidden surfaces
// are removed. Back faces are left out unless their material is double-sided. Blended materials are
// drawn from back to front. A moved-from renderer draws nothing: both calls fail with
// kNothingToSee.
class Renderer {
 public:
  // Borrows the scene and the textures. `textures` has a decoded image for each image of the scene,
  // except for raw images and images with the same bytes as an earlier one. Other missing or empty
  // ones are white; a missing file (a name without bytes) is a light checkerboard with that name.
  // `clip`: an index; empty = the rest pose. Triangles with vertex indices out of range are left
  // out.
  // Errors: other errors of check_scene, and kNothingToSee: no node, or only empty ones.
  static Result<Renderer> make(const Scene& scene, std::span<const Picture> textures = {},
                               std::optional<std::size_t> clip = {});
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  // The nearest camera from this direction that sees everything, including skinned vertices, at any
  // frame of the clip; at most 65 frames are tested. Error kNothingToSee: everything is hidden, or
  // no position is finite.
  Result<RenderCamera> fit(const CameraAngles& angles, const RenderOptions& options) const;

  // The image at a frame of the clip, in its native rate. Errors have the code kBadOption: no
  // pixels or too many, a camera without a distance or with numbers that are not finite.
  Result<Picture> draw(double frame, const RenderCamera& camera,
                       const RenderOptions& options) const;

 private:
  class Inside;
  explicit Renderer(std::unique_ptr<const Inside> inside);
  std::unique_ptr<const Inside> inside_;
};

// Draws text in letters of 7 x 13 dots of `size` pixels; characters other than ASCII become
// question marks. x and y are the upper left corner; text outside the image is cut off.
void draw_text(Picture& picture, std::string_view text, std::int64_t x, std::int64_t y,
               std::uint32_t size, std::array<std::uint8_t, 3> color);
// Width of a line of text in pixels.
std::uint32_t text_width(std::string_view text, std::uint32_t size);

// Images in rows and columns.
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
// Whether a sheet with this number of rows can be made; the error kBadOption has its size.
Result<void> check_sheet(const SheetOptions& options, std::uint64_t rows);
// As many rows as the cells need, or `rows`. The error kBadOption: more than 2^26 pixels.
Result<Picture> make_contact_sheet(std::span<const SheetCell> cells, const SheetOptions& options,
                                   std::uint32_t rows = 0);

}  // namespace anmkit
