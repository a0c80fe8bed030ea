// Animations as a scene: one node a drawn part, one clip a header (sections 6.5, 10.5, 16).
#include "formats/sm64/scene.hpp"

#include <algorithm>
#include <cmath>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo.hpp"
#include "formats/sm64/model.hpp"

namespace anmkit::sm64 {

HalfAngles::HalfAngles() {
  for (int i = 0; i < 256; ++i) {
    const double high = i * 256 * (kPi / 65536), low = i * (kPi / 65536);
    high_[static_cast<std::size_t>(i)] = {std::sin(high), std::cos(high)};
    low_[static_cast<std::size_t>(i)] = {std::sin(low), std::cos(low)};
  }
}

// Rz * Ry * Rx.
Quat HalfAngles::rotation(std::uint16_t x, std::uint16_t y, std::uint16_t z) const {
  const auto [sx, cx] = of(x);
  const auto [sy, cy] = of(y);
  const auto [sz, cz] = of(z);
  return {sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz, cx * cy * sz - sx * sy * cz,
          cx * cy * cz + sx * sy * sz};
}

namespace {

constexpr std::size_t kMostFrames = 32767;

class ClipMaker {
 public:
  ClipMaker(const Motion& motion, const HalfAngles& angles, const Options& options)
      : motion_(motion),
        angles_(angles),
        mask_(options.has("engine-trig") ? 0xFFF0 : 0xFFFF),
        factor_(translation_factor(motion, y_trans_of(motion, options))) {}

  Clip make(const std::vector<Node>& nodes) {
    const Header& header = motion_.header;
    clip_.name = motion_.name;
    clip_.rate = kRate;
    frames_ = static_cast<std::size_t>(std::max<int>(header.loopEnd, 0));
    clip_.duration = static_cast<double>(frames_);
    clip_.loops = (static_cast<std::uint16_t>(header.flags) & kNoLoop) == 0;
    seam_ = clip_.loops && header.loopStart >= 0 && header.loopStart < header.loopEnd;
    clip_.loop_start = seam_ ? header.loopStart : 0;
    const std::size_t parts = std::min(part_count(motion_), nodes.size());
    clip_.tracks.reserve(3 * parts + 1);
    for (std::size_t part = 0; part < parts; ++part)
      rotation(static_cast<std::uint32_t>(part));
    if (channel_count(motion_) >= 3 && !nodes.empty()) {
      translation(0, 0, nodes[0].rest.translation);
    }
    for (std::size_t part = 1; motion_.bone_trans && part < parts; ++part)
      translation(static_cast<std::uint32_t>(part), 6 * part, nodes[part].rest.translation);
    return std::move(clip_);
  }

 private:
  // Frames at which three channels change: keys at 0 ... count - 1, the frame before the end when
  // they hold before it, and the seam back to loopStart.
  std::size_t changing(std::size_t channel) const {
    std::size_t count = 1;
    for (std::size_t i = 0; i < 3; ++i)
      count = std::max<std::size_t>(count, motion_.index[2 * (channel + i)]);
    return std::min({count, std::max<std::size_t>(frames_, 1), kMostFrames});
  }
  template <class Put>
  void keys(std::size_t channel, Put put) {
    const std::size_t count = changing(channel);
    for (std::size_t frame = 0; frame < count; ++frame)
      put(frame, frame);
    if (count == 1 || !seam_) return;
    if (count < frames_) put(frames_ - 1, frames_ - 1);
    put(frames_, static_cast<std::size_t>(motion_.header.loopStart));
  }
  std::int16_t at(std::size_t channel, std::size_t frame) const {
    return sample(motion_, channel, static_cast<std::int32_t>(frame));
  }

  void rotation(std::uint32_t part) {
    const std::size_t channel = rotation_channel(motion_, part);
    Track& turn = clip_.tracks.emplace_back();
    turn.node = part;
    turn.property = Property::rotation;
    turn.interpolation = Interpolation::slerp;
    Track stored;
    stored.node = part;
    stored.property = Property::angles;
    stored.interpolation = Interpolation::step;
    const std::size_t count = changing(channel) + 2;
    turn.times.reserve(count);
    turn.values.reserve(4 * count);
    stored.times.reserve(count);
    stored.values.reserve(3 * count);
    keys(channel, [&](std::size_t time, std::size_t frame) {
      const std::int16_t x = at(channel, frame), y = at(channel + 1, frame),
                         z = at(channel + 2, frame);
      const Quat q = angles_.rotation(masked(x), masked(y), masked(z));
      turn.times.push_back(static_cast<double>(time));
      turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
      stored.times.push_back(static_cast<double>(time));
      stored.values.insert(stored.values.end(), {static_cast<double>(x), static_cast<double>(y),
                                                 static_cast<double>(z)});
    });
    clip_.tracks.push_back(std::move(stored));
  }
  std::uint16_t masked(std::int16_t angle) const {
    return static_cast<std::uint16_t>(static_cast<std::uint16_t>(angle) & mask_);
  }

  void translation(std::uint32_t part, std::size_t channel, Vec3 rest) {
    Track track;
    track.node = part;
    track.property = Property::translation;
    track.interpolation = Interpolation::linear;
    keys(channel, [&](std::size_t time, std::size_t frame) {
      const auto t = part == 0 ? drawn_translation(motion_, static_cast<std::int32_t>(frame))
                               : std::array{at(channel, frame), at(channel + 1, frame),
                                            at(channel + 2, frame)};
      track.times.push_back(static_cast<double>(time));
      track.values.insert(track.values.end(), {rest.x + t[0] * factor_, rest.y + t[1] * factor_,
                                               rest.z + t[2] * factor_});
    });
    clip_.tracks.push_back(std::move(track));
  }

  const Motion& motion_;
  const HalfAngles& angles_;
  std::uint16_t mask_;
  double factor_;
  std::size_t frames_ = 0;
  bool seam_ = false;
  Clip clip_;
};

// What glTF has no words for (section 10.5): header fields and, for an exact return, the tables.
std::string extras_of(const Motion& motion) {
  JsonWriter writer;
  writer.begin_object();
  writer.member("flags", motion.header.flags);
  writer.member("animYTransDivisor", motion.header.animYTransDivisor);
  writer.member("startFrame", motion.header.startFrame);
  writer.member("loopStart", motion.header.loopStart);
  writer.member("loopEnd", motion.header.loopEnd);
  writer.member("unusedBoneCount", motion.header.unusedBoneCount);
  writer.member("length", motion.header.length);
  writer.end_object();
  return writer.take();
}

}  // namespace

Clip clip_of(const Motion& motion, const std::vector<Node>& nodes, const HalfAngles& angles,
             const Options& options) {
  Clip clip = ClipMaker(motion, angles, options).make(nodes);
  clip.extras = extras_of(motion);
  return clip;
}

std::vector<Node> plain_nodes(std::size_t parts) {
  std::vector<Node> nodes(parts);
  for (std::size_t i = 0; i < parts; ++i) {
    nodes[i].name = "part" + std::to_string(i);
    nodes[i].id = static_cast<std::int64_t>(i);
  }
  return nodes;
}

Result<Scene> MotionDocument::to_scene(Companions companions, const Options& options,
                                       Diagnostics& diagnostics) const {
  const auto all = motions(companions, options);
  std::size_t parts = 0;
  for (const Motion& motion : all)
    parts = std::max(parts, part_count(motion));
  // The nodes are those of the clip that is asked for.
  if (const auto chosen = find_motion(all, options.text("clip")); chosen && options.has("clip")) {
    parts = part_count(all[*chosen]);
  }
  Scene scene;
  scene.name = title_of(path);
  scene.has_angles = true;
  // A unit is about a centimetre: Mario is 160 units tall.
  scene.metres_per_unit = 0.01;
  if (!add_skeleton(scene, companions, options, parts, diagnostics)) {
    scene.nodes = plain_nodes(parts);
  }
  const HalfAngles angles;
  scene.clips.reserve(all.size());
  for (const Motion& motion : all)
    scene.clips.push_back(clip_of(motion, scene.nodes, angles, options));
  return scene;
}

}  // namespace anmkit::sm64
