// SPDX-License-Identifier: MIT
// The engine's clock, tick by tick (section 6).
#include "formats/choose_clip.hpp"
#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {

std::int16_t y_trans_of(const Motion& motion, const Options& options) {
  const std::int16_t usual = motion.mario ? kMarioYTrans : std::int16_t{0};
  const double given = options.number("ytrans", usual);
  return given >= -32768 && given <= 32767 ? static_cast<std::int16_t>(given) : usual;
}

Result<std::size_t> find_motion(const std::vector<Motion>& motions, std::string_view clip) {
  std::vector<std::string_view> names;
  for (const Motion& motion : motions)
    names.push_back(motion.name);
  return choose_clip(clip, names);
}

Result<Playback> MotionDocument::play(const PlayRequest& request, const Context& context) const {
  const auto& [companions, options] = context;
  const auto all = motions(companions, options);
  const auto index = find_motion(all, request.clip);
  if (!index) return std::unexpected(index.error());
  const Motion& motion = all[*index];
  const double given = options.number("accel", 0);
  if (!(given >= -2147483648.0 && given <= 4294967295.0)) {
    return fail(std::string(kBadOption), "--accel is a 16.16 number of 32 bits");
  }
  const auto accel =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(given)));
  Player player = Player::start(motion.header, accel, motion.dma);
  FramePlayback playback;
  playback.clip = motion.name;
  for (std::int64_t tick = 0; tick < request.ticks; ++tick)
    playback.ticks.push_back({tick, static_cast<double>(player.advance(motion.header))});
  return playback;
}

}  // namespace anmkit::sm64
