// SPDX-License-Identifier: MIT
// A scene made ready, and one image of it.
#include <algorithm>
#include <string>

#include "anmkit/render.hpp"
#include "core/portable.hpp"
#include "render/assembly.hpp"
#include "render/color.hpp"
#include "render/figure.hpp"
#include "render/grid.hpp"
#include "render/materials.hpp"
#include "scene/check_scene.hpp"

namespace anmkit {

using namespace render;

namespace {

constexpr std::uint64_t kMostPixels = 1u << 26;
constexpr std::uint32_t kMostWide = 16384;  // one side, in pixels
constexpr std::uint32_t kMostSamples = 4;
constexpr std::size_t kBandSamples = 1u << 18;  // of a band: as many as caches contain
// How many frames of a clip are looked at, and how many vertices in all of them.
constexpr double kFitFrames = 64;
constexpr double kFitVertices = 1 << 23;
constexpr double kMargin = 0.92;  // of the image is filled
constexpr Values kBone{0.25F, 0.4F, 0.6F, 1, 0, 0};

std::unexpected<Error> refuse(std::string message) {
  return fail(std::string(kBadOption), std::move(message));
}

Result<void> check_size(const RenderOptions& options) {
  const std::uint64_t pixels = std::uint64_t{options.width} * options.height;
  if (pixels == 0 || pixels > kMostPixels || std::max(options.width, options.height) > kMostWide) {
    return refuse("an image of " + std::to_string(options.width) + " x " +
                  std::to_string(options.height) + " pixels; it has 1 to " +
                  std::to_string(kMostPixels) + ", and sides of at most " +
                  std::to_string(kMostWide));
  }
  if (options.samples < 1 || options.samples > kMostSamples)
    return refuse("1 to 4 samples along a pixel's side");
  if (!(options.line_width > 0 && options.line_width <= 1000))
    return refuse("lines are wider than 0 and at most 1000 pixels wide");
  return {};
}

Result<void> check_angles(const CameraAngles& angles) {
  if (std::fabs(angles.yaw) <= 1e6 && std::fabs(angles.pitch) <= 90) return {};
  return refuse("a camera's yaw is a number of degrees, and its pitch is -90 to 90");
}

float safe(float value) {
  return std::isfinite(value) ? value : 0;
}

}  // namespace

class Renderer::Inside {
 public:
  Inside(const Scene& scene, std::span<const Picture> textures, std::optional<std::size_t> clip)
      : scene_(scene), figure_(scene, clip), materials_(scene, textures) {
    duration_ = clip ? std::max(0.0, scene.clips[*clip].duration) : 0;
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

  Result<RenderCamera> fit(const CameraAngles& angles, const RenderOptions& options) const {
    if (auto good = check_size(options); !good) return std::unexpected(good.error());
    if (auto good = check_angles(angles); !good) return std::unexpected(good.error());
    RenderCamera camera{.angles = angles, .target = {}, .distance = 1};
    const ViewAxes axes = axes_of(angles, scene_.up);
    Opening opening = opening_of(camera.vertical_fov, options.width, options.height);
    // Half a line stands out on either side.
    const double line = figure_.has_lines() ? options.line_width : 0;
    opening.x *= std::max(0.1, kMargin - line / options.width);
    opening.y *= std::max(0.1, kMargin - line / options.height);
    Fit fit(axes, opening);
    for_each_place(axes, [&](Vec3 place) { fit.add(place); });
    const auto nearest = fit.nearest();
    if (!nearest) return fail(std::string(kNothingToSee), "all of it is hidden, or nowhere");
    camera.target = nearest->target;
    camera.distance = nearest->distance;
    return camera;
  }

  Result<Picture> draw(double frame, const RenderCamera& camera,
                       const RenderOptions& options) const {
    if (auto good = check_size(options); !good) return std::unexpected(good.error());
    if (auto good = check_angles(camera.angles); !good) return std::unexpected(good.error());
    if (!(camera.distance > 0) || !std::isfinite(camera.distance) || !is_finite(camera.target) ||
        !(camera.vertical_fov > 0.001 && camera.vertical_fov < 3.14) || !std::isfinite(frame)) {
      return refuse("a camera's distance is a number above 0, and so is its angle of view");
    }
    const std::deque<ScreenTriangle> triangles = assemble(frame, camera, options);
    return rasterise(triangles, options);
  }

 private:
  template <class Visit>
  void for_each_place(const ViewAxes& axes, Visit visit) const {
    const auto vertices = static_cast<double>(std::max<std::size_t>(1, figure_.vertices()));
    const double most = std::clamp(std::floor(kFitVertices / vertices), 8.0, kFitFrames);
    // Whole frames where they are few.
    const double steps = std::min(std::ceil(duration_), most);
    Placed placed;
    for (double i = 0; i <= steps; ++i) {
      const double frame =
          std::ceil(duration_) <= most ? std::min(i, duration_) : duration_ * i / steps;
      const Figure::Moment moment = figure_.at(frame, axes);
      if (figure_.parts().empty()) {
        figure_.place_bones(
            moment, [&](std::span<const Vec3> corners) { std::ranges::for_each(corners, visit); });
      }
      for (const Figure::Part& part : figure_.parts()) {
        if (figure_.is_hidden(part, moment)) continue;
        figure_.place(part, moment, placed);
        // Vertices that nothing uses are not seen.
        const auto& indices = part.primitive->indices;
        if (indices.empty()) std::ranges::for_each(placed.places, visit);
        for (const std::uint32_t index : indices) {
          if (index < placed.places.size()) visit(placed.places[index]);
        }
      }
    }
  }

  struct View {
    ViewAxes axes;
    Vec3 target;
    double distance;
    Vec3 operator()(Vec3 place) const {
      const Vec3 seen = seen_from(axes, place - target);
      return {seen.x, seen.y, seen.z - distance};
    }
  };

  std::deque<ScreenTriangle> assemble(double frame, const RenderCamera& camera,
                                      const RenderOptions& options) const {
    const View view{axes_of(camera.angles, scene_.up), camera.target, camera.distance};
    const double samples = options.samples;
    const Lens lens{camera.distance / 1000,
                    options.height * samples / (2 * portable::tan(camera.vertical_fov / 2)),
                    options.width * samples / 2, options.height * samples / 2};
    Assembly assembly(lens, materials_.styles());
    const double shown = options.stepped ? std::floor(frame + 1e-9) : frame;
    const Figure::Moment moment = figure_.at(shown, view.axes);
    const double width = options.line_width * samples;
    if (options.grid) {
      for (const GridLine& line : grid_below(scene_.up, camera))
        assembly.add_line({view(line.from), kGridColor}, {view(line.to), kGridColor}, samples,
                          materials_.of_lines());
    }
    Placed placed;
    for (const Figure::Part& part : figure_.parts()) {
      if (figure_.is_hidden(part, moment)) continue;
      figure_.place(part, moment, placed);
      add(*part.primitive, placed, view, width, assembly);
    }
    if (figure_.parts().empty()) {
      figure_.place_bones(moment, [&](std::span<const Vec3> places) {
        for (std::size_t i = 0; i + 3 <= places.size(); i += 3) {
          std::array<Corner, 3> corners;
          for (std::size_t k = 0; k < 3; ++k)
            corners[k] = {view(places[i + k]), kBone};
          assembly.add_triangle(corners, nullptr, materials_.of_bones(), false);
        }
      });
    }
    return assembly.take();
  }

  Corner corner_of(const Primitive& primitive, const Placed& placed, std::size_t index,
                   const View& view) const {
    const std::size_t count = primitive.positions.size();
    Corner corner;
    corner.at = view(placed.places[index]);
    if (const Material* material = material_at(scene_, primitive.material)) {
      for (std::size_t k = 0; k < 4; ++k)
        corner.values[k] = safe(material->base_color[k]);
    }
    if (primitive.colors.size() == count) {
      for (std::size_t k = 0; k < 4; ++k)
        corner.values[k] *= std::clamp(safe(primitive.colors[index][k]), 0.0F, 1.0F);
    }
    if (primitive.uvs.size() == count) {
      corner.values[4] = safe(primitive.uvs[index][0]);
      corner.values[5] = safe(primitive.uvs[index][1]);
    }
    return corner;
  }

  void add(const Primitive& primitive, const Placed& placed, const View& view, double width,
           Assembly& assembly) const {
    const std::uint32_t style = materials_.of(primitive);
    const bool normals = placed.normals.size() == primitive.positions.size();
    for_each_face(primitive, [&](std::span<const std::uint32_t> face) {
      std::array<Corner, 3> three;
      std::array<Vec3, 3> up;
      for (std::size_t k = 0; k < face.size(); ++k) {
        three[k] = corner_of(primitive, placed, face[k], view);
        if (normals) up[k] = seen_from(view.axes, placed.normals[face[k]]);
      }
      if (face.size() == 3) {
        assembly.add_triangle(three, normals ? up.data() : nullptr, style, placed.mirrored);
      } else {
        assembly.add_line(three[0], three[face.size() - 1], width, style);
      }
    });
  }

  Picture rasterise(const std::deque<ScreenTriangle>& triangles,
                    const RenderOptions& options) const {
    Picture picture{options.width, options.height,
                    Bytes(std::size_t{4} * options.width * options.height)};
    std::array<std::uint16_t, 4> behind{};
    if (options.background) {
      for (std::size_t k = 0; k < 3; ++k)
        behind[k] = kToLinear[(*options.background)[k]];
      behind[3] = kFull;
    }
    const std::uint32_t samples = options.samples, width = options.width * samples;
    Band band(width);
    const auto rows = static_cast<std::uint32_t>(
        std::max<std::size_t>(1, kBandSamples / (std::size_t{width} * samples)));
    for (std::uint32_t top = 0; top < options.height; top += rows) {
      const std::uint32_t shown = std::min(rows, options.height - top);
      band.begin(top * samples, shown * samples, behind);
      for (const ScreenTriangle& triangle : triangles)
        band.draw(triangle, materials_.styles()[triangle.style]);
      for (std::uint32_t row = 0; row < shown; ++row)
        band.resolve(row, samples,
                     picture.pixels.data() + std::size_t{4} * (top + row) * options.width);
    }
    return picture;
  }

  const Scene& scene_;
  Figure figure_;
  double duration_ = 0;
  Materials materials_;
};

namespace {

std::unexpected<Error> moved_from() {
  return fail(std::string(kNothingToSee), "nothing to render: the renderer was moved from");
}

}  // namespace

Renderer::Renderer(std::unique_ptr<const Inside> inside) : inside_(std::move(inside)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::make(const Scene& scene, std::span<const Picture> textures,
                                std::optional<std::size_t> clip) {
  if (scene.nodes.empty()) return fail(std::string(kNothingToSee), "nothing to render");
  if (clip && *clip >= scene.clips.size())
    return fail(std::string(kNoSuchClip), "no clip " + std::to_string(*clip));
  if (auto sound = check_outline(scene); !sound) return std::unexpected(sound.error());
  return Renderer(std::make_unique<const Inside>(scene, textures, clip));
}

Result<RenderCamera> Renderer::fit(const CameraAngles& angles, const RenderOptions& options) const {
  if (!inside_) return moved_from();
  return inside_->fit(angles, options);
}

Result<Picture> Renderer::draw(double frame, const RenderCamera& camera,
                               const RenderOptions& options) const {
  if (!inside_) return moved_from();
  return inside_->draw(frame, camera, options);
}

}  // namespace anmkit
