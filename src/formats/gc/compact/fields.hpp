// SPDX-License-Identifier: MIT
// Tracks of compact clips, in the order in which a file stores their fields (appendix B): for
// reading, writing, dump and build.
#pragma once

#include "core/records.hpp"
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/fields.hpp"

namespace anmkit::gc {

template <class Archive, Of<CompactConstants> T>
void fields(Archive& archive, T& constants) {
  part_fields(archive, constants);
}
template <class Archive, Of<CompactKey> T>
void fields(Archive& archive, T& key) {
  archive("time", key.time);
  part_fields(archive, key);
  curve_fields(archive, key);
}
template <class Archive, Of<CompactTrack> T>
void fields(Archive& archive, T& track) {
  archive("animTime", track.anim_time);
  archive("data", track.data);
  archive("keyCount", track.key_count);
  archive("trackID", track.track_id);
  archive("quantizeInfo", track.quantize_info);
  archive("keyedParts", track.keyed_parts);
  archive("interpolationType", track.interpolation_type);
  archive("constantParts", track.constant_parts);
  archive("constants", track.constants);
  archive("keys", track.keys);
}

}  // namespace anmkit::gc
