// SPDX-License-Identifier: MIT
// Sampling of channels (section 5), and what of a pose does not need a model (sections 6.5 to 6.7).
#include <algorithm>
#include <cmath>

#include "anmkit/math.hpp"
#include "anmkit/sm64.hpp"

#include "core/portable.hpp"

namespace anmkit::sm64 {
namespace {

bool has(const Motion& motion, std::uint16_t bit) {
  return (static_cast<std::uint16_t>(motion.header.flags) & bit) != 0;
}

double radians(std::uint16_t angle) {
  return angle * (kPi / 32768);
}

}  // namespace

std::int16_t sample(const Motion& motion, std::size_t channel, std::int32_t frame) {
  if (2 * channel + 1 >= motion.index.size()) return 0;
  const std::int64_t count = motion.index[2 * channel];
  const std::int64_t first = motion.index[2 * channel + 1];
  const std::int64_t at = std::max(frame, 0);
  const std::int64_t place = at < count ? first + at : first + count - 1;
  if (place < 0 || place >= static_cast<std::int64_t>(motion.values.size())) return 0;
  return static_cast<std::int16_t>(motion.values[static_cast<std::size_t>(place)]);
}

double translation_factor(const Motion& motion, std::int16_t y_trans) {
  const std::int16_t divisor = motion.header.animYTransDivisor;
  return divisor == 0
             ? 1.0
             : static_cast<double>(static_cast<float>(y_trans) / static_cast<float>(divisor));
}

std::array<std::int16_t, 3> drawn_translation(const Motion& motion, std::int32_t frame) {
  const std::array<std::int16_t, 3> t = {sample(motion, 0, frame), sample(motion, 1, frame),
                                         sample(motion, 2, frame)};
  if (has(motion, kHorTrans)) return {0, t[1], 0};
  if (has(motion, kVertTrans)) return {t[0], 0, t[2]};
  if (has(motion, kNoTrans)) return {0, 0, 0};
  return t;
}

Player Player::start(const Header& header, std::int32_t accel, bool as_mario) {
  const auto flags = static_cast<std::uint16_t>(header.flags);
  const bool stays = as_mario && (flags & kNoAdvance) != 0;
  Player player;
  player.accel = accel;
  // One step back, so that the first advance shows startFrame. 32-bit wrap-around.
  std::uint32_t step = accel == 0 ? 0x10000u : static_cast<std::uint32_t>(accel);
  if (stays) step = 0;
  if ((flags & kBackward) == 0) step = 0 - step;
  const auto start = static_cast<std::uint32_t>(static_cast<std::uint16_t>(header.startFrame))
                     << 16;
  player.assist = static_cast<std::int32_t>(start + step);
  player.frame = static_cast<std::int16_t>(player.assist >> 16);
  return player;
}

namespace {

// One tick without a branch: of many instances each has its own flags and ends, which no processor
// foresees.
inline void step(Player& player, const Header& header) {
  const auto flags = static_cast<std::uint32_t>(static_cast<std::uint16_t>(header.flags));
  const bool stays = (flags & kNoAdvance) != 0, hold = (flags & kNoLoop) != 0;
  const bool backward = (flags & kBackward) != 0, plain = player.accel == 0;
  const auto word = [](std::int16_t number) {
    return static_cast<std::uint32_t>(static_cast<std::uint16_t>(number)) << 16;
  };
  const auto first = static_cast<std::uint32_t>(header.loopStart);
  const auto last = static_cast<std::uint32_t>(header.loopEnd) - 1;
  const auto accel = static_cast<std::uint32_t>(player.accel);
  const auto assist = static_cast<std::uint32_t>(player.assist);
  const std::uint32_t size = plain ? 0x10000u : accel;
  const std::uint32_t from = plain ? word(player.frame) : assist;
  const std::uint32_t sign = 0u - static_cast<std::uint32_t>(backward);
  const std::uint32_t next = from + ((size ^ sign) - sign);
  const auto whole = static_cast<std::int16_t>(static_cast<std::uint16_t>(next >> 16));
  const bool over =
      (backward & (whole < header.loopStart)) | (!backward & (whole >= header.loopEnd));
  // Only the upper half is replaced: the fraction survives (section 6.4).
  const std::uint32_t end = (next & 0xFFFFu) | (hold == backward ? first : last) << 16;
  const std::uint32_t moved = over ? end : next;
  const std::uint32_t time = stays ? assist : moved;
  const std::uint32_t shown = stays ? word(player.frame) : moved;
  player.assist = static_cast<std::int32_t>(time);
  player.frame = static_cast<std::int16_t>(static_cast<std::uint16_t>(shown >> 16));
}

}  // namespace

std::int16_t Player::advance(const Header& header) {
  step(*this, header);
  return frame;
}

void advance(std::span<Player> players, std::span<const Header* const> animations) {
  const std::size_t count = std::min(players.size(), animations.size());
  for (std::size_t i = 0; i < count; ++i)
    step(players[i], *animations[i]);
}

std::array<std::int16_t, 3> root_motion(const Motion& motion, std::int32_t frame,
                                        std::uint16_t facing_yaw) {
  const auto quarter = [&](std::size_t channel) {
    return static_cast<float>(sample(motion, channel, frame)) / 4.0F;
  };
  const float dx = quarter(0), dy = quarter(1), dz = quarter(2);
  const auto s = static_cast<float>(portable::sin(radians(facing_yaw)));
  const auto c = static_cast<float>(portable::cos(radians(facing_yaw)));
  const auto whole = [](float value) { return static_cast<std::int16_t>(value); };
  std::array<std::int16_t, 3> moved{};
  if (has(motion, kHorTrans) || has(motion, kNoTrans)) {
    moved[0] = whole(dx * c + dz * s);
    moved[2] = whole(-dx * s + dz * c);
  }
  if (has(motion, kVertTrans) || has(motion, kNoTrans)) moved[1] = whole(dy);
  return moved;
}

std::array<double, 2> shadow_translation(const Motion& motion, std::int32_t frame,
                                         std::int16_t y_trans, double scale, std::uint16_t yaw) {
  if (has(motion, kNoShadowTrans) || has(motion, kHorTrans)) return {0, 0};
  // Bit 6 counts only where bit 4 has not been looked at first.
  if (has(motion, kNoTrans) && !has(motion, kVertTrans)) return {0, 0};
  const double factor = translation_factor(motion, y_trans) * scale;
  const double x = sample(motion, 0, frame) * factor, z = sample(motion, 2, frame) * factor;
  const double s = portable::sin(radians(yaw)), c = portable::cos(radians(yaw));
  return {x * c + z * s, -x * s + z * c};
}

}  // namespace anmkit::sm64
