// SPDX-License-Identifier: MIT
// The game's player (section 3.1): a 16.16 clock that starts half a frame in, a tick a field.
#include <algorithm>
#include <cmath>

#include "formats/choose_clip.hpp"
#include "formats/psx/document.hpp"

namespace anmkit::psx {
namespace {

constexpr double kFieldsPerSecond = 60;
constexpr std::int64_t kStart = 0x8000, kFrame = 0x10000;

Result<Playback> play_frames(std::size_t frames, const std::string& title, double rate,
                             const PlayRequest& request, const Options& options) {
  if (const auto good = check_rate(options); !good) return std::unexpected(good.error());
  if (const auto clip = choose_clip(request.clip, {title}); !clip)
    return std::unexpected(clip.error());
  FramePlayback playback;
  playback.clip = title;
  if (frames == 0) return playback;  // nothing is ever shown
  const std::int64_t end = static_cast<std::int64_t>(frames) * kFrame;
  // Truncated toward zero; a clock that leaps over the whole clip is no use beyond that.
  const double most = static_cast<double>(std::int64_t{1} << 40);
  const double wanted = std::clamp(rate * kFrame / kFieldsPerSecond, -most, most);
  const auto step = static_cast<std::int64_t>(std::isfinite(wanted) ? wanted : 0);
  const bool once = options.has("once") && !options.has("loop");
  std::int64_t time = kStart;
  for (std::int64_t tick = 0; tick < request.ticks; ++tick) {
    const std::int64_t frame = time / kFrame;
    playback.ticks.push_back({tick, static_cast<double>(frame)});
    time += step;
    if (once) {
      time = std::clamp<std::int64_t>(time, 0, end - 1);
    } else {
      time %= end;
      if (time < 0) time += end;
    }
  }
  return playback;
}

}  // namespace

Result<void> check_rate(const Options& options) {
  if (!options.has("rate") || options.number("rate", kDefaultRate) != 0) return {};
  return fail(std::string(kBadOption), "--rate wants frames a second, and 0 shows none of them");
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
