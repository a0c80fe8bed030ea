// SPDX-License-Identifier: MIT
// A contact sheet: images in rows, each with its name below it.
#include <algorithm>
#include <string>

#include "anmkit/render.hpp"
#include "core/pictures.hpp"

namespace anmkit {
namespace {

constexpr std::uint32_t kLetter = 13, kAround = 3;  // pixels of a name, and above and below it
constexpr std::uint32_t kMostWide = 16384;

// Letters are dark on a light background, and light on a dark one.
std::array<std::uint8_t, 3> ink(const SheetOptions& options) {
  if (!options.background) return {110, 116, 128};
  const auto& b = *options.background;
  const int light = 2 * b[0] + 5 * b[1] + b[2];
  if (light > 8 * 128) return {40, 44, 52};
  return {222, 226, 232};
}

// The part that fits the width: the end of a name, as names share their beginnings.
std::string shortened(const std::string& name, std::uint32_t width) {
  constexpr std::string_view kCut = "..";
  if (text_width(name, 1) <= width) return name;
  std::string_view rest = name;
  while (!rest.empty() && text_width(rest, 1) + text_width(kCut, 1) > width) {
    rest.remove_prefix(1);
    while (!rest.empty() && (static_cast<unsigned char>(rest.front()) & 0xC0) == 0x80)
      rest.remove_prefix(1);
  }
  return std::string(kCut) + std::string(rest);
}

// Of a row.
std::uint64_t height_of(const SheetOptions& options) {
  return std::uint64_t{options.cell_height} + (options.names ? kLetter + 2 * kAround : 0);
}

}  // namespace

Result<void> check_sheet(const SheetOptions& options, std::uint64_t rows) {
  if (options.columns == 0 || options.cell_width == 0 || options.cell_height == 0)
    return fail(std::string(kBadOption), "a sheet has columns, and its cells have a size");
  const std::uint64_t columns = options.columns;
  const std::uint64_t width = columns * options.cell_width, height = rows * height_of(options);
  if (columns <= kMostWide && rows <= kMostWide && width <= kMostWide && height <= kMostWide &&
      width * height > 0 && width * height <= kMaxPicturePixels)
    return {};
  return fail(std::string(kBadOption), "a sheet of " + std::to_string(width) + " x " +
                                           std::to_string(height) + " pixels; it has at most " +
                                           std::to_string(kMaxPicturePixels) +
                                           ", and sides of at most " + std::to_string(kMostWide));
}

Result<Picture> make_contact_sheet(std::span<const SheetCell> cells, const SheetOptions& options,
                                   std::uint32_t rows) {
  const std::uint64_t columns = std::max(1u, options.columns);
  const std::uint64_t needed = rows > 0 ? rows : (cells.size() + columns - 1) / columns;
  if (auto good = check_sheet(options, needed); !good) return std::unexpected(good.error());
  const std::uint64_t high = height_of(options);
  const std::uint64_t width = columns * options.cell_width, height = needed * high;
  Picture sheet =
      make_picture(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
  if (options.background) {
    for (std::size_t i = 0; i < sheet.pixels.size(); i += 4) {
      for (std::size_t k = 0; k < 3; ++k)
        sheet.pixels[i + k] = static_cast<std::byte>((*options.background)[k]);
      sheet.pixels[i + 3] = std::byte{255};
    }
  }
  for (std::size_t i = 0; i < cells.size() && i < columns * needed; ++i) {
    const Picture& picture = cells[i].picture;
    const auto x = static_cast<std::int64_t>(i % columns * options.cell_width);
    const auto y = static_cast<std::int64_t>(i / columns * high);
    draw_over(sheet, picture, x + (std::int64_t{options.cell_width} - picture.width) / 2,
              y + (std::int64_t{options.cell_height} - picture.height) / 2);
    if (!options.names) continue;
    const std::string name = shortened(cells[i].name, options.cell_width - 2);
    draw_text(sheet, name, x + (std::int64_t{options.cell_width} - text_width(name, 1)) / 2,
              y + options.cell_height + kAround, 1, ink(options));
  }
  return sheet;
}

}  // namespace anmkit
