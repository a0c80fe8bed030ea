// SPDX-License-Identifier: MIT
// The records of model and texture files, in the order in which a file stores their fields
// (sections 9 to 11): for reading, writing, dump and build.
#pragma once

#include "core/records.hpp"
#include "formats/gc/model/model.hpp"

namespace anmkit::gc {

template <class Archive, Of<TextureHeader> T>
void fields(Archive& archive, T& image) {
  archive.elsewhere("offset", image.offset);
  archive("height", image.height);
  archive("width", image.width);
  archive("format", image.format);
  archive("data", image.data);
  archive("wrapS", image.wrap_s);
  archive("wrapT", image.wrap_t);
  archive("minFilter", image.min_filter);
  archive("magFilter", image.mag_filter);
  archive("lodBias", image.lod_bias);
  archive("edgeLod", image.edge_lod);
  archive("minLod", image.min_lod);
  archive("maxLod", image.max_lod);
  archive("unpacked", image.unpacked);
}
template <class Archive, Of<ClutHeader> T>
void fields(Archive& archive, T& clut) {
  archive.elsewhere("offset", clut.offset);
  archive("entries", clut.entries);
  archive("unpacked", clut.unpacked);
  archive("pad", clut.pad);
  archive("format", clut.format);
  archive("data", clut.data);
}
template <class Archive, Of<TextureDescriptor> T>
void fields(Archive& archive, T& descriptor) {
  archive("image", descriptor.image);
  archive("clut", descriptor.clut);
}
template <class Archive, Of<VertexArray> T>
void fields(Archive& archive, T& array) {
  archive("array", array.array);
  archive("count", array.count);
  archive("quantize", array.quantize);
  archive("components", array.components);
}
template <class Archive, Of<TextureChannel> T>
void fields(Archive& archive, T& channel) {
  archive("coordinates", channel.array);
  archive("name", channel.name);
  archive("runtime", channel.runtime);
}
template <class Archive, Of<Lighting> T>
void fields(Archive& archive, T& lighting) {
  archive("normals", lighting.normals);
  archive("ambient", lighting.ambient);
}
template <class Archive, Of<DisplayState> T>
void fields(Archive& archive, T& state) {
  archive("id", state.id);
  archive("pad", state.pad);
  archive("setting", state.setting);
  archive("primitives", state.primitives);
  archive("size", state.size);
}
template <class Archive, Of<Display> T>
void fields(Archive& archive, T& display) {
  archive("primitiveBank", display.primitive_bank);
  archive("stateList", display.state_list);
  archive("stateCount", display.state_count);
  archive("pad", display.pad);
  archive("states", display.states);
}
template <class Archive, Of<DisplayObject> T>
void fields(Archive& archive, T& object) {
  archive.elsewhere("offset", object.offset);
  archive("positionHeader", object.position_header);
  archive("colorHeader", object.color_header);
  archive("textureHeader", object.texture_header);
  archive("lightingHeader", object.lighting_header);
  archive("displayHeader", object.display_header);
  archive("textureChannels", object.texture_channels);
  archive("pad", object.pad);
  archive("positions", object.positions);
  archive("colors", object.colors);
  archive("textures", object.textures);
  archive("lighting", object.lighting);
  archive("display", object.display);
}
template <class Archive, Of<ObjectDescriptor> T>
void fields(Archive& archive, T& descriptor) {
  archive("layout", descriptor.layout);
  archive("name", descriptor.name);
}
template <class Archive, Of<OneBoneList> T>
void fields(Archive& archive, T& list) {
  archive("source", list.source);
  archive("destination", list.destination);
  archive("bone", list.bone);
  archive("count", list.count);
  archive("leadIn", list.lead_in);
}
template <class Archive, Of<TwoBoneList> T>
void fields(Archive& archive, T& list) {
  archive("source", list.source);
  archive("weights", list.weights);
  archive("destination", list.destination);
  archive("bones", list.bones);
  archive("count", list.count);
  archive("leadIn", list.lead_in);
}
template <class Archive, Of<AccumulationList> T>
void fields(Archive& archive, T& list) {
  archive("source", list.source);
  archive("indices", list.indices);
  archive("destination", list.destination);
  archive("weights", list.weights);
  archive("bone", list.bone);
  archive("count", list.count);
}
template <class Archive, Of<Skin> T>
void fields(Archive& archive, T& skin) {
  archive("fraction", skin.fraction);
  archive("relocated", skin.relocated);
  archive("oneBoneOffset", skin.one_bone_offset);
  archive("twoBoneOffset", skin.two_bone_offset);
  archive("accumulationOffset", skin.accumulation_offset);
  archive("clearBegin", skin.clear_begin);
  archive("clearSize", skin.clear_size);
  archive("flushIndices", skin.flush_indices);
  archive("flushCount", skin.flush_count);
  archive("oneBone", skin.one_bone);
  archive("twoBone", skin.two_bone);
  archive("accumulation", skin.accumulation);
  archive.elsewhere("size", skin.size);
  archive("gaps", skin.gaps);
}

// The models are big endian.
template <class T>
bool read_big_record(ByteView bytes, std::uint64_t offset, std::uint64_t size, T& value) {
  return read_record<std::endian::big>(bytes, offset, size, value);
}
template <class T>
bool place_big_record(const T& value, std::uint64_t offset, Bytes& file) {
  return place_record<std::endian::big>(value, offset, file);
}

}  // namespace anmkit::gc
