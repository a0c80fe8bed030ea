// SPDX-License-Identifier: MIT
// Parts that move get keys, parts that do not get one.
#include "formats/gc/bank/motion.hpp"

#include <algorithm>
#include <cmath>

#include "formats/gc/layout.hpp"
#include "import/fit.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit::gc {
namespace {

using SceneTrack = anmkit::Track;

// Times of two tracks that differ by less are one key's.
constexpr double kSameTime = 1e-4;
// Lengths, factors and radians that differ by less are one.
constexpr double kSameValue = 1e-5;

struct Sources {
  const SceneTrack* translation = nullptr;
  const SceneTrack* rotation = nullptr;
  const SceneTrack* scale = nullptr;
  bool plain = true;  // only these three move the node
};

Sources sources_of(const Clip& clip) {
  Sources found;
  for (const SceneTrack& track : clip.tracks) {
    if (track.times.empty()) continue;
    const SceneTrack** place = nullptr;
    if (track.property == Property::translation) place = &found.translation;
    if (track.property == Property::rotation) place = &found.rotation;
    if (track.property == Property::scale) place = &found.scale;
    if (place == nullptr || *place != nullptr || track.period != 0 || !track.ease.empty()) {
      found.plain = false;
    } else {
      *place = &track;
    }
  }
  return found;
}

unsigned vector_mode(const SceneTrack* track) {
  if (track == nullptr || track->interpolation == Interpolation::linear) return kLinear;
  return track->interpolation == Interpolation::step ? kStep : kBezier;
}

class NodeMotion {
 public:
  explicit NodeMotion(const NodeClip& view)
      : view_(view),
        walk_(view.scene, view.clip, view.rate),
        to_frames_(view.clip.rate > 0 && view.rate > 0 ? view.rate / view.clip.rate : 1),
        end_(walk_.length()),
        sources_(sources_of(view.clip)) {}

  Motion run() {
    const Node& node = view_.scene.nodes.front();
    const bool own =
        sources_.plain && node.offset == Mat4{} && node.rest.pivot == Vec3{} && node.inherit_scale;
    if (!own || !take_own_keys()) take_every_frame();
    return std::move(motion_);
  }

 private:
  // Key times of all tracks, from 0 to the end.
  bool collect_times() {
    std::vector<double> times{0};
    for (const SceneTrack* track : {sources_.translation, sources_.rotation, sources_.scale}) {
      if (track == nullptr) continue;
      for (const double time : track->times)
        times.push_back(time * to_frames_);
    }
    if (end_ > 0) times.push_back(end_);
    std::ranges::sort(times);
    for (const double time : times) {
      if (time < 0 || time > end_ + kSameTime) continue;
      if (motion_.times.empty() || time > motion_.times.back() + kSameTime)
        motion_.times.push_back(time);
    }
    return motion_.times.size() <= 65535;
  }

  bool take_own_keys() {
    const auto cubic = [](const SceneTrack* t) {
      return t != nullptr && t->interpolation != Interpolation::step &&
             t->interpolation != Interpolation::linear && t->interpolation != Interpolation::slerp;
    };
    if (cubic(sources_.rotation) || !collect_times()) return false;
    for (const SceneTrack* track : {sources_.translation, sources_.scale}) {
      // A spline cannot get another key in its middle; its own must be all there are.
      if (!cubic(track)) continue;
      if (track->interpolation != Interpolation::cubic) return false;
      for (const double time : motion_.times) {
        if (time > track->times.front() * to_frames_ + kSameTime &&
            time < track->times.back() * to_frames_ - kSameTime && !key_at(*track, time))
          return false;
      }
    }
    motion_.translation_mode = vector_mode(sources_.translation);
    motion_.scale_mode = vector_mode(sources_.scale);
    const bool stepped =
        sources_.rotation != nullptr && sources_.rotation->interpolation == Interpolation::step;
    motion_.rotation_mode = stepped ? kStep : kSlerp;
    sample();
    add_controls(sources_.translation, motion_.translation);
    add_controls(sources_.scale, motion_.scale);
    drop_constant();
    thin_out();
    return true;
  }

  void take_every_frame() {
    motion_ = {};
    const double frames = std::min(std::floor(end_ + kSameTime), 65533.0);
    for (double frame = 0; frame <= frames; ++frame)
      motion_.times.push_back(frame);
    if (end_ > frames + kSameTime) motion_.times.push_back(end_);
    motion_.translation_mode = motion_.scale_mode = kLinear;
    motion_.rotation_mode = kSlerp;
    sample();
    drop_constant();
    thin_out();
  }

  void sample() {
    for (const double time : motion_.times) {
      const Transform parts = local_parts(view_.scene.nodes.front(), walk_.pose(time).front());
      motion_.translation.push_back({parts.translation, {}, {}});
      motion_.rotation.push_back(parts.rotation);
      motion_.scale.push_back({parts.scale, {}, {}});
    }
  }

  std::optional<std::size_t> key_at(const SceneTrack& track, double time) const {
    const auto first = std::ranges::lower_bound(track.times, (time - kSameTime) / to_frames_);
    if (first == track.times.end() || *first * to_frames_ > time + kSameTime) return std::nullopt;
    return static_cast<std::size_t>(first - track.times.begin());
  }

  // Section 13.4: out = m_out * dt / 3, in = -m_in * dt / 3; tangents are per clip frame.
  void add_controls(const SceneTrack* track, std::vector<VectorKey>& part) {
    if (track == nullptr || track->interpolation != Interpolation::cubic) return;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const auto key = key_at(*track, motion_.times[i]);
      if (!key) continue;
      const double* values = track->values.data() + *key * 9;
      constexpr double kThird = 1.0 / 3;
      if (*key > 0) {
        const double length = track->times[*key] - track->times[*key - 1];
        part[i].in = Vec3{values[0], values[1], values[2]} * (-kThird * length);
      }
      if (*key + 1 < track->times.size()) {
        const double length = track->times[*key + 1] - track->times[*key];
        part[i].out = Vec3{values[6], values[7], values[8]} * (kThird * length);
      }
    }
  }

  // A part is removed, where allowed, if a track without it shows the same.
  void drop_constant() {
    const auto is_rest = [](const std::vector<VectorKey>& part, Vec3 rest) {
      return std::ranges::all_of(part, [&](const VectorKey& key) {
        return length(key.value - rest) < kSameValue && key.in == Vec3{} && key.out == Vec3{};
      });
    };
    const bool unturned = std::ranges::all_of(motion_.rotation, [&](const Quat& q) {
      return angle_between(q, view_.rest.rotation) < kSameValue;
    });
    if (!keeps(kScale) && is_rest(motion_.scale, view_.rest.scale)) {
      motion_.scale.clear();
      motion_.scale_mode = kStep;
    }
    if (!keeps(kTranslation) && is_rest(motion_.translation, view_.rest.translation)) {
      motion_.translation.clear();
      motion_.translation_mode = kStep;
    }
    const bool alone = motion_.scale.empty() && motion_.translation.empty();
    if (!keeps(kQuaternion) && unturned && !alone) {
      motion_.rotation.clear();
      motion_.rotation_mode = kStep;
    }
  }
  bool keeps(unsigned part) const { return (view_.keep & part) != 0; }

  bool constant() const {
    const auto same = [&](const std::vector<VectorKey>& part) {
      return std::ranges::all_of(part, [&](const VectorKey& key) {
        return length(key.value - part.front().value) <= view_.tolerance && key.in == Vec3{} &&
               key.out == Vec3{};
      });
    };
    return same(motion_.translation) && same(motion_.scale) &&
           std::ranges::all_of(motion_.rotation, [&](const Quat& q) {
             return angle_between(q, motion_.rotation.front()) <= view_.tolerance;
           });
  }

  // Keys that a line between their neighbours implies go, when all are on whole frames.
  void thin_out() {
    if (constant()) {
      motion_.translation_mode = motion_.scale_mode = motion_.rotation_mode = kStep;
      return keep({0});
    }
    const bool lines = (motion_.translation.empty() || motion_.translation_mode == kLinear) &&
                       (motion_.scale.empty() || motion_.scale_mode == kLinear) &&
                       (motion_.rotation.empty() || motion_.rotation_mode == kSlerp);
    for (std::size_t i = 0; i < motion_.times.size(); ++i) {
      if (!lines || std::fabs(motion_.times[i] - static_cast<double>(i)) > kSameTime) return;
    }
    std::vector<bool> stays(motion_.times.size(), false);
    stays.front() = stays.back() = true;
    for (const auto* part : {&motion_.translation, &motion_.scale}) {
      if (part->empty()) continue;
      std::vector<double> samples;
      for (const VectorKey& key : *part)
        samples.insert(samples.end(), {key.value.x, key.value.y, key.value.z});
      for (const std::size_t i : fit_linear(samples, 3, view_.tolerance))
        stays[i] = true;
    }
    if (!motion_.rotation.empty()) {
      for (const std::size_t i : fit_slerp(motion_.rotation, view_.tolerance))
        stays[i] = true;
    }
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < stays.size(); ++i) {
      if (stays[i]) kept.push_back(i);
    }
    keep(kept);
  }

  void keep(const std::vector<std::size_t>& kept) {
    Motion thin = motion_;
    thin.times.clear();
    thin.translation.clear();
    thin.rotation.clear();
    thin.scale.clear();
    for (const std::size_t i : kept) {
      thin.times.push_back(motion_.times[i]);
      if (!motion_.translation.empty()) thin.translation.push_back(motion_.translation[i]);
      if (!motion_.rotation.empty()) thin.rotation.push_back(motion_.rotation[i]);
      if (!motion_.scale.empty()) thin.scale.push_back(motion_.scale[i]);
    }
    motion_ = std::move(thin);
  }

  const NodeClip& view_;
  FrameWalk walk_;
  double to_frames_;  // file frames per clip frame
  double end_;
  Sources sources_;
  Motion motion_;
};

}  // namespace

Transform local_parts(const Node& node, const NodePose& pose) {
  const Transform& own = pose.local;
  if (pose.is_matrix || pose.offset != Mat4{}) return decompose(local_matrix(node, pose));
  return {own.translation + rotate(own.rotation, own.pivot), own.rotation,
          node.inherit_scale ? own.scale : Vec3{1, 1, 1}};
}

// The nodes of a scene without their tracks, each on its own.
std::vector<NodeClip> node_clips(const Scene& scene, const Clip& clip, double rate,
                                 double tolerance) {
  std::vector<NodeClip> all(scene.nodes.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    Node node = scene.nodes[i];
    node.parent = -1;
    all[i].scene.nodes = {std::move(node)};
    all[i].clip.duration = clip.duration;
    all[i].clip.rate = clip.rate;
    all[i].clip.loops = clip.loops;
    all[i].rate = rate;
    all[i].tolerance = tolerance;
  }
  for (const anmkit::Track& track : clip.tracks) {
    all[track.node].clip.tracks.push_back(track);
    all[track.node].clip.tracks.back().node = 0;
  }
  return all;
}

Motion motion_of(const NodeClip& node) {
  return NodeMotion(node).run();
}

}  // namespace anmkit::gc
