// SPDX-License-Identifier: MIT
// How triangles of display lists look, as glTF's materials can express it.
#include <algorithm>
#include <cmath>
#include <span>

#include "core/paths.hpp"
#include "core/portable.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/mesh_builder.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 26;  // of all arrays

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

// The name of the image that the texture's array includes, else of the array.
std::string MeshBuilder::picture_of(const TextureView& texture) const {
  const std::string_view array = texture.texture.array;
  const auto found = model_.textures.find(array);
  const bool named = found != model_.textures.end() && !found->second.empty();
  return named ? found->second : std::string(array);
}

MeshBuilder::Look MeshBuilder::look(const Corners& corners) const {
  const Combiner& combiner = state_.combiner;
  const auto lit = std::ranges::count_if(corners, [](const Loaded* one) { return one->lit; });
  const bool one_light = std::ranges::all_of(
      corners, [&](const Loaded* one) { return one->light == corners[0]->light; });
  Look look;
  if (state_.textured && combiner.texture) {
    look.texture = state_.texture_view();
    if (!look.texture.texture.array.empty()) look.picture = picture_of(look.texture);
  }
  const bool picture = !look.picture.empty();
  // A texture that is off leaves the color, whatever the combiner says.
  const bool shade = combiner.shade || !picture;
  look.on_top = combiner.decal && picture;
  look.normals = lit == 3;
  look.mirrors = picture && corners[0]->mirrors;
  look.lit = lit == 3 && shade;
  look.colors = shade && (lit != 3 || !one_light);
  if (look.lit && !look.colors) tint(look.color, corners[0]->light);
  if (combiner.primitive) tint(look.color, state_.primitive);
  if (combiner.environment) tint(look.color, state_.environment);
  if (combiner.primitive_alpha) look.color[3] *= state_.primitive[3];
  if (combiner.environment_alpha) look.color[3] *= state_.environment[3];
  look.opacity = combiner.shade_alpha && state_.blending.value_or(layer_) == AlphaMode::blend;
  look.alpha = alpha_of(look);
  return look;
}

// Only transparent triangles are cut or blended: opaque ones sort and hide correctly.
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
  if (look.lit && look.colors) name += " lights";
  if (look.opacity) name += " fading";
  const bool both = !state_.cull_back && !state_.cull_front;
  if (both) name += " two-sided";
  if (!look.picture.empty()) {
    name += ' ' + std::string(word_of(state_.wrap_s)) + std::string(word_of(state_.wrap_t));
    if (state_.texels) name += " texels";
    if (look.mirrors) name += " mirror";
  }
  if (look.normals && !look.lit) name += " normals";
  // Two folders may have images of one name, and one array may be shown in several ways.
  const std::int32_t image = look.picture.empty() ? -1 : image_of(look);
  const auto [place, fresh] = materials_.emplace(
      name + '\n' + look.picture + '\n' + std::to_string(image) + (look.on_top ? "\ntop" : ""),
      static_cast<std::int32_t>(scene_.materials.size()));
  if (!fresh) return place->second;
  Material& material = scene_.materials.emplace_back();
  material.name = std::move(name);
  material.unlit = !look.lit;
  material.base_color = look.color;
  material.alpha = look.alpha;
  // The layer cuts at half; the texture of a decal mixes with the color below it.
  if (look.alpha == AlphaMode::mask && !look.on_top) material.alpha_cutoff = 0.5F;
  material.double_sided = both;
  if (look.picture.empty()) return place->second;
  material.image = image;
  material.wrap_s = state_.wrap_s;
  material.wrap_t = state_.wrap_t;
  if (state_.texels) material.show_texels();
  if (look.mirrors) mirrors_.emplace_back(file_name(look.picture));
  return place->second;
}

// Files that a source names: in the folder that it names, else in any.
const Companion* MeshBuilder::find_file(const std::string& picture,
                                        std::string_view extension) const {
  const std::string whole = "/" + picture + std::string(extension);
  const std::string name = std::string(file_name(picture)) + std::string(extension);
  const Companion* best = nullptr;
  for (const Companion& companion : companions_) {
    const bool exact = ("/" + companion.path).ends_with(whole);
    if (exact || (best == nullptr && file_name(companion.path) == name)) best = &companion;
    if (exact) break;
  }
  return best;
}

std::int32_t MeshBuilder::image_of(const Look& look) {
  if (last_image_ < 0 || look.texture != last_texture_) {
    last_texture_ = look.texture;
    last_image_ = find_image(look);
  }
  return last_image_;
}

std::int32_t MeshBuilder::find_image(const Look& look) {
  const TextureView& view = look.texture;
  std::string key = look.picture + '\n' + std::string(view.palette.array);
  for (const std::uint32_t number :
       {static_cast<std::uint32_t>(view.format), view.bits, view.width, view.height, view.stride,
        view.left, view.top, view.palette_begin, std::uint32_t{view.palette_ia}})
    key += ' ' + std::to_string(number);
  for (const Address* address : {&view.texture, &view.palette}) {
    key += ' ' + std::to_string(address->elements) + ' ' + std::to_string(address->bytes) +
           (address->known ? "" : "?");
  }
  const auto known = images_.find(key);
  if (known != images_.end()) return known->second;
  // An image is the same however it is loaded.
  const auto file = view.texture.is_beginning() ? images_.find(look.picture) : images_.end();
  const std::int32_t image = file != images_.end() ? file->second : make_image(look);
  images_.emplace(std::move(key), image);
  return image;
}

// The image next to the source, else the array in it. An image without pixels represents what is
// nowhere.
std::int32_t MeshBuilder::make_image(const Look& look) {
  const auto index = static_cast<std::int32_t>(scene_.images.size());
  Image image;
  image.name = file_name(look.picture);
  const bool whole = look.texture.texture.is_beginning();
  const Companion* picture = whole ? find_file(look.picture, ".png") : nullptr;
  if (picture != nullptr) {
    image.media_type = "image/png";
    image.bytes.assign(picture->bytes.begin(), picture->bytes.end());
    images_.emplace(look.picture, index);
  } else if (!decode_array(look, image) && whole &&
             !model_.texels.contains(look.texture.texture.array)) {
    images_.emplace(look.picture, index);
  }
  scene_.images.push_back(std::move(image));
  return index;
}

// The bytes of a texture's array: in the source, or in the file that it includes.
ByteView MeshBuilder::array_of(std::string_view name) {
  const auto own = model_.texels.find(name);
  if (own != model_.texels.end()) return own->second;
  const auto picture = model_.textures.find(name);
  if (picture == model_.textures.end() || picture->second.empty()) return {};
  const Companion* file = find_file(picture->second, ".inc.c");
  if (file == nullptr) return {};
  return included_.emplace_back(read_elements(as_text(file->bytes)));
}

// The data at an address; empty when the array is in no file.
Result<ByteView> MeshBuilder::texels_at(const Address& address) {
  const ByteView all = array_of(address.array);
  if (address.is_beginning()) return all;
  const auto wrong = [](std::string why) { return fail(prefixed("W-TEXTURE"), std::move(why)); };
  if (!address.known) return wrong("the list loads it from an address that cannot be computed");
  const auto size = model_.element_sizes.find(address.array);
  const std::size_t element = size == model_.element_sizes.end() ? 1 : size->second;
  const std::int64_t begin = address.elements * static_cast<std::int64_t>(element) + address.bytes;
  const std::string place = "the list loads it from byte " + std::to_string(begin);
  if (all.empty())
    return wrong(place + ", and no file has its elements: give the .inc.c file with --with");
  if (begin < 0 || static_cast<std::uint64_t>(begin) >= all.size())
    return wrong(place + " of " + std::to_string(all.size()));
  return all.subspan(static_cast<std::size_t>(begin));
}

// False: it is reported.
bool MeshBuilder::decode_array(const Look& look, Image& to) {
  const TextureView& view = look.texture;
  const auto cannot = [&](std::string_view array, const std::string& why) {
    undecoded_.push_back(quoted(array) + ": " + why);
    return false;
  };
  const auto texels = texels_at(view.texture), colors = texels_at(view.palette);
  if (!texels) return cannot(view.texture.array, texels.error().message);
  if (!colors) return cannot(view.palette.array, colors.error().message);
  if (texels->empty()) {
    missing_.emplace_back(to.name);
    return false;
  }
  if (pixels_ >= kMostPixels) return cannot(view.texture.array, "there are too many");
  auto picture = decode(view, *texels, *colors);
  if (!picture) return cannot(view.texture.array, picture.error().message);
  pixels_ += std::uint64_t{picture->width} * picture->height;
  to.width = picture->width;
  to.height = picture->height;
  to.bytes = std::move(picture->pixels);
  return true;
}

}  // namespace anmkit::sm64
