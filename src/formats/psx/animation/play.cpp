// SPDX-License-Identifier: MIT
// The game's player (section 3.1): a 16.16 clock that starts half a frame in, a tick a field.
#include <algorithm>
#include <cmath>

#include "formats/choose_clip.hpp"
#include "formats/play_in_parts.hpp"
#include "formats/psx/document.hpp"

namespace anmkit::psx {
namespace {

constexpr double kFieldsPerSecond = 60;
constexpr std::int64_t kFrame = 0x10000;

Result<Playback> play_frames(std::size_t frames, const std::string& title, double rate,
                             const PlayRequest& request, const Options& options) {
  if (const auto good = check_rate(options); !good) return std::unexpected(good.error());
  if (const auto clip = choose_clip(request.clip, {title}); !clip)
    return std::unexpected(clip.error());
  if (frames == 0) {  // nothing is ever shown
    FramePlayback nothing{title, {}};
    hand_on(nothing, request, true);
    return nothing;
  }
  Player player = Player::start(frames, rate, options.has("once") && !options.has("loop"));
  return play_in_parts(FramePlayback{title, {}}, request, [&](std::int64_t tick) {
    const FrameTick shown{tick, static_cast<double>(player.frame())};
    player.advance();
    return shown;
  });
}

}  // namespace

Player Player::start(std::size_t frames, double rate, bool once) {
  Player player;
  player.end = static_cast<std::int64_t>(frames) * kFrame;
  if (frames == 0) return player;
  player.last = once ? player.end - 1 : -1;
  // Truncated toward zero; a clock that leaps over the whole clip is no use beyond that.
  const double most = static_cast<double>(std::int64_t{1} << 40);
  const double wanted = std::clamp(rate * kFrame / kFieldsPerSecond, -most, most);
  const auto step = static_cast<std::int64_t>(std::isfinite(wanted) ? wanted : 0);
  // Whole rounds end where they began.
  player.step = once ? std::clamp(step, -player.end, player.end) : step % player.end;
  return player;
}

void advance(std::span<Player> players) {
  for (Player& player : players)
    player.advance();
}

Result<void> check_rate(const Options& options) {
  if (!options.has("rate") || options.number("rate", kDefaultRate) != 0) return {};
  return fail(std::string(kBadOption), "--rate expects frames per second above 0");
}

double rate_of(const Options& options, std::uint16_t rate_hint) {
  const double hint = options.has("header-rate") && rate_hint > 0 ? rate_hint : kDefaultRate;
  return options.number("rate", hint);
}

Result<Playback> AnmDocument::play(const PlayRequest& request, const Context& context) const {
  const Options& options = context.options;
  return play_frames(anm.frame_count(), title, rate_of(options, anm.rate_hint), request, options);
}
Result<Playback> AncDocument::play(const PlayRequest& request, const Context& context) const {
  const Options& options = context.options;
  return play_frames(anc.keyframes.size(), title, rate_of(options, anc.rate_hint), request,
                     options);
}

}  // namespace anmkit::psx
