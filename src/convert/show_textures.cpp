// SPDX-License-Identifier: MIT
// The images of a scene, decoded.
#include "convert/show.hpp"

#include <map>
#include <set>

#include "core/bytes.hpp"
#include "core/limits.hpp"

namespace anmkit {

namespace {

// Images with the bytes of an earlier one are shown as that one.
void share_images(Scene& scene) {
  std::map<std::string_view, std::int32_t> first;
  std::vector<std::int32_t> same(scene.images.size());
  for (std::size_t i = 0; i < same.size(); ++i) {
    const auto own = static_cast<std::int32_t>(i);
    const Image& image = scene.images[i];
    const bool encoded = !image.media_type.empty();
    same[i] = encoded ? first.try_emplace(as_text(image.bytes), own).first->second : own;
  }
  for (Material& material : scene.materials) {
    const auto image = static_cast<std::size_t>(material.image);
    if (material.image >= 0 && image < same.size()) material.image = same[image];
  }
}

}  // namespace

Result<std::vector<Picture>> decode_textures(Scene& scene, std::uint64_t most_pixels,
                                             Diagnostics& notes) {
  share_images(scene);
  std::set<std::int32_t> shown;
  for (const Material& material : scene.materials)
    shown.insert(material.image);
  std::vector<Picture> textures(scene.images.size());
  std::uint64_t pixels = 0;
  for (std::size_t i = 0; i < textures.size(); ++i) {
    const Image& image = scene.images[i];
    if (image.media_type.empty()) {
      pixels += std::uint64_t{image.width} * image.height;
    } else if (shown.contains(static_cast<std::int32_t>(i))) {
      auto read = decode_animation(image.bytes);
      if (!read) {
        notes.add(Severity::warning, "anmkit.TEXTURE",
                  "texture " + (image.name.empty() ? std::to_string(i) : "'" + image.name + "'") +
                      " is shown white: " + read.error().message);
        continue;
      }
      textures[i] = std::move(read->frames.front().picture);
      pixels += textures[i].pixels.size() / 4;
    }
    if (pixels > most_pixels) {
      return std::unexpected(over_limit(Limit::texture_pixels, most_pixels,
                                        "the textures of the scene have more pixels together"));
    }
  }
  return textures;
}

}  // namespace anmkit
