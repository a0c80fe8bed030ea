#include "exchange/codecs/animation.hpp"

#include <string>

namespace anmkit {

Result<void> check_animation(const PictureAnimation& animation) {
  const auto refuse = [](std::string message) {
    return fail(std::string(kPicturesCode), std::move(message));
  };
  if (animation.frames.empty() || animation.ticks_per_second == 0) {
    return refuse("an animation needs at least one frame and a clock");
  }
  const Picture& first = animation.frames.front().picture;
  const std::uint64_t pixels = std::uint64_t{first.width} * first.height;
  if (pixels == 0 || pixels * animation.frames.size() > kMaxAnimationPixels) {
    return refuse(std::to_string(animation.frames.size()) + " frames of " +
                  std::to_string(first.width) + " x " + std::to_string(first.height) +
                  " pixels; at most " + std::to_string(kMaxAnimationPixels) + " are written");
  }
  for (const PictureAnimation::Frame& frame : animation.frames) {
    if (frame.picture.width != first.width || frame.picture.height != first.height ||
        frame.picture.pixels.size() != 4 * pixels) {
      return refuse("the frames differ in size");
    }
    if (frame.ticks < 1 || frame.ticks > INT32_MAX) {
      return refuse("a frame lasts " + std::to_string(frame.ticks) + " ticks");
    }
  }
  return {};
}

}  // namespace anmkit
