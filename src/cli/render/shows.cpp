// SPDX-License-Identifier: MIT
// Scenes at frames, scripts at ticks.
#include "cli/render/shows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "anmkit/gltf.hpp"
#include "cli/arguments/bounds.hpp"
#include "convert/clip_part.hpp"
#include "core/portable.hpp"
#include "scene/shared_meshes.hpp"

namespace anmkit::cli {
namespace {

constexpr std::uint32_t kClock = 3000;  // ticks per second: whole for 24, 25, 30, 50, 60

std::unexpected<Error> bad_value(std::string message) {
  return fail(std::string(kBadOption), std::move(message));
}

// A frame that was asked for, where there are frames 0 ... last.
Result<void> check_frames(const RenderRequest::Range& range, double last, std::string_view what) {
  if (range.last <= last + 1e-9) return {};
  return bad_value(fmt::format("--frame {}: {} 0 to {}", range.last, what, last));
}

// Whether most of what is drawn in colours without light or texture, such as lines, is too pale to
// be seen on white, which is behind transparent images nearly everywhere.
bool is_pale(const Scene& scene) {
  constexpr float kPale = 0.6F;  // linear luminance
  std::size_t plain = 0, pale = 0;
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& part : mesh.primitives) {
      static const Material kWhite;
      const Material& material =
          part.material < 0 ? kWhite : scene.materials[static_cast<std::size_t>(part.material)];
      const bool lit = part.mode == PrimitiveMode::triangles && !material.unlit;
      if (lit || material.image >= 0) continue;
      for (std::size_t i = 0; i < part.positions.size(); ++i) {
        const auto light = [&](std::size_t c) {
          return material.base_color[c] * (i < part.colors.size() ? part.colors[i][c] : 1);
        };
        ++plain;
        if (0.2126F * light(0) + 0.7152F * light(1) + 0.0722F * light(2) > kPale) ++pale;
      }
    }
  }
  return plain > 0 && 2 * pale >= plain;
}
constexpr std::array<std::uint8_t, 3> kDark = {48, 52, 60};

class SceneShow final : public Show {
 public:
  SceneShow(std::shared_ptr<const Scene> scene, std::vector<Picture> textures,
            std::optional<std::size_t> clip)
      : scene_(std::move(scene)), textures_(std::move(textures)), clip_(clip) {
    if (clip_) {
      const Clip& shown = scene_->clips[*clip_];
      rate_ = std::fabs(shown.rate) > 0 && std::isfinite(shown.rate) ? std::fabs(shown.rate) : 30;
      last_ = std::isfinite(shown.duration) ? std::max(0.0, shown.duration) : 0;
    }
  }

  Result<void> prepare(const RenderRequest& request, std::array<std::uint32_t, 2> size) {
    auto made = Renderer::make(*scene_, textures_, clip_);
    if (!made) return std::unexpected(std::move(made.error()));
    renderer_ = std::make_unique<Renderer>(std::move(*made));
    options_ = request.options;
    if (!request.has_background && is_pale(*scene_)) options_.background = kDark;
    options_.width = size[0];
    options_.height = size[1];
    auto camera = renderer_->fit(request.angles, options_);
    if (!camera) return std::unexpected(std::move(camera.error()));
    camera_ = *camera;
    if (!clip_ && request.kind != kStillKind) see_all_around(request);
    if (request.distance) camera_.distance = *request.distance;
    return {};
  }

  Result<double> still(const RenderRequest& request) const override {
    if (!request.frames) return 0.0;
    if (auto good = check_frames(*request.frames, last_, name()); !good)
      return std::unexpected(good.error());
    return request.frames->first;
  }

  Result<Moments> moments(const RenderRequest& request,
                          std::optional<std::size_t> count) const override {
    if (request.frames) {
      if (auto good = check_frames(*request.frames, last_, name()); !good)
        return std::unexpected(good.error());
    }
    const double first = request.frames ? request.frames->first : 0;
    const double last = request.frames ? request.frames->last : last_;
    if (!clip_ && !count && !request.frames) return turntable(request);
    // A loop has its first pose again at its end.
    const bool seam = !request.frames && clip_ && scene_->clips[*clip_].loops && last > first;
    return count ? evenly(first, last, seam, *count) : at_rate(request, first, last, seam);
  }

  Result<Picture> draw(double frame) const override {
    RenderCamera camera = camera_;
    if (!clip_) {
      camera.angles.yaw += frame * kTurn;
      frame = 0;
    }
    return renderer_->draw(frame, camera, options_);
  }

  ShowNotes notes() const override {
    return {clip_ ? scene_->clips[*clip_].name : std::string(), camera_};
  }
  Behind background() const override { return options_.background; }

 private:
  static constexpr double kTurn = 4;  // degrees per frame of a turntable
  static constexpr double kTurnRate = 30;

  // The distance at which the widest side fits.
  void see_all_around(const RenderRequest& request) {
    constexpr double kStep = 45;
    for (double yaw = kStep; yaw < 360; yaw += kStep) {
      CameraAngles angles = request.angles;
      angles.yaw += yaw;
      const auto camera = renderer_->fit(angles, options_);
      if (camera) camera_.distance = std::max(camera_.distance, camera->distance);
    }
  }
  // A model without motion is rotated once.
  Result<Moments> turntable(const RenderRequest& request) const {
    Moments moments;
    const double fps = request.fps.value_or(kTurnRate);
    const double step = kTurnRate / fps, last = 360 / kTurn;
    moments.ticks_per_second = kClock;
    const auto ticks = static_cast<std::int64_t>(portable::round(kClock / fps));
    for (double frame = 0; frame < last - 1e-9; frame += step) {
      moments.frames.push_back(frame);
      moments.ticks.push_back(std::max<std::int64_t>(1, ticks));
    }
    return moments;
  }

  std::string name() const {
    return clip_ ? fmt::format("the clip '{}' has", scene_->clips[*clip_].name)
                 : "a model without animation has";
  }

  static Moments evenly(double first, double last, bool seam, std::size_t count) {
    Moments moments;
    const double parts = static_cast<double>(seam ? count : std::max<std::size_t>(1, count - 1));
    for (std::size_t i = 0; i < count; ++i)
      moments.frames.push_back(first + (last - first) * static_cast<double>(i) / parts);
    moments.ticks.assign(count, 1);
    return moments;
  }

  Result<Moments> at_rate(const RenderRequest& request, double first, double last,
                          bool seam) const {
    Moments moments;
    moments.ticks_per_second = kClock;
    const double usual = is_video(request.kind) ? 60 : 30;
    const double fps = request.fps.value_or(std::min(rate_, usual));
    const double step = rate_ / fps, length = last - first;
    const double count =
        seam ? std::ceil(length / step - 1e-9) : std::floor(length / step + 1e-9) + 1;
    const std::uint64_t limit = most(Limit::pictures);
    if (!(count <= static_cast<double>(limit))) {
      return std::unexpected(over_limit(
          Limit::pictures, limit,
          fmt::format("{} images, of which --frame A..B or a lower --fps makes less", count)));
    }
    std::int64_t shown = 0;
    for (double i = 0; i < std::max(1.0, count); ++i) {
      const double frame = first + i * step, whole = portable::round(frame);
      moments.frames.push_back(std::min(std::fabs(frame - whole) < 1e-6 ? whole : frame, last));
      // The last image of a loop stays until the loop ends.
      const double end = seam ? std::min((i + 1) * step, length) : (i + 1) * step;
      const auto tick = static_cast<std::int64_t>(portable::round(end / rate_ * kClock));
      moments.ticks.push_back(std::max<std::int64_t>(1, tick - shown));
      shown = std::max(tick, shown + 1);
    }
    return moments;
  }

  std::shared_ptr<const Scene> scene_;
  std::vector<Picture> textures_;
  std::optional<std::size_t> clip_;
  double rate_ = 30, last_ = 0;
  std::unique_ptr<Renderer> renderer_;
  RenderOptions options_;
  RenderCamera camera_;
};

// Half, a third and so on as large, each pixel the mean of those it represents.
Picture shrunk(const Picture& from, std::uint32_t times) {
  Picture to = make_picture(std::max(1u, from.width / times), std::max(1u, from.height / times));
  for (std::uint32_t y = 0; y < to.height; ++y) {
    for (std::uint32_t x = 0; x < to.width; ++x) {
      std::array<std::uint64_t, 4> sum{};
      std::uint64_t count = 0;
      for (std::uint32_t j = y * times; j < std::min((y + 1) * times, from.height); ++j) {
        for (std::uint32_t i = x * times; i < std::min((x + 1) * times, from.width); ++i) {
          const std::byte* at = from.pixels.data() + 4 * (std::size_t{j} * from.width + i);
          const auto alpha = std::to_integer<std::uint64_t>(at[3]);
          for (std::size_t k = 0; k < 3; ++k)
            sum[k] += alpha * std::to_integer<std::uint64_t>(at[k]);
          sum[3] += alpha;
          ++count;
        }
      }
      std::byte* out = to.pixels.data() + 4 * (std::size_t{y} * to.width + x);
      for (std::size_t k = 0; sum[3] > 0 && k < 3; ++k)
        out[k] = static_cast<std::byte>((sum[k] + sum[3] / 2) / sum[3]);
      if (count > 0) out[3] = static_cast<std::byte>((sum[3] + count / 2) / count);
    }
  }
  return to;
}

class ScriptShow final : public Show {
 public:
  ScriptShow(MovingPicture animation, std::int64_t first,
             std::optional<std::array<std::uint32_t, 2>> fit, Behind background)
      : animation_(std::move(animation)), first_(first), fit_(fit), background_(background) {
    for (const std::int64_t ticks : animation_.ticks)
      length_ += ticks;
  }

  Result<double> still(const RenderRequest& request) const override {
    return request.frames ? request.frames->first : static_cast<double>(first_);
  }
  Result<Moments> moments(const RenderRequest&, std::optional<std::size_t> count) const override {
    Moments moments;
    moments.ticks_per_second = animation_.ticks_per_second;
    moments.loops = animation_.loops;
    if (count) {
      const auto parts = static_cast<std::int64_t>(*count);
      for (std::int64_t i = 0; i < parts; ++i) {
        const std::int64_t tick = first_ + length_ * i / parts;
        moments.frames.push_back(static_cast<double>(tick));
      }
      moments.ticks.assign(*count, 1);
      return moments;
    }
    std::int64_t tick = first_;
    moments.ticks = animation_.ticks;
    for (const std::int64_t ticks : animation_.ticks) {
      moments.frames.push_back(static_cast<double>(tick));
      tick += ticks;
    }
    return moments;
  }
  Result<Picture> draw(double frame) const override {
    std::int64_t end = first_;
    std::size_t index = 0;
    for (; index + 1 < animation_.ticks.size(); ++index) {
      end += animation_.ticks[index];
      if (frame < static_cast<double>(end)) break;
    }
    auto picture = animation_.draw(index);
    return picture ? fitted(*picture) : std::move(picture);
  }
  ShowNotes notes() const override { return {}; }
  Behind background() const override { return background_; }

 private:
  Result<Picture> fitted(const Picture& picture) const {
    std::uint32_t times = 1;
    while (fit_ && (picture.width / times > (*fit_)[0] || picture.height / times > (*fit_)[1]))
      ++times;
    return times == 1 ? picture : shrunk(picture, times);
  }

  MovingPicture animation_;
  std::int64_t first_, length_ = 0;
  std::optional<std::array<std::uint32_t, 2>> fit_;
  Behind background_;
};

Result<std::unique_ptr<Show>> show_scene_of(std::shared_ptr<const Scene> scene,
                                            const std::string& wanted, const RenderRequest& request,
                                            std::array<std::uint32_t, 2> size,
                                            ConversionReport& report) {
  std::optional<std::size_t> clip;
  if (!scene->clips.empty() || !wanted.empty()) {
    auto found = find_clip(*scene, wanted);
    if (!found) return std::unexpected(std::move(found.error()));
    clip = *found;
  }
  if (auto good = check_shared_meshes(*scene, most(Limit::vertices)); !good)
    return std::unexpected(std::move(good.error()));
  auto textures = decode_textures(*scene, most(Limit::texture_pixels), report.diagnostics);
  if (!textures) return std::unexpected(std::move(textures.error()));
  auto show = std::make_unique<SceneShow>(std::move(scene), std::move(*textures), clip);
  if (auto ready = show->prepare(request, size); !ready)
    return std::unexpected(std::move(ready.error()));
  return show;
}

}  // namespace

Result<std::unique_ptr<Show>> show_of(const Step& step, const ConvertRequest& convert,
                                      CompanionPool& companions, const RenderRequest& request,
                                      std::array<std::uint32_t, 2> size, ConversionReport& report) {
  const auto* shown = std::get_if<step::ToGltf>(&step.action);
  if (shown == nullptr) return fail(std::string(kUnsupported), "it has no 3D model or animation");
  auto scene = show_scene(*shown, convert, companions, report);
  if (!scene) return std::unexpected(std::move(scene.error()));
  // A clip that was named is the only one left.
  return show_scene_of(std::make_shared<const Scene>(std::move(*scene)), {}, request, size, report);
}

Result<std::unique_ptr<Show>> show_of(const GltfInput& gltf, const ConvertRequest& convert,
                                      const RenderRequest& request,
                                      std::array<std::uint32_t, 2> size, ConversionReport& report) {
  report.diagnostics.add_all(gltf.notes);
  if (gltf.scene->meshes.empty() && gltf.scene->clips.empty())
    report.diagnostics.add(Severity::warning, "anmkit.EMPTY",
                           "no mesh and no clip: only nodes are shown");
  if (const auto clip = find_clip(*gltf.scene, convert.clip))
    report_key_begins(gltf, *clip, report.diagnostics);
  return show_scene_of(gltf.scene, convert.clip, request, size, report);
}

Result<std::unique_ptr<Show>> show_of(const Parsed& script, const ConvertRequest& convert,
                                      CompanionPool& companions, const RenderRequest& request,
                                      std::optional<std::array<std::uint32_t, 2>> fit,
                                      ConversionReport& report) {
  ConvertRequest own = convert;
  own.background = request.options.background;
  if (request.size && !fit) {
    own.canvas_width = (*request.size)[0];
    own.canvas_height = (*request.size)[1];
  }
  std::optional<TickRange> ticks;
  if (request.frames) {
    const std::uint64_t limit = most(Limit::ticks);
    if (!(request.frames->last <= static_cast<double>(limit))) {
      return std::unexpected(over_limit(
          Limit::ticks, limit, fmt::format("--frame needs tick {}", request.frames->last)));
    }
    ticks = {static_cast<std::int64_t>(request.frames->first),
             static_cast<std::int64_t>(request.frames->last)};
  }
  auto animation = show_script(script, own, companions, report, ticks);
  if (!animation) return std::unexpected(std::move(animation.error()));
  if (animation->ticks.empty())
    return fail(std::string(kNothingToSee), "the script shows no image");
  return std::make_unique<ScriptShow>(std::move(*animation), ticks ? ticks->first : 0, fit,
                                      request.options.background);
}

}  // namespace anmkit::cli
