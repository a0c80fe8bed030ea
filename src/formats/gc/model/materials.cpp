// SPDX-License-Identifier: MIT
// Textures and colours of display objects as materials (sections 9.2, 9.3 and 11).
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/primitives.hpp"
#include "formats/gc/model/scene.hpp"

namespace anmkit::gc {
namespace {

// The last part of a path, to be compared in any case.
std::string file_key(std::string_view path) {
  return lowered(file_name(path));
}
std::string text_at(ByteView bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const std::string_view text =
      as_text(bytes.subspan(static_cast<std::size_t>(offset))).substr(0, 256);
  return std::string(text.substr(0, text.find('\0')));
}

// How much of an image is transparent.
AlphaMode alpha_of(const Bytes& pixels) {
  AlphaMode mode = AlphaMode::opaque;
  for (std::size_t i = 3; i < pixels.size(); i += 4) {
    if (pixels[i] == std::byte{255}) continue;
    if (pixels[i] != std::byte{0}) return AlphaMode::blend;
    mode = AlphaMode::mask;
  }
  return mode;
}

// Section 9.3; numbers that do not exist are read as the commonest.
Wrap wrap_of(std::uint32_t bits) {
  constexpr Wrap kWraps[] = {Wrap::clamp, Wrap::repeat, Wrap::mirror};
  return (bits & 15u) < std::size(kWraps) ? kWraps[bits & 15u] : Wrap::repeat;
}
Filter filter_of(std::uint32_t bits) {
  constexpr Filter kFilters[] = {Filter::nearest,
                                 Filter::linear,
                                 Filter::nearest_mipmap_nearest,
                                 Filter::linear_mipmap_nearest,
                                 Filter::nearest_mipmap_linear,
                                 Filter::linear_mipmap_linear};
  return (bits & 15u) < std::size(kFilters) ? kFilters[bits & 15u] : Filter::linear;
}

}  // namespace

std::vector<std::string> texture_files(const GeometryPalette& palette, ByteView bytes) {
  std::vector<std::string> names;
  std::set<std::string> seen{std::string()};
  for (const DisplayObject& object : palette.objects) {
    for (const TextureChannel& channel : object.textures) {
      std::string name = file_key(text_at(bytes, std::uint64_t{object.offset} + channel.name));
      if (seen.insert(name).second) names.push_back(std::move(name));
    }
  }
  return names;
}

// The palette that a texture channel names, else the first one given, with a report.
const TextureDocument* MeshMaker::palette_of(const DisplayObject& object, std::size_t unit) {
  std::string wanted;
  if (unit < object.textures.size())
    wanted = file_key(text_at(bytes_, std::uint64_t{object.offset} + object.textures[unit].name));
  const Companion* first = nullptr;
  for (const Companion& companion : companions_) {
    const auto* textures = as<TextureDocument>(companion.document, kTextureId);
    if (textures == nullptr) continue;
    if (first == nullptr) first = &companion;
    if (wanted.empty() || file_key(companion.path) == wanted) return textures;
  }
  if (missing_.insert(wanted).second) {
    const std::string name = wanted.empty() ? "texture palette (.tpl)" : quoted(wanted);
    Findings(diagnostics_)
        .warning("GPL010",
                 first == nullptr
                     ? "no " + name + " is given: textures are left out"
                     : "no " + name + " is given: " + quoted(file_key(first->path)) + " is shown");
  }
  return first == nullptr ? nullptr : static_cast<const TextureDocument*>(first->document);
}

// The image of a texture state.
MeshMaker::Texture MeshMaker::image(const DisplayObject& object, std::uint32_t setting) {
  const std::size_t index = setting & 0x1FFFu, unit = (setting >> 13u) & 7u;
  const TextureDocument* found = palette_of(object, unit);
  if (found == nullptr) return {};
  const auto [entry, fresh] = images_.try_emplace({found, index});
  Texture& made = entry->second;
  if (!fresh) return made;
  auto file = files_.find(found);
  if (file == files_.end()) {
    Bytes all = found->write().value_or(Bytes{});
    const std::uint64_t most = most_texels(all.size());
    file = files_.emplace(found, TextureFile{std::move(all), Textures(found->file), most}).first;
  }
  auto& [bytes, textures, texels_left] = file->second;
  const TextureHeader* header = textures.image(index);
  const std::uint64_t texels =
      header != nullptr ? std::uint64_t{header->width} * header->height : 0;
  if (header != nullptr && texels <= texels_left) {
    if (auto picture = decode(bytes, *header, textures.clut(index))) {
      texels_left -= texels;
      made.image = static_cast<std::int32_t>(scene_.images.size());
      // Where alpha is the intensity again, dark does not mean that a surface is seen through.
      made.alpha = stores_alpha(header->format) ? alpha_of(picture->pixels) : AlphaMode::opaque;
      scene_.images.push_back({"texture" + std::to_string(index), "", std::move(picture->pixels),
                               picture->width, picture->height});
    }
  }
  if (made.image < 0 && Findings(diagnostics_).wants(Severity::warning, "GPL010")) {
    Findings(diagnostics_)
        .warning("GPL010", "texture " + std::to_string(index) +
                               " is not in the texture palette or cannot be decoded");
  }
  return made;
}

std::int32_t MeshMaker::material(const DisplayObject& object, std::optional<std::uint32_t> texture,
                                 bool replace) {
  const auto [cached, fresh] =
      material_of_.try_emplace({object.offset, texture ? std::int64_t{*texture} : -1, replace}, -1);
  if (!fresh) return cached->second;
  Material made;
  made.double_sided = true;
  made.unlit = !object.lighting || replace;
  if (has_constant_color(object) && !replace) {
    const AttributeArray array = color_array(*object.colors, object.offset);
    made.base_color = color_at(bytes_, array, array.offset);
    for (std::size_t i = 0; i < 3; ++i)
      made.base_color[i] = linear(made.base_color[i]);
    if (made.base_color[3] < 1) made.alpha = AlphaMode::blend;
  }
  if (texture) {
    const Texture found = image(object, *texture);
    made.image = found.image;
    made.wrap_s = wrap_of(*texture >> 16u);
    made.wrap_t = wrap_of(*texture >> 20u);
    made.min_filter = filter_of(*texture >> 24u);
    made.mag_filter = (*texture >> 28u) == 1 ? Filter::linear : Filter::nearest;
    if (made.alpha != AlphaMode::blend) made.alpha = found.alpha;
  }
  const auto& c = made.base_color;
  const MaterialKey key{
      made.image, made.wrap_s, made.wrap_t, made.mag_filter, made.min_filter, made.unlit, c[0],
      c[1],       c[2],        c[3]};
  const auto [same, unseen] =
      materials_.try_emplace(key, static_cast<std::int32_t>(scene_.materials.size()));
  cached->second = same->second;
  if (unseen) {
    made.name = "material" + std::to_string(scene_.materials.size());
    scene_.materials.push_back(std::move(made));
  }
  return cached->second;
}

}  // namespace anmkit::gc
