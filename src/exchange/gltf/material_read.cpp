// SPDX-License-Identifier: MIT
// Import of materials, as far as a scene can contain them.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/paths.hpp"
#include "exchange/gltf/material.hpp"
#include "exchange/gltf/mesh_read.hpp"

namespace anmkit {
namespace {

std::string element(std::string_view list, std::size_t index) {
  return std::string(list) + "[" + std::to_string(index) + "]";
}

// Images with one name, type and source are one.
using ImageKey = std::tuple<std::string_view, std::string_view, std::string_view, std::int64_t>;
ImageKey key_of(JsonValue image) {
  return {image["name"].string().value_or(""), image["mimeType"].string().value_or(""),
          image["uri"].string().value_or(""), image["bufferView"].integer().value_or(-1)};
}

// Scene image of each glTF image; -1 for images in other files.
std::vector<std::int32_t> read_images(GltfFile& file, Scene& scene) {
  const auto& images = file.list("images");
  std::vector<std::int32_t> index(images.size(), -1);
  std::map<ImageKey, std::size_t> known;
  for (std::size_t i = 0; i < images.size() && !file.error(); ++i) {
    if (const auto [same, first] = known.try_emplace(key_of(images[i]), i); !first) {
      index[i] = index[same->second];
      continue;
    }
    Image image;
    image.name = std::string(images[i]["name"].string().value_or(""));
    image.media_type = std::string(images[i]["mimeType"].string().value_or("image/png"));
    if (const auto uri = images[i]["uri"].string()) {
      auto bytes = file.read_uri(*uri);
      if (!bytes) {
        const bool inside = uri->starts_with("data:");
        file.note("anmkit.GLTF-IMAGE",
                  inside ? "the image's data is not base64, and is left out"
                         : "the image " + quoted(*uri) +
                               (is_safe_name(*uri) ? " is not next to the file, and is left out"
                                                   : " is elsewhere, where it is not looked for, "
                                                     "and is left out"),
                  element("images", i));
        continue;
      }
      if (!file.keep(bytes->size(), images[i], element("images", i))) break;
      if (uri->starts_with("data:image/jpeg")) image.media_type = "image/jpeg";
      image.bytes = *std::move(bytes);
    } else {
      const auto view = file.index(images[i], "bufferView", file.list("bufferViews").size(),
                                   element("images", i));
      if (!view) continue;
      const ByteView bytes = file.view_bytes(*view);
      if (!file.keep(bytes.size(), images[i], element("images", i))) break;
      image.bytes.assign(bytes.begin(), bytes.end());
    }
    index[i] = static_cast<std::int32_t>(scene.images.size());
    scene.images.push_back(std::move(image));
  }
  return index;
}

// Whether a texture is placed otherwise than by the first set of texture coordinates as it is.
bool is_placed(JsonValue info) {
  const JsonValue transform = info["extensions"]["KHR_texture_transform"];
  const JsonValue set = transform["texCoord"] ? transform["texCoord"] : info["texCoord"];
  const auto differs = [](JsonValue value, double usual) {
    if (!value.is(JsonKind::array)) return value.number().value_or(usual) != usual;
    for (JsonValue one = value.first(); one; one = one.next()) {
      if (one.number() != usual) return true;
    }
    return false;
  };
  return differs(set, 0) || differs(transform["offset"], 0) || differs(transform["rotation"], 0) ||
         differs(transform["scale"], 1);
}

void read_texture(GltfFile& file, JsonValue info, const std::vector<std::int32_t>& images,
                  const std::string& path, Material& material) {
  const auto& textures = file.list("textures");
  const auto texture = file.index(info, "index", textures.size(), path);
  if (!texture) return;
  const std::string at = element("textures", *texture);
  const auto source = file.index(textures[*texture], "source", images.size(), at);
  if (source) {
    material.image = images[*source];
  } else if (const JsonValue only = textures[*texture]["extensions"].first()) {
    file.note("anmkit.GLTF-IMAGE",
              "the image of this texture is only there as " + std::string(only.key()) +
                  ", which is not read, and is left out",
              at);
  }
  const auto& samplers = file.list("samplers");
  const auto sampler = file.index(textures[*texture], "sampler", samplers.size(), at);
  if (!sampler) return;
  const auto read = [&](std::string_view name, auto& value) {
    const auto number = samplers[*sampler][name].integer();
    for (const auto& [known, meaning] : gltf_numbers(value)) {
      if (number && *number == known) value = meaning;
    }
  };
  read("magFilter", material.mag_filter);
  // A missing filter follows the one that the file names.
  if (material.mag_filter == Filter::nearest) material.min_filter = Filter::nearest;
  read("minFilter", material.min_filter);
  read("wrapS", material.wrap_s);
  read("wrapT", material.wrap_t);
}

// Names of textures among the members of `owner`, but for the one that is read.
void find_unread(JsonValue owner, std::string_view read, std::set<std::string>& names) {
  for (JsonValue one = owner.first(); one; one = one.next()) {
    if (one.key().ends_with("Texture") && one.key() != read) names.emplace(one.key());
  }
}

// Textures of a material that no scene contains.
std::set<std::string> unread_textures(JsonValue material) {
  std::set<std::string> names;
  find_unread(material, {}, names);
  find_unread(material["pbrMetallicRoughness"], "baseColorTexture", names);
  for (JsonValue one = material["extensions"].first(); one; one = one.next())
    find_unread(one, "diffuseTexture", names);
  return names;
}

}  // namespace

void read_materials(GltfFile& file, Scene& scene) {
  const std::vector<std::int32_t> images = read_images(file, scene);
  const auto& materials = file.list("materials");
  std::vector<std::string> placed, partly;
  std::set<std::string> unread;
  for (std::size_t i = 0; i < materials.size() && !file.error(); ++i) {
    const std::string path = element("materials", i);
    const JsonValue value = materials[i];
    const JsonValue base = value["pbrMetallicRoughness"];
    const JsonValue gloss = value["extensions"]["KHR_materials_pbrSpecularGlossiness"];
    Material material;
    material.name = std::string(value["name"].string().value_or(""));
    const JsonValue texture = gloss ? gloss["diffuseTexture"] : base["baseColorTexture"];
    file.numbers(gloss ? gloss : base, gloss ? "diffuseFactor" : "baseColorFactor",
                 material.base_color, path);
    read_texture(file, texture, images, path, material);
    if (material.image >= 0 && is_placed(texture)) placed.push_back(path);
    if (auto names = unread_textures(value); !names.empty()) {
      partly.push_back(path);
      unread.merge(names);
    }
    const auto alpha = value["alphaMode"].string().value_or("OPAQUE");
    material.alpha = alpha == "MASK"    ? AlphaMode::mask
                     : alpha == "BLEND" ? AlphaMode::blend
                                        : AlphaMode::opaque;
    // More than 1 cuts all.
    if (material.alpha == AlphaMode::mask)
      material.alpha_cutoff =
          static_cast<float>(std::clamp(file.number(value, "alphaCutoff", 0.5, path), 0.0, 2.0));
    material.double_sided = value["doubleSided"].boolean().value_or(false);
    material.unlit = value["extensions"]["KHR_materials_unlit"].present();
    scene.materials.push_back(std::move(material));
  }
  if (!partly.empty()) {
    std::string names;
    for (const std::string& name : unread)
      names += (names.empty() ? "" : ", ") + name;
    file.note("anmkit.GLTF-IMAGE",
              counted(partly.size(), "material has", "materials have") +
                  " textures that are not read and left out (" + names +
                  "); the base color and its texture are read",
              partly.front());
  }
  if (placed.empty()) return;
  file.note("anmkit.GLTF-UV",
            counted(placed.size(), "material places its", "materials place their") +
                " image by KHR_texture_transform or another set than TEXCOORD_0, which is not "
                "read; shown at TEXCOORD_0",
            placed.front());
}

void read_cameras(GltfFile& file, double metres, Scene& scene) {
  const auto& cameras = file.list("cameras");
  std::vector<std::string> flat;
  for (std::size_t i = 0; i < cameras.size() && !file.error(); ++i) {
    const std::string path = element("cameras", i);
    const JsonValue lens = cameras[i]["perspective"];
    Camera camera;
    camera.vertical_fov = file.number(lens, "yfov", camera.vertical_fov, path);
    camera.near_plane = file.number(lens, "znear", camera.near_plane * metres, path) / metres;
    camera.far_plane = file.number(lens, "zfar", camera.far_plane * metres, path) / metres;
    if (!lens) flat.push_back(path);
    scene.cameras.push_back(camera);
  }
  if (flat.empty()) return;
  file.note("anmkit.GLTF-CAMERA",
            counted(flat.size(), "camera has", "cameras have") +
                " no perspective (orthographic), which no format here has: a usual field of view "
                "is read",
            flat.front());
}

}  // namespace anmkit
