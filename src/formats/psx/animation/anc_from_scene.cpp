// SPDX-License-Identifier: MIT
// From a scene's camera back to a camera animation (section 6).
#include <algorithm>

#include "core/portable.hpp"
#include "formats/psx/from_scene.hpp"

namespace anmkit::psx {
namespace {

constexpr double kRollUnit = 4096 * 180 / kPi;  // 4096 = 1 degree

// A camera at one moment, in the console's axes and units.
struct View {
  Vec3 eye;
  Quat turn;
  double fov = 0;
};

Vec3 vec3(const std::array<std::int16_t, 3>& v) {
  return {double(v[0]), double(v[1]), double(v[2])};
}

View view_of(const CameraKey& key) {
  const Vec3 eye = vec3(key.vp);
  return {eye, look_at(UpAxis::y_down, eye, vec3(key.vr), key.rz / kRollUnit),
          key.fov * kRadiansPerUnit};
}

class CameraRecorder {
 public:
  CameraRecorder(const Scene& scene, const Clip& clip, std::size_t node, const Anc* original,
                 const Options& options)
      : scene_(scene),
        node_(node),
        original_(original),
        reading_(reading_for(options, original)),
        walk_(scene, clip, reading_.rate),
        side_(options.has("flip") ? -1 : 1),
        moving_lens_(std::ranges::any_of(clip.tracks, [node](const Track& track) {
          return track.node == node && track.property == Property::field_of_view;
        })) {}

  Result<Anc> record(ConversionReport& report) {
    const auto frames = frames_of(walk_, 0xFFFF, original_ == nullptr, report);
    if (!frames) return std::unexpected(frames.error());
    const std::size_t count = *frames == 0 && original_ == nullptr ? 1 : *frames;
    Anc anc;
    if (original_ != nullptr) {
      anc.tag = original_->tag;
      anc.rate_hint = original_->rate_hint;
    }
    for (std::size_t n = 0; n < count; ++n) {
      const View view = view_at(n);
      const CameraKey* old = original_key(n, view);
      anc.keyframes.push_back(old != nullptr ? *old : make_key(n, view));
      if (quantizer_.error()) return std::unexpected(*quantizer_.error());
    }
    return anc;
  }

  // The largest differences between the scene and what was written.
  void measure(const Anc& written, ConversionReport& report) {
    double eye = 0, turn = 0, lens = 0;
    for (std::size_t n = 0; n < written.keyframes.size(); ++n) {
      const View wanted = view_at(n);
      const CameraKey& key = written.keyframes[n];
      const View made = seen(key);
      eye = std::max(eye, length(made.eye - wanted.eye));
      // A camera at its own target looks nowhere in particular.
      if (key.vp != key.vr) turn = std::max(turn, angle_between(made.turn, wanted.turn));
      lens = std::max(lens, std::fabs(made.fov - wanted.fov));
    }
    report.fits.push_back({"camera, position", eye, "units"});
    report.fits.push_back({"camera, rotation", to_degrees(turn), "degrees"});
    if (moving_lens_ || original_ == nullptr)
      report.fits.push_back({"camera, field of view", to_degrees(lens), "degrees"});
  }

 private:
  View view_at(std::size_t frame) {
    const Pose& pose = walk_.pose(static_cast<double>(frame));
    const Transform parts = decompose(walk_.world()[node_]);
    View view{parts.translation, parts.rotation, pose[node_].field_of_view};
    if (side_ < 0) {  // the mirrored view: left is right
      view.eye.x = -view.eye.x;
      view.turn = {view.turn.x, -view.turn.y, -view.turn.z, view.turn.w};
    }
    return view;
  }
  View seen(const CameraKey& key) const {
    View view = view_of(key);
    if (side_ < 0) view.turn = mirrored(key);
    return view;
  }

  // The keyframe of the file that the scene came from, when the camera still looks as it says.
  // Tools that do not know how glTF animates the field of view keep the first one for all frames:
  // as long as it is that, all stay.
  const CameraKey* original_key(std::size_t n, const View& view) const {
    if (original_ == nullptr || n >= original_->keyframes.size()) return nullptr;
    const CameraKey& key = original_->keyframes[n];
    const View old = seen(key);
    const double first = original_->keyframes.front().fov * kRadiansPerUnit;
    const bool same_fov = moving_lens_
                              ? is_same_fov(view.fov, old.fov)
                              : is_same_fov(view.fov, first) || is_same_fov(view.fov, old.fov);
    constexpr ValueSlack kSlack = unedited::kPsxCamera;
    const bool same = length(old.eye - view.eye) < kSlack.place &&
                      (key.vp == key.vr || angle_between(old.turn, view.turn) < kSlack.angle);
    return same_fov && same ? &key : nullptr;
  }
  // What glTF cannot express becomes the nearest that it can.
  static bool is_same_fov(double seen, double stored) {
    constexpr double kLeast = 0.001, kMost = 3.14;
    return std::fabs(seen - std::clamp(stored, kLeast, kMost)) < unedited::kPsxFieldOfView;
  }

  // Roll keeps its sense while the places are mirrored.
  static Quat mirrored(const CameraKey& key) {
    CameraKey turned = key;
    turned.rz = static_cast<std::int16_t>(std::max<int>(-32767, key.rz) * -1);
    return view_of(turned).turn;
  }

  CameraKey make_key(std::size_t n, const View& view) {
    const std::string& name = scene_.nodes[node_].name;
    CameraKey key;
    key.vp = {quantizer_.take(view.eye.x, "position", n, name),
              quantizer_.take(view.eye.y, "position", n, name),
              quantizer_.take(view.eye.z, "position", n, name)};
    const Vec3 eye = vec3(key.vp), ahead = rotate(view.turn, {0, 0, -1});
    // The further away the target, the finer the direction; 16 bits bound it.
    double distance = 16384;
    for (const auto& [at, step] : {std::pair{eye.x, ahead.x}, {eye.y, ahead.y}, {eye.z, ahead.z}}) {
      if (std::fabs(step) > 1e-9) {
        distance = std::min(distance, (32767 - at * (step < 0 ? -1 : 1)) / std::fabs(step));
      }
    }
    const Vec3 target = eye + ahead * distance;
    key.vr = {quantizer_.take(target.x, "target", n, name),
              quantizer_.take(target.y, "target", n, name),
              quantizer_.take(target.z, "target", n, name)};
    const Quat level = look_at(UpAxis::y_down, eye, vec3(key.vr), 0);
    const Quat rolled = conjugate(level) * view.turn;
    const double roll = std::remainder(2 * portable::atan2(rolled.z, rolled.w), 2 * kPi);
    key.rz = quantizer_.take(roll * side_ * kRollUnit, "roll (at most 8 degrees)", n, name);
    key.fov = quantizer_.take(view.fov / kRadiansPerUnit, "field of view", n, name);
    return key;
  }

  const Scene& scene_;
  std::size_t node_;
  const Anc* original_;
  SceneReading reading_;
  FrameWalk walk_;
  double side_;
  bool moving_lens_;  // some clip specifies the field of view frame by frame
  Quantizer quantizer_;
};

}  // namespace

Result<Bytes> anc_from_scene(const FromScene& from, const Context& context,
                             ConversionReport& report) {
  if (const auto good = check_rate(context.options); !good) return std::unexpected(good.error());
  const Scene& scene = from.scene;
  const auto camera =
      std::ranges::find_if(scene.nodes, [](const Node& node) { return node.camera >= 0; });
  if (camera == scene.nodes.end()) {
    return fail(std::string(kUnsupported),
                "no camera in the scene (in Blender tick Include > Cameras when exporting)");
  }
  if (from.scene.clips.empty()) return no_clip();
  const Clip& clip = from.scene.clips[from.clip.value_or(0)];
  report.clips = 1;
  const auto* source = as<AncDocument>(from.original, kAncId);
  const Anc* original = source == nullptr ? nullptr : &source->anc;
  CameraRecorder recorder(scene, clip, static_cast<std::size_t>(camera - scene.nodes.begin()),
                          original, context.options);
  const auto anc = recorder.record(report);
  if (!anc) return std::unexpected(anc.error());
  if (original != nullptr && *anc == *original) {
    report.summary = "unchanged: the original bytes";
  } else {
    recorder.measure(*anc, report);
  }
  return psx::write(*anc);
}

}  // namespace anmkit::psx
