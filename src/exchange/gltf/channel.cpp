// SPDX-License-Identifier: MIT
// The keys of a clip's channels: copied from tracks, or sampled.
#include "exchange/gltf/channel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number_text.hpp"
#include "exchange/gltf/not_finite.hpp"

namespace anmkit {
namespace {

// Properties whose tracks arrive at the channel as they are, times and moves with a fixed offset.
bool is_plain(const Rig& rig, const Channel& channel) {
  const RigNode& node = rig.nodes[channel.rig_node];
  const bool plain_part = node.part == GltfPart::pivot || node.part == GltfPart::scale ||
                          (node.part == GltfPart::node && !rig.chains[node.scene_node].matrix);
  return plain_part && channel.source_count == 1;
}

// Number of floats of a path of a transform, written to `out`.
void take_path(const Transform& parts, GltfPath path, std::array<float, 4>& out) {
  switch (path) {
    case GltfPath::translation:
      out = {finite(parts.translation.x), finite(parts.translation.y), finite(parts.translation.z)};
      return;
    case GltfPath::scale:
      out = {finite(parts.scale.x), finite(parts.scale.y), finite(parts.scale.z)};
      return;
    case GltfPath::rotation: {
      const Quat q = normalize(parts.rotation);
      out = {finite(q.x), finite(q.y), finite(q.z), finite(q.w)};
      return;
    }
  }
}

// Appends a value; quaternions get the sign nearest to `before`.
void append(std::array<float, 4>& value, GltfPath path, const float* before,
            std::vector<float>& to) {
  const std::size_t count = path_components(path);
  if (path == GltfPath::rotation) {
    const float cosine =
        value[0] * before[0] + value[1] * before[1] + value[2] * before[2] + value[3] * before[3];
    if (cosine < 0) {
      for (float& v : value)
        v = -v;
    }
  }
  to.insert(to.end(), value.begin(), value.begin() + static_cast<std::ptrdiff_t>(count));
}

class ClipBaker {
 public:
  ClipBaker(const Scene& scene, const Rig& rig, const Clip& clip, GltfWriteOptions::Keys keys,
            SpareValues& spare)
      : scene_(scene),
        rig_(rig),
        clip_(clip),
        keys_(keys),
        out_(plan_channels(scene, rig, clip, spare)) {}

  Result<ClipChannels> bake() {
    if (auto fits = set_frames(); !fits) return std::unexpected(fits.error());
    copy_exact();
    sample();
    drop_resting();
    close_end();
    reach_end();
    return std::move(out_);
  }

 private:
  Result<void> set_frames() {
    if (!(clip_.rate > 0) || !std::isfinite(clip_.rate) || !(clip_.duration >= 0) ||
        !std::isfinite(clip_.duration)) {
      return fail("anmkit.GLTF-CLIP", "the clip needs a positive rate and a finite duration");
    }
    const double floats = std::max<double>(1, 4.0 * static_cast<double>(out_.channels.size()));
    if ((clip_.duration + 2) * floats * 4 > 4e9) {
      return fail("anmkit.GLTF-SIZE", "the clip does not fit into glTF's 4 GiB");
    }
    const auto whole = static_cast<std::size_t>(std::floor(clip_.duration));
    frames_.reserve(whole + 2);
    for (std::size_t f = 0; f <= whole; ++f)
      frames_.push_back(static_cast<double>(f));
    if (static_cast<double>(whole) < clip_.duration) frames_.push_back(clip_.duration);
    for (const double frame : frames_) {
      const float seconds = frame_seconds(clip_, frame);
      // Only a fractional end can be this close to the frame before it.
      if (!out_.dense_times.empty() && seconds <= out_.dense_times.back()) break;
      out_.dense_times.push_back(seconds);
    }
    frames_.resize(out_.dense_times.size());
    return {};
  }

  // Of a plain channel.
  const Track& only_source(const Channel& channel) const {
    return *out_.sources[channel.first_source];
  }

  void copy_exact() {
    if (keys_ != GltfWriteOptions::Keys::sparse) return;
    for (Channel& channel : out_.channels) {
      if (!is_plain(rig_, channel)) continue;
      if (exact_keys(rig_, clip_, only_source(channel), channel)) continue;
      channel.times.clear();
      channel.values.clear();
    }
  }

  // Moments at which a stepping channel may change, besides the native frames.
  std::vector<double> step_moments() const {
    std::vector<double> moments;
    // A short period in a long clip would repeat keys without end; the native frames must do then.
    const std::size_t most = 8 * frames_.size() + 100000;
    for (const Channel& channel : out_.channels) {
      if (channel.interpolation != Interpolation::step || !channel.times.empty()) continue;
      for (const Track* track : out_.sources_of(channel)) {
        const double period = track->period > 0 ? track->period : clip_.duration + 1;
        for (double start = 0; start <= clip_.duration; start += period) {
          for (const double time : track->times) {
            const double at = start + time;
            if (at > 0 && at < clip_.duration && at != std::floor(at)) moments.push_back(at);
          }
          if (moments.size() > most || start + period == start) return {};
        }
      }
    }
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    return moments;
  }

  void prepare() {
    for (Channel& channel : out_.channels) {
      if (!channel.times.empty()) continue;  // copied
      const bool plain = is_plain(rig_, channel);
      const auto steps = [](const Track* track) {
        return track->interpolation == Interpolation::step || track->times.size() == 1;
      };
      if (std::ranges::all_of(out_.sources_of(channel), steps)) {
        channel.interpolation = Interpolation::step;
        if (plain && only_source(channel).times.size() == 1) {
          dense_values(rig_, only_source(channel), std::span(frames_).first(1), channel);
          channel.times = {0};
          continue;
        }
      } else {
        channel.interpolation = Interpolation::linear;
        channel.dense = true;
        if (plain) {
          dense_values(rig_, only_source(channel), frames_, channel);
          continue;
        }
        channel.values.reserve(frames_.size() * path_components(channel.path));
      }
      sampled_.push_back(&channel);
    }
  }

  void push(Channel& channel, const Transform& parts, float seconds, bool native) {
    if (channel.dense && !native) return;
    std::array<float, 4> value{};
    take_path(parts, channel.path, value);
    const std::size_t count = path_components(channel.path);
    std::array<float, 4> rest{};
    const float* before = rest.data();
    if (channel.values.empty()) {
      take_path(rig_.nodes[channel.rig_node].rest, channel.path, rest);
    } else {
      before = channel.values.data() + channel.values.size() - count;
    }
    if (!channel.dense) {
      if (!channel.values.empty() && std::equal(before, before + count, value.begin())) return;
      if (!channel.times.empty() && seconds <= channel.times.back()) return;
      channel.times.push_back(seconds);
    }
    append(value, channel.path, before, channel.values);
  }

  void sample_at(double frame, float seconds, bool native) {
    sampler_->sample(frame, pose_, cursor_);
    for (std::size_t i = 0; i < sampled_.size();) {
      const std::uint32_t rig_node = sampled_[i]->rig_node;
      const RigNode& node = rig_.nodes[rig_node];
      const Transform parts = part_transform(scene_, rig_, node, pose_[node.scene_node]);
      for (; i < sampled_.size() && sampled_[i]->rig_node == rig_node; ++i)
        push(*sampled_[i], parts, seconds, native);
    }
  }

  void sample() {
    prepare();
    if (sampled_.empty()) return;
    const ReferenceSampler sampler(scene_, clip_);
    sampler_ = &sampler;
    const std::vector<double> moments = step_moments();
    std::size_t m = 0;
    for (std::size_t f = 0; f < frames_.size(); ++f) {
      for (; m < moments.size() && moments[m] < frames_[f]; ++m)
        sample_at(moments[m], frame_seconds(clip_, moments[m]), false);
      sample_at(frames_[f], out_.dense_times[f], true);
    }
    sampler_ = nullptr;
  }

  // Whether the value that all keys share is also the rest value.
  bool rests(const Channel& channel) const {
    const std::size_t count = path_components(channel.path);
    std::array<float, 4> rest{};
    take_path(rig_.nodes[channel.rig_node].rest, channel.path, rest);
    const auto same = [&](float sign) {
      for (std::size_t k = 0; k < count; ++k) {
        if (channel.values[k] != sign * rest[k]) return false;
      }
      return true;
    };
    return same(1) || (channel.path == GltfPath::rotation && same(-1));
  }

  // A constant needs one key, a constant at the rest pose none.
  void drop_resting() {
    for (Channel& channel : out_.channels) {
      if (channel.interpolation == Interpolation::cubic) continue;
      const auto count = static_cast<std::ptrdiff_t>(path_components(channel.path));
      const auto first = channel.values.begin();
      bool constant = true;
      for (auto key = first + count; constant && key != channel.values.end(); key += count)
        constant = std::equal(key, key + count, first);
      if (!constant) continue;
      channel.values.resize(static_cast<std::size_t>(count));
      channel.times = {0};
      channel.dense = false;
    }
    const auto idle = [this](const Channel& channel) {
      return channel.interpolation != Interpolation::cubic && channel.times.size() == 1 &&
             rests(channel);
    };
    std::erase_if(out_.channels, idle);
  }

  // The clip must be as long as the format specifies, also where nothing changes near its end.
  void close_end() {
    if (out_.channels.empty()) {
      Channel channel;
      // A clip of a scene without nodes stays a clip: the axes do not move in it.
      if (!rig_.chains.empty()) {
        channel.rig_node = static_cast<std::uint32_t>(rig_.chains.front().at(GltfPart::node));
      }
      channel.interpolation = Interpolation::step;
      channel.times = {0};
      std::array<float, 4> rest{};
      take_path(rig_.nodes[channel.rig_node].rest, channel.path, rest);
      channel.values.assign(rest.begin(), rest.begin() + 3);
      out_.channels.push_back(std::move(channel));
    }
    const float end = out_.dense_times.back();
    for (const Channel& channel : out_.channels) {
      if (channel.dense || channel.times.back() >= end) return;
    }
    const auto simple =
        std::find_if(out_.channels.begin(), out_.channels.end(),
                     [](const Channel& c) { return c.interpolation != Interpolation::cubic; });
    Channel& channel = simple == out_.channels.end() ? out_.channels.front() : *simple;
    const std::size_t count = path_components(channel.path);
    const bool cubic = channel.interpolation == Interpolation::cubic;
    const std::size_t key = count * (cubic ? 3 : 1);
    std::vector<float> last(channel.values.end() - static_cast<std::ptrdiff_t>(key),
                            channel.values.end());
    if (cubic) {
      // Held: no slope on either side of the segment.
      std::fill_n(channel.values.end() - static_cast<std::ptrdiff_t>(count), count, 0.0F);
      std::fill_n(last.begin(), count, 0.0F);
      std::fill_n(last.end() - static_cast<std::ptrdiff_t>(count), count, 0.0F);
    }
    channel.times.push_back(end);
    channel.values.insert(channel.values.end(), last.begin(), last.end());
  }

  // Key times are rounded down, so that a step is never late. The end must not be short of its
  // frame in 32 bits, though: Blender samples whole frames up to the last key and would lose one.
  // Steps keep theirs; where nothing else reaches the end, one of them gets a key more.
  void reach_end() {
    const float before = out_.dense_times.back();
    const auto last = static_cast<float>(frames_.back());
    float end = before;
    for (int k = 0; k < 3 && static_cast<float>(static_cast<double>(end) * clip_.rate) < last; ++k)
      end = std::nextafter(end, std::numeric_limits<float>::infinity());
    if (end == before) return;
    out_.dense_times.back() = end;
    bool reached = std::ranges::any_of(out_.channels, &Channel::dense);
    Channel* jumps = nullptr;
    for (Channel& channel : out_.channels) {
      if (channel.dense || channel.times.back() != before) continue;
      if (channel.interpolation == Interpolation::step) {
        jumps = &channel;
      } else {
        channel.times.back() = end;
        reached = true;
      }
    }
    if (reached || jumps == nullptr) return;
    const auto count = static_cast<std::ptrdiff_t>(path_components(jumps->path));
    const std::vector<float> held(jumps->values.end() - count, jumps->values.end());
    // A key that only closes the clip can move: nothing jumps there.
    if (jumps->times.size() > 1 &&
        std::equal(held.begin(), held.end(), jumps->values.end() - 2 * count)) {
      jumps->times.back() = end;
      return;
    }
    jumps->times.push_back(end);
    jumps->values.insert(jumps->values.end(), held.begin(), held.end());
  }

  const Scene& scene_;
  const Rig& rig_;
  const Clip& clip_;
  GltfWriteOptions::Keys keys_;
  ClipChannels out_;
  std::vector<double> frames_;
  std::vector<Channel*> sampled_;
  const ReferenceSampler* sampler_ = nullptr;
  ReferenceSampler::Cursor cursor_;
  Pose pose_;
};

// Matrix tracks can contain more than a rotation, a translation and a scale.
void report_shear(const Scene& scene, const Clip& clip, ConversionReport& report) {
  for (const Track& track : clip.tracks) {
    if (track.property != Property::local_matrix && track.property != Property::static_offset) {
      continue;
    }
    if (track.node >= scene.nodes.size()) continue;
    double worst = 0;
    for (std::size_t i = 0; i + 16 <= track.values.size(); i += track.stride()) {
      Mat4 matrix;
      std::copy_n(track.values.data() + i, 16, matrix.m.begin());
      const Transform parts = decompose(matrix);
      const Mat4 again = trs_matrix(parts.translation, parts.rotation, parts.scale);
      for (std::size_t k = 0; k < 12; ++k)
        worst = std::max(worst, std::fabs(again.m[k] - matrix.m[k]));
    }
    if (worst > 1e-5) {
      report.diagnostics.add(Severity::warning, "anmkit.GLTF-SHEAR",
                             "the matrices of \"" + scene.nodes[track.node].name +
                                 "\" are sheared, which glTF nodes cannot be; largest error " +
                                 number_text(worst),
                             {}, "clip \"" + clip.name + "\"");
    }
  }
}

}  // namespace

std::string_view path_name(GltfPath path) {
  static constexpr std::array<std::string_view, kGltfPathCount> kNames = {"translation", "rotation",
                                                                          "scale"};
  return kNames[static_cast<std::size_t>(path)];
}

float frame_seconds(const Clip& clip, double frame) {
  const double exact = frame / clip.rate;
  const auto seconds = static_cast<float>(exact);
  return static_cast<double>(seconds) > exact ? std::nextafter(seconds, 0.0F) : seconds;
}

Result<ClipChannels> clip_channels(const Scene& scene, const Rig& rig, const Clip& clip,
                                   GltfWriteOptions::Keys keys, SpareValues& spare,
                                   ConversionReport& report) {
  report_shear(scene, clip, report);
  return ClipBaker(scene, rig, clip, keys, spare).bake();
}

}  // namespace anmkit
