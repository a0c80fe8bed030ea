// SPDX-License-Identifier: MIT
// Every property at any time, in 64 bits.
#include "scene/reference.hpp"

#include <algorithm>
#include <tuple>

#include "core/portable.hpp"
#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

// Puts a value where transforms keep it; false for the other properties.
bool store(Property property, const double* v, Transform& local) {
  switch (property) {
    case Property::translation:
      local.translation = {v[0], v[1], v[2]};
      return true;
    case Property::rotation:
      local.rotation = {v[0], v[1], v[2], v[3]};
      return true;
    case Property::scale:
      local.scale = {v[0], v[1], v[2]};
      return true;
    case Property::euler:
      local.rotation = from_degrees(v);
      return true;
    case Property::pivot:
      local.pivot = {v[0], v[1], v[2]};
      return true;
    default:
      return false;
  }
}

// The part of `local` that `store` put there for this property. A pivot moves the translation on,
// which therefore has to be there, as the rotation has.
void store_narrow(Property property, const Transform& local, Transformf& to) {
  const auto narrow = [](Vec3 v) {
    return std::array<float, 3>{static_cast<float>(v.x), static_cast<float>(v.y),
                                static_cast<float>(v.z)};
  };
  switch (property) {
    case Property::translation:
      to.translation = narrow(local.translation);
      return;
    case Property::scale:
      to.scale = narrow(local.scale);
      return;
    case Property::pivot:
      return add_pivot(narrow(local.pivot), to);
    default:
      to.rotation = {static_cast<float>(local.rotation.x), static_cast<float>(local.rotation.y),
                     static_cast<float>(local.rotation.z), static_cast<float>(local.rotation.w)};
      return;
  }
}

void store(Property property, const double* v, NodePose& pose) {
  if (store(property, v, pose.local)) return;
  switch (property) {
    case Property::block_size:
      pose.block_size = {v[0], v[1], v[2]};
      return;
    case Property::visibility:
      pose.visible = v[0] != 0;
      return;
    case Property::angles:
      std::copy_n(v, 3, pose.angles.begin());
      return;
    case Property::local_matrix:
      std::copy_n(v, 16, pose.offset.m.begin());
      pose.is_matrix = true;
      return;
    case Property::static_offset:
      if (!pose.is_matrix) std::copy_n(v, 16, pose.offset.m.begin());
      return;
    case Property::field_of_view:
      pose.field_of_view = v[0];
      return;
    case Property::roll:
      pose.roll = v[0];
      return;
    case Property::target:
      pose.target = {v[0], v[1], v[2]};
      return;
    default:
      return;
  }
}

// sin(x) for 0 <= x <= pi/2: Taylor up to x^15, error below 7e-12. Evaluated in two halves
// (Estrin), because a long chain of dependent products is what costs.
inline double sine(double x) {
  const double y = x * x, y2 = y * y, y4 = y2 * y2;
  const double low = (1 - y * (1.0 / 6)) + y2 * (1.0 / 120 - y * (1.0 / 5040));
  const double high = (1.0 / 362880 - y * (1.0 / 39916800)) +
                      y2 * (1.0 / 6227020800.0 - y * (1.0 / 1307674368000.0));
  return x * (low + y4 * high);
}

// A key of a slerp channel: the quaternion, then the angle to the next key and 1 / sin(angle). The
// latter is 0 where the arc is straight; the angle then says whether the mix becomes a unit one.
constexpr std::uint32_t kSlerpStride = 6;
constexpr double kNormalise = 0, kKeepLength = 1;

void slerp_between(const double* a, const double* b, double u, double* out) {
  const double angle = a[4], inverse_sine = a[5];
  if (inverse_sine == 0) {
    Quat q = Quat{a[0], a[1], a[2], a[3]} * (1 - u) + Quat{b[0], b[1], b[2], b[3]} * u;
    if (angle == kNormalise) q = normalize(q);
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
    return;
  }
  const double from = sine((1 - u) * angle) * inverse_sine;
  const double to = sine(u * angle) * inverse_sine;
  for (std::size_t i = 0; i < 4; ++i)
    out[i] = from * a[i] + to * b[i];
}

// Consecutive keys get the sign that makes their arc the shorter one, so that the hot loop needs
// no look at it.
void add_slerp_keys(const Track& track, std::vector<double>& values) {
  const bool as_long = track.interpolation == Interpolation::slerp_long;
  Quat last;
  for (std::size_t key = 0; key < track.times.size(); ++key) {
    const double* v = track.values.data() + 4 * key;
    Quat q{v[0], v[1], v[2], v[3]};
    if (key > 0) {
      if (dot(last, q) < 0) q = -q;
      const double cosine = dot(last, q);
      // Nearly equal keys: the arc is straight to 1e-10, and its sine has no digits left; or the
      // rule of `slerp_long`.
      const bool straight = as_long ? 1 - cosine <= 1e-6 : !(cosine <= 1 - 1e-10);
      const double angle =
          straight ? (as_long ? kKeepLength : kNormalise) : portable::acos(std::min(cosine, 1.0));
      values[values.size() - 2] = angle;
      values[values.size() - 1] = straight ? 0 : 1 / portable::sin(angle);
    }
    values.insert(values.end(), {q.x, q.y, q.z, q.w, 0, 0});
    last = q;
  }
}

// Index of the last key at or before `at`, given that one exists; starts looking at `guess`.
std::uint32_t search_key(const double* times, std::uint32_t count, double at, std::uint32_t guess) {
  if (guess < count && times[guess] <= at) {
    if (guess + 1 == count || at < times[guess + 1]) return guess;
    if (guess + 2 == count || at < times[guess + 2]) return guess + 1;
  }
  return static_cast<std::uint32_t>(std::upper_bound(times, times + count, at) - times) - 1;
}

// For each whole frame 0 ... last: the last key at or before it (0 where there is none yet).
void add_hints(const std::vector<double>& times, std::vector<std::uint32_t>& hints) {
  std::uint32_t key = 0;
  for (double frame = 0; frame <= times.back(); ++frame) {
    while (key + 1 < times.size() && times[key + 1] <= frame)
      ++key;
    hints.push_back(key);
  }
}

// What check_scene refuses is left out: scenes of other programs may come here unchecked.
bool has_all_numbers(const Track& track) {
  return track.values.size() == track.times.size() * track.stride() &&
         (track.ease.empty() || track.ease.size() == 2 * track.times.size());
}

}  // namespace

Pose rest_pose(const Scene& scene) {
  Pose pose(scene.nodes.size());
  for (std::size_t i = 0; i < pose.size(); ++i) {
    const Node& node = scene.nodes[i];
    pose[i].local = node.rest;
    pose[i].offset = node.offset;
    pose[i].visible = node.visible;
    pose[i].block_size = node.block_size.value_or(Vec3{});
    if (node.camera >= 0) {
      pose[i].field_of_view = scene.cameras[static_cast<std::size_t>(node.camera)].vertical_fov;
    }
  }
  return pose;
}

// Between which keys a frame falls.
struct ReferenceSampler::Place {
  std::uint32_t key;  // index of the earlier key
  bool held;          // before the first or at the last key
  double u;
};

ReferenceSampler::ReferenceSampler(const Scene& scene, const Clip& clip) : rest_(rest_pose(scene)) {
  // Long clips should not grow by copies.
  std::size_t keys = 0, values = 0;
  for (const Track& track : clip.tracks) {
    keys += track.times.size();
    values += track.property == Property::rotation ? track.times.size() * kSlerpStride
                                                   : track.values.size();
  }
  times_.reserve(keys);
  inverse_lengths_.reserve(keys);
  values_.reserve(values);
  // Of several tracks of one property of one node the last counts.
  std::vector<bool> taken(rest_.size() * kPropertyCount, false);
  for (auto reversed = clip.tracks.rbegin(); reversed != clip.tracks.rend(); ++reversed) {
    const Track& track = *reversed;
    if (track.times.empty() || track.node >= rest_.size() || !has_all_numbers(track)) continue;
    const std::size_t slot = track.node * kPropertyCount + static_cast<std::size_t>(track.property);
    if (taken[slot]) continue;
    taken[slot] = true;
    if (is_constant(track)) {
      std::array<double, 16> value{};
      anmkit::evaluate(track, track.times.front(), value.data());
      store(track.property, value.data(), rest_[track.node]);
    } else {
      add_channel(track);
    }
  }
  // Alike channels in a row keep the hot loop's branches predictable; pivots come after what they
  // turn with.
  std::ranges::sort(channels_, {}, [](const Channel& channel) {
    return std::tuple(channel.property == Property::pivot, channel.kernel, channel.property,
                      channel.node);
  });
}

void ReferenceSampler::add_channel(const Track& track) {
  const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  const double end = track.times.back();
  const bool table = track.times.front() >= 0 && end <= kLongestTable &&
                     static_cast<double>(track.times.size()) <= end + 2;
  Channel channel{.node = track.node,
                  .property = track.property,
                  .interpolation = track.interpolation,
                  .kernel = Kernel::other,
                  .ease_kind = track.ease_kind,
                  .key_count = count(track.times),
                  .stride = static_cast<std::uint32_t>(track.stride()),
                  .first_time = count(times_),
                  .first_value = count(values_),
                  .first_ease = track.ease.empty() ? kNone : count(eases_),
                  .period = track.period,
                  .first_hint = table ? count(hints_) : kNone,
                  .hint_count = table ? static_cast<std::uint32_t>(end) + 1 : 0};
  if (table) add_hints(track.times, hints_);
  times_.insert(times_.end(), track.times.begin(), track.times.end());
  for (std::size_t key = 0; key < track.times.size(); ++key) {
    const double length =
        key + 1 < track.times.size() ? track.times[key + 1] - track.times[key] : 0;
    inverse_lengths_.push_back(length > 0 ? 1 / length : 0);
  }
  eases_.insert(eases_.end(), track.ease.begin(), track.ease.end());
  const bool arcs = track.interpolation == Interpolation::slerp ||
                    (track.interpolation == Interpolation::slerp_long && turns_shortly(track));
  // Eases that leave the way between two keys go further round than `sine` knows.
  const bool within = track.ease.empty() || track.ease_kind == EaseKind::standard;
  if (arcs && within && track.property == Property::rotation) {
    channel.kernel = Kernel::slerp;
    channel.stride = kSlerpStride;
    add_slerp_keys(track, values_);
  } else {
    const bool mix = track.interpolation == Interpolation::linear &&
                     track.property != Property::rotation && track.property != Property::euler &&
                     track.components() == 3;
    channel.kernel = mix ? Kernel::linear : Kernel::other;
    values_.insert(values_.end(), track.values.begin(), track.values.end());
  }
  channels_.push_back(channel);
}

inline ReferenceSampler::Place ReferenceSampler::find(const Channel& channel, double frame,
                                                      std::uint32_t& hint) const {
  const double* times = times_.data() + channel.first_time;
  const double at = fold(frame, channel.period);
  if (!(at >= times[0])) return {0, true, 0};
  const std::uint32_t last = channel.key_count - 1;
  if (at >= times[last]) return {last, true, 0};
  std::uint32_t key = 0;
  if (channel.first_hint != kNone) {
    key = hints_[channel.first_hint + static_cast<std::uint32_t>(at)];
    while (times[key + 1] <= at)
      ++key;
  } else {
    key = search_key(times, channel.key_count, at, hint);
    hint = key;
  }
  return {key, false, (at - times[key]) * inverse_lengths_[channel.first_time + key]};
}

inline void ReferenceSampler::evaluate(const Channel& channel, double frame, std::uint32_t& hint,
                                       double* out) const {
  const Place place = find(channel, frame, hint);
  const double* from =
      values_.data() + channel.first_value + std::size_t{place.key} * channel.stride;
  if (place.held) {
    const std::size_t components = component_count(channel.property);
    const bool three = channel.stride == 3 * components;
    std::copy_n(from + (three ? components : 0), components, out);
    return;
  }
  const double* to = from + channel.stride;
  double u = place.u;
  if (channel.first_ease != kNone) {
    const double* eases = eases_.data() + channel.first_ease;
    u = ease(u, eases[2 * std::size_t{place.key}], eases[2 * std::size_t{place.key} + 3],
             channel.ease_kind);
  }
  switch (channel.kernel) {
    case Kernel::slerp:
      return slerp_between(from, to, u, out);
    case Kernel::linear:
      for (std::size_t i = 0; i < 3; ++i)
        out[i] = from[i] + (to[i] - from[i]) * u;
      return;
    case Kernel::other: {
      const double* times = times_.data() + channel.first_time + place.key;
      return interpolate(channel.interpolation, channel.property, from, to,
                         {place.key, place.key + 1, u, times[1] - times[0]}, out);
    }
  }
}

void ReferenceSampler::sample(double frame, Pose& pose) const {
  Cursor cursor;
  sample(frame, pose, cursor);
}

void ReferenceSampler::sample(double frame, Pose& pose, Cursor& cursor) const {
  pose = rest_;
  cursor.key.resize(channels_.size(), 0);
  std::array<double, 16> value{};
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    evaluate(channels_[i], frame, cursor.key[i], value.data());
    store(channels_[i].property, value.data(), pose[channels_[i].node]);
  }
}

void ReferenceSampler::sample_moving(double frame, std::span<Transformf> out) const {
  std::array<double, 16> value{};
  for (const Channel& channel : channels_) {
    if (channel.node >= out.size()) continue;
    Transform local;
    std::uint32_t hint = 0;
    evaluate(channel, frame, hint, value.data());
    store(channel.property, value.data(), local);
    store_narrow(channel.property, local, out[channel.node]);
  }
}

std::size_t ReferenceSampler::bytes() const {
  const auto size = [](const auto& list) { return list.size() * sizeof list[0]; };
  return sizeof *this + size(rest_) + size(channels_) + size(times_) + size(inverse_lengths_) +
         +size(hints_) + size(values_) + size(eases_);
}

double clamp_frame(const Clip& clip, double frame) {
  return clamp_frame(frame, clip.duration, clip.loops);
}

double clamp_frame(double frame, double duration, bool loops) {
  if (frame >= 0 && frame <= duration) return frame;
  if (!loops) return std::clamp(frame, 0.0, std::max(duration, 0.0));
  return fold(frame, duration);
}

void evaluate(const Track& track, double frame, double* out) {
  const std::size_t count = track.times.size();
  if (count == 0) return;
  const double at = fold(frame, track.period);
  const auto after = std::upper_bound(track.times.begin(), track.times.end(), at);
  const auto next = static_cast<std::size_t>(after - track.times.begin());
  const std::size_t key = next == 0 ? 0 : next - 1;
  const std::size_t stride = track.stride(), components = track.components();
  if (next != 0 && next != count) return evaluate_between(track, key, at, stride, out);
  // After the in-tangent, where there is one.
  const double* value =
      track.values.data() + key * stride + (stride != components ? components : 0);
  std::copy_n(value, components, out);
}

}  // namespace anmkit
