// SPDX-License-Identifier: MIT
// From engine playback to images of the screen, and to a sprite sheet.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "anmkit/document.hpp"
#include "core/pictures.hpp"

namespace anmkit {

struct ScreenOptions {
  std::int64_t first_tick = 0;
  std::int64_t last_tick = 60;                            // not shown any more
  std::optional<std::array<std::uint8_t, 3>> background;  // empty = transparent
  std::uint32_t width = 0, height = 0;  // of the screen; 0 = the largest canvas of the images
};

using SharedPictures = std::shared_ptr<const std::vector<StoredPicture>>;

// One frame for every span of ticks in which nothing changes, drawn when it is needed. Numbers
// without an image show nothing; they are added to `missing`, each once.
Result<MovingPicture> show(const ImagePlayback& playback, const SharedPictures& pictures,
                           const ScreenOptions& options, std::vector<std::int64_t>& missing);

struct SpriteSheet {
  Picture picture;
  std::string atlas;  // JSON
};
// Different frames once, in rows of one cell size. `loop_start` counts frames; empty = plays once.
Result<SpriteSheet> make_sheet(const PictureAnimation& animation, const std::string& image_name,
                               std::optional<std::size_t> loop_start);

}  // namespace anmkit
