// SPDX-License-Identifier: MIT
// Cameras, sizes and ranges of frames as they are typed.
#include "cli/render/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "cli/render/picture_arguments.hpp"
#include "core/letters.hpp"
#include "core/nearest.hpp"
#include "core/paths.hpp"
#include "core/pictures.hpp"

namespace anmkit::cli {
namespace {

constexpr std::uint32_t kMostWide = 16384;

std::unexpected<Error> bad_value(std::string message) {
  return fail(std::string(kBadOption), std::move(message));
}
std::unexpected<Error> usage(std::string message) {
  return fail(std::string(kUsageError), std::move(message));
}

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (text.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  return value;
}

// "640x480"; both at least 1.
std::optional<std::array<std::uint32_t, 2>> two_numbers(std::string_view text) {
  const std::size_t at = text.find('x');
  if (at == std::string_view::npos) return std::nullopt;
  const auto first = number<std::uint32_t>(text.substr(0, at));
  const auto second = number<std::uint32_t>(text.substr(at + 1));
  if (!first || !second || *first == 0 || *second == 0) return std::nullopt;
  return std::array{*first, *second};
}

Result<void> read_kind(const Arguments& arguments, RenderRequest& request) {
  request.folder = arguments.output.ends_with('/');
  const std::string extension = lowered(extension_of(arguments.output));
  std::string_view name = arguments.to;
  if (name.empty() && request.folder) name = kStillKind;
  if (name.empty() && extension.size() > 1) name = std::string_view(extension).substr(1);
  const auto video = std::ranges::find(kVideoKinds, name);
  request.kind = video != kVideoKinds.end() ? *video : image_kind(name);
  if (!request.kind.empty()) return {};
  if (!arguments.to.empty())
    return bad_value(fmt::format("--to is {}, {}, found '{}'", fmt::join(kImageKinds, ", "),
                                 fmt::join(kVideoKinds, " or "), name));
  if (arguments.output == "-")
    return usage("the format for standard output is not specified; give --to");
  return usage(fmt::format("{} names no kind of image; they are .{}, .{}, or a FOLDER/",
                           arguments.output, fmt::join(kImageKinds, ", ."),
                           fmt::join(kVideoKinds, ", .")));
}

// "7", "7.5" or "A..B".
Result<void> read_frames(const Arguments& arguments, RenderRequest& request) {
  const std::string_view text = arguments.render.frame_range;
  if (text.empty()) return {};
  const std::size_t dots = text.find("..");
  const auto first = number<double>(text.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : number<double>(text.substr(dots + 2));
  if (!first || !last || *first < 0 || *last < *first)
    return bad_value(fmt::format("--frame expects N or A..B, counted from 0, found '{}'", text));
  request.frames = {*first, *last};
  return {};
}

// "auto", "YAW,PITCH", "YAW,PITCH,auto" or "YAW,PITCH,DISTANCE".
Result<void> read_camera(const Arguments& arguments, RenderRequest& request) {
  const std::string_view text = arguments.render.camera;
  request.has_camera = !text.empty();
  if (text.empty() || text == "auto") return {};
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    parts.push_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  const auto wrong = [&] {
    return bad_value(fmt::format(
        "--camera expects auto, or YAW,PITCH and a DISTANCE or auto (degrees; pitch -90 to 90; the "
        "distance in units of the file, above 0), found '{}'",
        text));
  };
  if (parts.size() != 2 && parts.size() != 3) return wrong();
  const auto yaw = number<double>(parts[0]), pitch = number<double>(parts[1]);
  if (!yaw || !pitch || std::fabs(*yaw) > 3600 || std::fabs(*pitch) > 90) return wrong();
  request.angles = {*yaw, *pitch};
  if (parts.size() < 3 || parts[2] == "auto") return {};
  request.distance = number<double>(parts[2]);
  if (!request.distance || !(*request.distance > 0)) return wrong();
  return {};
}

Result<void> read_sizes(const Arguments& arguments, RenderRequest& request) {
  if (!arguments.render.size.empty()) {
    request.size = two_numbers(arguments.render.size);
    if (!request.size ||
        std::uint64_t{(*request.size)[0]} * (*request.size)[1] > kMaxPicturePixels ||
        std::ranges::max(*request.size) > kMostWide) {
      return bad_value(fmt::format(
          "--size expects WIDTHxHEIGHT of at most {} pixels and sides of at most {}, found '{}'",
          kMaxPicturePixels, kMostWide, arguments.render.size));
    }
  }
  if (!arguments.render.sheet.empty()) {
    request.sheet = two_numbers(arguments.render.sheet);
    if (!request.sheet || std::ranges::max(*request.sheet) > 1000)
      return bad_value(fmt::format("--sheet expects COLUMNSxROWS, each 1 to 1000, found '{}'",
                                   arguments.render.sheet));
  }
  return {};
}

Result<void> check_together(const Arguments& arguments, const RenderRequest& request) {
  const bool still = request.kind == kStillKind;
  if (arguments.stepped && arguments.render.smooth)
    return usage("--stepped and --smooth exclude each other");
  if (request.fps && still)
    return usage("--fps does not apply to a .png; --frame chooses its frame");
  if (request.sheet && request.folder)
    return usage("--sheet cannot be used with a folder of images; -o SHEET.png makes one sheet");
  if (request.sheet && !still) return usage("--sheet requires a .png output");
  if (still && request.frames && !request.sheet && request.frames->first != request.frames->last)
    return usage("a .png shows one frame; a range goes with an animated image, or with --sheet");
  if (arguments.json && arguments.output == "-")
    return usage("--json and -o - both write to standard output; name a file for the image");
  if (is_video(request.kind) && arguments.output == "-")
    return usage("a video cannot be written to standard output; name a file");
  return {};
}

}  // namespace

Result<RenderRequest> read_render_request(const Arguments& arguments) {
  RenderRequest request;
  for (const auto read : {&read_kind, &read_frames, &read_camera, &read_sizes}) {
    if (auto good = read(arguments, request); !good) return std::unexpected(good.error());
  }
  const auto background = read_color(arguments.background);
  if (!background) return std::unexpected(background.error());
  request.options.background = *background;
  request.has_background = background->has_value();
  // Videos have no transparent pixels that every player shows.
  if (is_video(request.kind) && !request.options.background)
    request.options.background = {255, 255, 255};
  request.fps = arguments.fps;
  if (request.fps && !(*request.fps >= 0.1 && *request.fps <= 240))
    return bad_value("--fps expects 0.1 to 240");
  request.options.stepped = arguments.stepped;
  request.options.grid = arguments.render.grid;
  if (arguments.render.line_width) {
    if (!(*arguments.render.line_width > 0 && *arguments.render.line_width <= 100))
      return bad_value("--lines expects a width above 0 and at most 100 pixels");
    request.options.line_width = *arguments.render.line_width;
  }
  if (auto good = check_together(arguments, request); !good) return std::unexpected(good.error());
  return request;
}

}  // namespace anmkit::cli
