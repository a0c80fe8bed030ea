// SPDX-License-Identifier: MIT
// Sequences, tracks and keys of banks, in the order in which a file stores their fields (section
// 2): for reading, writing, dump and build.
#pragma once

#include "anmkit/gc.hpp"
#include "core/records.hpp"

namespace anmkit::gc {

template <class Archive, Of<Track> T>
void fields(Archive& archive, T& track) {
  archive("animTime", track.anim_time);
  archive("keyFrames", track.key_frames);
  archive("totalFrames", track.total_frames);
  archive("trackID", track.track_id);
  archive("quantizeInfo", track.quantize_info);
  archive("animType", track.anim_type);
  archive("interpolationType", track.interpolation_type);
  archive("replaceHierarchyCtrl", track.replace_hierarchy_ctrl);
}
template <class Archive, Of<Sequence> T>
void fields(Archive& archive, T& sequence) {
  archive("sequenceName", sequence.sequence_name);
  archive("trackArray", sequence.track_array);
  archive("totalTracks", sequence.total_tracks);
  archive("pad", sequence.pad);
  archive("name", sequence.name);
}
template <class Archive, class T>
void key_fields(Archive& archive, T& key) {
  archive("time", key.time);
  archive("setting", key.setting);
  archive("interpolation", key.interpolation);
}
template <class Archive, Of<Key> T>
void fields(Archive& archive, T& key) {
  key_fields(archive, key);
}

}  // namespace anmkit::gc
