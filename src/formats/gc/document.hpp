// SPDX-License-Identifier: MIT
// The family's formats behind the Document interface.
#pragma once

#include "anmkit/document.hpp"
#include "anmkit/gc.hpp"
#include "anmkit/registry.hpp"
#include "core/json.hpp"
#include "core/pictures.hpp"
#include "formats/as_document.hpp"
#include "formats/gc/archive/u8.hpp"
#include "formats/gc/model/model.hpp"

namespace anmkit::gc {

inline constexpr std::string_view kBankId = "gc-anm";
inline constexpr std::string_view kCompactId = "gc-anm-compact";
inline constexpr std::string_view kActorId = "gc-act";
inline constexpr std::string_view kGeometryId = "gc-gpl";
inline constexpr std::string_view kSkinId = "gc-skn";
inline constexpr std::string_view kTextureId = "gc-tpl";
inline constexpr std::string_view kArchiveId = "gc-arc";

// bank/json.cpp and model/json.cpp: the members of a dump's "document" object.
void dump_file(const Bank& bank, JsonWriter& writer);
void dump_file(const CompactClip& clip, JsonWriter& writer);
void dump_file(const Actor& actor, JsonWriter& writer);
void dump_file(const GeometryPalette& palette, JsonWriter& writer);
void dump_file(const Skin& skin, JsonWriter& writer);
void dump_file(const TexturePalette& palette, JsonWriter& writer);
void dump_file(const FileArchive& archive, JsonWriter& writer);  // archive/document.cpp

// The base of all formats: a parsed file that is written and dumped.
template <class Value, const std::string_view& Id>
class FileDocument : public Document {
 public:
  using File = Value;
  explicit FileDocument(Value parsed) : file(std::move(parsed)) {}
  std::string_view format() const override { return Id; }
  Result<Bytes> write() const override { return gc::write(file); }
  void dump(JsonWriter& writer) const override { dump_file(file, writer); }
  void check(const Context& context, Diagnostics& diagnostics) const override = 0;
  DocumentInfo info() const override = 0;

  Value file;
};

class BankDocument final : public FileDocument<Bank, kBankId> {
 public:
  using FileDocument::FileDocument;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  Result<Playback> play(const PlayRequest& request, const Context& context) const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  std::vector<std::string> rivals(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
};

class CompactDocument final : public FileDocument<CompactClip, kCompactId> {
 public:
  using FileDocument::FileDocument;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  Result<Playback> play(const PlayRequest& request, const Context& context) const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  std::vector<std::string> rivals(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
};

class ActorDocument final : public FileDocument<Actor, kActorId> {
 public:
  using FileDocument::FileDocument;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
};

class GeometryDocument final : public FileDocument<GeometryPalette, kGeometryId> {
 public:
  using FileDocument::FileDocument;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
};

class SkinDocument final : public FileDocument<Skin, kSkinId> {
 public:
  using FileDocument::FileDocument;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
};

class TextureDocument final : public FileDocument<TexturePalette, kTextureId> {
 public:
  using FileDocument::FileDocument;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  Result<std::vector<StoredPicture>> pictures(const Context& context) const override;
};

class ArchiveDocument final : public FileDocument<FileArchive, kArchiveId> {
 public:
  using FileDocument::FileDocument;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<ArchiveEntry> entries() const override;
  std::optional<ByteView> find_entry(std::string_view name) const override;
};

inline const Actor* find_actor(Companions companions) {
  const auto* found = companion_of<ActorDocument>(companions, kActorId);
  return found == nullptr ? nullptr : &found->file;
}

// inside.cpp: section 15.
std::vector<std::uint64_t> find_banks(ByteView bytes);
std::vector<std::uint64_t> find_compact_clips(ByteView bytes);

// bank/json.cpp and model/json.cpp
Result<DocumentPtr> build_bank(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_compact(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_actor(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_geometry(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_skin(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_textures(const JsonValue& object, Diagnostics& diagnostics);

// archive/document.cpp
Result<DocumentPtr> build_archive(const JsonValue& object, Diagnostics& diagnostics);
Result<std::vector<OutputFile>> to_archive(const ConversionRequest& request, const Context& context,
                                           ConversionReport& report);

}  // namespace anmkit::gc
