// SPDX-License-Identifier: MIT
// Animations as scenes: a node an object, absolute transforms, no hierarchy (section 3.2).
#include "formats/psx/scene.hpp"

#include <algorithm>
#include <cmath>

#include "core/portable.hpp"
#include "formats/psx/findings.hpp"

namespace anmkit::psx {
namespace {

std::string node_name(std::size_t object, std::size_t occurrence) {
  std::string digits = std::to_string(object);
  if (digits.size() < 3) digits.insert(0, 3 - digits.size(), '0');
  return "obj" + digits + (occurrence > 0 ? "_" + std::to_string(occurrence) : "");
}

// A keyframe at its frame.
struct Shown {
  std::uint32_t frame = 0;
  Keyframe key;
};

// Keys of one property. A hidden object has no values; where they are needed as stored, they are
// neutral and jump there and back. Else it stays to the end of the last frame that shows it and
// moves unseen to the next, so that exports with a key per frame do not move it while it is seen.
class TrackMaker {
 public:
  TrackMaker(std::uint32_t node, Property property, Interpolation interpolation,
             std::array<double, 4> neutral, bool as_stored)
      : neutral_(neutral), as_stored_(as_stored) {
    track_.node = node;
    track_.property = property;
    track_.interpolation = interpolation;
  }
  void hide(double frame) {
    if (moves() && !track_.times.empty()) push(frame, last_);
    if (as_stored_) push(frame, neutral_);
  }
  void show(double frame, bool from_hidden, const std::array<double, 4>& value) {
    if (moves() && from_hidden && as_stored_) push(frame, neutral_);
    push(frame, value);
  }
  // Adds the track unless it says nothing; one key is enough for what never moves.
  void add_to(Clip& clip) {
    if (track_.times.empty()) return;
    if (constant_) {
      const std::size_t size = track_.components();
      if (std::equal(neutral_.begin(), neutral_.begin() + static_cast<std::ptrdiff_t>(size),
                     track_.values.begin())) {
        return;
      }
      track_.times = {0};
      track_.values.resize(size);
    }
    clip.tracks.push_back(std::move(track_));
  }

 private:
  bool moves() const { return track_.interpolation != Interpolation::step; }
  void push(double frame, const std::array<double, 4>& value) {
    const std::size_t size = track_.components();
    constant_ = constant_ && (track_.times.empty() || value == last_);
    track_.times.push_back(frame);
    track_.values.insert(track_.values.end(), value.begin(),
                         value.begin() + static_cast<std::ptrdiff_t>(size));
    last_ = value;
  }
  Track track_;
  std::array<double, 4> neutral_, last_{};
  bool as_stored_;
  bool constant_ = true;
};

class NodeTracks {
 public:
  NodeTracks(std::uint32_t node, const SceneReading& reading)
      : reading_(reading),
        position_(node, Property::translation, moving(Interpolation::linear), {}, reading.angles),
        rotation_(node, Property::rotation, moving(Interpolation::slerp), {0, 0, 0, 1},
                  reading.angles),
        scale_(node, Property::scale, moving(Interpolation::linear), {1, 1, 1}, reading.angles),
        angles_(node, Property::angles, Interpolation::step, {}, true),
        visible_(node, Property::visibility, Interpolation::step, {}, true) {}

  void make(std::span<const Shown> shown, std::size_t frames, Clip& clip) {
    std::int64_t previous = -1;
    for (const Shown& at : shown) {
      const bool gap = at.frame != previous + 1;
      if (gap) hide(static_cast<double>(previous + 1));
      show(at.frame, gap, at.key);
      previous = at.frame;
    }
    if (static_cast<std::size_t>(previous + 1) < frames) hide(static_cast<double>(previous + 1));
    position_.add_to(clip);
    rotation_.add_to(clip);
    scale_.add_to(clip);
    if (reading_.angles) angles_.add_to(clip);
    visible_.add_to(clip);
  }

 private:
  Interpolation moving(Interpolation smooth) const {
    return reading_.stepped ? Interpolation::step : smooth;
  }
  void hide(double frame) {
    position_.hide(frame);
    rotation_.hide(frame);
    scale_.hide(frame);
    angles_.hide(frame);
    visible_.hide(frame);
  }
  void show(double frame, bool from_hidden, const Keyframe& key) {
    constexpr double kUnit = 1.0 / kOne;
    const Quat q = quaternion_of(key.rot, reading_.order);
    position_.show(frame, from_hidden,
                   {double(key.pos[0]), double(key.pos[1]), double(key.pos[2])});
    rotation_.show(frame, from_hidden, {q.x, q.y, q.z, q.w});
    scale_.show(frame, from_hidden,
                {key.scale[0] * kUnit, key.scale[1] * kUnit, key.scale[2] * kUnit});
    angles_.show(frame, from_hidden, {double(key.rot[0]), double(key.rot[1]), double(key.rot[2])});
    visible_.show(frame, from_hidden, {1});
  }

  SceneReading reading_;
  TrackMaker position_, rotation_, scale_, angles_, visible_;
};

void hold_absent(std::vector<Shown>& shown) {
  for (std::size_t i = 1; i < shown.size(); ++i)
    keep_absent(shown[i - 1].key, shown[i].key);
}

}  // namespace

SlotMap assign_slots(const Anm& anm, std::size_t model_objects) {
  SlotMap slots;
  slots.objects = model_objects;
  std::vector<std::uint32_t> occurrence(anm.keyframes.size());
  std::array<std::uint32_t, 256> most{};
  for (std::size_t n = 0; n < anm.frame_count(); ++n) {
    std::array<std::uint32_t, 256> times{};
    for (std::uint32_t k = anm.frame_begin[n]; k < anm.frame_begin[n + 1]; ++k) {
      const std::uint8_t object = anm.keyframes[k].object_index;
      occurrence[k] = times[object]++;
      most[object] = std::max(most[object], times[object]);
      slots.objects = std::max<std::size_t>(slots.objects, object + 1u);
    }
  }
  std::array<std::uint32_t, 256> first_copy{};
  for (std::uint32_t object = 0; object < most.size(); ++object) {
    first_copy[object] = static_cast<std::uint32_t>(slots.objects + slots.copies.size());
    for (std::uint32_t copy = 1; copy < most[object]; ++copy) {
      slots.copies.push_back(object);
      slots.occurrence.push_back(copy);
    }
  }
  slots.node.resize(anm.keyframes.size());
  for (std::size_t k = 0; k < occurrence.size(); ++k) {
    const std::uint8_t object = anm.keyframes[k].object_index;
    slots.node[k] = occurrence[k] == 0 ? object : first_copy[object] + occurrence[k] - 1;
  }
  return slots;
}

void keep_absent(const Keyframe& before, Keyframe& key) {
  if ((key.flags & kHasRotation) == 0) key.rot = before.rot;
  if ((key.flags & kHasScale) == 0) key.scale = before.scale;
  if ((key.flags & kHasPosition) == 0) key.pos = before.pos;
}

SceneReading scene_reading(const Options& options, std::uint16_t rate_hint) {
  SceneReading reading;
  reading.order = rotation_order(options);
  reading.hold_absent = options.text("absent") == "previous";
  reading.stepped = options.has("step-keys");
  reading.rate = std::fabs(rate_of(options, rate_hint));
  if (!(reading.rate > 0)) reading.rate = kDefaultRate;
  return reading;
}

void add_object_nodes(Scene& scene, std::size_t count) {
  scene.up = UpAxis::y_down;
  scene.metres_per_unit = kMetresPerUnit;
  for (std::size_t i = scene.nodes.size(); i < count; ++i) {
    Node& node = scene.nodes.emplace_back();
    node.name = node_name(i, 0);
    node.id = static_cast<std::int64_t>(i);
  }
}

void add_clip(Scene& scene, const Anm& anm, std::string name, const SceneReading& reading) {
  const SlotMap slots = assign_slots(anm, scene.nodes.size());
  add_object_nodes(scene, slots.objects);
  for (std::size_t c = 0; c < slots.copies.size(); ++c) {
    const std::uint32_t object = slots.copies[c];
    Node node;
    node.name = node_name(object, slots.occurrence[c]);
    node.id = object;
    node.mesh = scene.nodes[object].mesh;
    node.transient = true;
    scene.nodes.push_back(std::move(node));
  }
  scene.has_angles = reading.angles;
  Clip& clip = scene.clips.emplace_back();
  clip.name = std::move(name);
  clip.rate = reading.rate;
  clip.duration = static_cast<double>(anm.frame_count());

  std::vector<std::vector<Shown>> shown(scene.nodes.size());
  for (std::size_t n = 0; n < anm.frame_count(); ++n) {
    for (std::uint32_t k = anm.frame_begin[n]; k < anm.frame_begin[n + 1]; ++k) {
      shown[slots.node[k]].push_back({static_cast<std::uint32_t>(n), anm.keyframes[k]});
    }
  }
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i].empty()) {
      scene.nodes[i].visible = false;
      continue;
    }
    if (reading.hold_absent) hold_absent(shown[i]);
    NodeTracks(static_cast<std::uint32_t>(i), reading).make(shown[i], anm.frame_count(), clip);
  }
}

Result<Scene> AnmDocument::to_scene(const SceneRequest& request, const Context& context,
                                    Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  if (const auto good = check_rate(options); !good) return std::unexpected(good.error());
  Scene scene;
  scene.name = title;
  if (const auto* model = companion_of<TmdDocument>(companions, kTmdId)) {
    auto made = add_model(scene, model->tmd, companions, options, diagnostics);
    if (!made) return std::unexpected(std::move(made.error()));
  }
  SceneReading reading = scene_reading(options, anm.rate_hint);
  reading.angles = request.angles;
  add_clip(scene, anm, title, reading);
  return scene;
}

Result<Scene> AncDocument::to_scene(const SceneRequest&, const Context& context,
                                    Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  if (const auto good = check_rate(options); !good) return std::unexpected(good.error());
  Scene scene;
  scene.name = title;
  scene.up = UpAxis::y_down;
  scene.metres_per_unit = kMetresPerUnit;
  if (const auto* model = companion_of<TmdDocument>(companions, kTmdId)) {
    auto made = add_model(scene, model->tmd, companions, options, diagnostics);
    if (!made) return std::unexpected(std::move(made.error()));
  }
  add_camera(scene, anc, title, scene_reading(options, anc.rate_hint), options.has("flip"));
  return scene;
}

void add_camera(Scene& scene, const Anc& anc, std::string name, const SceneReading& reading,
                bool flip) {
  const auto index = static_cast<std::uint32_t>(scene.nodes.size());
  Node& node = scene.nodes.emplace_back();
  node.name = "camera";
  node.id = index;
  node.camera = static_cast<std::int32_t>(scene.cameras.size());
  Camera& camera = scene.cameras.emplace_back();
  Clip& clip = scene.clips.emplace_back();
  clip.name = std::move(name);
  clip.rate = reading.rate;
  clip.duration = static_cast<double>(anc.keyframes.size());
  const Interpolation moving = reading.stepped ? Interpolation::step : Interpolation::linear;
  Track eye{index, Property::translation, moving, {}, {}, {}};
  Track target{index, Property::target, moving, {}, {}, {}};
  Track roll{index, Property::roll, moving, {}, {}, {}};
  Track fov{index, Property::field_of_view, moving, {}, {}, {}};
  const double side = flip ? -1 : 1;
  for (std::size_t n = 0; n < anc.keyframes.size(); ++n) {
    const CameraKey& key = anc.keyframes[n];
    for (Track* track : {&eye, &target, &roll, &fov})
      track->times.push_back(static_cast<double>(n));
    eye.values.insert(eye.values.end(), {side * key.vp[0], double(key.vp[1]), double(key.vp[2])});
    target.values.insert(target.values.end(),
                         {side * key.vr[0], double(key.vr[1]), double(key.vr[2])});
    roll.values.push_back(to_radians(key.rz / 4096.0));
    fov.values.push_back(key.fov * kRadiansPerUnit);
  }
  if (anc.keyframes.empty()) return;
  // Section 6: near plane at half the projection distance of an image 320 pixels wide.
  const double half = std::clamp(fov.values.front(), 1e-3, kPi - 1e-3) / 2;
  camera.vertical_fov = 2 * half;
  camera.near_plane = 0.5 * (0.375 * 320 / portable::tan(half));
  camera.far_plane = std::max(65535.0, 2 * camera.near_plane);
  for (Track* track : {&eye, &target, &roll, &fov})
    clip.tracks.push_back(std::move(*track));
}

}  // namespace anmkit::psx
