// SPDX-License-Identifier: MIT
// Pages after the image that is drawn, palettes in the rows below it (section 8.2), and the
// textures themselves.
#include "formats/psx/texture/new_textures.hpp"

#include <algorithm>
#include <set>

#include "bodies/textures.hpp"
#include "core/counted.hpp"
#include "core/pictures.hpp"
#include "formats/psx/document.hpp"
#include "formats/psx/findings.hpp"
#include "formats/psx/scene.hpp"
#include "formats/psx/texture/from_picture.hpp"
#include "scene/image.hpp"

namespace anmkit::psx {
namespace {

constexpr std::uint32_t kSide = 256;  // of a page
constexpr std::uint16_t kFirstX = 320, kLastX = 832, kStepX = 128;
constexpr std::uint16_t kFirstPaletteY = 480;
constexpr std::uint16_t kEightBits = 1 << 7;  // of TSB

// The mean of the texels that a new one covers, each weighed by what is seen of it.
std::array<std::byte, 4> mean_of(const Picture& from, std::uint32_t x0, std::uint32_t x1,
                                 std::uint32_t y0, std::uint32_t y1) {
  std::array<std::uint64_t, 4> sum{};
  std::uint64_t count = 0;
  for (std::uint32_t y = y0; y < y1; ++y) {
    for (std::uint32_t x = x0; x < x1; ++x, ++count) {
      const std::byte* const texel = from.pixels.data() + 4 * (std::size_t{y} * from.width + x);
      const auto alpha = std::to_integer<std::uint64_t>(texel[3]);
      for (std::size_t c = 0; c < 3; ++c)
        sum[c] += alpha * std::to_integer<std::uint64_t>(texel[c]);
      sum[3] += alpha;
    }
  }
  std::array<std::byte, 4> mean{};
  for (std::size_t c = 0; c < 3 && sum[3] > 0; ++c)
    mean[c] = static_cast<std::byte>((sum[c] + sum[3] / 2) / sum[3]);
  mean[3] = static_cast<std::byte>((sum[3] + count / 2) / count);
  return mean;
}

Picture resized(const Picture& from, std::uint32_t width, std::uint32_t height) {
  if (from.width == width && from.height == height) return from;
  Picture to = make_picture(width, height);
  const auto begin = [](std::uint32_t i, std::uint32_t old, std::uint32_t count) {
    return static_cast<std::uint32_t>(std::uint64_t{i} * old / count);
  };
  for (std::uint32_t y = 0; y < height; ++y) {
    const std::uint32_t y0 = begin(y, from.height, height);
    const std::uint32_t y1 = std::max(y0 + 1, begin(y + 1, from.height, height));
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t x0 = begin(x, from.width, width);
      const std::uint32_t x1 = std::max(x0 + 1, begin(x + 1, from.width, width));
      std::ranges::copy(mean_of(from, x0, x1, y0, y1),
                        to.pixels.data() + 4 * (std::size_t{y} * width + x));
    }
  }
  return to;
}

}  // namespace

NewTextures place_textures(const Scene& scene) {
  // Lines have no texture.
  const std::set<std::int32_t> shown = textured_materials(scene, PrimitiveMode::triangles);
  std::set<std::int32_t> wanted;
  std::set<std::uint32_t> used;  // columns and rows of pages
  for (std::size_t i = 0; i < scene.materials.size(); ++i) {
    const Material& material = scene.materials[i];
    if (const auto texture = texture_of(material.name)) {
      // A page of 8 bits, the most that an export's name specifies, covers two columns.
      const std::uint32_t page = *texture >> 16U & 0x1FU;
      used.insert({page, page + 1});
    } else if (shown.contains(static_cast<std::int32_t>(i)) && material.image >= 0) {
      wanted.insert(material.image);
    }
  }
  NewTextures placed;
  std::uint16_t x = kFirstX, y = 0, number = 0;
  for (const std::int32_t index : wanted) {
    const auto page = [&] { return static_cast<std::uint16_t>(x / 64 | y / kSide << 4); };
    const auto next = [&] {
      x = x == kLastX ? kFirstX : static_cast<std::uint16_t>(x + kStepX);
      if (x == kFirstX) y = static_cast<std::uint16_t>(y + kSide);
    };
    while (y <= kSide && (used.contains(page()) || used.contains(page() + 1u)))
      next();
    const auto picture = decode_image(scene.images[static_cast<std::size_t>(index)]);
    if (!picture) continue;
    if (y > kSide) {
      ++placed.left_out;
      continue;
    }
    NewTexture& made = placed.of[index];
    made.x = x;
    made.y = y;
    made.clut_y = static_cast<std::uint16_t>(kFirstPaletteY + number++);
    made.tsb = static_cast<std::uint16_t>(page() | kEightBits);
    made.cba = static_cast<std::uint16_t>(made.clut_y << 6);
    // Rows of 8 bits are whole words.
    made.width = std::min(kSide, picture->width + picture->width % 2);
    made.height = std::min(kSide, picture->height);
    next();
  }
  return placed;
}

Result<Bytes> tim_from_scene(const FromScene& from, const Context&, ConversionReport& report) {
  const Scene& scene = from.scene;
  const auto* original = as<TimDocument>(from.original, kTimId);
  if (original != nullptr && !scene.images.empty()) {
    auto stored = original->pictures({});
    auto first = decode_image(scene.images.front());
    if (!first) return std::unexpected(std::move(first.error()));
    bool same = stored && stored->size() == scene.images.size();
    for (std::size_t i = 0; same && i < scene.images.size(); ++i) {
      const auto picture = decode_image(scene.images[i]);
      same = picture && *picture == (*stored)[i].picture;
    }
    if (same) report.summary = "unchanged: the original bytes";
    if (same) return original->write();
    if (stored && stored->size() > 1) {
      return fail(prefixed("NO-PICTURE"),
                  "the texture contains " + counted(stored->size(), "image") +
                      "; write the edited one as PNG and convert that --with the texture");
    }
    const auto tim = make_tim(*first, {.old = &original->tim}, report);
    if (!tim) return std::unexpected(tim.error());
    return psx::write(*tim);
  }
  const NewTextures placed = place_textures(scene);
  if (placed.of.empty()) {
    return fail(prefixed("NO-PICTURE"),
                "no material of the scene's meshes shows an image that has no page in video "
                "memory yet");
  }
  Bytes file;
  for (const auto& [index, texture] : placed.of) {
    const auto picture = decode_image(scene.images[static_cast<std::size_t>(index)]);
    if (!picture) return std::unexpected(picture.error());
    Picture shown = resized(*picture, texture.width, texture.height);
    const bool opaque = std::ranges::all_of(scene.materials, [&](const Material& material) {
      return material.image != index || material.alpha == AlphaMode::opaque;
    });
    for (std::size_t i = 3; opaque && i < shown.pixels.size(); i += 4)
      shown.pixels[i] = std::byte{255};
    const std::string& name = scene.images[static_cast<std::size_t>(index)].name;
    const std::string title = name.empty() ? "image " + std::to_string(index) : name;
    if (picture->width > kSide || picture->height > kSide) {
      Findings(report.diagnostics)
          .warning("W-LOSS", title + " of " + std::to_string(picture->width) + " x " +
                                 std::to_string(picture->height) + " becomes " +
                                 std::to_string(texture.width) + " x " +
                                 std::to_string(texture.height) + ", the size of a page");
    }
    const auto tim = make_tim(shown,
                              {.bits = 8,
                               .x = texture.x,
                               .y = texture.y,
                               .clut_x = texture.clut_x,
                               .clut_y = texture.clut_y},
                              report);
    if (!tim) return std::unexpected(tim.error());
    report.fits.back().what = title + ", colours";
    auto bytes = psx::write(*tim);
    if (!bytes) return bytes;
    file.insert(file.end(), bytes->begin(), bytes->end());
  }
  if (placed.left_out > 0) {
    Findings(report.diagnostics)
        .warning("W-LOSS", counted(placed.left_out, "image is", "images are") +
                               " left out: video memory has room for " +
                               std::to_string(placed.of.size()));
  }
  report.summary = counted(placed.of.size(), "texture") + " of 8 bits per pixel";
  return file;
}

}  // namespace anmkit::psx
