// SPDX-License-Identifier: MIT
// PlayStation, Vib-Ribbon: .ANM (objects per frame), .ANC (camera), .TMD (model), .TIM (texture)
// and .PAK (archive). Fields have the names and integer values of the specification; everything
// is little endian in the files. Section numbers are those of the format's specification.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit::psx {

inline constexpr std::uint16_t kTag = 0x8000;  // first field of ANM and ANC
inline constexpr int kUnitsPerTurn = 4096;     // angles
inline constexpr int kOne = 4096;              // scales and normals, 1.3.12
inline constexpr int kDefaultRate = 30;        // frames per second (section 3.1)

// ---- ANM: model animation (section 1) ----

inline constexpr std::uint8_t kHasRotation = 1, kHasScale = 2, kHasPosition = 4;

// The absolute transform of one object in one frame. Components that the flags leave out are the
// identity (section 10.6).
struct Keyframe {
  std::uint8_t object_index = 0;
  std::uint8_t flags = 0;                               // all 8 bits as stored
  std::array<std::int16_t, 3> rot{};                    // 4096 = 360 degrees
  std::array<std::int16_t, 3> scale{kOne, kOne, kOne};  // 4096 = 1
  std::array<std::int16_t, 3> pos{};                    // TMD vertex units

  // Bytes in the file: 2, 8, 14 or 20.
  std::size_t size() const {
    return 2u + 6u * ((flags & 1u) + (flags >> 1 & 1u) + (flags >> 2 & 1u));
  }
  friend bool operator==(const Keyframe&, const Keyframe&) = default;
};

// All keyframes are in one array; frame n has those from frame_begin[n] to frame_begin[n + 1] - 1.
struct Anm {
  std::uint16_t tag = kTag;
  std::uint16_t rate_hint = kDefaultRate;
  std::vector<std::uint32_t> frame_begin{0};  // frame count + 1
  std::vector<Keyframe> keyframes;
  Bytes gap;   // between the offset table and the first frame
  Bytes tail;  // after the last frame

  std::size_t frame_count() const { return frame_begin.size() - 1; }
  std::span<const Keyframe> frame(std::size_t n) const {
    return std::span(keyframes).subspan(frame_begin[n], frame_begin[n + 1] - frame_begin[n]);
  }
  void add_frame(std::span<const Keyframe> frame) {
    keyframes.insert(keyframes.end(), frame.begin(), frame.end());
    frame_begin.push_back(static_cast<std::uint32_t>(keyframes.size()));
  }
  friend bool operator==(const Anm&, const Anm&) = default;
};

// Largest value of the offset table, which bounds a clip, in units of 2 bytes (section 1.5).
inline constexpr std::size_t kMaxWords = 65535;

// Whether the bytes are an ANM from end to end: header, table, every keyframe inside its frame.
// One pass, no allocation; values are not checked.
bool is_anm(ByteView bytes);
// Errors ANM-01, -02, -04, -05, -07, -08 and -10 refuse the file. `lenient` accepts any tag.
Result<Anm> parse_anm(ByteView bytes, Diagnostics& diagnostics, bool lenient = false);
// Fails with psx.SIZE if the clip needs more than 65535 words; `--split` divides it.
Result<Bytes> write(const Anm& anm);

// ---- Playback (section 3.1) ----

// The game's clock: frames in 16.16, starting at half a frame; a tick is a field of 1/60 second.
struct Player {
  std::int64_t time = 0x8000;
  std::int64_t step = 0;  // at most the whole clip
  std::int64_t end = 0;   // of the clip; 0: no frame is shown
  std::int64_t last = 0;  // time at which the clock stops; -1: it repeats
  // `rate`: frames per second, negative backwards.
  static Player start(std::size_t frames, double rate, bool once);
  std::int64_t frame() const { return time >> 16; }
  void advance() {
    const std::int64_t next = time + step;
    const std::int64_t under = last < 0 ? next + end : 0, over = last < 0 ? next - end : last;
    time = next < 0 ? under : next < end ? next : over;
  }
};
// One tick of many instances.
void advance(std::span<Player> players);

// ---- ANC: camera animation (section 6) ----

struct CameraKey {
  std::array<std::int16_t, 3> vp{};  // eye, model units
  std::array<std::int16_t, 3> vr{};  // target
  std::int16_t rz = 0;               // roll, 4096 = 1 degree
  std::int16_t fov = 0;              // vertical, 4096 = 360 degrees
  friend bool operator==(const CameraKey&, const CameraKey&) = default;
};
struct Anc {
  std::uint16_t tag = kTag;
  std::uint16_t rate_hint = kDefaultRate;
  std::vector<CameraKey> keyframes;  // one per frame
  friend bool operator==(const Anc&, const Anc&) = default;
};
Result<Anc> parse_anc(ByteView bytes, Diagnostics& diagnostics);
Result<Bytes> write(const Anc& anc);

// ---- TMD: model (section 7) ----

struct TmdVector {
  std::int16_t x = 0, y = 0, z = 0, pad = 0;
  friend bool operator==(const TmdVector&, const TmdVector&) = default;
};

// A primitive packet; its data are ilen * 4 bytes of the model's `packet_data`.
struct TmdPrimitive {
  std::uint8_t olen = 0, ilen = 0, flag = 0, mode = 0;
  std::uint32_t data = 0;  // first byte in Tmd::packet_data
};

struct TmdObject {
  std::uint32_t vert_top = 0, normal_top = 0, primitive_top = 0;  // as stored
  std::int32_t scale = 0;
  std::vector<TmdVector> vertices, normals;
  std::vector<TmdPrimitive> primitives;
};

struct Tmd {
  static constexpr std::uint32_t kId = 0x41;
  static constexpr std::uint32_t kFixp = 1;
  std::uint32_t id = kId;
  std::uint32_t flags = 0;
  std::vector<TmdObject> objects;
  Bytes packet_data;
  std::uint32_t size = 0;  // of the file
  std::vector<Gap> gaps;   // bytes between the arrays that are not zero

  ByteView data(const TmdPrimitive& primitive) const {
    return ByteView(packet_data).subspan(primitive.data, std::size_t{primitive.ilen} * 4);
  }
};

// Errors TMD-01, -03, -04 and -06 refuse the file.
Result<Tmd> parse_tmd(ByteView bytes, Diagnostics& diagnostics);
Result<Bytes> write(const Tmd& tmd);
// Sets offsets and size to the canonical layout: primitives, vertices, normals (section 7.6).
void lay_out(Tmd& tmd);

// ---- TIM: texture (section 8) ----

struct TimBlock {
  std::uint32_t bnum = 0;      // as stored; 12 + 2 * w * h in clean files
  std::uint16_t x = 0, y = 0;  // position in VRAM; x and w in columns of 16 bits
  std::uint16_t w = 0, h = 0;
  Bytes data;   // 2 * w * h
  Bytes extra;  // after the data, if bnum is larger
  friend bool operator==(const TimBlock&, const TimBlock&) = default;
};
struct Tim {
  std::uint8_t id = 0x10;
  std::uint8_t version = 0;
  std::uint16_t reserved = 0;
  std::uint32_t flags = 0;  // bits 0-2 depth, bit 3 has a CLUT
  std::optional<TimBlock> clut;
  std::optional<TimBlock> pixels;  // none: the file is a palette alone
  Bytes tail;
  friend bool operator==(const Tim&, const Tim&) = default;

  unsigned depth() const { return flags & 7u; }
};
Result<Tim> parse_tim(ByteView bytes, Diagnostics& diagnostics);
Result<Bytes> write(const Tim& tim);

// One of several textures that follow each other in one file.
struct PackedTim {
  std::uint64_t offset = 0;  // in the file
  Tim tim;                   // without a tail
};
// The textures in the tail of the first one; zero bytes may be between them.
std::vector<PackedTim> further_tims(const Tim& first);

// Number of palettes of an image; 1 for depths without a palette.
std::size_t palette_count(const Tim& tim);
// The image with one of its palettes; of a palette alone, its colours. Black without the STP bit is
// transparent (section 8). Mixed depths, which only the loading program can distinguish, are
// decoded as 16-bit colours. Fails with psx.TIM-07 for unknown depths.
Result<Picture> decode(const Tim& tim, std::size_t palette = 0);
// The image with each of its palettes; ids are palette numbers. Also fails with psx.SIZE if small
// data would give a huge number of pixels.
Result<std::vector<StoredPicture>> decode_palettes(const Tim& tim);

// ---- PAK: archive (section 5) ----

struct PakEntry {
  std::uint32_t offset = 0;       // of the name
  std::string name;               // with '/' between folders
  std::uint32_t data_offset = 0;  // of the payload
  std::uint32_t length = 0;
};
struct Pak {
  Bytes bytes;  // the whole archive
  std::vector<PakEntry> entries;

  ByteView data(const PakEntry& entry) const {
    return ByteView(bytes).subspan(entry.data_offset, entry.length);
  }
};
Result<Pak> parse_pak(ByteView bytes, Diagnostics& diagnostics);

struct PakFile {
  std::string name;
  Bytes data;
};
// The game's order: A-Z folded to a-z, then as signed bytes, shorter first; negative, 0, positive.
int compare_names(std::string_view a, std::string_view b);
// A new archive in the game's search order. Fails with psx.PAK-06 if two names are equal for the
// game, and with psx.SIZE beyond 4 GiB.
Result<Bytes> build_pak(std::vector<PakFile> files);
// The entry of a name: binary search in the game's order, then (archives that are not sorted) a
// comparison with every entry. Null if there is none.
const PakEntry* find_entry(const Pak& pak, std::string_view name);
// Whether a name stays inside the output folder (PAK-09).
bool is_safe_name(std::string_view name);

}  // namespace anmkit::psx
