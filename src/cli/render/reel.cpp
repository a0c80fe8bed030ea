// SPDX-License-Identifier: MIT
// Frames of several shows in one animated image.
#include "cli/render/reel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/workers.hpp"
#include "core/pictures.hpp"

namespace anmkit::cli {
namespace {

constexpr std::uint32_t kClock = 3000;  // ticks per second: whole for scenes and for scripts

std::unexpected<Error> refuse(std::string message) {
  return fail(std::string(kBadOption), std::move(message));
}

}  // namespace

Result<void> Reel::add(const Show& show, const RenderRequest& request) {
  const auto moments = show.moments(request, {});
  if (!moments) return std::unexpected(moments.error());
  const std::size_t begin = pictures_.size(), count = moments->frames.size();
  if (begin == 0) background_ = show.background();
  const auto first = show.draw(moments->frames.front());
  if (!first) return std::unexpected(first.error());
  if (begin > 0 && (first->width != pictures_[0].width || first->height != pictures_[0].height)) {
    return refuse(
        fmt::format("its images have {} x {} pixels, those before it {} x {}: FOLDER/ "
                    "takes one file per clip",
                    first->width, first->height, pictures_[0].width, pictures_[0].height));
  }
  if (std::uint64_t{first->width} * first->height * (begin + count) > kMaxAnimationPixels) {
    return refuse(
        fmt::format("{} images of {} x {} pixels and more; at most {} pixels are "
                    "written: reduce --size or --fps, or write one file per "
                    "clip",
                    begin + count, first->width, first->height, kMaxAnimationPixels));
  }
  pictures_.resize(begin + count);
  std::vector<Result<void>> drawn(count);
  share(count, [&](std::size_t i, std::size_t) {
    auto picture = show.draw(moments->frames[i]);
    if (picture) {
      pictures_[begin + i] = std::move(*picture);
    } else {
      drawn[i] = std::unexpected(std::move(picture.error()));
    }
  });
  for (auto& one : drawn) {
    if (!one) return std::move(one);
  }
  // As where a clip is alone: one that ends as it began leaves its last frame out.
  const bool again =
      !request.frames && show.notes().camera && count > 2 && pictures_.back() == pictures_[begin];
  if (again) pictures_.pop_back();
  for (std::size_t i = 0; i < count - (again ? 1 : 0); ++i) {
    moments_.frames.push_back(static_cast<double>(begin + i));
    moments_.ticks.push_back(
        std::max<std::int64_t>(1, moments->ticks[i] * kClock / moments->ticks_per_second));
  }
  moments_.ticks_per_second = kClock;
  return {};
}

}  // namespace anmkit::cli
