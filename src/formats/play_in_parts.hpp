// SPDX-License-Identifier: MIT
// A playback whose ticks are made one after the other: all at once, or some thousands at a time
// where who asks takes them so.
#pragma once

#include <utility>

#include "anmkit/document.hpp"

namespace anmkit {

inline constexpr std::size_t kTicksOfAPart = 4096;

// Passes the collected ticks on, where enough are there. False: no more are needed.
template <class P>
bool hand_on(P& playback, const PlayRequest& request, bool last = false) {
  if (!request.each || (playback.ticks.size() < kTicksOfAPart && !last)) return true;
  Playback part = std::move(playback);
  const bool more = request.each(part);
  playback = std::get<P>(std::move(part));
  playback.ticks.clear();
  return more;
}

// `next(tick)` is the image at a tick.
template <class Next>
FramePlayback play_in_parts(FramePlayback playback, const PlayRequest& request, Next next) {
  for (std::int64_t tick = 0; tick < request.ticks; ++tick) {
    playback.ticks.push_back(next(tick));
    if (!hand_on(playback, request)) return playback;
  }
  hand_on(playback, request, true);
  return playback;
}

}  // namespace anmkit
