// SPDX-License-Identifier: MIT
// The track bytes of compact clips (appendix B).
#pragma once

#include "formats/gc/bank/record.hpp"
#include "formats/gc/document.hpp"

namespace anmkit::gc {

inline constexpr std::uint64_t kCompactHeaderSize = 8, kCompactTrackSize = 16;

// The same clip with each track's data after the one before, on multiples of four.
Result<CompactClip> canonical(const CompactClip& clip);

struct CompactLayout {
  explicit CompactLayout(const CompactTrack& track);

  unsigned quaternion_size() const;
  std::uint64_t parts_size(const Layout& layout) const;
  std::uint64_t constants_size() const { return parts_size(constants); }
  // 0 when no part is keyed.
  std::uint64_t key_size() const;
  bool keyed() const { return keys.bits != 0; }
  bool readable() const { return keys.readable() && constants.readable(); }
  std::uint64_t data_size(std::uint64_t count) const {
    return constants_size() + key_size() * count;
  }
  bool has_floats() const { return keys.has_floats() || constants.has_floats(); }

  Layout keys, constants;
  unsigned omitted;  // bits 0, 1, 2: x, y, z of quaternions are not stored
};

// A key's values in file order: time, base values, curves.
template <class Archive, class Key>
void visit_compact_key(Archive& archive, const CompactLayout& layout, Key& key) {
  archive.time(key.time);
  visit_setting(archive, layout.keys, key);
  if (layout.keys.has(kQuaternion) && layout.keys.rotation_mode == kSquadOne) {
    if (layout.keys.has(kScale))
      visit_vector_curve(archive, layout.keys.scale_mode, key.scale_curve);
    if (auto* parts = archive.curve(key.rotation_curve)) archive.quat(parts->both_quat);
    if (layout.keys.has(kTranslation))
      visit_vector_curve(archive, layout.keys.translation_mode, key.translation_curve);
    return;
  }
  visit_curves(archive, layout.keys, key);
}

// A key as a bank has it, for code that both formats share.
KeyFrame as_key_frame(const CompactKey& key);
KeyFrame as_key_frame(const CompactConstants& constants);
// The animated parts that show: keyed ones of at least two keys, and constants next to them.
struct ShownParts {
  unsigned keyed = 0, constant = 0;
};
ShownParts shown_parts(const CompactTrack& track);

}  // namespace anmkit::gc
