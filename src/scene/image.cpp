// SPDX-License-Identifier: MIT
// Codecs are behind core/pictures.hpp, so that scenes do not know them.
#include "scene/image.hpp"

#include <map>
#include <string_view>

#include "core/bytes.hpp"
#include "core/pictures.hpp"

namespace anmkit {

Result<Picture> decode_image(const Image& image) {
  Picture picture{image.width, image.height, image.bytes};
  if (!image.media_type.empty() || image.width == 0) {
#ifdef ANMKIT_HAVE_CODECS
    auto decoded = decode_animation(image.bytes);
    if (!decoded) return std::unexpected(std::move(decoded.error()));
    picture = std::move(decoded->frames.front().picture);
#else
    return fail(std::string(kUnsupported), "this build reads no encoded images");
#endif
  }
  const std::uint64_t texels = std::uint64_t{picture.width} * picture.height;
  if (texels == 0 || picture.pixels.size() != 4 * texels)
    return fail(std::string(kUnsupported), "it has no pixels");
  return picture;
}

std::vector<std::size_t> first_equal_images(std::span<const Image> images) {
  std::map<std::string_view, std::size_t> first;
  std::vector<std::size_t> same(images.size());
  for (std::size_t i = 0; i < same.size(); ++i) {
    const bool encoded = !images[i].media_type.empty();
    same[i] = encoded ? first.try_emplace(as_text(images[i].bytes), i).first->second : i;
  }
  return same;
}

}  // namespace anmkit
