// SPDX-License-Identifier: MIT
// Poses at any moment of a clip, from keyframes decoded once.
#include "clip_sampler.hpp"

#include <algorithm>
#include <cmath>

#include "formats/psx/rotation.hpp"
#include "formats/psx/scene.hpp"
#include "scene/arc.hpp"

namespace anmkit::psx {
namespace {

constexpr ObjectPose kHidden;

// Where a frame beyond the ends is, when the clip goes round.
double fold(double frame, double count) {
  if (frame >= 0 && frame <= count) return frame;
  if (!std::isfinite(frame)) return 0;
  const double rest = std::fmod(frame, count);
  return rest < 0 ? rest + count : rest;
}

}  // namespace

ClipSampler::ClipSampler(const Anm& anm, const Options& options, std::size_t model_objects)
    : frame_begin_(anm.frame_begin), keys_(anm.keyframes.size()) {
  const SceneReading reading = scene_reading(options, anm.rate_hint);
  const SlotMap slots = assign_slots(anm, model_objects);
  for (std::uint32_t object = 0; object < slots.objects; ++object)
    slots_.push_back(object);
  slots_.insert(slots_.end(), slots.copies.begin(), slots.copies.end());

  struct Last {
    std::uint32_t frame = 0, key = 0;
    bool any = false;
    Keyframe stored;
  };
  std::vector<Last> last(slots_.size());
  for (std::uint32_t n = 0; n < anm.frame_count(); ++n) {
    for (std::uint32_t k = anm.frame_begin[n]; k < anm.frame_begin[n + 1]; ++k) {
      Last& before = last[slots.node[k]];
      Keyframe stored = anm.keyframes[k];
      if (reading.hold_absent && before.any) keep_absent(before.stored, stored);
      Key& key = keys_[k];
      const Quat q = quaternion_of(stored.rot, reading.order);
      key.rotation = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                      static_cast<float>(q.w)};
      for (std::size_t i = 0; i < 3; ++i) {
        key.place[i] = stored.pos[i];
        key.place[i + 3] = static_cast<float>(stored.scale[i]) / kOne;
      }
      key.slot = slots.node[k];
      link(k, k);
      if (before.any && before.frame + 1 == n) link(before.key, k);
      before = {n, k, true, stored};
    }
  }
}

void ClipSampler::link(std::uint32_t from, std::uint32_t to) {
  Key& key = keys_[from];
  const Arc arc = arc_between(key.rotation, keys_[to].rotation);
  key.angle = arc.angle;
  key.inverse_sine = arc.inverse_sine;
  key.next = to;
}

void ClipSampler::sample(double frame, std::span<ObjectPose> out) const {
  const std::size_t shown = std::min(out.size(), slots_.size());
  for (std::size_t i = 0; i < shown; ++i)
    out[i] = kHidden;
  if (frame_count() == 0) return;
  const double at = fold(frame, static_cast<double>(frame_count()));
  const std::size_t n = std::min(static_cast<std::size_t>(at), frame_count() - 1);
  const auto after = static_cast<float>(std::min(at - static_cast<double>(n), 1.0));
  const float before = 1 - after;
  for (std::uint32_t k = frame_begin_[n]; k < frame_begin_[n + 1]; ++k) {
    const Key& key = keys_[k];
    if (key.slot >= shown) continue;
    const Key& next = keys_[key.next];
    // Values of their own first: what is written could be what is read, for all a compiler knows.
    const std::array<float, 4> rotation =
        along({key.angle, key.inverse_sine}, key.rotation, next.rotation, before, after);
    std::array<float, 8> place;
    for (std::size_t i = 0; i < 8; ++i)
      place[i] = before * key.place[i] + after * next.place[i];
    ObjectPose& pose = out[key.slot];
    pose.rotation = rotation;
    pose.translation = {place[0], place[1], place[2]};
    pose.scale = {place[3], place[4], place[5]};
    pose.visible = true;
  }
}

}  // namespace anmkit::psx
