// The model formats behind the Document interface.
#pragma once

#include "anmkit/document.hpp"
#include "anmkit/gc_model.hpp"

namespace anmkit::gc {

inline constexpr std::string_view kGeometryId = "gc-gpl";
inline constexpr std::string_view kSkinId = "gc-skn";
inline constexpr std::string_view kTextureId = "gc-tpl";

class GeometryDocument final : public Document {
 public:
  explicit GeometryDocument(GeometryPalette parsed) : palette(std::move(parsed)) {}
  std::string_view format() const override { return kGeometryId; }
  Result<Bytes> write() const override { return gc::write(palette); }
  void dump(JsonWriter& writer) const override;
  void check(Companions companions, const Options& options,
             Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(Companions companions, const Options& options,
                         Diagnostics& diagnostics) const override;
  std::vector<std::string> find_companions(const std::string& path,
                                           const Neighbourhood& around) const override;

  GeometryPalette palette;
};

class SkinDocument final : public Document {
 public:
  explicit SkinDocument(Skin parsed) : skin(std::move(parsed)) {}
  std::string_view format() const override { return kSkinId; }
  Result<Bytes> write() const override { return gc::write(skin); }
  void dump(JsonWriter& writer) const override;
  void check(Companions companions, const Options& options,
             Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;

  Skin skin;
};

class TextureDocument final : public Document {
 public:
  explicit TextureDocument(TexturePalette parsed) : palette(std::move(parsed)) {}
  std::string_view format() const override { return kTextureId; }
  Result<Bytes> write() const override { return gc::write(palette); }
  void dump(JsonWriter& writer) const override;
  void check(Companions companions, const Options& options,
             Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(Companions companions, const Options& options,
                         Diagnostics& diagnostics) const override;

  TexturePalette palette;
};

// model_json.cpp
Result<DocumentPtr> build_geometry(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_skin(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_textures(const JsonValue& object, Diagnostics& diagnostics);

}  // namespace anmkit::gc
