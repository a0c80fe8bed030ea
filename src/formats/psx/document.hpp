// SPDX-License-Identifier: MIT
// The family's five formats behind the Document interface.
#pragma once

#include "anmkit/document.hpp"
#include "anmkit/psx.hpp"
#include "anmkit/registry.hpp"
#include "core/json.hpp"
#include "core/paths.hpp"
#include "formats/as_document.hpp"
#include "formats/psx/rotation.hpp"

namespace anmkit::psx {

inline constexpr std::string_view kAnmId = "psx-anm";
inline constexpr std::string_view kAncId = "psx-anc";
inline constexpr std::string_view kTmdId = "psx-tmd";
inline constexpr std::string_view kTimId = "psx-tim";
inline constexpr std::string_view kPakId = "psx-pak";

// Exports: the only existing importer's choice (section 9.3).
inline constexpr double kMetresPerUnit = 1.0 / 2048;

class AnmDocument final : public Document {
 public:
  explicit AnmDocument(Anm parsed) : anm(std::move(parsed)) {}
  std::string_view format() const override { return kAnmId; }
  Result<Bytes> write() const override { return psx::write(anm); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  std::vector<std::string> rivals(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  Result<Playback> play(const PlayRequest& request, const Context& context) const override;
  bool samples_with_found_companions() const override { return true; }

  Anm anm;
  std::string title;  // file name without extension; names the clip
};

class AncDocument final : public Document {
 public:
  explicit AncDocument(Anc parsed) : anc(std::move(parsed)) {}
  std::string_view format() const override { return kAncId; }
  Result<Bytes> write() const override { return psx::write(anc); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  Result<Playback> play(const PlayRequest& request, const Context& context) const override;

  Anc anc;
  std::string title;
};

class TmdDocument final : public Document {
 public:
  explicit TmdDocument(Tmd parsed) : tmd(std::move(parsed)) {}
  std::string_view format() const override { return kTmdId; }
  Result<Bytes> write() const override { return psx::write(tmd); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;

  Tmd tmd;
};

class TimDocument final : public Document {
 public:
  explicit TimDocument(Tim parsed);
  std::string_view format() const override { return kTimId; }
  Result<Bytes> write() const override { return psx::write(tim); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  Result<std::vector<StoredPicture>> pictures(const Context& context) const override;

  Tim tim;
  std::vector<PackedTim> further;  // in the same file, after it

 private:
  Result<Tim> colored(const Tim& one, Companions companions) const;
};

class PakDocument final : public Document {
 public:
  explicit PakDocument(Pak parsed) : pak(std::move(parsed)) {}
  std::string_view format() const override { return kPakId; }
  Result<Bytes> write() const override { return pak.bytes; }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<ArchiveEntry> entries() const override;
  std::optional<ByteView> find_entry(std::string_view name) const override;

  Pak pak;
};

// An error for --rate 0, at which nothing is ever shown.
Result<void> check_rate(const Options& options);
// Frames per second: --rate, or the header's with --header-rate, else 30.
double rate_of(const Options& options, std::uint16_t rate_hint);

Result<DocumentPtr> build_anm(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_anc(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_tmd(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_tim(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_pak_document(const JsonValue& object, Diagnostics& diagnostics);

Result<Bytes> anm_from_scene(const FromScene& from, const Context& context,
                             ConversionReport& report);
Result<Bytes> anc_from_scene(const FromScene& from, const Context& context,
                             ConversionReport& report);
Result<Bytes> tmd_from_scene(const FromScene& from, const Context& context,
                             ConversionReport& report);

Result<Bytes> tim_from_scene(const FromScene& from, const Context& context,
                             ConversionReport& report);
Result<std::vector<OutputFile>> tim_from_picture(const FromPictures& from, const Context& context,
                                                 ConversionReport& report);

std::vector<Conversion> conversions();

}  // namespace anmkit::psx
