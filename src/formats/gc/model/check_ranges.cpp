// SPDX-License-Identifier: MIT
// The bytes of records in model files: overlaps and unused bytes.
#include <algorithm>

#include "formats/gc/model/display_list.hpp"
#include "formats/gc/model/primitives.hpp"
#include "formats/gc/model/records.hpp"
#include "formats/gc/ranges.hpp"

namespace anmkit::gc {
namespace {

// The arrays, headers and lists of one object, all counted from its layout.
void object_ranges(const DisplayObject& object, RangeCheck& ranges) {
  const std::uint64_t base = object.offset;
  ranges.record(base, 24);
  const auto array = [&](const AttributeArray& one) {
    ranges.record(one.offset, one.count * one.stride);
  };
  if (object.positions) {
    ranges.record(base + object.position_header, 8);
    array(attribute_array(*object.positions, base, kPositionCounts));
  }
  if (object.colors) {
    ranges.record(base + object.color_header, 8);
    array(color_array(*object.colors, base));
  }
  if (object.lighting) {
    ranges.record(base + object.lighting_header, 12);
    // Those of 6 components are between the positions; at 0 is the library's own table.
    const VertexArray& normals = object.lighting->normals;
    if (normals.array != 0 && normals.components != 6)
      array(attribute_array(normals, base, kNormalCounts));
  }
  ranges.record(base + object.texture_header, 16 * std::uint64_t{object.textures.size()});
  for (const TextureChannel& channel : object.textures) {
    array(attribute_array(channel.array, base, kTextureCounts));
    ranges.name(base + channel.name);
  }
  if (!object.display) return;
  ranges.record(base + object.display_header, 12);
  ranges.record(base + object.display->state_list,
                16 * std::uint64_t{object.display->states.size()});
  for (const DisplayState& state : object.display->states) {
    if (state.primitives != 0) ranges.record(base + state.primitives, state.size);
  }
}

}  // namespace

void check_ranges(const GeometryPalette& palette, ByteView bytes, Diagnostics& out) {
  RangeCheck ranges(bytes, out, {"GPL018", "GPL019", kAnyPadding});
  ranges.record(0, 20);
  ranges.reached(palette.user_data, palette.user_data_size);
  ranges.record(palette.descriptor_array, 8 * std::uint64_t{palette.descriptors.size()});
  for (const ObjectDescriptor& descriptor : palette.descriptors)
    ranges.name(descriptor.name);
  for (const DisplayObject& object : palette.objects)
    object_ranges(object, ranges);
  ranges.report();
}

void check_ranges(const Skin& skin, ByteView bytes, Diagnostics& out) {
  RangeCheck ranges(bytes, out, {"SKN011", "SKN012", kAnyPadding});
  ranges.record(0, 36);
  ranges.record(skin.one_bone_offset, kOneBoneSize * skin.one_bone.size());
  for (const OneBoneList& list : skin.one_bone)
    ranges.record(std::uint64_t{list.source} + list.lead_in, kSkinnedVertexSize * list.count);
  ranges.record(skin.two_bone_offset, kTwoBoneSize * skin.two_bone.size());
  for (const TwoBoneList& list : skin.two_bone) {
    ranges.record(std::uint64_t{list.source} + list.lead_in, kSkinnedVertexSize * list.count);
    ranges.record(list.weights, std::uint64_t{2} * list.count);
  }
  ranges.record(skin.accumulation_offset, kAccumulationSize * skin.accumulation.size());
  for (const AccumulationList& list : skin.accumulation) {
    ranges.record(list.source, kSkinnedVertexSize * list.count);
    ranges.record(list.indices, std::uint64_t{2} * list.count);
    ranges.record(list.weights, list.count);
  }
  ranges.record(skin.flush_indices, std::uint64_t{2} * skin.flush_count);
  ranges.report();
}

void check_ranges(const TexturePalette& palette, ByteView bytes, Diagnostics& out) {
  RangeCheck ranges(bytes, out, {"TPL011", "TPL012", kAnyPadding});
  ranges.record(0, 12);
  ranges.record(palette.descriptor_array, 8 * std::uint64_t{palette.descriptors.size()});
  for (const TextureHeader& image : palette.images) {
    ranges.record(image.offset, kTextureHeaderSize);
    ranges.record(image.data, texels_size(image));
  }
  for (const ClutHeader& clut : palette.cluts) {
    ranges.record(clut.offset, kClutHeaderSize);
    ranges.record(clut.data, std::uint64_t{2} * clut.entries);
  }
  ranges.report();
}

}  // namespace anmkit::gc
