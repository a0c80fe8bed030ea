// SPDX-License-Identifier: MIT
// dump and build.
#include "core/fields.hpp"
#include "formats/cs2/document.hpp"

namespace anmkit::cs2 {

template <class Archive, Of<Param> T>
void fields(Archive& archive, T& param) {
  archive("type", param.type);
  archive("value", param.value);
}
template <class Archive, Of<Timeline> T>
void fields(Archive& archive, T& line) {
  archive("op", line.op);
  archive("params", line.params);
}
template <class Archive, Of<AnmFile> T>
void fields(Archive& archive, T& file) {
  archive("unknown1", file.unknown1);
  archive("reserved", file.reserved);
  archive("lines", file.lines);
  archive("tail", file.tail);
}

namespace {

// Text and images are kept whole.
struct Text {
  std::string source;
};
template <class Archive, Of<Text> T>
void fields(Archive& archive, T& text) {
  archive("source", text.source);
}
struct Whole {
  Bytes bytes;
};
template <class Archive, Of<Whole> T>
void fields(Archive& archive, T& whole) {
  archive("bytes", whole.bytes);
}

Result<DocumentPtr> build_hg(const JsonValue& object, std::string_view id,
                             Result<HgFile> (*parse)(ByteView)) {
  const auto whole = read_fields<Whole>(object);
  if (!whole) return std::unexpected(whole.error());
  auto file = parse(whole->bytes);
  if (!file) return std::unexpected(file.error());
  return std::make_unique<HgDocument>(id, whole->bytes, std::move(*file));
}

}  // namespace

void AnmDocument::dump(JsonWriter& writer) const {
  write_fields(writer, file);
}
void TextDocument::dump(JsonWriter& writer) const {
  write_fields(writer, Text{source});
}
void HgDocument::dump(JsonWriter& writer) const {
  write_fields(writer, Whole{source});
}

Result<DocumentPtr> build_anm(const JsonValue& object, Diagnostics&) {
  auto file = read_fields<AnmFile>(object);
  if (!file) return std::unexpected(std::move(file.error()));
  return std::make_unique<AnmDocument>(std::move(*file));
}

Result<DocumentPtr> build_text(const JsonValue& object, Diagnostics&) {
  auto text = read_fields<Text>(object);
  if (!text) return std::unexpected(std::move(text.error()));
  return std::make_unique<TextDocument>(std::move(text->source));
}

Result<DocumentPtr> build_hg3(const JsonValue& object, Diagnostics&) {
  return build_hg(object, kHg3Id, &parse_hg3);
}
Result<DocumentPtr> build_hg2(const JsonValue& object, Diagnostics&) {
  return build_hg(object, kHg2Id, &parse_hg2);
}

}  // namespace anmkit::cs2
