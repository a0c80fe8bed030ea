// SPDX-License-Identifier: MIT
// The setting and interpolation records of a key, read and written by one description.
#pragma once

#include "core/bytes.hpp"
#include "formats/gc/layout.hpp"

namespace anmkit::gc {

// Calls `archive.triple`, `archive.quat`, `archive.q14` and `archive.matrix` for each part of a
// key's setting record, in file order (section 4).
template <class Archive, class Key>
void visit_setting(Archive& archive, const Layout& layout, Key& key) {
  if (layout.has(kMatrix)) return archive.matrix(key.matrix);
  if (layout.has(kScale)) archive.triple(key.scale);
  if (layout.has(kEuler)) archive.triple(key.euler);
  if (layout.has(kQuaternion)) archive.quat(key.quaternion);
  if (layout.has(kTranslation)) archive.triple(key.translation);
}

template <class Archive, class OptionalCurve>
void visit_vector_curve(Archive& archive, unsigned mode, OptionalCurve& curve) {
  if (mode != kBezier && mode != kHermite) return;
  auto* parts = archive.curve(curve);
  if (parts == nullptr) return;
  archive.triple(parts->in);
  archive.triple(parts->out);
  if (mode != kHermite) return;
  archive.q14(parts->ease_in);
  archive.q14(parts->ease_out);
}

// The same for the interpolation record (section 5).
template <class Archive, class Key>
void visit_curves(Archive& archive, const Layout& layout, Key& key) {
  if (layout.has(kScale)) visit_vector_curve(archive, layout.scale_mode, key.scale_curve);
  if (layout.has(kEuler)) visit_vector_curve(archive, layout.rotation_mode, key.rotation_curve);
  if (layout.has(kQuaternion) && layout.rotation_curve_size() != 0) {
    if (auto* parts = archive.curve(key.rotation_curve)) {
      archive.quat(parts->in_quat);
      archive.quat(parts->out_quat);
      if (layout.rotation_mode == kSquadEase) {
        archive.q14(parts->ease_in);
        archive.q14(parts->ease_out);
      }
    }
  }
  if (layout.has(kTranslation))
    visit_vector_curve(archive, layout.translation_mode, key.translation_curve);
}

// Whether a record of a key is inside the file and not over its header.
inline bool is_inside(ByteView bytes, std::uint32_t offset, std::uint64_t size) {
  return offset >= kHeaderSize && fits(offset, size, bytes.size());
}

// Fills the parts of `key` from its records, as far as they are inside the file.
void read_records(ByteView bytes, const Layout& layout, KeyFrame& key);

}  // namespace anmkit::gc
