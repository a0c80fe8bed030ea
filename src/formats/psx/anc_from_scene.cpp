// From a scene's camera back to a camera animation (section 6).
#include <algorithm>

#include "anmkit/sampler.hpp"
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
        clip_(clip),
        node_(node),
        original_(original),
        reading_(scene_reading(
            options, original != nullptr ? original->rate_hint : std::uint16_t{kDefaultRate})),
        side_(options.has("flip") ? -1 : 1),
        moving_lens_(std::ranges::any_of(clip.tracks, [node](const Track& track) {
          return track.node == node && track.property == Property::field_of_view;
        })) {}

  Result<Anc> record(ConversionReport& report) {
    const auto frames = frames_of(clip_, reading_.rate);
    if (!frames) return std::unexpected(frames.error());
    if (*frames > 0xFFFF) {
      return fail(prefixed("SIZE"),
                  std::to_string(*frames) + " frames are more than a file can have, 65535");
    }
    if (original_ != nullptr && original_->keyframes.size() != *frames) original_ = nullptr;
    Anc anc;
    if (original_ != nullptr) {
      anc.tag = original_->tag;
      anc.rate_hint = original_->rate_hint;
    }
    const Sampler sampler(scene_, clip_);
    Sampler::Cursor cursor;
    Pose pose;
    std::vector<Mat4> world;
    std::size_t kept = 0;
    for (std::size_t n = 0; n < *frames; ++n) {
      sampler.sample(static_cast<double>(n) * clip_.rate / reading_.rate, pose, cursor);
      world_matrices(scene_, pose, world);
      const View view = view_at(world[node_], pose[node_]);
      const CameraKey* old = original_key(n, view);
      kept += old != nullptr ? 1 : 0;
      anc.keyframes.push_back(old != nullptr ? *old : make_key(n, view));
      if (quantizer_.error()) return std::unexpected(*quantizer_.error());
    }
    if (original_ != nullptr && kept == *frames) report.summary = "unchanged: the original bytes";
    if (eye_error_ > 1e-6) report.fits.push_back({"camera, position", eye_error_, "units"});
    if (turn_error_ > 1e-6) {
      report.fits.push_back({"camera, rotation", to_degrees(turn_error_), "degrees"});
    }
    return anc;
  }

 private:
  View view_at(const Mat4& world, const NodePose& pose) const {
    const Trs parts = decompose(to_own_axes(scene_.up) * world);
    View view;
    view.eye = parts.translation * (scene_.metres_per_unit / kMetresPerUnit);
    view.turn = parts.rotation;
    if (side_ < 0) {  // the mirrored view: left is right
      view.eye.x = -view.eye.x;
      view.turn = {view.turn.x, -view.turn.y, -view.turn.z, view.turn.w};
    }
    view.fov = pose.field_of_view;
    return view;
  }

  // The keyframe of the file that the scene came from, when the camera still looks as it says.
  // Tools that do not know how glTF animates the field of view keep the first one for all frames:
  // as long as it is that, all stay.
  const CameraKey* original_key(std::size_t n, const View& view) const {
    if (original_ == nullptr) return nullptr;
    const CameraKey& key = original_->keyframes[n];
    View old = view_of(key);
    if (side_ < 0) old.turn = mirrored(key);
    const double first = original_->keyframes.front().fov * kRadiansPerUnit;
    const bool same_fov = moving_lens_
                              ? is_same_fov(view.fov, old.fov)
                              : is_same_fov(view.fov, first) || is_same_fov(view.fov, old.fov);
    const bool same = length(old.eye - view.eye) < 0.02 &&
                      (key.vp == key.vr || angle_between(old.turn, view.turn) < 1e-4);
    return same_fov && same ? &key : nullptr;
  }
  // What glTF cannot say becomes the nearest that it can.
  static bool is_same_fov(double seen, double stored) {
    constexpr double kLeast = 0.001, kMost = 3.14;
    return std::fabs(seen - std::clamp(stored, kLeast, kMost)) < 1e-5;
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
    const double roll = std::remainder(2 * std::atan2(rolled.z, rolled.w), 2 * kPi);
    key.rz = quantizer_.take(roll * side_ * kRollUnit, "roll (at most 8 degrees)", n, name);
    key.fov = quantizer_.take(view.fov / kRadiansPerUnit, "field of view", n, name);
    eye_error_ = std::max(eye_error_, length(eye - view.eye));
    View made = view_of(key);
    if (side_ < 0) made.turn = mirrored(key);
    turn_error_ = std::max(turn_error_, angle_between(made.turn, view.turn));
    return key;
  }

  const Scene& scene_;
  const Clip& clip_;
  std::size_t node_;
  const Anc* original_;
  SceneReading reading_;
  double side_;
  bool moving_lens_;  // some clip says the field of view frame by frame
  Quantizer quantizer_;
  double eye_error_ = 0, turn_error_ = 0;
};

}  // namespace

Result<DocumentPtr> anc_from_scene(const Scene& scene, const Document* original,
                                   const Options& options, ConversionReport& report) {
  const auto camera =
      std::ranges::find_if(scene.nodes, [](const Node& node) { return node.camera >= 0; });
  if (camera == scene.nodes.end()) {
    return fail(std::string(kUnsupported), "there is no camera in the scene");
  }
  const auto index = find_clip(scene, options.text("clip"));
  if (!index) return std::unexpected(index.error());
  const auto* source = as<AncDocument>(original, kAncId);
  CameraRecorder recorder(scene, scene.clips[*index],
                          static_cast<std::size_t>(camera - scene.nodes.begin()),
                          source == nullptr ? nullptr : &source->anc, options);
  auto anc = recorder.record(report);
  if (!anc) return std::unexpected(std::move(anc.error()));
  auto document = std::make_unique<AncDocument>(std::move(*anc));
  document->title = scene.clips[*index].name;
  return document;
}

}  // namespace anmkit::psx
