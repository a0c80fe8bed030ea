// SPDX-License-Identifier: MIT
// The checked options of `anmkit render`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "anmkit/render.hpp"
#include "cli/arguments/arguments.hpp"

namespace anmkit::cli {

enum class PictureKind : std::uint8_t { png, gif, webp, apng, mp4, webm };
std::string_view name_of(PictureKind kind);
inline bool is_video(PictureKind kind) {
  return kind == PictureKind::mp4 || kind == PictureKind::webm;
}

struct RenderRequest {
  PictureKind kind = PictureKind::png;
  bool folder = false;  // an image for each input, or for each subject of a folder
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
