// SPDX-License-Identifier: MIT
// The engine's clock, tick by tick (section 6).
#include "formats/choose_clip.hpp"
#include "formats/play_in_parts.hpp"
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

Result<Motion> MotionDocument::motion(std::string_view clip, Companions companions,
                                      const Options& options) const {
  auto all = motions(companions, options);
  const auto index = find_motion(all, clip);
  if (!index) return std::unexpected(index.error());
  return std::move(all[*index]);
}

Result<Playback> MotionDocument::play(const PlayRequest& request, const Context& context) const {
  const auto& [companions, options] = context;
  const auto chosen = motion(request.clip, companions, options);
  if (!chosen) return std::unexpected(chosen.error());
  const Motion& played = *chosen;
  const double given = options.number("accel", 0);
  if (!(given >= -2147483648.0 && given <= 4294967295.0)) {
    return fail(std::string(kBadOption), "--accel is a 16.16 number of 32 bits");
  }
  const auto accel =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(given)));
  Player player = Player::start(played.header, accel, played.dma || played.mario);
  return play_in_parts(FramePlayback{played.name, {}}, request, [&](std::int64_t tick) {
    return FrameTick{tick, static_cast<double>(player.advance(played.header))};
  });
}

}  // namespace anmkit::sm64
