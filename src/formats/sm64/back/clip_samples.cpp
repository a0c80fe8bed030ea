// SPDX-License-Identifier: MIT
// Samples of every channel in the format's numbers (section 10.5).
#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/portable.hpp"
#include "formats/sm64/back/clip_reader.hpp"
#include "formats/sm64/motion/channels.hpp"

namespace anmkit::sm64 {
namespace {

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

}  // namespace

Result<void> ClipReader::channels() {
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

std::uint16_t ClipReader::old_sample(std::size_t channel, std::size_t frame) const {
  return static_cast<std::uint16_t>(
      sample(before_->motion, channel, static_cast<std::int32_t>(frame)));
}

void ClipReader::rotation(std::size_t part) {
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
    if (before_ != nullptr && angle_between(q, was) <= unedited::kSm64Clip.angle) {
      last = old;
      continue;
    }
    last = nearest_euler(q, EulerOrder::xyz, last);
    *x = turned(binary_angle(last.x), -own[0]);
    *y = turned(binary_angle(last.y), -own[1]);
    *z = turned(binary_angle(last.z), -own[2]);
  }
}

Result<void> ClipReader::translation(std::size_t part, std::size_t axis, std::size_t channel) {
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

Result<void> ClipReader::scale(std::size_t part, std::size_t axis, std::size_t channel) {
  const double rest = axes_of(walk_.rest(part).scale)[axis];
  for (std::size_t frame = 0; frame < frames_; ++frame) {
    const double now = axes_of(poses_[frame][part].scale)[axis];
    const double stored = kScaleOne * (rest != 0 ? now / rest : now);
    std::uint16_t& to = back_.wanted[channel][frame];
    const double off = std::fabs(stored - static_cast<std::int16_t>(to));
    if (before_ != nullptr && off <= unedited::kSm64ScaleStep) continue;
    if (auto done = store(stored, channel, to); !done) return done;
  }
  return {};
}

Result<void> ClipReader::store(double value, std::size_t channel, std::uint16_t& to) const {
  const double stored = portable::round(value);
  if (!(stored >= -32768 && stored <= 32767)) {
    return fail(prefixed("E-RANGE"), clip_.name + ": " + channel_name(back_.motion, channel) +
                                         " reaches " + number_text(value) +
                                         "; the format stores -32768 ... 32767");
  }
  to = static_cast<std::uint16_t>(static_cast<std::int64_t>(stored));
  return {};
}

// An axis that is not drawn keeps its samples: the scene cannot show them. Nobody knows which of
// them belong to a part of the clip.
void ClipReader::keep_hidden(std::size_t axis) {
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

void ClipReader::drop_hidden(std::size_t axis) {
  const auto moves = [](std::uint16_t sample) { return sample != 0; };
  auto& samples = back_.wanted[axis];
  if (std::ranges::any_of(samples, moves) || std::ranges::any_of(extras_.hidden[axis], moves)) {
    findings_.info("I-PART", clip_.name + ": samples of " + channel_name(back_.motion, axis) +
                                 " that the game does not draw are left out of a part");
  }
  std::ranges::fill(samples, std::uint16_t{0});
}

bool ClipReader::is_same() const {
  if (before_ == nullptr || !(back_.motion.header == before_->motion.header)) return false;
  for (std::size_t k = 0; k < back_.wanted.size(); ++k) {
    for (std::size_t frame = 0; frame < frames_; ++frame) {
      if (back_.wanted[k][frame] != old_sample(k, frame)) return false;
    }
  }
  return true;
}

}  // namespace anmkit::sm64
