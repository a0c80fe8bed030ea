// SPDX-License-Identifier: MIT
// dump and build.
#include "formats/psx/document.hpp"
#include "formats/psx/fields.hpp"
#include "formats/psx/findings.hpp"

namespace anmkit::psx {
namespace {

// Components are there exactly when the flags specify it.
struct KeyframeText {
  std::uint8_t object_index = 0, flags = 0;
  std::optional<std::array<std::int16_t, 3>> rot, scale, pos;
};
template <class Archive, Of<KeyframeText> T>
void fields(Archive& archive, T& key) {
  archive("objectIndex", key.object_index);
  archive("flags", key.flags);
  archive("rot", key.rot);
  archive("scale", key.scale);
  archive("pos", key.pos);
}

struct AnmText {
  std::uint16_t tag = 0, rate_hint = 0;
  std::vector<std::vector<KeyframeText>> frames;
  Bytes gap, tail;
};
template <class Archive, Of<AnmText> T>
void fields(Archive& archive, T& anm) {
  archive("tag", anm.tag);
  archive("rateHint", anm.rate_hint);
  archive("frames", anm.frames);
  archive("gap", anm.gap);
  archive("tail", anm.tail);
}

using VectorText = std::array<std::int16_t, 4>;
struct PrimitiveText {
  std::uint8_t olen = 0, ilen = 0, flag = 0, mode = 0;
  Bytes data;
};
template <class Archive, Of<PrimitiveText> T>
void fields(Archive& archive, T& primitive) {
  archive("olen", primitive.olen);
  archive("ilen", primitive.ilen);
  archive("flag", primitive.flag);
  archive("mode", primitive.mode);
  archive("data", primitive.data);
}
struct ObjectText {
  std::uint32_t vert_top = 0, normal_top = 0, primitive_top = 0;
  std::int32_t scale = 0;
  std::vector<VectorText> vertices, normals;
  std::vector<PrimitiveText> primitives;
};
template <class Archive, Of<ObjectText> T>
void fields(Archive& archive, T& object) {
  archive("vert_top", object.vert_top);
  archive("normal_top", object.normal_top);
  archive("primitive_top", object.primitive_top);
  archive("scale", object.scale);
  archive("vertices", object.vertices);
  archive("normals", object.normals);
  archive("primitives", object.primitives);
}
struct TmdText {
  std::uint32_t id = 0, flags = 0, size = 0;
  std::vector<ObjectText> objects;
  std::vector<Gap> gaps;
};
template <class Archive, Of<TmdText> T>
void fields(Archive& archive, T& tmd) {
  archive("id", tmd.id);
  archive("flags", tmd.flags);
  archive("size", tmd.size);
  archive("objects", tmd.objects);
  archive("gaps", tmd.gaps);
}

struct FileText {
  std::string name;
  Bytes data;
};
template <class Archive, Of<FileText> T>
void fields(Archive& archive, T& file) {
  archive("name", file.name);
  archive("data", file.data);
}
// Archives that are packed as the game's own are list their files; others are kept as bytes.
struct PakText {
  std::optional<std::vector<FileText>> entries;
  std::optional<Bytes> bytes;
};
template <class Archive, Of<PakText> T>
void fields(Archive& archive, T& pak) {
  archive("entries", pak.entries);
  archive("bytes", pak.bytes);
}

}  // namespace

namespace {

std::vector<VectorText> text_of(const std::vector<TmdVector>& vectors) {
  std::vector<VectorText> text;
  text.reserve(vectors.size());
  for (const TmdVector& v : vectors)
    text.push_back({v.x, v.y, v.z, v.pad});
  return text;
}
std::vector<TmdVector> vectors_of(const std::vector<VectorText>& text) {
  std::vector<TmdVector> vectors;
  vectors.reserve(text.size());
  for (const VectorText& v : text)
    vectors.push_back({v[0], v[1], v[2], v[3]});
  return vectors;
}

constexpr std::uint64_t align4(std::uint64_t value) {
  return (value + 3) & ~std::uint64_t{3};
}

// The archive as a plain packer writes it: entries in table order, contiguous, zero padding.
Bytes pack(const std::vector<FileText>& files) {
  LittleWriter out;
  out.put(static_cast<std::uint32_t>(files.size()));
  std::uint64_t at = 4 + 4 * files.size();
  for (const FileText& file : files) {
    out.put(static_cast<std::uint32_t>(at));
    at += align4(file.name.size() + 1) + 4 + align4(file.data.size());
  }
  for (const FileText& file : files) {
    out.put_text(file.name);
    out.put(std::uint8_t{0});
    out.align(4);
    out.put(static_cast<std::uint32_t>(file.data.size()));
    out.put_bytes(file.data);
    out.align(4);
  }
  return out.take();
}

PakText text_of(const Pak& pak) {
  PakText text;
  std::uint64_t size = 4 + 4 * pak.entries.size();
  bool in_order = true;
  for (const PakEntry& entry : pak.entries) {
    in_order = in_order && entry.offset == size;
    size += align4(entry.name.size() + 1) + 4 + align4(entry.length);
  }
  // Only then the files are no larger than the archive.
  if (in_order && size == pak.bytes.size()) {
    std::vector<FileText> files;
    for (const PakEntry& entry : pak.entries) {
      const ByteView data = pak.data(entry);
      files.push_back({entry.name, Bytes(data.begin(), data.end())});
    }
    if (pack(files) == pak.bytes) {
      text.entries = std::move(files);
      return text;
    }
  }
  text.bytes = pak.bytes;
  return text;
}

std::unexpected<Error> bad(std::string message, std::string path) {
  return fail(std::string(kBadJson), std::move(message), {}, std::move(path));
}

// Values that cannot be written are errors of the dump.
template <class DocumentType, class Value>
Result<DocumentPtr> finish(Value value) {
  auto document = std::make_unique<DocumentType>(std::move(value));
  if (auto bytes = document->write(); !bytes) return std::unexpected(std::move(bytes.error()));
  return document;
}

bool take(const std::optional<std::array<std::int16_t, 3>>& from, bool wanted,
          std::array<std::int16_t, 3>& to) {
  if (from) to = *from;
  return from.has_value() == wanted;
}

}  // namespace

void AnmDocument::dump(JsonWriter& writer) const {
  AnmText text{anm.tag, anm.rate_hint, {}, anm.gap, anm.tail};
  text.frames.reserve(anm.frame_count());
  for (std::size_t n = 0; n < anm.frame_count(); ++n) {
    auto& frame = text.frames.emplace_back();
    for (const Keyframe& key : anm.frame(n)) {
      KeyframeText& to = frame.emplace_back();
      to.object_index = key.object_index;
      to.flags = key.flags;
      if ((key.flags & kHasRotation) != 0) to.rot = key.rot;
      if ((key.flags & kHasScale) != 0) to.scale = key.scale;
      if ((key.flags & kHasPosition) != 0) to.pos = key.pos;
    }
  }
  write_fields(writer, text);
}

Result<DocumentPtr> build_anm(const JsonValue& object, Diagnostics&) {
  auto text = read_fields<AnmText>(object);
  if (!text) return std::unexpected(std::move(text.error()));
  Anm anm;
  anm.tag = text->tag;
  anm.rate_hint = text->rate_hint;
  anm.gap = std::move(text->gap);
  anm.tail = std::move(text->tail);
  for (std::size_t n = 0; n < text->frames.size(); ++n) {
    std::vector<Keyframe> frame;
    for (const KeyframeText& from : text->frames[n]) {
      Keyframe& key = frame.emplace_back();
      key.object_index = from.object_index;
      key.flags = from.flags;
      if (!take(from.rot, (key.flags & kHasRotation) != 0, key.rot) ||
          !take(from.scale, (key.flags & kHasScale) != 0, key.scale) ||
          !take(from.pos, (key.flags & kHasPosition) != 0, key.pos)) {
        return bad("flags bits 0, 1, 2 must agree with the members rot, scale, pos",
                   path_of("frames", n) + path_of("", frame.size() - 1));
      }
    }
    anm.add_frame(frame);
  }
  return finish<AnmDocument>(std::move(anm));
}

void AncDocument::dump(JsonWriter& writer) const {
  write_fields(writer, anc);
}
Result<DocumentPtr> build_anc(const JsonValue& object, Diagnostics&) {
  auto anc = read_fields<Anc>(object);
  if (!anc) return std::unexpected(std::move(anc.error()));
  return finish<AncDocument>(std::move(*anc));
}

void TmdDocument::dump(JsonWriter& writer) const {
  TmdText text{tmd.id, tmd.flags, tmd.size, {}, tmd.gaps};
  for (const TmdObject& object : tmd.objects) {
    ObjectText& to = text.objects.emplace_back();
    to.vert_top = object.vert_top;
    to.normal_top = object.normal_top;
    to.primitive_top = object.primitive_top;
    to.scale = object.scale;
    to.vertices = text_of(object.vertices);
    to.normals = text_of(object.normals);
    for (const TmdPrimitive& p : object.primitives) {
      const ByteView data = tmd.data(p);
      to.primitives.push_back({p.olen, p.ilen, p.flag, p.mode, Bytes(data.begin(), data.end())});
    }
  }
  write_fields(writer, text);
}

Result<DocumentPtr> build_tmd(const JsonValue& object, Diagnostics&) {
  auto text = read_fields<TmdText>(object);
  if (!text) return std::unexpected(std::move(text.error()));
  Tmd tmd;
  tmd.id = text->id;
  tmd.flags = text->flags;
  tmd.size = text->size;
  tmd.gaps = std::move(text->gaps);
  for (std::size_t i = 0; i < text->objects.size(); ++i) {
    const ObjectText& from = text->objects[i];
    TmdObject& to = tmd.objects.emplace_back();
    to.vert_top = from.vert_top;
    to.normal_top = from.normal_top;
    to.primitive_top = from.primitive_top;
    to.scale = from.scale;
    to.vertices = vectors_of(from.vertices);
    to.normals = vectors_of(from.normals);
    for (std::size_t k = 0; k < from.primitives.size(); ++k) {
      const PrimitiveText& p = from.primitives[k];
      if (p.data.size() != std::size_t{p.ilen} * 4) {
        return bad("data must have 4 * ilen bytes",
                   path_of("objects", i) + "." + path_of("primitives", k) + ".data");
      }
      to.primitives.push_back(
          {p.olen, p.ilen, p.flag, p.mode, static_cast<std::uint32_t>(tmd.packet_data.size())});
      tmd.packet_data.insert(tmd.packet_data.end(), p.data.begin(), p.data.end());
    }
  }
  return finish<TmdDocument>(std::move(tmd));
}

void TimDocument::dump(JsonWriter& writer) const {
  write_fields(writer, tim);
}
Result<DocumentPtr> build_tim(const JsonValue& object, Diagnostics&) {
  auto tim = read_fields<Tim>(object);
  if (!tim) return std::unexpected(std::move(tim.error()));
  return finish<TimDocument>(std::move(*tim));
}

void PakDocument::dump(JsonWriter& writer) const {
  write_fields(writer, text_of(pak));
}
Result<DocumentPtr> build_pak_document(const JsonValue& object, Diagnostics&) {
  auto text = read_fields<PakText>(object);
  if (!text) return std::unexpected(std::move(text.error()));
  if (text->entries.has_value() == text->bytes.has_value()) {
    return bad("expected either entries or bytes", "entries");
  }
  Diagnostics diagnostics;
  auto pak = parse_pak(text->entries ? pack(*text->entries) : *text->bytes, diagnostics);
  if (!pak) return std::unexpected(std::move(pak.error()));
  if (text->entries) {
    for (std::size_t i = 0; i < pak->entries.size(); ++i) {
      if (pak->entries[i].name != (*text->entries)[i].name) {
        return bad("a name must not contain a zero byte", path_of("entries", i) + ".name");
      }
    }
  }
  return finish<PakDocument>(std::move(*pak));
}

}  // namespace anmkit::psx
