// SPDX-License-Identifier: MIT
// Findings about the model files. The specification names no codes for them.
#include <algorithm>

#include "core/counted.hpp"
#include "formats/gc/model/primitives.hpp"
#include "formats/gc/model/records.hpp"
#include "formats/gc/model/scene.hpp"

namespace anmkit::gc {
namespace {

constexpr std::uint64_t kComponentSizes[] = {1, 1, 2, 2, 4};

// An attribute array has a known type and as many components as it may have, and is inside the
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
              counted(array.count, "element") + " of " + counted(array.stride, "byte") + " at " +
                  hex_number(array.offset) + " run past the end of the file",
              array.offset, path());
  } else if (array.type < 5 && array.offset % kComponentSizes[array.type] != 0) {
    out.warning("GPL007",
                "numbers of " + std::to_string(kComponentSizes[array.type]) + " bytes begin at " +
                    hex_number(array.offset),
                array.offset, path());
  }
}

// Normals of 6 components are those between the positions.
template <class Path>
void check_interleaved(const DisplayObject& object, const Path& path, Findings& out) {
  if (!object.positions || !object.lighting) return;
  const VertexArray &positions = *object.positions, &normals = object.lighting->normals;
  if (normals.array == 0 || normals.components != 6) return;
  const AttributeArray array = attribute_array(positions, object.offset, kPositionCounts);
  if (positions.components == 6 && normals.array == positions.array + array.stride / 2 &&
      normals.count == positions.count && normals.quantize >> 4 == positions.quantize >> 4)
    return;
  out.warning("GPL007", "normals of 6 components are not those between the positions",
              std::uint64_t{object.offset} + object.lighting_header, path());
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
  // Colours have types of their own.
  if (object.colors) {
    AttributeArray colors = color_array(*object.colors, object.offset);
    if (colors.stride != 0) colors.type = 0;
    check_array(colors, size, path("colors"), out);
  }
  if (object.lighting && object.lighting->normals.array != 0)
    check_array(attribute_array(object.lighting->normals, object.offset, kNormalCounts), size,
                path("lighting"), out);
  check_interleaved(object, path("lighting"), out);
  if (object.lighting && !(object.lighting->ambient >= 0 && object.lighting->ambient <= 100)) {
    out.warning("GPL022", "the ambient light is not in 0 to 100 per cent",
                std::uint64_t{object.offset} + object.lighting_header + 8,
                path_of("objects", index, "lighting"));
  }
  for (const TextureChannel& channel : object.textures) {
    check_array(attribute_array(channel.array, object.offset, kTextureCounts), size,
                path("textures"), out);
    if (std::uint64_t{object.offset} + channel.name >= size)
      out.error("GPL011", "the name of a texture's file is outside the file", object.offset,
                path_of("objects", index, "textures"));
  }
  if (!object.display) return;
  if (std::uint64_t{object.offset} + object.display->primitive_bank > size)
    out.warning("GPL021", "the primitive bank is outside the file", object.offset,
                path_of("objects", index, "display"));
  if (object.display->states.size() != object.display->state_count)
    out.error("GPL008", "the display states run past the end of the file", object.offset,
              path_of("objects", index, "display"));
  for (std::size_t i = 0; i < object.display->states.size(); ++i) {
    const DisplayState& state = object.display->states[i];
    if (state.primitives == 0 && state.size != 0)
      out.warning("GPL021", "a primitive list has a size and no place", object.offset,
                  path_of(path_of("objects", index, "display.states"), i));
    if (state.primitives != 0 &&
        !fits(std::uint64_t{object.offset} + state.primitives, state.size, size))
      out.error("GPL009", "the primitive list runs past the end of the file", object.offset,
                path_of(path_of("objects", index, "display.states"), i));
  }
}

// What a state sets that the library does not know (section 9.3); of version 6012001 too little is
// known.
std::string unknown_setting(const DisplayState& state) {
  const auto bits = [&](unsigned from) { return state.setting >> from & 15u; };
  if (state.id == 1 && (bits(16) > 2 || bits(20) > 2)) return "a wrap mode is not 0, 1 or 2";
  if (state.id == 1 && (bits(24) > 5 || bits(28) > 5)) return "a filter is not 0 to 5";
  if (state.id == 4 && bits(0) > 4) return "the texture mode is not 0 to 4";
  constexpr std::uint8_t kKnown[] = {1, 3, 4, 5, 0x80};
  if (std::ranges::find(kKnown, state.id) == std::end(kKnown))
    return "unknown state " + std::to_string(state.id);
  return {};
}
void check_states(const GeometryPalette& palette, std::size_t index, Findings& out) {
  const DisplayObject& object = palette.objects[index];
  if (palette.version_number != kGeometryVersion || !object.display) return;
  for (std::size_t i = 0; i < object.display->states.size(); ++i) {
    const std::string unknown = unknown_setting(object.display->states[i]);
    if (!unknown.empty())
      out.warning("GPL021", unknown,
                  std::uint64_t{object.offset} + object.display->state_list + 16 * i,
                  path_of(path_of("objects", index, "display.states"), i));
  }
}

// The first attribute that vertices have and the object has no array of; empty when there is none.
std::string_view absent_attribute(const DisplayObject& object, std::uint32_t description) {
  const auto named = [&](std::size_t attribute) {
    return (description >> (2 * attribute) & 3u) > 1;
  };
  const std::size_t channels = object.texture_header == 0 ? 0 : object.texture_channels;
  if (named(kPosition) && object.position_header == 0) return "positions";
  if (named(kNormal) && object.lighting_header == 0) return "normals";
  if ((named(kColor) || named(kColor + 1)) && object.color_header == 0) return "colours";
  for (std::size_t i = 0; kTexture + i < kAttributes; ++i) {
    if (named(kTexture + i) && i >= channels) return "texture coordinates";
  }
  return {};
}

// Names that are printed, and that a game looks up by their letters.
void check_names(const GeometryPalette& palette, ByteView bytes, Findings& out) {
  const auto check = [&](std::uint64_t offset, std::uint64_t at, const std::string& path) {
    const ByteView rest = bytes.subspan(std::min<std::size_t>(offset, bytes.size()));
    const auto end = std::ranges::find(rest, std::byte{0});
    const auto printable = [](std::byte b) { return b >= std::byte{0x20} && b <= std::byte{0x7E}; };
    if (end == rest.end() || end == rest.begin() || !std::all_of(rest.begin(), end, printable))
      out.warning("GPL020", "the name is empty, not printable ASCII or without an end", at, path);
  };
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    check(palette.descriptors[i].name, palette.descriptor_array + 8 * std::uint64_t{i} + 4,
          path_of("descriptors", i, "name"));
  }
  for (std::size_t i = 0; i < palette.objects.size(); ++i) {
    const DisplayObject& object = palette.objects[i];
    for (const TextureChannel& channel : object.textures)
      check(std::uint64_t{object.offset} + channel.name, object.offset,
            path_of("objects", i, "textures"));
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
    if (const auto absent = absent_attribute(object, description); !absent.empty())
      out.warning("GPL023", "vertices have " + std::string(absent) + ", the object has none", at,
                  path());
    if (!end.whole)
      out.warning("GPL009", "the primitive list is cut off or has an unknown command", at, path());
    if (end.left_out > 0)
      out.warning("GPL013",
                  counted(end.left_out, "primitive names", "primitives name") +
                      " vertices outside their arrays",
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
  const std::uint32_t user_size = palette.user_data_size, user_data = palette.user_data;
  if (user_size != 0 && !fits(user_data, user_size, palette.size)) {
    out.error("GPL012", "the user data run past the end of the file", 4, "userData");
  } else if ((user_size == 0) != (user_data == 0) || user_data % 32 != 0) {
    out.warning(
        "GPL012",
        "the user data are not 32-byte aligned, or only one of their size and offset is set", 4,
        "userData");
  }
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
  for (std::size_t i = 0; i < palette.objects.size(); ++i)
    check_states(palette, i, out);
  if (bytes && !out.failed()) check_names(palette, *bytes, out);
  if (bytes && diagnostics.empty()) check_ranges(palette, *bytes, diagnostics);
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
    out.error("SKN004", "the fraction has " + counted(skin.fraction, "bit") + ", expected 1 to 31",
              6, "fraction");
  // FF in memory of later revisions.
  if (skin.relocated != 0 && skin.relocated != 0xFF)
    out.warning(
        "SKN013",
        "the byte after the fraction is " + std::to_string(skin.relocated) + ", expected 0 or 255",
        7, "relocated");
  const auto inside = [&](std::uint64_t offset, std::uint64_t size, const auto& path) {
    if (!fits(offset, size, skin.size))
      out.error(
          "SKN003",
          counted(size, "byte") + " at " + hex_number(offset) + " run past the end of the file",
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

namespace {

// With the geometry that the skin moves, and the actor whose bones it follows.
void check_targets(const Skin& skin, ByteView bytes, Companions companions, Findings& out,
                   Diagnostics& diagnostics) {
  const auto* geometry = companion_of<GeometryDocument>(companions, kGeometryId);
  if (geometry == nullptr) return;
  const DisplayObject* object = skinned_object(geometry->file);
  if (object == nullptr)
    return out.error("SKN005", "the palette has no object with 6 components to be skinned");
  if (out.failed()) return;
  SkinTarget target{object->positions->count};
  if (std::uint64_t{skin.clear_begin} + skin.clear_size > kSkinnedVertexSize * target.vertices)
    out.warning("SKN010", "the bytes to clear leave the positions of the geometry", 0x14,
                "clearBegin");
  if (const Actor* actor = find_actor(companions)) target.bones = bone_array(*actor).size();
  skin_vertices(skin, bytes, target, diagnostics);
}

}  // namespace

void SkinDocument::check(const Context& context, Diagnostics& diagnostics) const {
  Findings out(diagnostics);
  check_records(file, out);
  const auto bytes = write();
  if (!bytes) return;
  check_targets(file, *bytes, context.companions, out, diagnostics);
  if (diagnostics.empty()) check_ranges(file, *bytes, diagnostics);
}

DocumentInfo SkinDocument::info() const {
  const Skin& skin = file;
  DocumentInfo info;
  info.facts.emplace_back("one-bone lists", std::to_string(skin.one_bone.size()));
  info.facts.emplace_back("two-bone lists", std::to_string(skin.two_bone.size()));
  info.facts.emplace_back("accumulation lists", std::to_string(skin.accumulation.size()));
  return info;
}

}  // namespace anmkit::gc
