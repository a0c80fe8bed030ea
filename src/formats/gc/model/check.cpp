// SPDX-License-Identifier: MIT
// Findings about the model files. The specification names no codes for them.
#include <algorithm>

#include "formats/gc/model/primitives.hpp"
#include "formats/gc/model/records.hpp"

namespace anmkit::gc {
namespace {

// An attribute array has a known type and as many components as it may have, and lies inside the
// file.
template <class Path>
void check_array(const AttributeArray& array, std::uint64_t bytes, const Path& path,
                 Findings& out) {
  if (array.stride == 0 && array.count != 0) {
    out.error("GPL007",
              "component type " + std::to_string(array.type) + " with " +
                  std::to_string(array.components) + " components does not exist",
              array.offset, path());
  } else if (!fits(array.offset, array.count * array.stride, bytes)) {
    out.error("GPL007",
              std::to_string(array.count) + " elements of " + std::to_string(array.stride) +
                  " bytes at " + hex_number(array.offset) + " run past the end of the file",
              array.offset, path());
  }
}

void check_object(const DisplayObject& object, std::uint64_t size, std::size_t index,
                  Findings& out) {
  const auto missing = [&](bool there, std::uint32_t offset, const char* what) {
    if (!there && offset != 0)
      out.error("GPL006", std::string(what) + " header is outside the file", object.offset,
                path_of("objects", index, what));
  };
  missing(object.positions.has_value(), object.position_header, "position");
  missing(object.colors.has_value(), object.color_header, "color");
  missing(object.lighting.has_value(), object.lighting_header, "lighting");
  missing(object.display.has_value(), object.display_header, "display");
  missing(object.textures.size() == object.texture_channels, object.texture_header, "texture");
  const auto path = [&](const char* what) {
    return [index, what] { return path_of("objects", index, what); };
  };
  if (object.positions)
    check_array(attribute_array(*object.positions, object.offset, kPositionCounts), size,
                path("positions"), out);
  if (object.colors)
    check_array(color_array(*object.colors, object.offset), size, path("colors"), out);
  if (object.lighting && object.lighting->normals.array != 0)
    check_array(attribute_array(object.lighting->normals, object.offset, kNormalCounts), size,
                path("lighting"), out);
  for (const TextureChannel& channel : object.textures)
    check_array(attribute_array(channel.array, object.offset, kTextureCounts), size,
                path("textures"), out);
  if (!object.display) return;
  if (object.display->states.size() != object.display->state_count)
    out.error("GPL008", "the display states run past the end of the file", object.offset,
              path_of("objects", index, "display"));
  for (std::size_t i = 0; i < object.display->states.size(); ++i) {
    const DisplayState& state = object.display->states[i];
    if (state.primitives != 0 &&
        !fits(std::uint64_t{object.offset} + state.primitives, state.size, size))
      out.error("GPL009", "the primitive list runs past the end of the file", object.offset,
                path_of(path_of("objects", index, "display.states"), i));
  }
}

// Follows the primitive lists of an object; `budget` bounds the bytes of all of them.
void check_lists(const GeometryPalette& palette, ByteView bytes, std::size_t index,
                 std::uint64_t& budget, Findings& out) {
  const DisplayObject& object = palette.objects[index];
  const auto arrays = arrays_of(object);
  if (!object.display || !arrays[kPosition].readable(bytes)) return;
  std::uint32_t description = 0;
  for (std::size_t i = 0; i < object.display->states.size(); ++i) {
    const DisplayState& state = object.display->states[i];
    const std::uint64_t at = std::uint64_t{object.offset} + state.primitives;
    if (state.id == vertex_state(palette)) description = state.setting;
    if (state.primitives == 0 || !fits(at, state.size, bytes.size())) continue;
    if (state.size > budget) return;
    budget -= state.size;
    const ListEnd end = read_list(bytes, at, state.size, description, arrays, {});
    const auto path = [&] { return path_of(path_of("objects", index, "display.states"), i); };
    if (!end.whole)
      out.warning("GPL009", "the primitive list is cut off or has an unknown command", at, path());
    if (end.left_out > 0)
      out.warning("GPL013",
                  std::to_string(end.left_out) + " primitives name vertices outside their arrays",
                  at, path());
  }
}

}  // namespace

void check_records(const GeometryPalette& palette, Findings& out) {
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    const ObjectDescriptor& descriptor = palette.descriptors[i];
    if (!fits(descriptor.layout, 24, palette.size))
      out.error("GPL005", "the display object is outside the file",
                palette.descriptor_array + 8 * std::uint64_t{i},
                path_of("descriptors", i, "layout"));
    if (descriptor.name >= palette.size)
      out.error("GPL011", "the name is outside the file",
                palette.descriptor_array + 8 * std::uint64_t{i}, path_of("descriptors", i, "name"));
  }
  if (palette.user_data_size != 0 && !fits(palette.user_data, palette.user_data_size, palette.size))
    out.error("GPL012", "the user data run past the end of the file", 4, "userData");
  for (std::size_t i = 0; i < palette.objects.size(); ++i)
    check_object(palette.objects[i], palette.size, i, out);
}

void GeometryDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const GeometryPalette& palette = file;
  Findings out(diagnostics);
  check_records(palette, out);
  const auto bytes = write();
  std::uint64_t budget = palette.size + 4096;
  for (std::size_t i = 0; i < palette.objects.size() && bytes; ++i)
    check_lists(palette, *bytes, i, budget, out);
  // What an export with these companions would leave out; of the lists it says the same again.
  if (context.companions.empty()) return;
  Diagnostics exported;
  if (const auto scene = to_scene({}, context, exported); !scene) exported.add(scene.error());
  for (const Diagnostic& finding : exported.finish()) {
    if (finding.code != prefixed("GPL009") && finding.code != prefixed("GPL013"))
      diagnostics.add(finding);
  }
}

DocumentInfo GeometryDocument::info() const {
  const GeometryPalette& palette = file;
  DocumentInfo info;
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i)
    info.nodes.push_back("object" + std::to_string(i));
  info.facts.emplace_back("version", std::to_string(palette.version_number));
  return info;
}

void check_records(const Skin& skin, Findings& out) {
  if (skin.fraction < 1 || skin.fraction > 31)
    out.error("SKN004",
              "the fraction has " + std::to_string(skin.fraction) + " bits, wanted 1 to 31", 6,
              "fraction");
  const auto inside = [&](std::uint64_t offset, std::uint64_t size, const auto& path) {
    if (!fits(offset, size, skin.size))
      out.error("SKN003",
                std::to_string(size) + " bytes at " + hex_number(offset) +
                    " run past the end of the file",
                offset, path());
  };
  for (std::size_t i = 0; i < skin.one_bone.size(); ++i) {
    const OneBoneList& list = skin.one_bone[i];
    inside(std::uint64_t{list.source} + list.lead_in, kSkinnedVertexSize * list.count,
           [i] { return path_of("oneBone", i); });
  }
  for (std::size_t i = 0; i < skin.two_bone.size(); ++i) {
    const TwoBoneList& list = skin.two_bone[i];
    const auto path = [i](const char* what) {
      return [i, what] { return path_of("twoBone", i, what); };
    };
    inside(std::uint64_t{list.source} + list.lead_in, kSkinnedVertexSize * list.count,
           path("source"));
    inside(list.weights, std::uint64_t{2} * list.count, path("weights"));
  }
  for (std::size_t i = 0; i < skin.accumulation.size(); ++i) {
    const AccumulationList& list = skin.accumulation[i];
    const auto path = [i](const char* what) {
      return [i, what] { return path_of("accumulation", i, what); };
    };
    inside(list.source, kSkinnedVertexSize * list.count, path("source"));
    inside(list.indices, std::uint64_t{2} * list.count, path("indices"));
    inside(list.weights, list.count, path("weights"));
  }
  inside(skin.flush_indices, std::uint64_t{2} * skin.flush_count,
         [] { return std::string("flushIndices"); });
}

void SkinDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  const Skin& skin = file;
  Findings out(diagnostics);
  check_records(skin, out);
  const auto* geometry = companion_of<GeometryDocument>(companions, kGeometryId);
  if (geometry == nullptr) return;
  const DisplayObject* object = skinned_object(geometry->file);
  if (object == nullptr)
    return out.error("SKN005", "the palette has no object with 6 components to be skinned");
  const auto bytes = write();
  if (out.failed() || !bytes) return;
  SkinTarget target{object->positions->count};
  if (const Actor* actor = find_actor(companions)) target.bones = bone_array(*actor).size();
  skin_vertices(skin, *bytes, target, diagnostics);
}

DocumentInfo SkinDocument::info() const {
  const Skin& skin = file;
  DocumentInfo info;
  info.facts.emplace_back("one-bone lists", std::to_string(skin.one_bone.size()));
  info.facts.emplace_back("two-bone lists", std::to_string(skin.two_bone.size()));
  info.facts.emplace_back("accumulation lists", std::to_string(skin.accumulation.size()));
  return info;
}

void check_records(const TexturePalette& palette, Findings& out) {
  const Textures textures(palette);
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    const auto path = [i] { return path_of("descriptors", i); };
    const std::uint64_t at = palette.descriptor_array + 8 * std::uint64_t{i};
    const TextureHeader* image = textures.image(i);
    const ClutHeader* clut = textures.clut(i);
    if (image == nullptr) {
      out.error("TPL004", "the image header is outside the file", at, path());
      continue;
    }
    if (tile_format(image->format).bytes == 0) {
      out.error("TPL005", "unknown texture format " + std::to_string(image->format),
                image->offset + 4u, path());
      continue;
    }
    if (image->width == 0 || image->height == 0)
      out.error("TPL006", "the texture has no texels", image->offset, path());
    std::uint64_t size = 0;
    for (unsigned level = 0; level <= (image->min_lod != image->max_lod ? image->max_lod : 0u);
         ++level)
      size += *level_size(*image, level);
    if (!fits(image->data, size, palette.size))
      out.error("TPL007",
                "the texels take " + std::to_string(size) + " bytes at " + hex_number(image->data) +
                    " and run past the end of the file",
                image->offset + 8u, path());
    if (is_indexed(image->format) &&
        (clut == nullptr || clut->format > 2 ||
         !fits(clut->data, std::uint64_t{2} * clut->entries, palette.size)))
      out.error("TPL008", "the palette is missing, unknown or outside the file", at + 4, path());
    if (image->data % 32 != 0)
      out.warning("TPL009", "the texels are not 32-byte aligned", image->offset + 8u, path());
  }
}

void TextureDocument::check(const Context&, Diagnostics& diagnostics) const {
  Findings out(diagnostics);
  check_records(file, out);
}

DocumentInfo TextureDocument::info() const {
  const TexturePalette& palette = file;
  DocumentInfo info;
  const Textures textures(palette);
  info.facts.emplace_back("textures", std::to_string(palette.descriptors.size()));
  for (std::size_t i = 0; i < std::min<std::size_t>(palette.descriptors.size(), 64); ++i) {
    const TextureHeader* image = textures.image(i);
    if (image == nullptr) continue;
    const TileFormat tile = tile_format(image->format);
    info.facts.emplace_back("texture" + std::to_string(i),
                            std::to_string(image->width) + "x" + std::to_string(image->height) +
                                " " + (tile.name != nullptr ? tile.name : "?"));
  }
  return info;
}

}  // namespace anmkit::gc
