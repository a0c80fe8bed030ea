// SPDX-License-Identifier: MIT
// RRGGBB, WIDTHxHEIGHT and ticks as numbers; names that images have.
#include "cli/render/picture_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cli/arguments/bounds.hpp"
#include "cli/files/storage.hpp"
#include "core/bytes.hpp"
#include "core/paths.hpp"
#include "core/pictures.hpp"

namespace anmkit::cli {
namespace {

constexpr double kMostTicks = 1e8;

std::unexpected<Error> bad_value(std::string message) {
  return fail(std::string(kBadOption), std::move(message));
}

// WIDTHxHEIGHT
std::optional<std::pair<std::uint32_t, std::uint32_t>> parse_size(std::string_view text) {
  const std::size_t at = std::min(text.find('x'), text.size());
  const auto number = [](std::string_view digits) {
    std::uint32_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    return read.ec == std::errc{} && read.ptr == end ? value : 0;
  };
  const std::uint32_t width = number(text.substr(0, at));
  const std::uint32_t height = at < text.size() ? number(text.substr(at + 1)) : 0;
  if (width == 0 || height == 0 || std::uint64_t{width} * height > kMaxPicturePixels)
    return std::nullopt;
  return std::pair{width, height};
}

}  // namespace

bool is_picture_name(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot != path.npos && !image_kind(std::string_view(path).substr(dot + 1)).empty();
}

Result<std::optional<std::array<std::uint8_t, 3>>> read_color(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto bytes = text.size() == 6 ? from_hex(text) : std::nullopt;
  if (!bytes) return bad_value(fmt::format("--background expects RRGGBB, found '{}'", text));
  std::array<std::uint8_t, 3> color{};
  std::ranges::transform(*bytes, color.begin(), [](std::byte b) { return std::uint8_t(b); });
  return color;
}

Result<void> take_picture_arguments(const Arguments& arguments, ConvertRequest& request) {
  if (arguments.convert.length) {
    if (!(*arguments.convert.length <= kMostTicks))
      return bad_value(fmt::format("--length expects at most {} ticks", kMostTicks));
    request.length = static_cast<std::int64_t>(*arguments.convert.length);
  }
  const auto background = read_color(arguments.background);
  if (!background) return std::unexpected(background.error());
  request.background = *background;
  if (arguments.convert.canvas.empty()) return {};
  const auto size = parse_size(arguments.convert.canvas);
  if (!size) {
    return bad_value(fmt::format("--canvas expects WIDTHxHEIGHT of at most {} pixels, found '{}'",
                                 kMaxPicturePixels, arguments.convert.canvas));
  }
  request.canvas_width = size->first;
  request.canvas_height = size->second;
  return {};
}

std::optional<std::vector<std::string>> picture_inputs(const Arguments& arguments,
                                                       const ConvertRequest& request) {
  if (!arguments.format.empty() || !takes_pictures(request)) return std::nullopt;
  if (std::ranges::all_of(arguments.files, is_picture_name)) return arguments.files;
  if (arguments.files.size() != 1 || !is_folder(arguments.files.front()) ||
      request.output.ends_with('/')) {
    return std::nullopt;
  }
  std::vector<std::string> pictures;
  bool found = false;
  for (const std::string& path :
       files_below(arguments.files.front(), most(Limit::folder_files) + 1)) {
    const bool picture = path.ends_with(".png");
    found = found || picture;
    if (picture || file_name(path) == "frames.json") pictures.push_back(path);
  }
  if (!found) return std::nullopt;
  return pictures;
}

}  // namespace anmkit::cli
