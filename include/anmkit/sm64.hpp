// SPDX-License-Identifier: MIT
// Super Mario 64 object animations: C source, DMA table, insertable and segment binaries.
// Section numbers are those of the sm64 format specification.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/result.hpp"

namespace anmkit::sm64 {

// Bits of flags (section 3), named by their effect in the code.
inline constexpr std::uint16_t kNoLoop = 0x01, kBackward = 0x02, kNoAdvance = 0x04,
                               kHorTrans = 0x08, kVertTrans = 0x10, kNoShadowTrans = 0x20,
                               kNoTrans = 0x40, kUnusedFlag = 0x80, kBoneTrans = 0x100,
                               kBoneScale = 0x200;

inline constexpr std::uint32_t kHeaderSize = 24;
inline constexpr std::int16_t kMarioYTrans = 189;
inline constexpr std::size_t kMarioAnimations = 209;
inline constexpr std::uint32_t kDmaBuffer = 0x4000;
inline constexpr double kRate = 30;  // ticks per second

// struct Animation (section 1.1), pointers as stored.
struct Header {
  std::int16_t flags = 0;
  std::int16_t animYTransDivisor = 0;
  std::int16_t startFrame = 0;
  std::int16_t loopStart = 0;
  std::int16_t loopEnd = 0;  // exclusive
  std::int16_t unusedBoneCount = 0;
  std::uint32_t values = 0;
  std::uint32_t index = 0;
  std::uint32_t length = 0;
  friend bool operator==(const Header&, const Header&) = default;
};

// One animation with its tables resolved, the same for C, DMA tables and binaries. Borrows the
// tables from its document.
struct Motion {
  std::string name;
  Header header;
  std::span<const std::uint16_t> index;   // pairs (count, first sample), section 1.2
  std::span<const std::uint16_t> values;  // samples, s16
  bool mario = false;                     // yTrans is 189 at the start (section 6.3)
  bool dma = false;                       // an entry of a DMA table
  bool coopdx = false;                    // flags add channels to parts (section 11)
  std::optional<std::uint64_t> offset;    // of the header in its file
  std::string path;                       // of the header in its document
  std::string index_name, values_name;    // C names, may be empty
};

// Number of channels and of animated parts.
std::size_t channel_count(const Motion& motion);
std::size_t part_count(const Motion& motion);
// The sample of a channel at a frame (section 5). Frames below 0 are 0 (section 12.8); channels and
// samples outside the tables are 0.
std::int16_t sample(const Motion& motion, std::size_t channel, std::int32_t frame);
// Channel number of a part's rotation about X; Y and Z follow.
std::size_t rotation_channel(const Motion& motion, std::size_t part);
// "translation X", "part 7 rotation Z".
std::string channel_name(const Motion& motion, std::size_t channel);
// The factor of the root translation (section 6.5).
double translation_factor(const Motion& motion, std::int16_t y_trans);
// The visible part of the root translation, before the factor (sections 3 and 6.5).
std::array<std::int16_t, 3> drawn_translation(const Motion& motion, std::int32_t frame);

// ---- Playback (section 6) ----

struct Player {
  std::int16_t frame = 0;
  std::int32_t assist = 0;  // 16.16
  std::int32_t accel = 0;   // frames per tick, 16.16; 0 = one frame per tick
  // The engine's start of an animation; the first advance() returns the first visible frame.
  // `as_mario`: the rule for Mario's animations, which are entries of a DMA table.
  static Player start(const Header& header, std::int32_t accel, bool as_mario);
  // One tick; returns the frame to draw.
  std::int16_t advance(const Header& header);
};
// One tick of many instances, each with the animation at its index; `frame` is the frame to draw.
void advance(std::span<Player> players, std::span<const Header* const> animations);

// Root motion of Mario at a frame (section 6.6) for a facing yaw in binary angles, before it is
// added to the position. Axes that the flags do not select are 0.
std::array<std::int16_t, 3> root_motion(const Motion& motion, std::int32_t frame,
                                        std::uint16_t facing_yaw);
// Displacement of the shadow in X and Z (section 6.7); `scale` is that of the shadow's first child.
std::array<double, 2> shadow_translation(const Motion& motion, std::int32_t frame,
                                         std::int16_t y_trans, double scale, std::uint16_t yaw);

// ---- C source (section 4) ----

enum class ElementType : std::uint8_t { s16, u16 };

// Range of a declaration in the text.
struct TextRange {
  std::uint32_t begin = 0, end = 0;            // qualifiers to ';'
  std::uint32_t body_begin = 0, body_end = 0;  // inside the braces
};

struct CArray {
  std::string name;
  ElementType type = ElementType::s16;    // as declared; references decide its use
  std::optional<std::int64_t> dimension;  // explicit size, if its value is known
  std::vector<std::uint16_t> elements;    // modulo 65536
  TextRange range;
};

// An initialiser with a name that this file does not define.
struct COpenField {
  std::string field;
  std::string expression;
};

struct CHeader {
  std::string name;
  std::uint32_t element = 0;  // index in an array of headers
  bool is_array = false;      // declared with [] (Mario's files)
  Header header;              // values and index stay 0: C refers to them by name
  std::string values, index;
  std::vector<COpenField> open_fields;
  TextRange range;
  std::array<std::uint32_t, 9> fields_at{};  // initialisers in the text, 0 = none
};

struct CTable {
  std::string name;
  std::vector<std::string> elements;  // header names, empty = NULL
  TextRange range;
};

struct CEnumerator {
  std::string name;
  std::int64_t value = 0;
};

// The language of a source file: C, calls in a Lua script of sm64coopdx, or Saturn's JSON
// (section 4.4).
enum class Spelling : std::uint8_t { c, lua, saturn };

// The animation declarations of one source file. The rest of the text is not stored.
struct CFile {
  Spelling spelling = Spelling::c;
  std::vector<CArray> arrays;
  std::vector<CHeader> headers;
  std::vector<CTable> tables;
  std::vector<CEnumerator> enumerators;
  // Arrays without data in the text, with the reason.
  std::map<std::string, std::string, std::less<>> opaque;
};

// Reads C source. Fails on syntax errors (E-CSYNTAX); findings about single declarations (E-CINIT,
// E-CRANGE, E-CDUP, W-CDIM) go to `diagnostics`, and the rest is read. O(size).
Result<CFile> parse_c(std::string_view text, Diagnostics& diagnostics);
// C, Lua or JSON, detected from the text.
Result<CFile> parse_source(std::string_view text, Diagnostics& diagnostics);

// The profiles of section 10.3 that can be written.
enum class Profile : std::uint8_t {
  vanilla_actor,
  mario_dma,
  hackersm64,
  fast64,
  dynos,
  coopdx_lua,
  saturn_json,  // contains one animation: the first
};
// The language of a profile.
Spelling spelling_of(Profile profile);
std::optional<Profile> profile_named(std::string_view name);

// The animation declarations of a file as canonical text of a profile. Names stay, and so do
// `// 0x...` comments before declarations in `source` (the parsed text).
std::string write_c(const CFile& file, std::string_view source, Profile profile);

// ---- DMA table (section 1.6), insertable binary (1.7), segments (1.4) ----

// Headers and tables of a binary file. Offsets are from the start of the file.
struct PlacedHeader {
  std::uint32_t offset = 0;
  Header header;
};
struct PlacedTable {
  std::uint32_t offset = 0;
  std::vector<std::uint16_t> elements;
};
struct DmaEntry {
  std::uint32_t offset = 0;  // from the start of the table
  std::uint32_t size = 0;
};

// The tables of a header of a binary file: indices in `headers`, `indexTables`, `valueTables`.
struct Reference {
  std::uint32_t header = 0;
  std::int32_t index = -1;   // -1: does not resolve
  std::int32_t values = -1;  // -1: does not resolve
};

// A binary file in pieces that cover every byte.
struct BinaryFile {
  std::uint32_t size = 0;
  std::vector<PlacedHeader> headers;
  std::vector<PlacedTable> indexTables;
  std::vector<PlacedTable> valueTables;
  std::vector<Gap> gaps;  // bytes outside those pieces
  std::vector<Reference> references;
};

struct DmaTable {
  std::uint32_t numEntries = 0;
  std::uint32_t sourceAddress = 0;  // placeholder, 0 in a ROM
  std::vector<DmaEntry> entries;
  // Header of each entry, as an index into file.references; -1 if the entry is broken.
  std::vector<std::int32_t> entry_reference;
  BinaryFile file;  // positions inside the table
};

// Reads a DMA table. Fails with E-DMAHEAD if the directory does not fit. Broken entries have no
// header; `check` reports them.
Result<DmaTable> parse_dma(ByteView bytes);
Bytes write(const DmaTable& table);

struct Insertable {
  std::uint32_t type = 2;      // 2 = one animation, 4 = table, 5 = DMA table
  std::uint32_t dataSize = 0;  // bytes after the relocations, as stored
  std::uint32_t dataStart = 0;
  std::vector<std::uint32_t> relocations;    // offsets in the data of words that are pointers
  std::vector<std::uint32_t> table;          // type 4: header pointers in the data's order
  std::vector<std::int32_t> clip_reference;  // clips in order, into file.references; -1 = broken
  BinaryFile file;                           // positions in the whole file
};
// Reads fast64's insertable binary of type 2 or 4 (type 5 contains a DMA table: use parse_dma on
// its data). Fails with E-TRUNC if its own header does not fit.
Result<Insertable> parse_insertable(ByteView bytes);
Bytes write(const Insertable& file);

}  // namespace anmkit::sm64
