// SPDX-License-Identifier: MIT
// How triangles of display lists look, as glTF's materials can say it.
#include <algorithm>
#include <cmath>
#include <span>

#include "core/paths.hpp"
#include "core/portable.hpp"
#include "formats/sm64/geo/mesh_builder.hpp"

namespace anmkit::sm64 {
namespace {

// Of the screen's numbers to those of light, and back.
float linear(float display) {
  return static_cast<float>(portable::pow(display, 2.2F));
}
float display(float linear) {
  return static_cast<float>(portable::pow(linear, 1 / 2.2F));
}

void tint(std::array<float, 4>& color, std::span<const float> by) {
  for (std::size_t i = 0; i < 3; ++i)
    color[i] *= linear(by[i]);
}

std::string_view word_of(Wrap wrap) {
  if (wrap == Wrap::clamp) return "c";
  return wrap == Wrap::mirror ? "m" : "r";
}

}  // namespace

// The name of the picture that the texture's array includes, else of the array.
std::string MeshBuilder::picture_of_texture() const {
  const auto found = model_.textures.find(state_.texture);
  const bool named = found != model_.textures.end() && !found->second.empty();
  return named ? found->second : std::string(state_.texture);
}

MeshBuilder::Look MeshBuilder::look() const {
  const Combiner& combiner = state_.combiner;
  Look look;
  const bool picture = state_.textured && combiner.texture && !state_.texture.empty();
  if (picture) look.picture = picture_of_texture();
  // A texture that is off leaves the colour, whatever the combiner says.
  const bool shade = combiner.shade || !picture;
  look.on_top = combiner.decal && picture;
  look.lit = state_.lighting && shade;
  look.colors = !state_.lighting && shade;
  if (look.lit) tint(look.color, state_.light.diffuse);
  if (combiner.primitive) tint(look.color, state_.primitive);
  if (combiner.environment) tint(look.color, state_.environment);
  if (combiner.primitive_alpha) look.color[3] *= state_.primitive[3];
  if (combiner.environment_alpha) look.color[3] *= state_.environment[3];
  look.opacity = combiner.shade_alpha && state_.blending.value_or(layer_) == AlphaMode::blend;
  look.alpha = alpha_of(look);
  return look;
}

// Only what can be seen through is cut or blended: opaque triangles sort and hide as they should.
AlphaMode MeshBuilder::alpha_of(const Look& look) const {
  const AlphaMode wanted = state_.blending.value_or(layer_);
  const bool holes = !look.picture.empty() && (state_.combiner.texture_alpha || look.on_top);
  if (wanted == AlphaMode::blend) {
    return holes || look.opacity || look.color[3] < 1 ? AlphaMode::blend : AlphaMode::opaque;
  }
  return holes && (wanted == AlphaMode::mask || look.on_top) ? AlphaMode::mask : AlphaMode::opaque;
}

std::int32_t MeshBuilder::material(const Look& look) {
  std::string name = look.lit ? "lit" : look.colors ? "colors" : "plain";
  if (!look.picture.empty()) name += ' ' + std::string(file_name(look.picture));
  const bool white = look.color[0] == 1 && look.color[1] == 1 && look.color[2] == 1;
  if (!white || (look.lit && look.picture.empty())) {
    for (std::size_t i = 0; i < 3; ++i)
      name += ' ' + std::to_string(portable::lround(display(look.color[i]) * 255.0F));
  }
  if (look.color[3] < 1)
    name += " alpha " + std::to_string(portable::lround(look.color[3] * 255.0F));
  if (look.alpha != AlphaMode::opaque) name += look.alpha == AlphaMode::mask ? " cut" : " clear";
  if (look.opacity) name += " fading";
  const bool both = !state_.cull_back && !state_.cull_front;
  if (both) name += " two-sided";
  if (!look.picture.empty()) {
    name += ' ' + std::string(word_of(state_.wrap_s)) + std::string(word_of(state_.wrap_t));
    if (state_.texels) name += " texels";
    if (state_.mirrors) name += " mirror";
  }
  if (state_.lighting && !look.lit) name += " normals";
  // Two folders may have pictures of one name.
  const auto [place, fresh] = materials_.emplace(
      name + '\n' + look.picture, static_cast<std::int32_t>(scene_.materials.size()));
  if (!fresh) return place->second;
  Material& material = scene_.materials.emplace_back();
  material.name = std::move(name);
  material.unlit = !look.lit;
  material.base_color = look.color;
  material.alpha = look.alpha;
  material.double_sided = both;
  if (look.picture.empty()) return place->second;
  material.image = image_of(look.picture);
  material.wrap_s = state_.wrap_s;
  material.wrap_t = state_.wrap_t;
  if (state_.texels) material.show_texels();
  if (state_.mirrors) mirrors_.emplace_back(file_name(look.picture));
  return place->second;
}

// The picture in the folder that the source names, else in any.
std::int32_t MeshBuilder::image_of(const std::string& picture) {
  const auto known = images_.find(picture);
  if (known != images_.end()) return known->second;
  const std::string whole = "/" + picture + ".png";
  const std::string name = std::string(file_name(picture)) + ".png";
  const Companion* best = nullptr;
  for (const Companion& companion : companions_) {
    const bool exact = ("/" + companion.path).ends_with(whole);
    if (exact || (best == nullptr && file_name(companion.path) == name)) best = &companion;
    if (exact) break;
  }
  std::int32_t image = -1;
  if (best != nullptr) {
    image = static_cast<std::int32_t>(scene_.images.size());
    Image& to = scene_.images.emplace_back();
    to.name = file_name(picture);
    to.media_type = "image/png";
    to.bytes.assign(best->bytes.begin(), best->bytes.end());
  } else {
    missing_.emplace_back(file_name(picture));
  }
  images_.emplace(picture, image);
  return image;
}

}  // namespace anmkit::sm64
