// SPDX-License-Identifier: MIT
// Images of a texture file: with each of their palettes, which may be another file's.
#include <algorithm>

#include "core/counted.hpp"
#include "formats/psx/document.hpp"
#include "formats/psx/findings.hpp"
#include "formats/psx/texture/vram.hpp"

namespace anmkit::psx {
namespace {

constexpr std::array<std::string_view, 8> kDepths{"4 bit", "8 bit",   "16 bit",  "24 bit",
                                                  "mixed", "unknown", "unknown", "unknown"};

std::string place_of(const TimBlock& block) {
  return std::to_string(block.x) + ", " + std::to_string(block.y);
}

std::string size_of(const Tim& tim) {
  constexpr std::array<unsigned, 3> kPerCell{4, 2, 1};
  const unsigned depth = tim.depth(), cells = tim.pixels->w;
  const unsigned width = depth < 3 ? cells * kPerCell[depth] : depth == 3 ? cells * 2 / 3 : cells;
  return std::to_string(width) + " x " + std::to_string(tim.pixels->h);
}

bool needs_palette(const Tim& tim) {
  return tim.pixels && !tim.clut && tim.depth() < 2;
}

// A rectangle with an image, in pixels, its middle at `x`.
void add_picture(Scene& scene, Picture picture, std::string name, float x) {
  const float w = static_cast<float>(picture.width) / 2, h = static_cast<float>(picture.height) / 2;
  Primitive quad;
  quad.positions = {{-w, h, 0}, {w, h, 0}, {-w, -h, 0}, {w, -h, 0}};
  quad.uvs = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  quad.indices = {0, 2, 1, 1, 2, 3};
  quad.material = static_cast<std::int32_t>(scene.materials.size());
  Material& material = scene.materials.emplace_back();
  material.name = name;
  material.image = static_cast<std::int32_t>(scene.images.size());
  material.alpha = AlphaMode::mask;
  material.double_sided = material.unlit = true;
  material.show_texels();
  Image& image = scene.images.emplace_back();
  image.name = name;
  image.width = picture.width;
  image.height = picture.height;
  image.bytes = std::move(picture.pixels);
  Node& node = scene.nodes.emplace_back();
  node.name = name;
  node.id = static_cast<std::int64_t>(scene.nodes.size() - 1);
  node.mesh = static_cast<std::int32_t>(scene.meshes.size());
  node.rest.translation.x = x;
  Mesh& mesh = scene.meshes.emplace_back();
  mesh.name = std::move(name);
  mesh.primitives.push_back(std::move(quad));
}

}  // namespace

TimDocument::TimDocument(Tim parsed) : tim(std::move(parsed)), further(further_tims(tim)) {}

DocumentInfo TimDocument::info() const {
  DocumentInfo info;
  if (!is_palette_alone(tim) && tim.pixels) {
    info.facts.emplace_back("depth", kDepths[tim.depth()]);
    info.facts.emplace_back("size", size_of(tim));
    info.facts.emplace_back("position in VRAM", place_of(*tim.pixels));
    if (tim.clut) info.facts.emplace_back("palettes", std::to_string(palette_count(tim)));
  } else if (tim.clut) {
    info.facts.emplace_back("palette alone", std::to_string(tim.clut->w) + " x " +
                                                 std::to_string(tim.clut->h) + " colours");
    info.facts.emplace_back("position in VRAM", place_of(*tim.clut));
  }
  for (const auto& [offset, one] : further) {
    const bool palette = is_palette_alone(one);
    std::string text = palette ? std::string("palette alone")
                               : std::string(kDepths[one.depth()]) + ", " + size_of(one);
    text += ", position in VRAM " + place_of(palette ? *one.clut : *one.pixels);
    info.facts.emplace_back("texture at offset " + std::to_string(offset), std::move(text));
  }
  return info;
}

// An image without a palette takes that of a companion, or the one that is alone in its file;
// a companion that was named comes before the file's own.
Result<Tim> TimDocument::colored(const Tim& one, Companions companions) const {
  const Tim* palette = nullptr;
  for (const Companion& companion : companions) {
    const auto* other = as<TimDocument>(companion.document, kTimId);
    if (other == nullptr || other == this || is_palette_alone(one) || one.depth() > 1) continue;
    if (!other->tim.clut) {
      return fail(prefixed("NO-PALETTE"),
                  companion.path + " has no palette; --with expects a texture with one");
    }
    if (palette == nullptr) palette = &other->tim;
  }
  for (const PackedTim& packed : further) {
    if (palette == nullptr && needs_palette(one) && is_palette_alone(packed.tim))
      palette = &packed.tim;
  }
  if (palette == nullptr && needs_palette(one) && is_palette_alone(tim)) palette = &tim;
  Result<Tim> made = one;
  made->tail.clear();
  if (palette == nullptr) return made;
  made->clut = palette->clut;
  made->flags |= kTimClut;
  return made;
}

Result<std::vector<StoredPicture>> TimDocument::pictures(const Context& context) const {
  constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 26U;
  std::vector<StoredPicture> all;
  std::uint64_t texels = 0;
  const auto add = [&](const Tim& one, std::uint64_t offset) -> Result<void> {
    if (texels > kMostTexels)
      return fail(prefixed("SIZE"), "the textures of the file are too large together");
    const auto shown = colored(one, context.companions);
    if (!shown) return std::unexpected(shown.error());
    auto own = decode_palettes(*shown);
    if (!own) return std::unexpected(std::move(own.error()));
    for (StoredPicture& picture : *own) {
      picture.id = static_cast<std::uint32_t>(all.size());
      picture.file = offset;
      texels += picture.picture.pixels.size() / 4;
      all.push_back(std::move(picture));
    }
    return {};
  };
  if (auto added = add(tim, 0); !added) return std::unexpected(std::move(added.error()));
  for (const auto& [offset, one] : further)
    if (auto added = add(one, offset); !added) return std::unexpected(std::move(added.error()));
  return all;
}

Result<Scene> TimDocument::to_scene(const SceneRequest&, const Context& context,
                                    Diagnostics& diagnostics) const {
  // Every palette shows the same texels again; a file may contain a great many.
  constexpr std::size_t kMostPalettes = 16, kMostTextures = 64;
  Findings findings(diagnostics);
  Scene scene;
  scene.metres_per_unit = 1.0 / 256;
  float x = 0;
  const auto add = [&](const Tim& one, const std::string& prefix) -> Result<void> {
    const auto shown = colored(one, context.companions);
    if (!shown) return std::unexpected(shown.error());
    const std::size_t count = palette_count(*shown);
    if (count > kMostPalettes)
      findings.info("TIM-06", "the first 16 of " + std::to_string(count) + " palettes are shown");
    if (one.depth() == 4 && one.pixels) {
      findings.warning("MIXED", "texels of several depths are mixed: shown as 16-bit colours", 4,
                       "flags");
    }
    for (std::size_t i = 0; i < std::min(count, kMostPalettes); ++i) {
      auto picture = decode(*shown, i);
      if (!picture) return std::unexpected(std::move(picture.error()));
      if (picture->width == 0 || picture->height == 0) continue;
      const auto width = static_cast<float>(picture->width);
      add_picture(scene, std::move(*picture), prefix + "palette" + std::to_string(i), x);
      x += width + 8;
    }
    return {};
  };
  if (auto added = add(tim, {}); !added) return std::unexpected(std::move(added.error()));
  for (std::size_t i = 0; i < std::min(further.size(), kMostTextures - 1); ++i) {
    const std::string prefix = "texture" + std::to_string(i + 1) + " ";
    if (auto added = add(further[i].tim, prefix); !added)
      return std::unexpected(std::move(added.error()));
  }
  if (further.size() >= kMostTextures) {
    findings.info("TIM-08",
                  "the first 64 of " + counted(further.size() + 1, "texture") + " are shown");
  }
  if (scene.nodes.empty()) return fail(prefixed("TIM-02"), "the image has no pixels");
  return scene;
}

}  // namespace anmkit::psx
