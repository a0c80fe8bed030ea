// SPDX-License-Identifier: MIT
// The GameCube character pipeline: animation banks (ANM) and actor hierarchies (ACT). Big endian.
// Section numbers name the format's specification. Field names and integer values are its own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "anmkit/result.hpp"

namespace anmkit::gc {

// Three components as stored: integers for quantise types 0-3, floats for type 4 (section 3).
struct Triple {
  std::optional<std::array<std::int32_t, 3>> integers;
  std::optional<std::array<float, 3>> floats;
};

// Curve data of one part of one key (section 5); the mode decides which members exist.
struct Curve {
  std::optional<Triple> in;   // Bezier control (relative to the key) or Hermite tangent
  std::optional<Triple> out;  // the same
  std::optional<std::array<std::int16_t, 4>> in_quat;   // SQUAD, Q14
  std::optional<std::array<std::int16_t, 4>> out_quat;  // SQUAD, Q14
  // Both of them at once: rotation mode 7 of compact clips (appendix B).
  std::optional<std::array<std::int16_t, 4>> both_quat;
  std::optional<std::int16_t> ease_in;   // Q14
  std::optional<std::int16_t> ease_out;  // Q14
};

// Section 2.4.
struct Key {
  float time = 0;                   // frames
  std::uint32_t setting = 0;        // offset in the file
  std::uint32_t interpolation = 0;  // offset in the file; 0 = none
};

// A key with the records at its offsets (sections 4 and 5). A part is absent if the track has none,
// or if the record is outside the file.
struct KeyFrame : Key {
  KeyFrame() = default;
  explicit KeyFrame(const Key& key) : Key(key) {}

  std::optional<Triple> scale;
  std::optional<Triple> euler;                            // degrees
  std::optional<std::array<std::int16_t, 4>> quaternion;  // x, y, z, w, Q14
  std::optional<Triple> translation;
  std::optional<std::array<float, 12>> matrix;  // three rows of four
  std::optional<Curve> scale_curve;
  std::optional<Curve> rotation_curve;
  std::optional<Curve> translation_curve;
};

// Section 2.3.
struct Track {
  float anim_time = 0;  // frames
  std::uint32_t key_frames = 0;
  std::uint16_t total_frames = 0;
  std::uint16_t track_id = 0;  // the bone that this track drives
  std::uint8_t quantize_info = 0;
  std::uint8_t anim_type = 0;
  std::uint8_t interpolation_type = 0;
  std::uint8_t replace_hierarchy_ctrl = 0;
};

// Section 2.2.
struct Sequence {
  std::uint32_t sequence_name = 0;
  std::uint32_t track_array = 0;
  std::uint16_t total_tracks = 0;
  std::uint16_t pad = 0;
  std::string name;  // the text at `sequence_name`; empty if that is outside the file
};

// Section 2.1, without the counts.
struct BankHeader {
  std::uint32_t version_number = 8092000;
  std::uint32_t anim_sequences = 0x18;
  std::uint16_t bank_id = 0;
  std::uint32_t user_data_size = 0;
  std::uint32_t user_data = 0;
};

// One ANM file (section 2): its bytes, and the record arrays in them. `decode_key` decodes a key's
// values.
struct Bank : BankHeader {
  std::vector<Sequence> sequences;
  std::vector<Track> tracks;  // the whole array, of all sequences
  std::vector<Key> keys;      // the whole array, of all tracks
  Bytes bytes;
};

// The same as decoded values, for edits and text.
struct BankRecords : BankHeader {
  std::vector<Sequence> sequences;
  std::vector<Track> tracks;
  std::vector<KeyFrame> key_frames;
  std::uint64_t size = 0;  // of the file
  std::vector<Gap> gaps;   // bytes without a record
};

// One key of a compact clip (appendix B).
struct CompactKey {
  std::int16_t time = 0;  // frames
  std::optional<Triple> scale;
  std::optional<Triple> euler;
  std::optional<std::array<std::int16_t, 4>> quaternion;  // components that are not stored are 0
  std::optional<Triple> translation;
  std::optional<std::array<float, 12>> matrix;
  std::optional<Curve> scale_curve;
  std::optional<Curve> rotation_curve;
  std::optional<Curve> translation_curve;
};

// Constant parts of a compact track.
struct CompactConstants {
  std::optional<Triple> scale;
  std::optional<Triple> euler;
  std::optional<std::array<std::int16_t, 4>> quaternion;
  std::optional<Triple> translation;
  std::optional<std::array<float, 12>> matrix;
};

struct CompactTrack {
  float anim_time = 0;     // frames
  std::uint32_t data = 0;  // offset of the constants and keys
  std::uint16_t key_count = 0;
  std::uint16_t track_id = 0;
  std::uint8_t quantize_info = 0;
  std::uint8_t keyed_parts = 0;  // bits 0-4 as `anim_type`; 5, 6, 7: x, y, z are not stored
  std::uint8_t interpolation_type = 0;
  std::uint8_t constant_parts = 0;
  // Both are empty if the data is outside the file; keys also if no part is keyed.
  CompactConstants constants;
  std::vector<CompactKey> keys;
};

// One compact ANM file: a single sequence (appendix B).
struct CompactClip {
  std::uint32_t version_number = 11302002;
  std::uint16_t unknown = 0;
  std::vector<CompactTrack> tracks;
  std::uint64_t size = 0;
  std::vector<Gap> gaps;
};

// Section 8.3. The parts that `type` does not name are kept and have no effect.
struct Control {
  std::uint32_t offset = 0;
  std::uint8_t type = 0;
  std::array<float, 12> values{};  // scale 3, rotation 4, translation 3, two more; or a matrix
};

// Section 8.2. Links are file offsets, 0 = none.
struct Bone {
  std::uint32_t orientation_control = 0;
  std::uint32_t previous_sibling = 0;
  std::uint32_t next_sibling = 0;
  std::uint32_t parent = 0;
  std::uint32_t first_child = 0;
  std::uint16_t geo_file_id = 0xFFFF;
  std::uint16_t bone_id = 0;
  std::uint8_t inheritance_flag = 1;
  std::uint8_t drawing_priority = 0;
  std::uint16_t pad = 0;
};

// One ACT file (section 8).
struct Actor {
  std::uint32_t version_number = 8092000;
  std::uint16_t actor_id = 0;
  std::uint16_t total_bones = 0;
  std::uint32_t tree_offset = 4;
  std::uint32_t root_bone = 0;
  std::uint32_t geo_palette_name = 0;
  std::uint16_t skin_file_id = 0xFFFF;
  std::uint16_t pad = 0;
  std::uint32_t user_data_size = 0;
  std::uint32_t user_data = 0;
  std::vector<Bone> bones;        // in file order, from 0x20
  std::vector<Control> controls;  // distinct, by offset
  std::uint64_t size = 0;
  std::vector<Gap> gaps;
};

// Reads a bank. Fails on a header or record array that is cut off, and on another version (codes
// ANM001, ANM002, ANM004, ANM011); the checks find everything else. Memory is at most twice the
// input.
Result<Bank> parse_bank(ByteView bytes, Diagnostics& diagnostics);
// The values of a key for a track: another track may read a shared key differently.
KeyFrame decode_key(const Bank& bank, const Track& track, const Key& key);
// All values of a bank; the first track that names a key decides what it contains.
BankRecords records_of(const Bank& bank);
// Whether the bytes are a bank with valid offsets: tracks and keys at record boundaries; names,
// values and curves inside the file. Allocates nothing.
bool is_bank(ByteView bytes);
// The parsed bytes.
Result<Bytes> write(const Bank& bank);
// A file of the records, each at its own offset over the gaps. Error: a record outside
// `size`.
Result<Bytes> write(const BankRecords& records);

// Reads a compact clip. Fails on ANM001, ANM004 and ANM011. Tracks that share data too often, so
// that values would be many times larger than the file, have no values.
Result<CompactClip> parse_compact(ByteView bytes, Diagnostics& diagnostics);
Result<Bytes> write(const CompactClip& clip);

// Reads an actor. Fails on ACT001, ACT002 and ACT003.
Result<Actor> parse_actor(ByteView bytes, Diagnostics& diagnostics);
Result<Bytes> write(const Actor& actor);

// Indices of the bones in boneArray order: depth first, children before siblings (section 8.2).
// Links outside the file, or to a bone a second time, are not followed.
std::vector<std::uint32_t> bone_array(const Actor& actor);

}  // namespace anmkit::gc
