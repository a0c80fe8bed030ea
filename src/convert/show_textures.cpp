// SPDX-License-Identifier: MIT
// The images of a scene, decoded.
#include "convert/show.hpp"

namespace anmkit {

std::vector<Picture> decode_textures(const Scene& scene, Diagnostics& notes) {
  std::vector<Picture> textures(scene.images.size());
  for (std::size_t i = 0; i < textures.size(); ++i) {
    const Image& image = scene.images[i];
    if (image.media_type.empty()) continue;
    auto read = decode_animation(image.bytes);
    if (read) {
      textures[i] = std::move(read->frames.front().picture);
    } else {
      notes.add(Severity::warning, "anmkit.TEXTURE",
                "texture " + (image.name.empty() ? std::to_string(i) : "'" + image.name + "'") +
                    " is shown white: " + read.error().message);
    }
  }
  return textures;
}

}  // namespace anmkit
