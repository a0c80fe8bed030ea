// SPDX-License-Identifier: MIT
// The fields of every struct, once, for dump and build.
#pragma once

#include "core/fields.hpp"
#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {

template <class Archive, Of<Header> T>
void fields(Archive& archive, T& header) {
  archive("flags", header.flags);
  archive("animYTransDivisor", header.animYTransDivisor);
  archive("startFrame", header.startFrame);
  archive("loopStart", header.loopStart);
  archive("loopEnd", header.loopEnd);
  archive("unusedBoneCount", header.unusedBoneCount);
  archive("values", header.values);
  archive("index", header.index);
  archive("length", header.length);
}

template <class Archive, Of<PlacedHeader> T>
void fields(Archive& archive, T& placed) {
  archive("offset", placed.offset);
  fields(archive, placed.header);
}
template <class Archive, Of<PlacedTable> T>
void fields(Archive& archive, T& table) {
  archive("offset", table.offset);
  archive("elements", table.elements);
}
template <class Archive, Of<Reference> T>
void fields(Archive& archive, T& reference) {
  archive("header", reference.header);
  archive("index", reference.index);
  archive("values", reference.values);
}
template <class Archive, Of<BinaryFile> T>
void fields(Archive& archive, T& file) {
  archive("size", file.size);
  archive("headers", file.headers);
  archive("indexTables", file.indexTables);
  archive("valueTables", file.valueTables);
  archive("gaps", file.gaps);
  archive("references", file.references);
}
template <class Archive, Of<DmaEntry> T>
void fields(Archive& archive, T& entry) {
  archive("offset", entry.offset);
  archive("size", entry.size);
}
template <class Archive, Of<DmaTable> T>
void fields(Archive& archive, T& table) {
  archive("numEntries", table.numEntries);
  archive("sourceAddress", table.sourceAddress);
  archive("entries", table.entries);
  archive("entryReference", table.entry_reference);
  fields(archive, table.file);
}
template <class Archive, Of<Insertable> T>
void fields(Archive& archive, T& file) {
  archive("type", file.type);
  archive("dataSize", file.dataSize);
  archive("dataStart", file.dataStart);
  archive("relocations", file.relocations);
  archive("table", file.table);
  archive("clipReference", file.clip_reference);
  fields(archive, file.file);
}
template <class Archive, Of<BoundSegment> T>
void fields(Archive& archive, T& bound) {
  archive("number", bound.number);
  archive("offset", bound.offset);
  archive("file", bound.file);
  archive("base", bound.base);
}
template <class Archive, Of<SegmentFile> T>
void fields(Archive& archive, T& file) {
  archive("ownSize", file.own_size);
  archive("segments", file.segments);
  archive("addresses", file.addresses);
  archive("clipReference", file.clip_reference);
  fields(archive, file.file);
}

template <class Archive, Of<CArray> T>
void fields(Archive& archive, T& array) {
  archive("name", array.name);
  archive("type", array.type);
  archive("dimension", array.dimension);
  archive("elements", array.elements);
}
template <class Archive, Of<COpenField> T>
void fields(Archive& archive, T& open) {
  archive("field", open.field);
  archive("expression", open.expression);
}
template <class Archive, Of<CHeader> T>
void fields(Archive& archive, T& header) {
  archive("name", header.name);
  archive("element", header.element);
  archive("isArray", header.is_array);
  archive("flags", header.header.flags);
  archive("animYTransDivisor", header.header.animYTransDivisor);
  archive("startFrame", header.header.startFrame);
  archive("loopStart", header.header.loopStart);
  archive("loopEnd", header.header.loopEnd);
  archive("unusedBoneCount", header.header.unusedBoneCount);
  archive("values", header.values);
  archive("index", header.index);
  archive("length", header.header.length);
  archive("openFields", header.open_fields);
}
template <class Archive, Of<CTable> T>
void fields(Archive& archive, T& table) {
  archive("name", table.name);
  archive("elements", table.elements);
}
template <class Archive, Of<CFile> T>
void fields(Archive& archive, T& file) {
  archive("headers", file.headers);
  archive("arrays", file.arrays);
  archive("tables", file.tables);
}

template <class Archive, Of<GeoNode> T>
void fields(Archive& archive, T& node) {
  archive("kind", node.kind);
  archive("parent", node.parent);
  archive("translation", node.translation);
  archive("rotation", node.rotation);
  archive("scale", node.scale);
  archive("displayList", node.display_list);
  archive("layer", node.layer);
  archive("first", node.first);
  archive("second", node.second);
}
template <class Archive, Of<GeoLayout> T>
void fields(Archive& archive, T& layout) {
  archive("name", layout.name);
  archive("nodes", layout.nodes);
}

}  // namespace anmkit::sm64
