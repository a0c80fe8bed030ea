// Poses at any moment of a clip, from keyframes decoded once.
#include "anmkit/psx_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "formats/psx/rotation.hpp"
#include "formats/psx/scene.hpp"

namespace anmkit::psx {
namespace {

// Angles below this are as good as it: weights differ from straight ones by less than 1e-7.
constexpr float kSmallestAngle = 1e-3F;

// Taylor's series around 0: below 1e-7 wrong up to a quarter turn, and odd exactly.
float sine(float x) {
  const float xx = x * x;
  const float tail =
      -1.0F / 6 + xx * (1.0F / 120 + xx * (-1.0F / 5040 + xx * (1.0F / 362880 - xx / 39916800)));
  return x + x * xx * tail;
}

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
  const Casting casting = cast(anm, model_objects);
  for (std::uint32_t object = 0; object < casting.objects; ++object)
    slots_.push_back(object);
  slots_.insert(slots_.end(), casting.copies.begin(), casting.copies.end());

  struct Last {
    std::uint32_t frame = 0, key = 0;
    bool any = false;
    Keyframe stored;
  };
  std::vector<Last> last(slots_.size());
  for (std::uint32_t n = 0; n < anm.frame_count(); ++n) {
    for (std::uint32_t k = anm.frame_begin[n]; k < anm.frame_begin[n + 1]; ++k) {
      Last& before = last[casting.node[k]];
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
      key.slot = casting.node[k];
      link(k, k);
      if (before.any && before.frame + 1 == n) link(before.key, k);
      before = {n, k, true, stored};
    }
  }
}

void ClipSampler::link(std::uint32_t from, std::uint32_t to) {
  Key& key = keys_[from];
  const Key& next = keys_[to];
  double dot = 0;
  for (std::size_t i = 0; i < 4; ++i)
    dot += double{key.rotation[i]} * double{next.rotation[i]};
  const auto angle = static_cast<float>(std::acos(std::min(1.0, std::fabs(dot))));
  const float used = std::max(angle, kSmallestAngle);
  key.angle = dot < 0 ? -used : used;
  key.inverse_sine = 1 / std::sin(used);
  key.next = to;
}

void ClipSampler::sample(double frame, std::span<ObjectPose> out) const {
  const std::size_t shown = std::min(out.size(), slots_.size());
  std::fill_n(out.begin(), shown, ObjectPose{});
  if (frame_count() == 0) return;
  const double at = fold(frame, static_cast<double>(frame_count()));
  const std::size_t n = std::min(static_cast<std::size_t>(at), frame_count() - 1);
  const auto after = static_cast<float>(std::min(at - static_cast<double>(n), 1.0));
  const float before = 1 - after;
  for (std::uint32_t k = frame_begin_[n]; k < frame_begin_[n + 1]; ++k) {
    const Key& key = keys_[k];
    if (key.slot >= shown) continue;
    const Key& next = keys_[key.next];
    const float from = sine(before * std::fabs(key.angle)) * key.inverse_sine;
    const float to = sine(after * key.angle) * key.inverse_sine;
    std::array<float, 8> place;
    for (std::size_t i = 0; i < 8; ++i)
      place[i] = before * key.place[i] + after * next.place[i];
    ObjectPose& pose = out[key.slot];
    for (std::size_t i = 0; i < 4; ++i)
      pose.rotation[i] = from * key.rotation[i] + to * next.rotation[i];
    std::copy_n(place.begin(), 3, pose.translation.begin());
    std::copy_n(place.begin() + 3, 3, pose.scale.begin());
    pose.visible = true;
  }
}

}  // namespace anmkit::psx
