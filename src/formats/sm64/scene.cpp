// SPDX-License-Identifier: MIT
// Animations as a scene: one node a drawn part, one clip a header (sections 6.5, 10.5, 16).
#include "formats/sm64/scene.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/portable.hpp"
#include "formats/sm64/back/extras.hpp"
#include "formats/sm64/fast64/keys.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/motion/channels.hpp"
#include "formats/sm64/names.hpp"
#include "formats/sm64/source/c_parse.hpp"

namespace anmkit::sm64 {

HalfAngles::HalfAngles() {
  for (int i = 0; i < 256; ++i) {
    const double high = i * 256 * (kPi / 65536), low = i * (kPi / 65536);
    high_[static_cast<std::size_t>(i)] = {portable::sin(high), portable::cos(high)};
    low_[static_cast<std::size_t>(i)] = {portable::sin(low), portable::cos(low)};
  }
}

namespace {

constexpr std::size_t kMostFrames = 32767;

// A channel's samples with the look at the tables done once; see `sample`.
class ChannelReader {
 public:
  ChannelReader(const Motion& motion, std::size_t channel) {
    if (2 * channel + 1 >= motion.index.size()) return;
    const std::size_t count = motion.index[2 * channel], first = motion.index[2 * channel + 1];
    const std::size_t end = first + count;
    if (count == 0 || end > motion.values.size()) {
      slow_ = &motion;
      channel_ = channel;
      return;
    }
    samples_ = motion.values.data() + first;
    last_ = count - 1;
  }
  bool constant() const { return slow_ == nullptr && last_ == 0; }
  // Those of the first frames; none where the tables have holes.
  std::span<const std::uint16_t> samples() const {
    return {samples_, slow_ == nullptr ? last_ + 1 : 0};
  }
  std::int16_t at(std::size_t frame) const {
    if (slow_ != nullptr) return sample(*slow_, channel_, static_cast<std::int32_t>(frame));
    return static_cast<std::int16_t>(samples_[std::min(frame, last_)]);
  }

 private:
  static constexpr std::uint16_t kNone = 0;
  const std::uint16_t* samples_ = &kNone;  // 0 ... last_
  std::size_t last_ = 0;
  const Motion* slow_ = nullptr;  // tables with holes
  std::size_t channel_ = 0;
};

class ClipMaker {
 public:
  ClipMaker(const Motion& motion, const HalfAngles& angles, const Options& options,
            bool stored_angles, const PartTurns& turns)
      : motion_(motion),
        angles_(angles),
        turns_of_parts_(turns),
        mask_(options.has("engine-trig") ? 0xFFF0 : 0xFFFF),
        stored_angles_(stored_angles),
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
    // Nodes below 0 are no parts (`holder_id`).
    const auto drawn = std::ranges::count_if(nodes, [](const Node& node) { return node.id >= 0; });
    const std::size_t parts = std::min(part_count(motion_), static_cast<std::size_t>(drawn));
    const bool move = moves_parts(motion_), scale = scales_parts(motion_);
    clip_.tracks.reserve((stored_angles_ ? 2 : 1) * parts + (move ? parts : 1) +
                         (scale ? parts : 0));
    for (std::size_t part = 0; part < parts; ++part)
      rotation(static_cast<std::uint32_t>(part));
    if (channel_count(motion_) >= 3 && parts > 0) {
      translation(0, 0, nodes[0].rest.translation);
    }
    for (std::size_t part = 1; move && part < parts; ++part) {
      translation(static_cast<std::uint32_t>(part), translation_channel(motion_, part),
                  nodes[part].rest.translation);
    }
    for (std::size_t part = 0; scale && part < parts; ++part)
      scaling(static_cast<std::uint32_t>(part), nodes[part].rest.scale);
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
  // Adds the key times of a track over channels that change in `count` frames, with room for their
  // values, and calls put(frame, where the key's value goes).
  template <class Put>
  void keys(Track& track, std::size_t count, Put put) const {
    const bool seam = count > 1 && seam_, hold = seam && count < frames_;
    const std::size_t total = count + (hold ? 1 : 0) + (seam ? 1 : 0);
    const std::size_t stride = track.components();
    track.times.resize(total);
    track.values.resize(total * stride);
    double* value = track.values.data();
    for (std::size_t frame = 0; frame < count; ++frame)
      track.times[frame] = static_cast<double>(frame);
    for (std::size_t frame = 0; frame < count; ++frame, value += stride)
      put(frame, value);
    if (hold) {
      track.times[count] = static_cast<double>(frames_ - 1);
      put(frames_ - 1, value);
      value += stride;
    }
    if (!seam) return;
    track.times.back() = static_cast<double>(frames_);
    put(static_cast<std::size_t>(motion_.header.loopStart), value);
  }

  HalfAngles::SinCos turn(const ChannelReader& channel, std::size_t frame, int own) const {
    return angles_.of(masked(channel.at(frame) + own));
  }
  // The turns of one channel in the first frames; of a constant one there is one. A loop of its own
  // for each channel, without a look at what the others do.
  struct Turns {
    std::vector<HalfAngles::SinCos> each;
    std::size_t step = 0;
    const HalfAngles::SinCos& at(std::size_t frame) const { return each[step * frame]; }
  };
  void look_up(const ChannelReader& channel, std::size_t count, int own, Turns& turns) const {
    turns.step = channel.constant() ? 0 : 1;
    const std::size_t size = channel.constant() ? 1 : count;
    turns.each.resize(size);
    std::size_t frame = 0;
    for (const auto sample : channel.samples().first(std::min(size, channel.samples().size())))
      turns.each[frame++] = angles_.of(masked(sample + own));
    for (; frame < size; ++frame)
      turns.each[frame] = turn(channel, frame, own);
  }

  void rotation(std::uint32_t part) {
    const std::size_t channel = rotation_channel(motion_, part), count = changing(channel);
    const ChannelReader x(motion_, channel), y(motion_, channel + 1), z(motion_, channel + 2);
    const auto own =
        part < turns_of_parts_.size() ? turns_of_parts_[part] : std::array<std::int16_t, 3>{};
    look_up(x, count, own[0], turns_[0]);
    look_up(y, count, own[1], turns_[1]);
    look_up(z, count, own[2], turns_[2]);
    keys(add(part, Property::rotation, Interpolation::slerp), count,
         [&](std::size_t frame, double* out) {
           const bool known = frame < count;
           const Quat q =
               HalfAngles::rotation(known ? turns_[0].at(frame) : turn(x, frame, own[0]),
                                    known ? turns_[1].at(frame) : turn(y, frame, own[1]),
                                    known ? turns_[2].at(frame) : turn(z, frame, own[2]));
           out[0] = q.x;
           out[1] = q.y;
           out[2] = q.z;
           out[3] = q.w;
         });
    if (!stored_angles_) return;
    keys(add(part, Property::angles, Interpolation::step), count,
         [&](std::size_t frame, double* out) {
           out[0] = x.at(frame);
           out[1] = y.at(frame);
           out[2] = z.at(frame);
         });
  }
  Track& add(std::uint32_t node, Property property, Interpolation interpolation) {
    Track& track = clip_.tracks.emplace_back();
    track.node = node;
    track.property = property;
    track.interpolation = interpolation;
    return track;
  }
  // Angles go round.
  std::uint16_t masked(int angle) const { return static_cast<std::uint16_t>(angle & mask_); }

  void translation(std::uint32_t part, std::size_t channel, Vec3 rest) {
    keys(add(part, Property::translation, Interpolation::linear), changing(channel),
         [&](std::size_t frame, double* out) {
           const auto at = static_cast<std::int32_t>(frame);
           const auto t = part == 0 ? drawn_translation(motion_, at)
                                    : std::array{sample(motion_, channel, at),
                                                 sample(motion_, channel + 1, at),
                                                 sample(motion_, channel + 2, at)};
           out[0] = rest.x + t[0] * factor_;
           out[1] = rest.y + t[1] * factor_;
           out[2] = rest.z + t[2] * factor_;
         });
  }

  void scaling(std::uint32_t part, Vec3 rest) {
    const std::size_t channel = scale_channel(motion_, part);
    keys(add(part, Property::scale, Interpolation::linear), changing(channel),
         [&](std::size_t frame, double* out) {
           const auto at = static_cast<std::int32_t>(frame);
           out[0] = rest.x * sample(motion_, channel, at) / kScaleOne;
           out[1] = rest.y * sample(motion_, channel + 1, at) / kScaleOne;
           out[2] = rest.z * sample(motion_, channel + 2, at) / kScaleOne;
         });
  }

  const Motion& motion_;
  const HalfAngles& angles_;
  const PartTurns& turns_of_parts_;
  std::uint16_t mask_;
  bool stored_angles_;
  double factor_;
  std::size_t frames_ = 0;
  bool seam_ = false;
  std::array<Turns, 3> turns_;
  Clip clip_;
};

}  // namespace

Clip clip_of(const Motion& motion, const std::vector<Node>& nodes, const HalfAngles& angles,
             const Options& options, bool stored_angles, const PartTurns& turns) {
  Clip clip = ClipMaker(motion, angles, options, stored_angles, turns).make(nodes);
  clip.extras = extras_of(motion, clip.loop_start, options);
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

namespace {

std::string why_absent(const CFile& file, const CHeader& header, const Motion& motion) {
  const std::string_view wanted[] = {header.values, header.index};
  const bool absent[] = {motion.values.empty(), motion.index.empty()};
  std::string names;
  for (std::size_t i = 0; i < 2; ++i) {
    if (!absent[i]) continue;
    if (wanted[i].empty())
      return "expected the name of an array as its " + std::string(i == 0 ? "values" : "index");
    const auto reason = file.opaque.find(wanted[i]);
    if (reason != file.opaque.end() && reason->second != kInRom)
      return quoted(wanted[i]) + " cannot be read: " + reason->second;
    names += (names.empty() ? "" : " and ") + quoted(wanted[i]);
  }
  const bool both = absent[0] && absent[1];
  const std::string which = (both ? "the arrays " : "the array ") + names + (both ? " are" : " is");
  if (file.opaque.contains(header.values))
    return which +
           " loaded from the game's ROM; give the source of the decompilation that has the "
           "numbers with --with";
  return which + " in none of the files; give the source that defines " + (both ? "them" : "it") +
         " with --with";
}

// That there is data for the animation which is asked for, or else for the first; others without it
// are reported.
Result<void> check_data(const CDocument& source, const std::vector<Motion>& all,
                        std::string_view clip, Diagnostics& diagnostics) {
  const std::size_t asked = clip.empty() ? 0 : find_motion(all, clip).value_or(0);
  for (std::size_t i = 0; i < std::min(all.size(), source.file.headers.size()); ++i) {
    if (!all[i].index.empty() && !all[i].values.empty()) continue;
    const CHeader& header = source.file.headers[i];
    std::string message = all[i].name + ": " + why_absent(source.file, header, all[i]);
    if (i == asked) return fail(prefixed("E-CNAME"), std::move(message), header.range.begin);
    if (clip.empty()) Findings(diagnostics).warning("W-LOSS", std::move(message));
  }
  return {};
}

// With the file itself where it has display lists between its animations, as some actors' have.
std::vector<Companion> with_own_lists(Companions companions, const MotionDocument& document,
                                      ByteView own) {
  std::vector<Companion> all(companions.begin(), companions.end());
  if (is_model_text(as_text(own))) all.push_back({document.path, own, nullptr});
  return all;
}

std::vector<Companion> layouts_among(Companions companions) {
  std::vector<Companion> layouts;
  for (const Companion& companion : companions) {
    const auto* geo = as<GeoDocument>(companion.document, kGeoId);
    if (geo != nullptr && !geo->layouts.empty()) layouts.push_back(companion);
  }
  return layouts;
}

}  // namespace

Result<Scene> MotionDocument::to_scene(const SceneRequest& request, const Context& context,
                                       Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  auto all = motions(companions, options);
  std::size_t parts = 0;
  for (const Motion& motion : all) {
    if (auto known = check_channels(motion); !known) return std::unexpected(known.error());
    parts = std::max(parts, part_count(motion));
  }
  // The nodes are those of the clip that is asked for.
  if (const auto chosen = find_motion(all, request.clip); chosen && !request.clip.empty()) {
    parts = part_count(all[*chosen]);
  }
  Scene scene;
  scene.name = title_of(path);
  scene.has_angles = request.angles;
  scene.metres_per_unit = kMetresPerUnit;
  const auto* anim = as<AnimDocument>(this, kAnimId);
  std::optional<SegmentImage> image;
  if (anim != nullptr && anim->segment && options.has("geo")) image = image_of(*anim->segment);
  const auto* source = as<CDocument>(this, kCId);
  if (source != nullptr) {
    if (auto good = check_data(*source, all, request.clip, diagnostics); !good)
      return std::unexpected(good.error());
  }
  const ByteView own = source == nullptr ? ByteView() : as_bytes(source->source);
  const std::vector<Companion> shown =
      request.meshes ? with_own_lists(companions, *this, own) : layouts_among(companions);
  const auto drawn = add_skeleton(scene, shown, options, parts, diagnostics, request.meshes,
                                  image ? &*image : nullptr);
  if (!drawn) return std::unexpected(drawn.error());
  if (!*drawn) scene.nodes = plain_nodes(parts);
  const HalfAngles angles;
  scene.clips.reserve(all.size());
  scene.extras = scene_extras_of(
      all, source == nullptr ? std::nullopt : std::optional(source->file.spelling), options);
  const bool fast64 = options.has(kFast64Option);
  for (Motion& motion : all) {
    scene.clips.push_back(clip_of(motion, scene.nodes, angles, options, request.angles,
                                  drawn->value_or(PartTurns())));
    // Clips are many times as large as the file: their source is released.
    if (!fast64) motion = {};
  }
  const ClipNames names = ClipNames::among(companions);
  for (Clip& clip : scene.clips)
    clip.name = names.of(clip.name);
  turn_billboards(scene);
  if (fast64) add_fast64_keys(scene, *this, all, companions);
  return scene;
}

}  // namespace anmkit::sm64
