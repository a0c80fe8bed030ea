// SPDX-License-Identifier: MIT
// Fields of a bank (sections 2 to 5).
#include "formats/gc/description.hpp"

namespace anmkit::gc {
namespace {

constexpr std::string_view kVectors = "vector_u1|vector_s1|vector_u2|vector_s2|vector_f4";

}  // namespace

Description bank_description() {
  static const NamedValue kQuantitiesLabels[] = {{0x40, "32-bit floats"}};
  static const NamedValue kReplacesLabels[] = {{0, "no: it comes after the rest transform"}};
  static const Field kBankFields[] = {
      Field{"versionNumber", "u4", "8092000, or that of a Wii game", "2.1"}.fixed(
          "8092000|20060925|20070619|20070928"),
      Field{"animSequences", "u4", "where the sequences are: 24", "2.1"}.fixed("24").in("bytes"),
      {"bankID", "u2", "number of the bank; the library does not read it", "2.1"},
      {"numSequences", "u2", "number of sequences", "2.1"},
      {"numTracks", "u2", "number of tracks of all sequences", "2.1"},
      {"numKeyFrames", "u2", "number of keys of all tracks", "2.1"},
      Field{"userDataSize", "u4", "size of the user's data", "2.1"}.in("bytes"),
      {"userData", "u4", "where the user's data are", "2.1"},
      let("keys_at", "24 + 12 * numSequences + 16 * numTracks"),
      // Before the tracks, whose settings are found through the keys.
      Field{"keyFrames", "key", "a key", "2.4"}.times("numKeyFrames").placed("keys_at"),
      Field{"sequences", "sequence", "a clip", "2.2"}.times("numSequences"),
      Field{"tracks", "track", "the animation of one bone in one clip", "2.3"}.times("numTracks"),
      Field{"user", "bytes", "the user's data", "2.1"}
          .only_if("userDataSize != 0 and userData != 0")
          .placed("userData")
          .sized("userDataSize"),
  };
  static const Field kSequenceFields[] = {
      Field{"sequenceName", "u4", "where its name is", "2.2"},
      Field{"trackArray", "u4", "where its first track is", "2.2"},
      {"totalTracks", "u2", "number of its tracks", "2.2"},
      Field{"pad", "u2", "0", "2.2"}.as(ByteKind::padding),
      Field{"name", "textz", "name of the clip", "2.2"}.placed("sequenceName"),
  };
  static const Field kTrackFields[] = {
      Field{"animTime", "f4", "length of the track, in units of time", "2.3"},
      Field{"keyFrames", "u4", "where its first key is", "2.3"},
      {"totalFrames", "u2", "number of its keys", "2.3"},
      {"trackID", "u2", "number of the bone that it moves", "2.3"},
      Field{"quantizeInfo", "u1", "type of numbers (high digit) and bits of their fraction (low)",
            "3"}
          .called(kQuantitiesLabels),
      {"animType", "u1",
       "parts of keys: 1 translation, 2 scale, 4 Euler angles, 8 quaternion, "
       "16 matrix",
       "2.3"},
      {"interpolationType", "u1",
       "how it moves between keys: translation in bits 0 and 1, scale in 2 "
       "and 3, rotation in 4 to 6",
       "2.3"},
      Field{"replaceHierarchyCtrl", "u1", "whether values replace the bone's rest transform", "2.3"}
          .called(kReplacesLabels),
      let("number", "quantizeInfo >> 4"),
      let("matrix", "(animType & 16) != 0"),
      let("quaternion", "matrix == 0 and (animType & 8) != 0"),
      let("euler", "matrix == 0 and quaternion == 0 and (animType & 4) != 0"),
      let("scale", "matrix == 0 and (animType & 2) != 0"),
      let("translation", "matrix == 0 and (animType & 1) != 0"),
      let("translation_curve", "interpolationType & 3"),
      let("scale_curve", "(interpolationType >> 2) & 3"),
      let("rotation_curve", "(interpolationType >> 4) & 7"),
      let("first_key", "(keyFrames - _root.keys_at) / 12"),
      let("passes_quick_check",
          "number < 5 and keyFrames >= _root.keys_at and (keyFrames - _root.keys_at) % 12 == 0"),
      Field{"settings", "setting", "values of one key", "4"}
          .only_if("passes_quick_check")
          .times("totalFrames")
          .placed("_root.keyFrames[first_key + _index].setting"),
      Field{"curves", "curve", "how it moves around one key", "5"}
          .only_if("passes_quick_check and ((translation and translation_curve > 1) or (scale and "
                   "scale_curve > "
                   "1) or (euler and rotation_curve > 1 and rotation_curve < 4) or (quaternion and "
                   "(rotation_curve == 4 or rotation_curve == 5)))")
          .times("totalFrames")
          .placed("_root.keyFrames[first_key + _index].interpolation"),
  };
  static const Field kKeyFields[] = {
      {"time", "f4", "when the key is reached, in units of time", "2.4"},
      {"setting", "u4", "where its values are", "2.4"},
      {"interpolation", "u4", "where its curves are; 0: it has none", "2.4"},
  };
  static const Field kSettingFields[] = {
      Field{"scale", kVectors, "factors along x, y, z, with the track's fraction bits", "4"}
          .only_if("_parent.scale")
          .by("_parent.number"),
      Field{"euler", kVectors, "rotations about x, y, z in degrees, with the track's fraction bits",
            "4"}
          .only_if("_parent.euler")
          .by("_parent.number"),
      Field{"quaternion", "quaternion", "rotation", "4"}.only_if("_parent.quaternion"),
      Field{"translation", kVectors, "position, with the track's fraction bits", "4"}
          .only_if("_parent.translation")
          .by("_parent.number"),
      Field{"matrix", "f4", "three rows of four", "4"}.only_if("_parent.matrix").times("12"),
  };
  static const Field kCurveFields[] = {
      Field{"scaleIn", kVectors, "control before the key", "5"}
          .only_if("_parent.scale and _parent.scale_curve > 1")
          .by("_parent.number"),
      Field{"scaleOut", kVectors, "control after the key", "5"}
          .only_if("_parent.scale and _parent.scale_curve > 1")
          .by("_parent.number"),
      Field{"scaleEase", "ease", "ease of the scale", "5"}.only_if(
          "_parent.scale and _parent.scale_curve == 3"),
      Field{"eulerIn", kVectors, "control before the key", "5"}
          .only_if("_parent.euler and _parent.rotation_curve > 1 and _parent.rotation_curve < 4")
          .by("_parent.number"),
      Field{"eulerOut", kVectors, "control after the key", "5"}
          .only_if("_parent.euler and _parent.rotation_curve > 1 and _parent.rotation_curve < 4")
          .by("_parent.number"),
      Field{"eulerEase", "ease", "ease of the rotation", "5"}.only_if(
          "_parent.euler and _parent.rotation_curve == 3"),
      Field{"quaternionIn", "quaternion", "control before the key", "5"}.only_if(
          "_parent.quaternion and (_parent.rotation_curve == 4 or _parent.rotation_curve == 5)"),
      Field{"quaternionOut", "quaternion", "control after the key", "5"}.only_if(
          "_parent.quaternion and (_parent.rotation_curve == 4 or _parent.rotation_curve == 5)"),
      Field{"quaternionEase", "ease", "ease of the rotation", "5"}.only_if(
          "_parent.quaternion and _parent.rotation_curve == 5"),
      Field{"translationIn", kVectors, "control before the key", "5"}
          .only_if("_parent.translation and _parent.translation_curve > 1")
          .by("_parent.number"),
      Field{"translationOut", kVectors, "control after the key", "5"}
          .only_if("_parent.translation and _parent.translation_curve > 1")
          .by("_parent.number"),
      Field{"translationEase", "ease", "ease of the translation", "5"}.only_if(
          "_parent.translation and _parent.translation_curve == 3"),
  };
  static const Field kQuaternionFields[] = {
      Field{"x", "s2", "x of the quaternion", "4"}.in("", 1 / 16384.0),
      Field{"y", "s2", "y of the quaternion", "4"}.in("", 1 / 16384.0),
      Field{"z", "s2", "z of the quaternion", "4"}.in("", 1 / 16384.0),
      Field{"w", "s2", "w of the quaternion", "4"}.in("", 1 / 16384.0),
  };
  static const Field kEaseFields[] = {
      Field{"easeIn", "s2", "ease before the key, in 1/16384", "5"},
      Field{"easeOut", "s2", "ease after the key, in 1/16384", "5"},
  };
  static const Field kU1Fields[] = {
      {"x", "u1", "x", "4"}, {"y", "u1", "y", "4"}, {"z", "u1", "z", "4"}};
  static const Field kS1Fields[] = {
      {"x", "s1", "x", "4"}, {"y", "s1", "y", "4"}, {"z", "s1", "z", "4"}};
  static const Field kU2Fields[] = {
      {"x", "u2", "x", "4"}, {"y", "u2", "y", "4"}, {"z", "u2", "z", "4"}};
  static const Field kS2Fields[] = {
      {"x", "s2", "x", "4"}, {"y", "s2", "y", "4"}, {"z", "s2", "z", "4"}};
  static const Field kF4Fields[] = {
      {"x", "f4", "x", "4"}, {"y", "f4", "y", "4"}, {"z", "f4", "z", "4"}};
  static const Record kRecords[] = {
      {"bank", kBankFields},
      {"sequence", kSequenceFields},
      {"track", kTrackFields},
      {"key", kKeyFields},
      {"setting", kSettingFields},
      {"curve", kCurveFields},
      {"quaternion", kQuaternionFields},
      {"ease", kEaseFields},
      {"vector_u1", kU1Fields},
      {"vector_s1", kS1Fields},
      {"vector_u2", kU2Fields},
      {"vector_s2", kS2Fields},
      {"vector_f4", kF4Fields},
  };
  return {"gc-anm", "GameCube animation bank", std::endian::big, kRecords};
}

}  // namespace anmkit::gc
