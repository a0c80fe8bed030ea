// SPDX-License-Identifier: MIT
// Textures that can be used, and how materials use them.
#include "render/materials.hpp"

#include <algorithm>
#include <cmath>

#include "anmkit/render.hpp"
#include "render/color.hpp"
#include "scene/image.hpp"

namespace anmkit::render {
namespace {

// Lines of letters that are 7 wide and 13 high.
constexpr std::uint32_t kSide = 128, kSquare = 16, kLine = 14, kLetters = 17;

// The stand-in for a missing texture: light squares with its name.
Picture stand_in(const std::string& name) {
  Picture picture{kSide, kSide, Bytes(std::size_t{4} * kSide * kSide)};
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const bool dark = (x / kSquare + y / kSquare) % 2 == 1;
      std::byte* pixel = picture.pixels.data() + std::size_t{4} * (y * kSide + x);
      std::fill_n(pixel, 3, static_cast<std::byte>(dark ? 0xD4 : 0xEC));
      pixel[3] = std::byte{255};
    }
  }
  std::int64_t line = 2;
  for (std::size_t at = 0; at < name.size() && line + kLine < kSide; at += kLetters, line += kLine)
    draw_text(picture, std::string_view(name).substr(at, kLetters), 2, line, 1, {0x60, 0x60, 0x60});
  return picture;
}

}  // namespace

Materials::Materials(const Scene& scene, std::span<const Picture> textures) : scene_(scene) {
  read_textures(textures);
  for (const Material& material : scene.materials)
    styles_.push_back(style_of(material));
  // Primitives without a material: faces as glTF shows them; lines; bones.
  Style faces, lines, bones;
  lines.unlit = bones.double_sided = true;
  styles_.insert(styles_.end(), {faces, lines, bones});
}

void Materials::read_textures(std::span<const Picture> given) {
  const std::vector<std::size_t> first = first_equal_images(scene_.images);
  std::vector<bool> smaller(scene_.images.size());
  for (const Material& material : scene_.materials) {
    const auto image = static_cast<std::size_t>(material.image);
    if (material.image < 0 || image >= smaller.size()) continue;
    const bool plain =
        material.min_filter == Filter::nearest || material.min_filter == Filter::linear;
    if (!plain) smaller[image] = smaller[first[image]] = true;
  }
  pictures_.resize(scene_.images.size());
  for (std::size_t i = 0; i < scene_.images.size(); ++i) {
    const Image& image = scene_.images[i];
    const Picture* picture = i < given.size() ? &given[i] : nullptr;
    if (image.media_type.empty()) {
      pictures_[i] = {image.width, image.height, image.bytes};
      picture = &pictures_[i];
    }
    // An image without bytes is one that the file names and nobody has.
    if (image.media_type.empty() && image.bytes.empty() && !image.name.empty())
      pictures_[i] = stand_in(image.name);
    const bool good = picture != nullptr && picture->width > 0 && picture->height > 0 &&
                      picture->pixels.size() == std::uint64_t{4} * picture->width * picture->height;
    textures_.push_back(good ? std::make_shared<Texture>(*picture, smaller[i]) : nullptr);
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (!textures_[i]) textures_[i] = textures_[first[i]];
  }
}

Style Materials::style_of(const Material& material) const {
  Style style;
  const auto image = static_cast<std::size_t>(material.image);
  if (material.image >= 0 && image < textures_.size()) style.look.texture = textures_[image].get();
  style.look.wrap_s = material.wrap_s;
  style.look.wrap_t = material.wrap_t;
  style.look.mag = material.mag_filter;
  style.look.min = material.min_filter;
  style.alpha = material.alpha;
  // NaN cuts nothing.
  if (const float cutoff = material.alpha_cutoff.value_or(0.5F); cutoff > 0)
    style.least_alpha =
        static_cast<std::uint32_t>(std::ceil(std::min(cutoff, 2.0F) * float{kFull}));
  style.double_sided = material.double_sided;
  style.unlit = material.unlit;
  return style;
}
std::uint32_t Materials::of(const Primitive& primitive) const {
  const std::size_t count = scene_.materials.size();
  if (primitive.material >= 0 && static_cast<std::size_t>(primitive.material) < count)
    return static_cast<std::uint32_t>(primitive.material);
  return static_cast<std::uint32_t>(count + (primitive.mode == PrimitiveMode::triangles ? 0 : 1));
}

}  // namespace anmkit::render
