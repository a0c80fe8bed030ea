#include "anmkit/sampler.hpp"

#include <algorithm>
#include <cmath>

#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

void store(Property property, const double* v, NodePose& pose) {
  Transform& local = pose.local;
  switch (property) {
    case Property::translation:
      local.translation = {v[0], v[1], v[2]};
      return;
    case Property::rotation:
      local.rotation = {v[0], v[1], v[2], v[3]};
      return;
    case Property::scale:
      local.scale = {v[0], v[1], v[2]};
      return;
    case Property::pivot:
      local.pivot = {v[0], v[1], v[2]};
      return;
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
      std::copy_n(v, 16, pose.matrix.emplace().m.begin());
      return;
    case Property::static_offset:
      std::copy_n(v, 16, pose.offset.m.begin());
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
  }
}

// Even spacing from time 0 means that the frame itself says which keys to use.
double even_spacing(const std::vector<double>& times) {
  if (times.size() < 2 || times.front() != 0) return 0;
  const double spacing = times[1];
  if (!(spacing > 0)) return 0;
  for (std::size_t i = 2; i < times.size(); ++i) {
    if (times[i] != spacing * static_cast<double>(i)) return 0;
  }
  return spacing;
}

bool is_constant(const Track& track) {
  if (track.stride() != track.components()) return track.times.size() == 1;
  const auto first = track.values.begin();
  const auto stride = static_cast<std::ptrdiff_t>(track.stride());
  for (auto key = first; key != track.values.end(); key += stride) {
    if (!std::equal(key, key + stride, first)) return false;
  }
  return true;
}

// Index of the last key at or before `at`, given that one exists; starts looking at `guess`.
std::uint32_t find_key(const double* times, std::uint32_t count, double at, std::uint32_t guess) {
  if (guess < count && times[guess] <= at) {
    if (guess + 1 == count || at < times[guess + 1]) return guess;
    if (guess + 2 == count || at < times[guess + 2]) return guess + 1;
  }
  return static_cast<std::uint32_t>(std::upper_bound(times, times + count, at) - times) - 1;
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

Sampler::Sampler(const Scene& scene, const Clip& clip) : rest_(rest_pose(scene)) {
  for (const Track& track : clip.tracks) {
    if (track.times.empty() || track.node >= rest_.size()) continue;
    if (is_constant(track)) {
      std::array<double, 16> value{};
      evaluate(track, track.times.front(), value.data());
      store(track.property, value.data(), rest_[track.node]);
      continue;
    }
    channels_.push_back({track.node, track.property, track.interpolation,
                         static_cast<std::uint32_t>(track.times.size()),
                         static_cast<std::uint32_t>(times_.size()),
                         static_cast<std::uint32_t>(values_.size()),
                         track.ease.empty() ? kNoEase : static_cast<std::uint32_t>(eases_.size()),
                         track.period, even_spacing(track.times)});
    times_.insert(times_.end(), track.times.begin(), track.times.end());
    values_.insert(values_.end(), track.values.begin(), track.values.end());
    eases_.insert(eases_.end(), track.ease.begin(), track.ease.end());
  }
}

void Sampler::sample(double frame, Pose& pose) const {
  Cursor cursor;
  sample(frame, pose, cursor);
}

void Sampler::sample(double frame, Pose& pose, Cursor& cursor) const {
  pose = rest_;
  cursor.key.resize(channels_.size(), 0);
  std::array<double, 16> value{};
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const Channel& channel = channels_[i];
    const double* times = times_.data() + channel.first_time;
    const double at = fold(frame, channel.period);
    std::uint32_t a = 0;
    if (at >= times[0]) {
      if (channel.spacing > 0) {
        const double index = std::min(at / channel.spacing, double(channel.key_count - 1));
        a = static_cast<std::uint32_t>(index);
        // Division may round across a key; the times themselves decide.
        if (times[a] > at) --a;
        if (a + 1 < channel.key_count && times[a + 1] <= at) ++a;
      } else {
        a = find_key(times, channel.key_count, at, cursor.key[i]);
      }
      cursor.key[i] = a;
    }
    const std::size_t components = component_count(channel.property);
    const bool three = channel.interpolation == Interpolation::cubic ||
                       channel.interpolation == Interpolation::bezier ||
                       channel.interpolation == Interpolation::squad;
    const std::size_t stride = three ? 3 * components : components;
    const double* from = values_.data() + channel.first_value + a * stride;
    if (at < times[0] || a + 1 == channel.key_count) {
      store(channel.property, from + (three ? components : 0), pose[channel.node]);
      continue;
    }
    Segment segment{a, a + 1, 0, times[a + 1] - times[a]};
    segment.u = (at - times[a]) / segment.length;
    if (channel.first_ease != kNoEase) {
      const double* eases = eases_.data() + channel.first_ease;
      segment.u = ease(segment.u, eases[2 * a], eases[2 * a + 3]);
    }
    interpolate(channel.interpolation, channel.property, from, from + stride, segment,
                value.data());
    store(channel.property, value.data(), pose[channel.node]);
  }
}

double clamp_frame(const Clip& clip, double frame) {
  if (frame >= 0 && frame <= clip.duration) return frame;
  if (!clip.loops) return std::clamp(frame, 0.0, std::max(clip.duration, 0.0));
  return fold(frame, clip.duration);
}

Mat4 local_matrix(const Node& node, const NodePose& pose) {
  if (pose.matrix) return *pose.matrix;
  const Transform& t = pose.local;
  const Vec3 centre = t.translation + rotate(t.rotation, t.pivot);
  return pose.offset * trs_matrix(centre, t.rotation, node.inherit_scale ? t.scale : Vec3{1, 1, 1});
}

void world_matrices(const Scene& scene, const Pose& pose, std::vector<Mat4>& out) {
  world_matrices(scene, parents_first(scene), pose, out);
}

void world_matrices(const Scene& scene, const std::vector<std::uint32_t>& order, const Pose& pose,
                    std::vector<Mat4>& out) {
  out.resize(scene.nodes.size());
  std::vector<bool> ready(scene.nodes.size(), false);
  for (const std::uint32_t i : order) {
    const Node& node = scene.nodes[i];
    out[i] = local_matrix(node, pose[i]);
    const auto parent = static_cast<std::size_t>(node.parent);
    // A parent that is not ready closes a cycle; such a node counts as a root.
    if (node.parent >= 0 && node.inherit_parent && parent < ready.size() && ready[parent]) {
      out[i] = out[parent] * out[i];
    }
    ready[i] = true;
  }
}

Vec3 own_scale(const Node& node, const NodePose& pose) {
  Vec3 factor = node.inherit_scale ? Vec3{1, 1, 1} : pose.local.scale;
  if (node.block_size) {
    const auto ratio = [](double now, double rest) { return rest == 0 ? now : now / rest; };
    factor = scale(factor, {ratio(pose.block_size.x, node.block_size->x),
                            ratio(pose.block_size.y, node.block_size->y),
                            ratio(pose.block_size.z, node.block_size->z)});
  }
  return factor;
}

}  // namespace anmkit
