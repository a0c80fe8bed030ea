// SPDX-License-Identifier: MIT
// The family's five formats behind the Document interface.
#pragma once

#include "anmkit/cs2.hpp"
#include "anmkit/document.hpp"
#include "anmkit/registry.hpp"
#include "core/json.hpp"
#include "core/paths.hpp"
#include "formats/as_document.hpp"
#include "formats/cs2/archive/archive.hpp"
#include "formats/cs2/image/pixels.hpp"

namespace anmkit::cs2 {

inline constexpr std::string_view kAnmId = "cs2-anm";
inline constexpr std::string_view kTextId = "cs2-text";
inline constexpr std::string_view kHg3Id = "cs2-hg3";
inline constexpr std::string_view kHg2Id = "cs2-hg2";
inline constexpr std::string_view kIntId = "cs2-int";

// The image files of a script's name in its folder.
std::vector<std::string> pictures_beside(const std::string& path, Folders& around);

class AnmDocument final : public Document {
 public:
  explicit AnmDocument(AnmFile parsed) : file(std::move(parsed)) {}
  std::string_view format() const override { return kAnmId; }
  Result<Bytes> write() const override { return cs2::write(file); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<std::string> find_companions(const std::string& path,
                                           Folders& around) const override {
    return pictures_beside(path, around);
  }
  FileRole file_role(const std::string& path, Folders& around) const override;
  bool samples_with_found_companions() const override { return true; }
  Result<Playback> play(const PlayRequest& request, const Context& context) const override;
  Result<std::string> trace(const PlayRequest& request, const Context& context) const override;
  Result<std::string> graph(std::string_view flow) const override;

  AnmFile file;
  std::string title;  // file name without extension
};

// Source text, kept as bytes.
class TextDocument final : public Document {
 public:
  explicit TextDocument(std::string text) : source(std::move(text)) {}
  std::string_view format() const override { return kTextId; }
  Result<Bytes> write() const override { return to_bytes(source); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<Playback> play(const PlayRequest& request, const Context& context) const override;
  Result<std::string> trace(const PlayRequest& request, const Context& context) const override;
  Result<std::string> graph(std::string_view flow) const override;
  std::vector<std::string> find_companions(const std::string& path,
                                           Folders& around) const override {
    return pictures_beside(path, around);
  }
  FileRole file_role(const std::string& path, Folders& around) const override;
  bool samples_with_found_companions() const override { return true; }

  // The script it compiles to.
  Result<AnmDocument> compiled() const;

  std::string source;
  Dialect dialect = Dialect::strict;
  std::string title;
};

// An HG-3 or HG-2 file: its bytes, and the records of its container.
class HgDocument final : public Document {
 public:
  HgDocument(std::string_view id, ByteView bytes, HgFile parsed)
      : source(bytes.begin(), bytes.end()), file(std::move(parsed)), id_(id) {}
  std::string_view format() const override { return id_; }
  Result<Bytes> write() const override { return source; }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  Result<std::vector<StoredPicture>> pictures(const Context&) const override {
    return decode_hg(source, file);
  }

  Bytes source;
  HgFile file;

 private:
  std::string_view id_;
};

class IntDocument final : public Document {
 public:
  explicit IntDocument(Kif parsed) : kif(std::move(parsed)) {}
  std::string_view format() const override { return kIntId; }
  Result<Bytes> write() const override { return kif.bytes; }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<ArchiveEntry> entries() const override;
  std::optional<ByteView> find_entry(std::string_view name) const override;

  const Kif kif;

 private:
  const Bytes& contents(std::size_t index) const;
  mutable std::vector<std::optional<Bytes>> plain_;  // deciphered when first asked for
};

// The first image file among the companions, or null.
const HgDocument* find_pictures(Companions companions, std::string_view* path = nullptr);

// archive/document.cpp
// The program that --key names, if it names one.
std::vector<std::string> key_files(const Options& options);
DocumentPtr parse_int_document(const Source& source, const Options& options,
                               Diagnostics& diagnostics);
Result<DocumentPtr> build_int(const JsonValue& object, Diagnostics& diagnostics);
Result<std::vector<OutputFile>> to_int(const ConversionRequest& request, const Context& context,
                                       ConversionReport& report);

// json.cpp
Result<DocumentPtr> build_anm(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_text(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_hg3(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_hg2(const JsonValue& object, Diagnostics& diagnostics);

// image/script.cpp
Result<std::vector<OutputFile>> script_from_pictures(const FromPictures& from,
                                                     const Context& context,
                                                     ConversionReport& report);

// image/from_pictures.cpp
Result<std::vector<OutputFile>> hg3_from_pictures(const FromPictures& from, const Context& context,
                                                  ConversionReport& report);

// script/convert.cpp
std::vector<Conversion> conversions();

// The value of --compat.
Dialect dialect_of(const Options& options);

}  // namespace anmkit::cs2
