// SPDX-License-Identifier: MIT
// Sampling a clip part by part, and each sample in the format's numbers (section 10.5).
#include "formats/sm64/back/clip.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "core/counted.hpp"
#include "core/portable.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/motion/channels.hpp"
#include "formats/sm64/scene.hpp"
#include "scene/length_text.hpp"

namespace anmkit::sm64 {
namespace {

// Less than half a binary angle, and more than 32-bit numbers and editors lose.
constexpr double kSameAngle = 4e-5;  // radians
constexpr double kSamePlace = 1e-2;  // model units
constexpr double kSameScale = 1e-4;
constexpr double kSameStep = 0.25;  // of a scale as it is stored
constexpr std::size_t kMostFrames = 32767;

double binary_radians(std::uint16_t angle) {
  return static_cast<std::int16_t>(angle) * (kPi / 32768);
}
std::uint16_t binary_angle(double radians) {
  const double turns = portable::round(radians * (32768 / kPi));
  return static_cast<std::uint16_t>(static_cast<std::int64_t>(turns) & 0xFFFF);
}
std::array<double, 3> axes_of(Vec3 v) {
  return {v.x, v.y, v.z};
}

class ClipReader {
 public:
  ClipReader(const ClipRequest& request, const Options& options, ConversionReport& report)
      : request_(request),
        clip_(request.clip),
        before_(request.before),
        extras_(read_extras(request.clip.extras)),
        keys_(before_ == nullptr && clip_.extras.empty() ? request.keys : nullptr),
        options_(options),
        findings_(report.diagnostics),
        ours_(before_ != nullptr || extras_.ours || request.facts.ours || request.on_skeleton),
        order_(order_parts(request.scene, request.moved, ours_, parts_wanted(), request.layout,
                           findings_)),
        walk_(request.scene, clip_, order_) {}

  Result<ClipBack> run() {
    back_.clip = &clip_;
    back_.before = before_;
    back_.ours = ours_;
    back_.turns = request_.turns;
    for (const PartNode& part : order_.parts)
      back_.parts.push_back(part.node);
    if (order_.missing) {
      return fail(prefixed("E-PART"),
                  clip_.name + ": the scene has no part " + std::to_string(*order_.missing) +
                      ", and " + counted(parts_wanted(), "part") +
                      " are expected; the parts after it would take its motion");
    }
    if (auto done = start(); !done) return std::unexpected(done.error());
    play();
    finish_header();
    if (auto done = channels(); !done) return std::unexpected(done.error());
    report_losses();
    back_.same = is_same();
    report_unseen();
    return std::move(back_);
  }

 private:
  std::size_t parts_wanted() const {
    if (before_ != nullptr) return part_count(before_->motion);
    const std::int64_t told = extras_.parts.value_or(request_.facts.parts.value_or(0));
    return told > 0 && ours_ ? static_cast<std::size_t>(told) : request_.scene.nodes.size();
  }
  const Header* old_header() const {
    return before_ == nullptr ? nullptr : &before_->motion.header;
  }

  // The header that the animation had, else what extras remember, else what Fast64's keys tell,
  // else what the clip specifies.
  Result<void> start() {
    Motion& motion = back_.motion;
    Header& h = motion.header;
    motion.name = keys_ == nullptr || keys_->header.name.empty() ? clip_.name : keys_->header.name;
    motion.mario = request_.reader == Reader::mario;
    if (request_.reader != Reader::actor && (extras_.ours || request_.facts.ours))
      motion.mario = extras_.ours ? extras_.mario : request_.facts.mario;
    motion.coopdx = extras_.coopdx;
    if (before_ != nullptr) motion = before_->motion;
    if (auto done = count_frames(); !done) return done;
    if (before_ != nullptr) {
      cut_header(h);
    } else {
      make_header(h);
    }
    if (request_.cut) move_loop(h);
    // The user's options override the values in files.
    if (options_.has("loop")) h.flags = static_cast<std::int16_t>(h.flags & ~kNoLoop);
    if (options_.has("once")) h.flags = static_cast<std::int16_t>(h.flags | kNoLoop);
    return {};
  }

  void make_header(Header& h) {
    Motion& motion = back_.motion;
    h.flags = clip_.loops ? std::int16_t{0} : static_cast<std::int16_t>(kNoLoop);
    h.animYTransDivisor = motion.mario ? kMarioYTrans : std::int16_t{0};
    h.loopStart = loop_start(h);
    if (extras_.ours) {
      h.flags = extras_.flags.value_or(h.flags);
      h.animYTransDivisor = extras_.divisor.value_or(h.animYTransDivisor);
      h.startFrame = extras_.start_frame.value_or(h.startFrame);
      h.loopStart = extras_.loop_start.value_or(h.loopStart);
    } else if (keys_ != nullptr) {
      const std::int16_t end = h.loopEnd;
      apply(keys_->header, h);
      motion.coopdx = motion.coopdx || (h.flags & kBoneTrans) != 0;
      if (!keys_->header.loop_end || request_.cut) h.loopEnd = end;
    } else if (clip_.loops && !options_.has("loop") && !options_.has("once")) {
      findings_.info("I-LOOP", clip_.name +
                                   ": no animation of the game specifies whether it repeats: it is "
                                   "written as one that does; --once makes it play once");
    }
  }

  std::int16_t loop_start(const Header& h) const {
    const double first = clip_.rate > 0 ? clip_.loop_start * kRate / clip_.rate : 0;
    return first > 0 && first < h.loopEnd ? static_cast<std::int16_t>(portable::lround(first)) : 0;
  }

  // The frames of a header are those of the whole clip; what the clip itself says is the part's.
  void move_loop(Header& h) {
    const bool backward = (static_cast<std::uint16_t>(h.flags) & kBackward) != 0;
    const auto start = backward ? static_cast<std::int16_t>(h.loopEnd - 1) : std::int16_t{0};
    if (h.startFrame != start && !backward) {
      findings_.info("I-PART", clip_.name + ": startFrame " + std::to_string(h.startFrame) +
                                   " was a frame of the whole clip; the part starts at " +
                                   std::to_string(start));
    }
    h.startFrame = start;
    h.loopStart = loop_start(h);
  }

  // Points of a loop that is shorter now.
  void cut_header(Header& h) const {
    if (h.loopEnd == old_header()->loopEnd) return;
    if (h.loopStart >= h.loopEnd) h.loopStart = 0;
    const bool backward = (static_cast<std::uint16_t>(h.flags) & kBackward) != 0;
    if (h.startFrame >= h.loopEnd) h.startFrame = backward ? std::int16_t(h.loopEnd - 1) : 0;
  }

  // loopEnd of the original, or as the extras have it.
  std::optional<std::int16_t> known_end() const {
    if (request_.cut) return std::nullopt;
    if (before_ != nullptr) return old_header()->loopEnd;
    return extras_.ours ? extras_.loop_end : std::nullopt;
  }

  // How many frames there are to sample, and loopEnd.
  Result<void> count_frames() {
    const double length = walk_.frames().length();
    Header& h = back_.motion.header;
    const std::optional<std::int16_t> known = known_end();
    // The key that closes a loop may have been cut off, and a pose that is held needs no second
    // key.
    const double end = std::max<double>(known.value_or(0), 0);
    const bool whole = length > end - 1.25 && length < end + 0.5;
    if (known && (whole || length < 0.5)) {
      h.loopEnd = *known;
      frames_ = static_cast<std::size_t>(std::max(end, 1.0));
      return {};
    }
    auto last = frames_within(walk_.frames(), kMostFrames, prefixed("E-RANGE"));
    if (!last) {
      last.error().message.insert(0, clip_.name + ": ");
      return std::unexpected(last.error());
    }
    frames_ = std::max<std::size_t>(*last, 1);
    const bool told = keys_ != nullptr && !request_.cut;
    const bool open = clip_.extras.empty() || request_.cut;
    // A clip that plays once keeps its last pose, even where it equals the first.
    if (open && !told && (options_.has("once") || !closes(*last))) ++frames_;
    if (told) frames_ = told_frames(frames_);
    if (frames_ > kMostFrames) frames_ = kMostFrames;
    if (walk_.frames().rounded())
      findings_.warning("W-LOSS", clip_.name + ": " + length_text(walk_.frames()));
    h.loopEnd = static_cast<std::int16_t>(frames_);
    return {};
  }

  // Whether the last pose is the one that a loop begins with again: then it is no frame of its own.
  bool closes(std::size_t last) {
    if (last == 0) return true;
    walk_.seek(0);
    std::vector<Transform> first;
    for (std::size_t p = 0; p < order_.parts.size(); ++p)
      first.push_back(walk_.part(p));
    walk_.seek(static_cast<double>(last));
    for (std::size_t p = 0; p < first.size(); ++p) {
      if (angle_between(first[p].rotation, walk_.part(p).rotation) > 1e-3) return false;
      if (length(first[p].translation - walk_.part(p).translation) > kSamePlace) return false;
      if (length(first[p].scale - walk_.part(p).scale) > kSameScale) return false;
    }
    return true;
  }

  // So many that every header that the keys tell has its own, but none after the clip's last key,
  // where samples hold.
  std::size_t told_frames(std::size_t frames) const {
    std::int64_t wanted = keys_->header.loop_end.value_or(0);
    if (wanted <= 0) wanted = static_cast<std::int64_t>(frames);
    for (const Fast64Header& variant : keys_->variants)
      wanted = std::max<std::int64_t>(wanted, variant.loop_end.value_or(0));
    return std::min(static_cast<std::size_t>(wanted), frames + 1);
  }

  void play() {
    for (std::size_t frame = 0; frame < frames_; ++frame) {
      walk_.seek(static_cast<double>(frame));
      auto& pose = poses_.emplace_back();
      for (std::size_t p = 0; p < order_.parts.size(); ++p)
        pose.push_back(walk_.part(p));
    }
  }
  // Where a part is away from its place in the layout.
  Vec3 moved(std::size_t frame, std::size_t part) const {
    const Vec3 at = poses_[frame][part].translation;
    if (ours_ || part > 0) return at - walk_.rest(part).translation;
    return request_.layout.empty() ? at : at - request_.layout.front().rest.translation;
  }
  double farthest(std::size_t part) const {
    double most = 0;
    for (std::size_t frame = 0; frame < frames_; ++frame)
      most = std::max(most, length(moved(frame, part)));
    return most;
  }

  double most_scaled(std::size_t part) const {
    double most = 0;
    for (std::size_t frame = 0; frame < frames_; ++frame)
      most = std::max(most, length(poses_[frame][part].scale - walk_.rest(part).scale));
    return most;
  }

  void finish_header() {
    Motion& motion = back_.motion;
    Header& h = motion.header;
    if (before_ == nullptr && options_.has("coopdx")) add_channels(motion);
    if (scales_parts(motion)) {
      walk_.keep_scales();
      poses_.clear();
      play();
    }
    const auto factor = [&] { return translation_factor(motion, y_trans_of_motion()); };
    // A divisor must not take the movement away (section 12.11).
    if (before_ == nullptr && !order_.parts.empty() && farthest(0) > kSamePlace) {
      const std::int16_t usual = h.animYTransDivisor;
      if (keys_ != nullptr) {
        h.animYTransDivisor = keys_->header.trans_divisor.value_or(usual);
        if (factor() == 0) h.animYTransDivisor = usual;
      }
      if (factor() == 0) h.animYTransDivisor = 0;
    } else if (keys_ != nullptr) {
      h.animYTransDivisor = keys_->header.trans_divisor.value_or(h.animYTransDivisor);
    }
    back_.y_trans = y_trans_of_motion();
    factor_ = factor();
  }
  // The flags of sm64coopdx that the movement needs.
  void add_channels(Motion& motion) const {
    bool moves = false, scales = false;
    for (std::size_t p = 0; p < order_.parts.size(); ++p) {
      moves = moves || (p > 0 && farthest(p) > 0.5);
      scales = scales || most_scaled(p) > 0.5 / kScaleOne;
    }
    if (!moves && !scales) return;
    motion.coopdx = true;
    const int flags = motion.header.flags | kBoneTrans | (scales ? kBoneScale : 0);
    motion.header.flags = static_cast<std::int16_t>(flags);
  }
  std::int16_t y_trans_of_motion() const {
    const std::int16_t usual = y_trans_of(back_.motion, options_);
    const bool other = before_ == nullptr && request_.reader == Reader::actor;
    const std::int16_t told = extras_.y_trans.value_or(request_.facts.y_trans.value_or(usual));
    return options_.has("ytrans") || other ? usual : told;
  }

  Result<void> channels() {
    const Motion& motion = back_.motion;
    const std::size_t parts = before_ != nullptr ? part_count(before_->motion)
                                                 : std::max<std::size_t>(order_.parts.size(), 1);
    const std::size_t each = channels_per_part(motion);
    std::size_t count = each > 3 ? each * parts : 3 + 3 * parts;
    if (before_ != nullptr) count = channel_count(before_->motion);
    back_.wanted.assign(count, std::vector<std::uint16_t>(frames_));
    for (std::size_t k = 0; before_ != nullptr && k < count; ++k) {
      for (std::size_t frame = 0; frame < frames_; ++frame)
        back_.wanted[k][frame] = old_sample(k, frame);
    }
    const std::size_t seen = std::min(parts, order_.parts.size());
    if (count < 3 || seen == 0) return {};
    for (std::size_t p = 0; p < seen; ++p)
      rotation(p);
    // In other scenes the root shows all of its movement, whatever the flags will do with it.
    const auto hidden = ours_ ? hidden_axes(motion.header, factor_) : std::array<bool, 3>{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (hidden[axis]) {
        keep_hidden(axis);
      } else if (auto done = translation(0, axis, axis); !done) {
        return done;
      }
    }
    for (std::size_t p = 1; each > 3 && p < seen; ++p) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (auto done = translation(p, axis, each * p + axis); !done) return done;
      }
    }
    for (std::size_t p = 0; scales_parts(motion) && p < seen; ++p) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (auto done = scale(p, axis, scale_channel(motion, p) + axis); !done) return done;
      }
    }
    return {};
  }
  std::uint16_t old_sample(std::size_t channel, std::size_t frame) const {
    return static_cast<std::uint16_t>(
        sample(before_->motion, channel, static_cast<std::int32_t>(frame)));
  }

  void rotation(std::size_t part) {
    const std::size_t to = rotation_channel(back_.motion, part);
    const unsigned mask = options_.has("engine-trig") ? 0xFFF0 : 0xFFFF;
    const auto own =
        part < request_.turns.size() ? request_.turns[part] : std::array<std::int16_t, 3>{};
    const auto turned = [](std::uint16_t angle, int by) {
      return static_cast<std::uint16_t>(angle + by);
    };
    Vec3 last;
    for (std::size_t frame = 0; frame < frames_; ++frame) {
      std::uint16_t* x = &back_.wanted[to][frame];
      std::uint16_t* y = &back_.wanted[to + 1][frame];
      std::uint16_t* z = &back_.wanted[to + 2][frame];
      const Vec3 old{binary_radians(turned(*x, own[0])), binary_radians(turned(*y, own[1])),
                     binary_radians(turned(*z, own[2]))};
      if (frame == 0) last = old;
      const Quat q = poses_[frame][part].rotation;
      const auto masked = [&](std::uint16_t angle) {
        return static_cast<std::uint16_t>(angle & mask);
      };
      const Quat was = angles_.rotation(masked(turned(*x, own[0])), masked(turned(*y, own[1])),
                                        masked(turned(*z, own[2])));
      if (before_ != nullptr && angle_between(q, was) <= kSameAngle) {
        last = old;
        continue;
      }
      last = nearest_euler(q, EulerOrder::xyz, last);
      *x = turned(binary_angle(last.x), -own[0]);
      *y = turned(binary_angle(last.y), -own[1]);
      *z = turned(binary_angle(last.z), -own[2]);
    }
  }

  Result<void> translation(std::size_t part, std::size_t axis, std::size_t channel) {
    const double step = std::fabs(factor_);
    for (std::size_t frame = 0; frame < frames_; ++frame) {
      const double place = axes_of(moved(frame, part))[axis];
      const double rest = axes_of(walk_.rest(part).translation)[axis];
      const double noise = 1e-6 * (std::fabs(place) + std::fabs(rest));
      std::uint16_t& to = back_.wanted[channel][frame];
      const double old = static_cast<std::int16_t>(to) * factor_;
      if (before_ != nullptr &&
          std::fabs(place - old) <= std::max(std::min(kSamePlace, 0.4 * step), noise)) {
        continue;
      }
      if (auto done = store(factor_ != 0 ? place / factor_ : 0, channel, to); !done) return done;
    }
    return {};
  }
  Result<void> scale(std::size_t part, std::size_t axis, std::size_t channel) {
    const double rest = axes_of(walk_.rest(part).scale)[axis];
    for (std::size_t frame = 0; frame < frames_; ++frame) {
      const double now = axes_of(poses_[frame][part].scale)[axis];
      const double stored = kScaleOne * (rest != 0 ? now / rest : now);
      std::uint16_t& to = back_.wanted[channel][frame];
      const double off = std::fabs(stored - static_cast<std::int16_t>(to));
      if (before_ != nullptr && off <= kSameStep) continue;
      if (auto done = store(stored, channel, to); !done) return done;
    }
    return {};
  }
  Result<void> store(double value, std::size_t channel, std::uint16_t& to) const {
    const double stored = portable::round(value);
    if (!(stored >= -32768 && stored <= 32767)) {
      return fail(prefixed("E-RANGE"), clip_.name + ": " + channel_name(back_.motion, channel) +
                                           " reaches " + std::to_string(value) +
                                           "; the format stores -32768 ... 32767");
    }
    to = static_cast<std::uint16_t>(static_cast<std::int64_t>(stored));
    return {};
  }

  // An axis that is not drawn keeps its samples: the scene cannot show them. Nobody knows which of
  // them belong to a part of the clip.
  void keep_hidden(std::size_t axis) {
    if (request_.cut) drop_hidden(axis);
    const auto& kept = extras_.hidden[axis];
    const bool told = before_ == nullptr && !kept.empty() && !request_.cut;
    for (std::size_t frame = 0; told && frame < frames_; ++frame)
      back_.wanted[axis][frame] = kept[std::min(frame, kept.size() - 1)];
    double most = 0;
    for (std::size_t frame = 0; frame < frames_; ++frame)
      most = std::max(most, std::fabs(axes_of(moved(frame, 0))[axis]));
    if (most <= kSamePlace) return;
    const Header& h = back_.motion.header;
    const bool masked = factor_ != 0;
    const std::string why = masked ? "flags " + hex_number(static_cast<std::uint16_t>(h.flags))
                                   : "animYTransDivisor " + std::to_string(h.animYTransDivisor);
    findings_.warning("W-LOSS", clip_.name + ": " + channel_name(back_.motion, axis) +
                                    " moves by up to " + std::to_string(most) + " units" +
                                    ", which is lost: with " + why + " the game does not draw it");
  }

  void drop_hidden(std::size_t axis) {
    const auto moves = [](std::uint16_t sample) { return sample != 0; };
    auto& samples = back_.wanted[axis];
    if (std::ranges::any_of(samples, moves) || std::ranges::any_of(extras_.hidden[axis], moves)) {
      findings_.info("I-PART", clip_.name + ": samples of " + channel_name(back_.motion, axis) +
                                   " that the game does not draw are left out of a part");
    }
    std::ranges::fill(samples, std::uint16_t{0});
  }

  // Parts of the animation after those that the scene has.
  void report_unseen() {
    const std::size_t seen = order_.parts.size(), parts = parts_wanted();
    if (before_ == nullptr || seen >= parts) return;
    findings_.add(back_.same ? Severity::info : Severity::warning, "W-SKELETON",
                  clip_.name + ": the scene has " + std::to_string(seen) + " of " +
                      counted(parts, "part") + "; the others keep their motion");
  }

  void report_losses() {
    std::set<std::uint32_t> carriers;
    for (const PartNode& part : order_.parts)
      carriers.insert(part.between.begin(), part.between.end());
    for (const std::uint32_t node : order_.added) {
      const Node& added = request_.scene.nodes[node];
      if (carriers.contains(node) || added.camera >= 0) continue;
      findings_.warning("W-LOSS",
                        clip_.name + ": " + quoted(added.name) + " is none of the " +
                            counted(parts_wanted(), "part") + " and is left out",
                        {}, added.name);
    }
    if (!ours_) report_sizes();
    for (const Track& track : clip_.tracks) {
      if (track.property != Property::visibility || track.node >= request_.scene.nodes.size() ||
          std::ranges::adjacent_find(track.values, std::not_equal_to{}) == track.values.end())
        continue;
      lost(request_.scene.nodes[track.node].name, "visibility", "changes",
           "the format hides no parts");
    }
    for (std::size_t p = 0; p < order_.parts.size(); ++p) {
      const std::string& name = request_.scene.nodes[order_.parts[p].node].name;
      const double scaled = most_scaled(p);
      if (scaled > kSameScale && !scales_parts(back_.motion)) {
        lost(name, "scale", "changes by up to " + std::to_string(scaled),
             "only sm64coopdx has scales: --coopdx");
      }
      if (p == 0 || moves_parts(back_.motion) || farthest(p) <= kSamePlace) continue;
      lost(name, "translation", "moves it by up to " + std::to_string(farthest(p)) + " units",
           "only the first part can move (sm64coopdx moves all of them: --coopdx)");
    }
  }
  // Parts whose size always differs from the model that the game draws.
  void report_sizes() {
    std::size_t count = 0, worst = 0;
    double most = kSameScale;
    for (std::size_t p = 0; p < order_.parts.size(); ++p) {
      const double off = length(walk_.rest(p).scale - Vec3{1, 1, 1});
      if (off <= kSameScale) continue;
      ++count;
      if (off > most) worst = p;
      most = std::max(most, off);
    }
    if (count == 0) return;
    const std::string& name = request_.scene.nodes[order_.parts[worst].node].name;
    findings_.warning("W-LOSS",
                      clip_.name + ": " + counted(count, "joint is", "joints are") +
                          " scaled at rest, which the format cannot store; most " + quoted(name) +
                          ", off by " + std::to_string(most) + ": the model must have that size",
                      {}, name);
  }
  void lost(const std::string& name, std::string_view what, const std::string& how,
            std::string_view why) {
    findings_.warning("W-LOSS",
                      clip_.name + ": the animated " + std::string(what) + " of " + quoted(name) +
                          " " + how + ", which is lost: " + std::string(why),
                      {}, name);
  }

  bool is_same() const {
    if (before_ == nullptr || !(back_.motion.header == before_->motion.header)) return false;
    for (std::size_t k = 0; k < back_.wanted.size(); ++k) {
      for (std::size_t frame = 0; frame < frames_; ++frame) {
        if (back_.wanted[k][frame] != old_sample(k, frame)) return false;
      }
    }
    return true;
  }

  const ClipRequest& request_;
  const Clip& clip_;
  const Before* before_;
  ClipExtras extras_;
  const Fast64Clip* keys_;  // null where the original or the extras tell
  const Options& options_;
  Findings findings_;
  bool ours_;
  PartOrder order_;
  PartWalk walk_;
  HalfAngles angles_;
  ClipBack back_;
  std::size_t frames_ = 0;
  double factor_ = 1;
  std::vector<std::vector<Transform>> poses_;  // of each frame
};

}  // namespace

Result<ClipBack> from_clip(const ClipRequest& request, const Options& options,
                           ConversionReport& report) {
  return ClipReader(request, options, report).run();
}

}  // namespace anmkit::sm64
