// SPDX-License-Identifier: MIT
// The family's formats behind the Document interface.
#pragma once

#include "anmkit/document.hpp"
#include "anmkit/registry.hpp"
#include "anmkit/sm64.hpp"
#include "core/json.hpp"
#include "formats/as_document.hpp"
#include "formats/sm64/geo/layout.hpp"

namespace anmkit::sm64 {

// A unit is about a centimetre: Mario is 160 units tall.
inline constexpr double kMetresPerUnit = 0.01;

inline constexpr std::string_view kAnimId = "sm64-anim";
inline constexpr std::string_view kCId = "sm64-c";
inline constexpr std::string_view kDmaId = "sm64-dma";
inline constexpr std::string_view kGeoId = "sm64-geo";

// The base of all spellings of animations: scene, playback and most checks go through Motion.
class MotionDocument : public Document {
 public:
  // All animations with their tables. They borrow from this document and the companions.
  virtual std::vector<Motion> motions(Companions companions, const Options& options) const = 0;
  // One of them, as `find_motion` chooses.
  virtual Result<Motion> motion(std::string_view clip, Companions companions,
                                const Options& options) const;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;
  Result<Playback> play(const PlayRequest& request, const Context& context) const override;
  DocumentInfo info() const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  std::vector<std::string> rivals(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
  std::string path;  // as the user gave it, '/' between folders
  // Read with --coopdx, which decides what the channels are.
  bool coopdx = false;
};

class CDocument final : public MotionDocument {
 public:
  CDocument(std::string text, CFile parsed);
  std::string_view format() const override { return kCId; }
  Result<Bytes> write() const override { return to_bytes(source); }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
  std::vector<Motion> motions(Companions companions, const Options& options) const override;
  // Names that the file leaves open are looked for in its folder.
  bool samples_with_found_companions() const override { return has_open_names(); }
  // Whether the file names what other sources define: a table its headers, a header its arrays.
  bool has_open_names() const;
  // Whether the file is one of Mario's (section 4.2): in a folder assets/anims, or of their form.
  bool is_mario() const;
  bool is_in_mario_folder() const;

  std::string source;  // the text of `file`
  CFile file;

 private:
  bool mario_form_ = false;
};

class DmaDocument final : public MotionDocument {
 public:
  explicit DmaDocument(DmaTable parsed) : table(std::move(parsed)) {}
  std::string_view format() const override { return kDmaId; }
  Result<Bytes> write() const override;
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  std::vector<Motion> motions(Companions companions, const Options& options) const override;
  // Makes no other one of the table.
  Result<Motion> motion(std::string_view clip, Companions companions,
                        const Options& options) const override;
  // The table without the bytes around it.
  std::optional<KeptPart> kept_part() const override;

  DmaTable table;
  // The bytes around the table when it was found in a ROM.
  Bytes before, after;
  // Such a ROM's bytes may be swapped in groups of 2 (.v64) or 4 (.n64); 0 = they are not. The
  // parts above have the order of the console.
  std::uint32_t swapped_bytes = 0;

 private:
  Motion entry(std::size_t index) const;
};

// A place in a segment that was bound with --segment.
struct BoundSegment {
  std::uint32_t number = 0;
  std::uint32_t offset = 0;  // of the segment's first byte in the file
  std::string file;          // empty: the input itself
  std::uint32_t base = 0;    // of the file in the pieces
};
// The input and the files of its segments, one after the other: what segmented addresses reach.
struct SegmentImage {
  Bytes bytes;
  std::uint32_t own_size = 0;       // of the input
  std::vector<std::uint32_t> ends;  // of each file
  std::vector<BoundSegment> segments;
  // Position of an address whose bytes are all in one file. Without a binding, addresses are
  // places in the input.
  std::optional<std::uint32_t> place(std::uint32_t address, std::uint64_t length) const;
  // Where the file ends that contains a position.
  std::uint32_t end_of(std::uint32_t at) const;
};
// Headers at segmented addresses of a raw file (section 1.4).
// Segments in other files than the input are after it in the pieces, each file once.
struct SegmentFile {
  std::uint32_t own_size = 0;  // of the input, at the pieces' begin
  std::vector<BoundSegment> segments;
  std::vector<std::uint32_t> addresses;  // of headers, in the order asked for; 0 = NULL
  std::vector<std::int32_t> clip_reference;
  BinaryFile file;
};

class AnimDocument final : public MotionDocument {
 public:
  explicit AnimDocument(Insertable parsed) : insertable(std::move(parsed)) {}
  explicit AnimDocument(SegmentFile parsed) : segment(std::move(parsed)) {}
  std::string_view format() const override { return kAnimId; }
  Result<Bytes> write() const override;
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  std::vector<Motion> motions(Companions companions, const Options& options) const override;
  // Of a raw file its animations, as an insertable binary: places in segments are known only with
  // the options that bound them.
  std::optional<KeptPart> kept_part() const override;
  const BinaryFile& pieces() const { return insertable ? insertable->file : segment->file; }

  // One of the two.
  std::optional<Insertable> insertable;
  std::optional<SegmentFile> segment;
};

class GeoDocument final : public Document {
 public:
  explicit GeoDocument(Bytes bytes, bool is_text) : source(std::move(bytes)), text(is_text) {}
  std::string_view format() const override { return kGeoId; }
  Result<Bytes> write() const override { return source; }
  void dump(JsonWriter& writer) const override;
  void check(const Context& context, Diagnostics& diagnostics) const override;
  DocumentInfo info() const override;
  std::vector<std::string> find_companions(const std::string& path, Folders& around) const override;
  FileRole file_role(const std::string& path, Folders& around) const override;
  Result<Scene> to_scene(const SceneRequest& request, const Context& context,
                         Diagnostics& diagnostics) const override;

  // Names of the layouts that no other one of the file branches to: the models in it.
  std::vector<std::string> roots() const;

  std::string path;    // as the user gave it
  bool named = false;  // by the user, as a companion
  Bytes source;
  bool text = true;
  std::vector<GeoLayout> layouts;
  bool whole = false;    // those are all that the file alone defines, without an error
  Diagnostics findings;  // of reading them
  // Binary layouts whose addresses were bound with --segment.
  std::optional<SegmentImage> image;
};

const MotionDocument* as_motions(const Document* document);

// read.cpp
DocumentPtr parse_c_document(const Source& source, const Options& options,
                             Diagnostics& diagnostics);
DocumentPtr parse_dma_document(const Source& source, const Options& options,
                               Diagnostics& diagnostics);
DocumentPtr parse_anim_document(const Source& source, const Options& options,
                                Diagnostics& diagnostics);
DocumentPtr parse_geo_document(const Source& source, const Options& options,
                               Diagnostics& diagnostics);
bool is_insertable(ByteView bytes);

// binary/rom.cpp
// Where a DMA table begins in a ROM (section 1.6), by the signature of Mario's table.
std::optional<std::uint64_t> find_dma_in_rom(ByteView bytes);
// The same in bytes of any kind, at multiples of 4.
std::vector<std::uint64_t> find_dma_inside(ByteView bytes);
// How a ROM's bytes are swapped: in groups of 2 or 4, or not (0).
std::uint32_t swapped_bytes(ByteView bytes);
// Turns groups of bytes around; a second time turns them back.
void swap_bytes(Bytes& bytes, std::uint32_t group);

// binary/segment.cpp
Result<SegmentImage> bind_segments(const Source& source, const Options& options);
SegmentImage image_of(const SegmentFile& file);
// An address or number: decimal or 0x...
std::optional<std::uint32_t> parse_number(std::string_view text);
Result<SegmentFile> parse_segment(const Source& source, const Options& options);
// The files that --segment names.
std::vector<std::string> segment_files(const Options& options);
// An error where --segment is spelled wrongly.
Result<void> check_segments(const Options& options);

// json.cpp
Result<DocumentPtr> build_c(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_dma(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_anim(const JsonValue& object, Diagnostics& diagnostics);
Result<DocumentPtr> build_geo(const JsonValue& object, Diagnostics& diagnostics);

// from_scene.cpp
std::shared_ptr<const void> find_scene_facts(const FromScene& from, const Context& context);
Result<Bytes> c_from_scene(const FromScene& from, const Context& context, ConversionReport& report);
Result<Bytes> dma_from_scene(const FromScene& from, const Context& context,
                             ConversionReport& report);
Result<Bytes> anim_from_scene(const FromScene& from, const Context& context,
                              ConversionReport& report);

// convert.cpp
std::vector<Conversion> conversions();

// "a/b/walk.inc.c" -> "walk"
std::string title_of(std::string_view path);
// Two hexadecimal digits or more: "anim_0A".
std::string dma_name(std::size_t id);
// The yTrans an animation plays with: --ytrans, else 189 for Mario's and 0 for actors.
std::int16_t y_trans_of(const Motion& motion, const Options& options);
// Index of the animation that `--clip` names (an index or a name; empty = 0).
Result<std::size_t> find_motion(const std::vector<Motion>& motions, std::string_view clip);

}  // namespace anmkit::sm64
