// SPDX-License-Identifier: MIT
// dump and build of the model files.
#include "formats/gc/document.hpp"
#include "formats/gc/fields.hpp"
#include "formats/gc/model/fields.hpp"

namespace anmkit::gc {

template <class Archive, Of<TexturePalette> T>
void fields(Archive& archive, T& palette) {
  archive("versionNumber", palette.version_number);
  archive("descriptorArray", palette.descriptor_array);
  archive("descriptors", palette.descriptors);
  archive("images", palette.images);
  archive("cluts", palette.cluts);
  archive("size", palette.size);
  archive("gaps", palette.gaps);
}
template <class Archive, Of<GeometryPalette> T>
void fields(Archive& archive, T& palette) {
  archive("versionNumber", palette.version_number);
  archive("userDataSize", palette.user_data_size);
  archive("userData", palette.user_data);
  archive("descriptorArray", palette.descriptor_array);
  archive("descriptors", palette.descriptors);
  archive("objects", palette.objects);
  archive("size", palette.size);
  archive("gaps", palette.gaps);
}

void dump_file(const GeometryPalette& palette, JsonWriter& writer) {
  write_fields(writer, palette);
}
void dump_file(const Skin& skin, JsonWriter& writer) {
  write_fields(writer, skin);
}
void dump_file(const TexturePalette& palette, JsonWriter& writer) {
  write_fields(writer, palette);
}

namespace {

// Vertices, texels and lists are between the records: nothing is moved.
template <class DocumentType, class Parse>
Result<DocumentPtr> build_in_place(const JsonValue& object, Parse parse, Diagnostics& diagnostics) {
  using File = typename DocumentType::File;
  const auto stays = [](const File& file) -> Result<File> {
    if (auto bytes = write(file); !bytes) return std::unexpected(std::move(bytes.error()));
    return fail(std::string(kBadJson), "the records overlap, or are not at their offsets");
  };
  return build_file<DocumentType>(object, parse, stays, diagnostics);
}

}  // namespace

Result<DocumentPtr> build_geometry(const JsonValue& object, Diagnostics& diagnostics) {
  return build_in_place<GeometryDocument>(object, &parse_geometry, diagnostics);
}
Result<DocumentPtr> build_skin(const JsonValue& object, Diagnostics& diagnostics) {
  return build_in_place<SkinDocument>(object, &parse_skin, diagnostics);
}
Result<DocumentPtr> build_textures(const JsonValue& object, Diagnostics& diagnostics) {
  return build_in_place<TextureDocument>(object, &parse_textures, diagnostics);
}

}  // namespace anmkit::gc
