// SPDX-License-Identifier: MIT
// The checked options of `anmkit render`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "anmkit/render.hpp"
#include "cli/arguments/arguments.hpp"
#include "core/pictures.hpp"

namespace anmkit::cli {

inline constexpr std::string_view kStillKind = kImageKinds.front();
inline constexpr std::array<std::string_view, 2> kVideoKinds = {"mp4", "webm"};
inline bool is_video(std::string_view kind) {
  return std::ranges::find(kVideoKinds, kind) != kVideoKinds.end();
}

struct RenderRequest {
  std::string_view kind = kStillKind;  // of kImageKinds or kVideoKinds
  bool folder = false;                 // an image for each input, or for each subject of a folder
  // Of the clip, both ends shown. A still has one frame.
  struct Range {
    double first = 0, last = 0;
  };
  std::optional<Range> frames = {};
  std::optional<double> fps = {};
  std::optional<std::array<std::uint32_t, 2>> size = {};   // of an image, or of a sheet's cell
  std::optional<std::array<std::uint32_t, 2>> sheet = {};  // columns and rows
  bool has_camera = false;
  CameraAngles angles = {};
  std::optional<double> distance = {};  // empty = as near as all of it is seen
  RenderOptions options = {};           // without the size
  bool has_background = false;          // one was asked for
};

// Errors give what an option wants (kBadOption), or what does not go together (kUsageError).
Result<RenderRequest> read_render_request(const Arguments& arguments);

}  // namespace anmkit::cli
