// SPDX-License-Identifier: MIT
// Materials out: samplers, textures, images as PNG.
#include "exchange/gltf/material.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "exchange/gltf/names.hpp"

#ifdef ANMKIT_HAVE_CODECS
#include "pictures/png.hpp"
#else
#include "core/png_write.hpp"
#endif

namespace anmkit {
namespace {

// The kind of an image's alpha channel.
enum class Alpha : std::uint8_t { unknown, solid, holes, smooth };

Alpha alpha_of(ByteView rgba) {
  bool holes = false;
  for (std::size_t i = 3; i < rgba.size(); i += 4) {
    const auto a = std::to_integer<unsigned>(rgba[i]);
    if (a != 0 && a != 255) return Alpha::smooth;
    holes = holes || a == 0;
  }
  return holes ? Alpha::holes : Alpha::solid;
}

struct WrittenImage {
  std::int32_t gltf = -1;  // index of the glTF image, -1 = left out
  Alpha alpha = Alpha::unknown;
};
// How a texture is looked at.
struct TextureSampler {
  Filter mag, min;
  Wrap s, t;
  friend bool operator==(const TextureSampler&, const TextureSampler&) = default;
};
struct Texture {
  std::int32_t image;
  TextureSampler sampler;
  friend bool operator==(const Texture&, const Texture&) = default;
};

// The index of an entry, which is added when it is not there yet.
template <class T>
std::size_t index_in(std::vector<T>& list, const T& entry) {
  const auto known = std::ranges::find(list, entry);
  if (known != list.end()) return static_cast<std::size_t>(known - list.begin());
  list.push_back(entry);
  return list.size() - 1;
}

class MaterialWriter {
 public:
  MaterialWriter(const Scene& scene, GltfBuffer& buffer, JsonWriter& json, ConversionReport& report)
      : scene_(scene), buffer_(buffer), json_(json), report_(report) {}

  bool write() {
    write_images();
    if (!scene_.materials.empty()) write_list();
    if (!textures_.empty()) write_textures();
    return unlit_;
  }

 private:
  void leave_out(std::size_t image, std::string why) {
    report_.diagnostics.add(Severity::warning, "anmkit.GLTF-IMAGE", std::move(why), {},
                            "images[" + std::to_string(image) + "]");
  }

  // The encoded file of an image; empty when it has to be left out.
  Bytes encoded(std::size_t index, WrittenImage& picture) {
    const Image& image = scene_.images[index];
    if (!image.media_type.empty()) {
      if (image.media_type != "image/png" && image.media_type != "image/jpeg") {
        leave_out(index, "glTF takes PNG and JPEG images, this one is " + image.media_type);
        return {};
      }
#ifdef ANMKIT_HAVE_CODECS
      if (image.media_type == "image/png") {
        const auto decoded = decode_png(image.bytes);
        if (!decoded) {
          leave_out(index, "the image is damaged: " + decoded.error().message);
          return {};
        }
        picture.alpha = alpha_of(decoded->pixels);
      }
#endif
      return image.bytes;
    }
    // It represents an image that is nowhere, which its format reports.
    if (image.bytes.empty() && image.width == 0) return {};
    if (image.bytes.size() != std::size_t{4} * image.width * image.height || image.bytes.empty()) {
      leave_out(index, "the image has not the pixels that it should have");
      return {};
    }
    picture.alpha = alpha_of(image.bytes);
#ifdef ANMKIT_HAVE_CODECS
    auto png = encode_png(image.bytes, image.width, image.height);
    if (!png) {
      leave_out(index, png.error().message);
      return {};
    }
    return *std::move(png);
#else
    return write_png({image.width, image.height, image.bytes});
#endif
  }

  void write_images() {
    pictures_.resize(scene_.images.size());
    std::int32_t count = 0;
    for (std::size_t i = 0; i < scene_.images.size(); ++i) {
      const Bytes file = encoded(i, pictures_[i]);
      if (file.empty()) continue;
      if (count == 0) {
        json_.key("images");
        json_.begin_array();
      }
      pictures_[i].gltf = count++;
      json_.begin_object();
      const Image& image = scene_.images[i];
      json_.member("name", clean_name(image.name, kLongestName));
      json_.member("mimeType", image.media_type.empty() ? "image/png" : image.media_type);
      json_.member("bufferView", buffer_.add_bytes(file));
      json_.end_object();
    }
    if (count > 0) json_.end_array();
  }

  void write_alpha(const Material& material, Alpha alpha) {
    AlphaMode mode = material.alpha;
    // A format's "may have holes" is settled by looking at the image.
    if (mode == AlphaMode::mask && !material.alpha_cutoff) {
      if (alpha == Alpha::solid) mode = AlphaMode::opaque;
      if (alpha == Alpha::smooth) mode = AlphaMode::blend;
    }
    if (mode == AlphaMode::mask) {
      json_.member("alphaMode", "MASK");
      json_.key("alphaCutoff");
      const float cutoff = material.alpha_cutoff.value_or(0.5F);
      json_.value(cutoff >= 0 ? std::min(cutoff, 2.0F) : 0.0F);
    } else if (mode == AlphaMode::blend) {
      json_.member("alphaMode", "BLEND");
    }
  }

  void write_material(const Material& material) {
    WrittenImage picture;
    if (material.image >= 0 && static_cast<std::size_t>(material.image) < pictures_.size()) {
      picture = pictures_[static_cast<std::size_t>(material.image)];
    }
    json_.begin_object();
    if (!material.name.empty()) json_.member("name", clean_name(material.name, kLongestName));
    json_.key("pbrMetallicRoughness");
    json_.begin_object();
    json_.key("baseColorFactor");
    json_.begin_array(true);
    for (const float c : material.base_color)
      json_.value(c >= 0 ? std::min(c, 1.0F) : 0.0F);
    json_.end_array();
    if (picture.gltf >= 0) {
      const Texture texture{
          picture.gltf,
          {material.mag_filter, material.min_filter, material.wrap_s, material.wrap_t}};
      const std::size_t index = index_in(textures_, texture);
      json_.key("baseColorTexture");
      json_.begin_object();
      json_.member("index", index);
      json_.end_object();
    }
    json_.member("metallicFactor", 0);
    json_.member("roughnessFactor", 1);
    json_.end_object();
    write_alpha(material, picture.alpha);
    if (material.double_sided) json_.member("doubleSided", true);
    if (material.unlit) {
      unlit_ = true;
      json_.key("extensions");
      json_.begin_object();
      json_.key("KHR_materials_unlit");
      json_.begin_object();
      json_.end_object();
      json_.end_object();
    }
    json_.end_object();
  }

  void write_list() {
    json_.key("materials");
    json_.begin_array();
    for (const Material& material : scene_.materials)
      write_material(material);
    json_.end_array();
  }

  void write_textures() {
    std::vector<TextureSampler> samplers;
    json_.key("textures");
    json_.begin_array();
    for (const Texture& texture : textures_) {
      json_.begin_object();
      json_.member("sampler", index_in(samplers, texture.sampler));
      json_.member("source", texture.image);
      json_.end_object();
    }
    json_.end_array();
    json_.key("samplers");
    json_.begin_array();
    for (const TextureSampler& sampler : samplers) {
      json_.begin_object();
      json_.member("magFilter", gltf_number(sampler.mag));
      json_.member("minFilter", gltf_number(sampler.min));
      json_.member("wrapS", gltf_number(sampler.s));
      json_.member("wrapT", gltf_number(sampler.t));
      json_.end_object();
    }
    json_.end_array();
  }

  const Scene& scene_;
  GltfBuffer& buffer_;
  JsonWriter& json_;
  ConversionReport& report_;
  std::vector<WrittenImage> pictures_;
  std::vector<Texture> textures_;
  bool unlit_ = false;
};

}  // namespace

bool write_materials(const Scene& scene, GltfBuffer& buffer, JsonWriter& json,
                     ConversionReport& report) {
  return MaterialWriter(scene, buffer, json, report).write();
}

}  // namespace anmkit
