// SPDX-License-Identifier: MIT
// A screen drawn tick by tick from an engine's image numbers.
#include "convert/playback_pictures.hpp"

#include <algorithm>
#include <cmath>

#include "core/json.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kCode = "anmkit.PICTURES";

std::uint32_t canvas_or(std::uint32_t canvas, std::uint32_t size) {
  return canvas == 0 ? size : canvas;
}

struct Screen {
  std::uint32_t width = 0, height = 0;
};
Screen screen_of(std::span<const StoredPicture> pictures) {
  Screen screen;
  for (const StoredPicture& one : pictures) {
    screen.width = std::max(screen.width, canvas_or(one.canvas_width, one.picture.width));
    screen.height = std::max(screen.height, canvas_or(one.canvas_height, one.picture.height));
  }
  return screen;
}

const StoredPicture* picture_of(const ImageTick& state,
                                const std::vector<StoredPicture>& pictures) {
  const auto found = std::ranges::find_if(
      pictures, [&](const StoredPicture& one) { return std::int64_t{one.id} == state.image; });
  return found == pictures.end() ? nullptr : &*found;
}

Picture draw(const ImageTick& state, const std::vector<StoredPicture>& pictures, Screen screen,
             const ScreenOptions& options) {
  Picture picture = make_picture(screen.width, screen.height);
  if (options.background) {
    for (std::size_t i = 0; i < picture.pixels.size(); i += 4) {
      for (std::size_t c = 0; c < 3; ++c)
        picture.pixels[i + c] = static_cast<std::byte>((*options.background)[c]);
      picture.pixels[i + 3] = std::byte{255};
    }
  }
  const StoredPicture* found = picture_of(state, pictures);
  if (found != nullptr && state.visible)
    draw_over(picture, found->picture, found->x + state.x, found->y + state.y, state.opacity);
  return picture;
}

}  // namespace

Result<MovingPicture> show(const ImagePlayback& playback, const SharedPictures& pictures,
                           const ScreenOptions& options, std::vector<std::int64_t>& missing) {
  const Screen screen =
      options.width == 0 ? screen_of(*pictures) : Screen{options.width, options.height};
  const std::uint64_t size = std::uint64_t{screen.width} * screen.height;
  MovingPicture moving;
  moving.width = screen.width;
  moving.height = screen.height;
  std::vector<ImageTick> states;
  ImageTick state;
  std::size_t next = 0;
  for (std::int64_t tick = options.first_tick; tick < options.last_tick;) {
    for (; next < playback.ticks.size() && playback.ticks[next].tick <= tick; ++next)
      state = playback.ticks[next];
    const std::int64_t end = next < playback.ticks.size()
                                 ? std::min(options.last_tick, playback.ticks[next].tick)
                                 : options.last_tick;
    if (size == 0 || size * (states.size() + 1) > kMaxAnimationPixels) {
      return fail(std::string(kCode), "frames of " + std::to_string(screen.width) + " x " +
                                          std::to_string(screen.height) + " pixels: more than " +
                                          std::to_string(kMaxAnimationPixels) +
                                          " pixels are needed at tick " + std::to_string(tick));
    }
    if (picture_of(state, *pictures) == nullptr &&
        std::ranges::find(missing, state.image) == missing.end())
      missing.push_back(state.image);
    states.push_back(state);
    moving.ticks.push_back(end - tick);
    tick = end;
  }
  moving.draw = [states = std::move(states), pictures, screen, options](std::size_t frame) {
    return draw(states[frame], *pictures, screen, options);
  };
  return moving;
}

Result<SpriteSheet> make_sheet(const PictureAnimation& animation, const std::string& image_name,
                               std::optional<std::size_t> loop_start) {
  if (animation.frames.empty()) return fail(std::string(kCode), "no frame to write");
  std::vector<const Picture*> cells;
  std::vector<std::size_t> cell_of;
  for (const PictureAnimation::Frame& frame : animation.frames) {
    const auto same =
        std::ranges::find_if(cells, [&](const Picture* cell) { return *cell == frame.picture; });
    cell_of.push_back(static_cast<std::size_t>(same - cells.begin()));
    if (same == cells.end()) cells.push_back(&frame.picture);
  }
  const Picture& first = *cells.front();
  const auto columns =
      static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(cells.size()))));
  const auto rows = static_cast<std::uint32_t>((cells.size() + columns - 1) / columns);
  if (std::uint64_t{columns} * first.width * rows * first.height > kMaxPicturePixels) {
    return fail(std::string(kCode), std::to_string(cells.size()) + " different frames of " +
                                        std::to_string(first.width) + " x " +
                                        std::to_string(first.height) +
                                        " pixels are too large for one sheet");
  }
  SpriteSheet sheet{make_picture(columns * first.width, rows * first.height), {}};
  JsonWriter json(JsonWriter::Style::indented);
  const auto corner = [&](std::size_t cell) {
    return std::pair{std::uint64_t{cell % columns} * first.width,
                     std::uint64_t{cell / columns} * first.height};
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto [x, y] = corner(i);
    draw_over(sheet.picture, *cells[i], static_cast<std::int64_t>(x), static_cast<std::int64_t>(y));
  }
  json.begin_object();
  json.member("image", image_name.c_str());
  json.member("width", sheet.picture.width);
  json.member("height", sheet.picture.height);
  json.member("ticksPerSecond", animation.ticks_per_second);
  json.key("loopStart");
  if (loop_start) {
    json.value(std::uint64_t{*loop_start});
  } else {
    json.null();
  }
  json.key("frames");
  json.begin_array();
  for (std::size_t i = 0; i < animation.frames.size(); ++i) {
    const auto [x, y] = corner(cell_of[i]);
    json.begin_object();
    json.member("x", x);
    json.member("y", y);
    json.member("width", first.width);
    json.member("height", first.height);
    json.member("ticks", animation.frames[i].ticks);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  sheet.atlas = json.take() + "\n";
  return sheet;
}

}  // namespace anmkit
