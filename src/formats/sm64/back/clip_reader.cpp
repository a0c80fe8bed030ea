// SPDX-License-Identifier: MIT
// Sampling a clip part by part, and the header of its animation (section 10.5).
#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/portable.hpp"
#include "formats/sm64/back/clip_reader.hpp"
#include "formats/sm64/motion/channels.hpp"
#include "formats/sm64/scene.hpp"
#include "import/clip_text.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::size_t kMostFrames = 32767;

}  // namespace

Result<ClipBack> ClipReader::run() {
  back_.clip = &clip_;
  back_.before = before_;
  back_.ours = ours_;
  back_.turns = request_.turns;
  for (const PartNode& part : order_.parts)
    back_.parts.push_back(part.node);
  if (order_.missing) {
    return fail(prefixed("E-PART"), clip_.name + ": the scene has no part " +
                                        std::to_string(*order_.missing) + ", and " +
                                        counted(parts_wanted(), "part") +
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

std::size_t ClipReader::parts_wanted() const {
  if (before_ != nullptr) return part_count(before_->motion);
  const std::int64_t told = extras_.parts.value_or(request_.facts.parts.value_or(0));
  return told > 0 && ours_ ? static_cast<std::size_t>(told) : request_.scene.nodes.size();
}

const Header* ClipReader::old_header() const {
  return before_ == nullptr ? nullptr : &before_->motion.header;
}

// The header that the animation had, else what extras remember, else what Fast64's keys tell,
// else what the clip specifies.
Result<void> ClipReader::start() {
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

void ClipReader::make_header(Header& h) {
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
                                 ": the source does not specify whether it repeats: it is written "
                                 "as one that does; --once makes it play once");
  }
}

std::int16_t ClipReader::loop_start(const Header& h) const {
  const double first = clip_.rate > 0 ? clip_.loop_start * kRate / clip_.rate : 0;
  return first > 0 && first < h.loopEnd ? static_cast<std::int16_t>(portable::lround(first)) : 0;
}

// The frames of a header are those of the whole clip; what the clip itself says is the part's.
void ClipReader::move_loop(Header& h) {
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
void ClipReader::cut_header(Header& h) const {
  if (h.loopEnd == old_header()->loopEnd) return;
  if (h.loopStart >= h.loopEnd) h.loopStart = 0;
  const bool backward = (static_cast<std::uint16_t>(h.flags) & kBackward) != 0;
  if (h.startFrame >= h.loopEnd) h.startFrame = backward ? std::int16_t(h.loopEnd - 1) : 0;
}

// loopEnd of the original, or as the extras have it.
std::optional<std::int16_t> ClipReader::known_end() const {
  if (request_.cut) return std::nullopt;
  if (before_ != nullptr) return old_header()->loopEnd;
  return extras_.ours ? extras_.loop_end : std::nullopt;
}

// How many frames there are to sample, and loopEnd.
Result<void> ClipReader::count_frames() {
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
  if (open && !told && ends_anew(*last)) ++frames_;
  if (told) frames_ = told_frames(frames_);
  if (frames_ > kMostFrames) frames_ = kMostFrames;
  if (walk_.frames().rounded())
    findings_.warning("W-LOSS", clip_.name + ": " + length_text(walk_.frames()));
  h.loopEnd = static_cast<std::int16_t>(frames_);
  return {};
}

// Whether the last pose is a frame of its own. One that only holds the pose before it is none, and
// one with which a loop begins again is none either; a clip that plays once keeps that.
bool ClipReader::ends_anew(std::size_t last) {
  if (last == 0) return options_.has("once");
  return !has_same_pose(last - 1, last) && (options_.has("once") || !has_same_pose(0, last));
}

bool ClipReader::has_same_pose(std::size_t frame, std::size_t other) {
  walk_.seek(static_cast<double>(frame));
  std::vector<Transform> pose;
  for (std::size_t p = 0; p < order_.parts.size(); ++p)
    pose.push_back(walk_.part(p));
  walk_.seek(static_cast<double>(other));
  for (std::size_t p = 0; p < pose.size(); ++p) {
    if (angle_between(pose[p].rotation, walk_.part(p).rotation) > 1e-3) return false;
    if (length(pose[p].translation - walk_.part(p).translation) > kSamePlace) return false;
    if (length(pose[p].scale - walk_.part(p).scale) > kSameScale) return false;
  }
  return true;
}

// So many that every header that the keys tell has its own, but none after the clip's last key,
// where samples hold.
std::size_t ClipReader::told_frames(std::size_t frames) const {
  std::int64_t wanted = keys_->header.loop_end.value_or(0);
  if (wanted <= 0) wanted = static_cast<std::int64_t>(frames);
  for (const Fast64Header& variant : keys_->variants)
    wanted = std::max<std::int64_t>(wanted, variant.loop_end.value_or(0));
  return std::min(static_cast<std::size_t>(wanted), frames + 1);
}

void ClipReader::play() {
  for (std::size_t frame = 0; frame < frames_; ++frame) {
    walk_.seek(static_cast<double>(frame));
    auto& pose = poses_.emplace_back();
    for (std::size_t p = 0; p < order_.parts.size(); ++p)
      pose.push_back(walk_.part(p));
  }
}

// Where a part is away from its place in the layout.
Vec3 ClipReader::moved(std::size_t frame, std::size_t part) const {
  const Vec3 at = poses_[frame][part].translation;
  if (ours_ || part > 0) return at - walk_.rest(part).translation;
  return request_.layout.empty() ? at : at - request_.layout.front().rest.translation;
}

double ClipReader::farthest(std::size_t part) const {
  double most = 0;
  for (std::size_t frame = 0; frame < frames_; ++frame)
    most = std::max(most, length(moved(frame, part)));
  return most;
}

double ClipReader::most_scaled(std::size_t part) const {
  double most = 0;
  for (std::size_t frame = 0; frame < frames_; ++frame)
    most = std::max(most, length(poses_[frame][part].scale - walk_.rest(part).scale));
  return most;
}

void ClipReader::finish_header() {
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
void ClipReader::add_channels(Motion& motion) const {
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

std::int16_t ClipReader::y_trans_of_motion() const {
  const std::int16_t usual = y_trans_of(back_.motion, options_);
  const bool other = before_ == nullptr && request_.reader == Reader::actor;
  const std::int16_t told = extras_.y_trans.value_or(request_.facts.y_trans.value_or(usual));
  return options_.has("ytrans") || other ? usual : told;
}

Result<ClipBack> from_clip(const ClipRequest& request, const Options& options,
                           ConversionReport& report) {
  return ClipReader(request, options, report).run();
}

}  // namespace anmkit::sm64
