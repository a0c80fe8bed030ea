// SPDX-License-Identifier: MIT
// Actors and their bones, in the order in which a file stores their fields (section 8): for
// reading, writing, dump and build.
#pragma once

#include "anmkit/gc.hpp"
#include "core/records.hpp"

namespace anmkit::gc {

template <class Archive, Of<Bone> T>
void fields(Archive& archive, T& bone) {
  archive("orientationControl", bone.orientation_control);
  archive("previousSibling", bone.previous_sibling);
  archive("nextSibling", bone.next_sibling);
  archive("parent", bone.parent);
  archive("firstChild", bone.first_child);
  archive("geoFileID", bone.geo_file_id);
  archive("boneID", bone.bone_id);
  archive("inheritanceFlag", bone.inheritance_flag);
  archive("drawingPriority", bone.drawing_priority);
  archive("pad", bone.pad);
}
template <class Archive, Of<Actor> T>
void fields(Archive& archive, T& actor) {
  archive("versionNumber", actor.version_number);
  archive("actorID", actor.actor_id);
  archive("totalBones", actor.total_bones);
  archive("treeOffset", actor.tree_offset);
  archive("rootBone", actor.root_bone);
  archive("geoPaletteName", actor.geo_palette_name);
  archive("skinFileID", actor.skin_file_id);
  archive("pad", actor.pad);
  archive("userDataSize", actor.user_data_size);
  archive("userData", actor.user_data);
  archive("bones", actor.bones);
  archive("controls", actor.controls);
  archive.elsewhere("size", actor.size);
  archive("gaps", actor.gaps);
}

}  // namespace anmkit::gc
