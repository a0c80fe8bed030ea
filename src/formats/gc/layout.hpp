// SPDX-License-Identifier: MIT
// Sizes and places of what a track's type bytes describe (sections 2.3, 3, 4, 5).
#pragma once

#include <cstdint>
#include <optional>

#include "anmkit/gc.hpp"

namespace anmkit::gc {

inline constexpr std::uint32_t kVersion = 8092000;
inline constexpr std::uint32_t kCompactVersion = 11302002;
inline constexpr std::uint64_t kHeaderSize = 24, kSequenceSize = 12, kTrackSize = 16, kKeySize = 12;
inline constexpr std::uint64_t kActorHeaderSize = 32, kBoneSize = 28;
inline constexpr std::uint64_t kControlSize = 52, kShortControlSize = 44;

// animType bits.
inline constexpr unsigned kTranslation = 1, kScale = 2, kEuler = 4, kQuaternion = 8, kMatrix = 16;
// Control type bits (their order differs).
inline constexpr unsigned kControlScale = 1, kControlEuler = 2, kControlQuaternion = 4,
                          kControlTranslation = 8, kControlMatrix = 16;
// Bytes of a control that its type needs: the last 8 belong to matrices only.
constexpr std::uint64_t control_size(std::uint8_t type) {
  return (type & kControlMatrix) != 0 ? kControlSize : kShortControlSize;
}
// Modes of the interpolation fields.
inline constexpr unsigned kStep = 0, kLinear = 1, kBezier = 2, kHermite = 3, kSquad = 4,
                          kSquadEase = 5, kSlerp = 6;
inline constexpr unsigned kSquadOne = 7;  // of compact clips alone: one control per key
inline constexpr std::uint32_t kFloatType = 4;

// Whether a version word is one of the Wii dates, whose layout is the same.
constexpr bool is_wii(std::uint32_t version) {
  return version == 20060925 || version == 20070619 || version == 20070928;
}

// The meaning of a track's three type bytes.
struct Layout {
  explicit Layout(const Track& track)
      : type(track.quantize_info >> 4u),
        frac(track.quantize_info & 15u),
        bits(track.anim_type & 31u),
        translation_mode(track.interpolation_type & 3u),
        scale_mode((track.interpolation_type >> 2u) & 3u),
        rotation_mode((track.interpolation_type >> 4u) & 7u) {
    // A matrix makes the library ignore every other bit; Q hides E (section 2.3).
    if (has(kMatrix)) bits = kMatrix;
    if (has(kQuaternion)) bits &= ~kEuler;
  }
  bool has(unsigned bit) const { return (bits & bit) != 0; }
  // Bytes a component takes; 0 for an invalid type.
  std::uint64_t component_size() const {
    constexpr std::uint64_t kSizes[] = {1, 1, 2, 2, 4};
    return type < 5 ? kSizes[type] : 0;
  }
  std::uint64_t triple_size() const { return 3 * component_size(); }
  bool quantised() const { return has(kTranslation | kScale | kEuler); }
  bool readable() const { return !quantised() || component_size() != 0; }
  std::uint64_t setting_size() const {
    if (has(kMatrix)) return 48;
    return (has(kScale) ? triple_size() : 0) + (has(kEuler) ? triple_size() : 0) +
           (has(kQuaternion) ? 8 : 0) + (has(kTranslation) ? triple_size() : 0);
  }
  std::uint64_t vector_curve_size(unsigned mode) const {
    return mode == kBezier ? 2 * triple_size() : mode == kHermite ? 2 * triple_size() + 4 : 0;
  }
  std::uint64_t rotation_curve_size() const {
    if (has(kEuler)) return vector_curve_size(rotation_mode);
    if (!has(kQuaternion)) return 0;
    return rotation_mode == kSquad ? 16 : rotation_mode == kSquadEase ? 20 : 0;
  }
  std::uint64_t curve_size() const {
    return (has(kScale) ? vector_curve_size(scale_mode) : 0) + rotation_curve_size() +
           (has(kTranslation) ? vector_curve_size(translation_mode) : 0);
  }
  bool has_floats() const { return has(kMatrix) || (quantised() && type == kFloatType); }

  unsigned type, frac, bits, translation_mode, scale_mode, rotation_mode;
};

// The range of keys that a track names, as an index into the key array; empty when it is off the
// grid or overruns the array.
struct Span {
  std::uint64_t first = 0, count = 0;
};
// How many records a bank has, which says where its arrays are.
struct RecordCounts {
  RecordCounts(const Bank& bank)
      : sequences(bank.sequences.size()), tracks(bank.tracks.size()), keys(bank.keys.size()) {}
  RecordCounts(const BankRecords& bank)
      : sequences(bank.sequences.size()),
        tracks(bank.tracks.size()),
        keys(bank.key_frames.size()) {}
  std::uint64_t tracks_at() const { return kHeaderSize + kSequenceSize * sequences; }
  std::uint64_t keys_at() const { return tracks_at() + kTrackSize * tracks; }
  std::uint64_t data_at() const { return keys_at() + kKeySize * keys; }

  std::uint64_t sequences, tracks, keys;
};
std::optional<Span> tracks_of(const RecordCounts& counts, const Sequence& sequence);
std::optional<Span> keys_of(const RecordCounts& counts, const Track& track);

// False when records are shared so often that visiting each owner's would take far more than the
// file's size: no tool writes such banks, hostile ones would cost hours.
bool is_bounded(const Bank& bank);
bool is_bounded(const BankRecords& bank);

// Index of the bone that a link means; empty for 0 and for links off the record grid.
std::optional<std::uint32_t> bone_at(const Actor& actor, std::uint32_t link);

}  // namespace anmkit::gc
