// SPDX-License-Identifier: MIT
// The engine's clock (section 3.1) in ticks of 1/60 second.
#include <cmath>

#include "formats/choose_clip.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/motion.hpp"
#include "formats/play_in_parts.hpp"

namespace anmkit::craftstudio {

Result<Playback> MotionDocument::play(const PlayRequest& request, const Context& context) const {
  const Options& options = context.options;
  constexpr double kTicksPerSecond = 60;
  const auto motion = motion_of(*this);
  if (!motion) return fail(std::string(kUnsupported), "nothing to play");
  if (const auto clip = choose_clip(request.clip, {title}); !clip)
    return std::unexpected(clip.error());
  const double rate = options.number("rate", motion->rate);
  const bool once = options.has("once") && !options.has("loop");
  if (rate == 0) return fail(std::string(kBadOption), "--rate expects a number other than 0");
  const double duration = motion->duration;
  return play_in_parts(FramePlayback{title, {}}, request, [&](std::int64_t tick) {
    double frame = static_cast<double>(tick) * rate / kTicksPerSecond;
    if (duration <= 0) {
      frame = 0;
    } else if (once) {
      frame = std::fmin(std::fmax(frame, 0), duration);
    } else {
      // Frame D is never shown: it coincides with frame 0.
      frame = std::fmod(frame, duration);
      if (frame < 0) frame += duration;
    }
    return FrameTick{tick, frame};
  });
}

}  // namespace anmkit::craftstudio
