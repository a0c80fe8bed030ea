// SPDX-License-Identifier: MIT
// Fields of an actor (section 8).
#include "formats/gc/description.hpp"

namespace anmkit::gc {

Description actor_description() {
  static const NamedValue kNoneLabels[] = {{65535, "none"}};
  static const NamedValue kInheritsLabels[] = {{0, "no: from the actor's"}, {1, "yes"}};
  static const Field kActorFields[] = {
      Field{"versionNumber", "u4", "8092000", "8.1"}.fixed("8092000"),
      {"actorID", "u2", "number of the actor", "8.1"},
      {"totalBones", "u2", "number of bones", "8.1"},
      Field{"treeOffset", "u4", "where the links begin in a bone: 4; ignored", "8.1"}.fixed("4"),
      {"rootBone", "u4", "where the root is; 0: no bones", "8.1"},
      {"geoPaletteName", "u4", "where the name of the geometry is; 0: none", "8.1"},
      Field{"skinFileID", "u2", "object of the geometry that is skinned", "8.1"}.called(
          kNoneLabels),
      Field{"pad", "u2", "0", "8.1"}.as(ByteKind::padding),
      Field{"userDataSize", "u4", "size of the user's data", "8.1"}.in("bytes"),
      {"userData", "u4", "where the user's data are", "8.1"},
      Field{"bones", "bone", "a bone", "8.2"}.times("totalBones"),
      Field{"name", "textz", "name of the geometry's file", "8.1"}
          .only_if("geoPaletteName != 0")
          .placed("geoPaletteName"),
      Field{"user", "bytes", "the user's data", "8.1"}
          .only_if("userDataSize != 0 and userData != 0")
          .placed("userData")
          .sized("userDataSize"),
  };
  static const Field kBoneFields[] = {
      {"orientationControl", "u4", "where the rest transform is; 0: the identity", "8.2"},
      {"previousSibling", "u4", "where the bone before it is; 0: none", "8.2"},
      {"nextSibling", "u4", "where the bone after it is; 0: none", "8.2"},
      {"parent", "u4", "where the parent is; 0: none", "8.2"},
      {"firstChild", "u4", "where the first child is; 0: none", "8.2"},
      Field{"geoFileID", "u2", "object of the geometry that is drawn with it", "8.2"}.called(
          kNoneLabels),
      {"boneID", "u2", "number that tracks find it by", "8.2"},
      Field{"inheritanceFlag", "u1", "whether it begins from the parent's transform", "8.2"}.called(
          kInheritsLabels),
      {"drawingPriority", "u1", "lower ones are drawn first", "8.2"},
      Field{"pad", "u2", "0", "8.2"}.as(ByteKind::padding),
      Field{"control", "control", "its rest transform", "8.3"}
          .only_if("orientationControl != 0")
          .placed("orientationControl"),
  };
  static const Field kControlFields[] = {
      {"type", "u1",
       "bits of the parts present: 1 scale, 2 Euler angles, 4 quaternion, 8 translation, 16 matrix",
       "8.3"},
      Field{"pad", "bytes", "0", "8.3"}.sized("3").as(ByteKind::padding),
      Field{"matrix", "f4", "three rows of four", "8.3"}.only_if("type & 16").times("12"),
      Field{"scale", "f4", "factors along x, y, z", "8.3"}.only_if("(type & 16) == 0").times("3"),
      Field{"rotation", "f4", "quaternion x, y, z, w, or angles x, y, z in degrees", "8.3"}
          .only_if("(type & 16) == 0")
          .times("4"),
      Field{"translation", "f4", "position x, y, z", "8.3"}.only_if("(type & 16) == 0").times("3"),
  };
  static const Record kRecords[] = {
      {"actor", kActorFields}, {"bone", kBoneFields}, {"control", kControlFields}};
  return {"gc-act", "GameCube actor", std::endian::big, kRecords};
}

}  // namespace anmkit::gc
