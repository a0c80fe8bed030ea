// SPDX-License-Identifier: MIT
// Fields of a compact clip (appendix B).
#include "formats/gc/description.hpp"

namespace anmkit::gc {
namespace {

// One of them for each type of numbers.
constexpr std::string_view kVectors = "vector_u1|vector_s1|vector_u2|vector_s2|vector_f4";

ANMKIT_TABLES Field vector(std::string_view name, std::string_view meaning, std::string_view when) {
  return Field{name, kVectors, meaning, "B"}.only_if(when).by("_parent.number");
}

constexpr std::string_view kScaleText = "factors along x, y, z, with the track's fraction bits";

constexpr std::string_view kEulerText =
    "rotations about x, y, z in degrees, with the track's fraction bits";

constexpr std::string_view kPlaceText = "position, with the track's fraction bits";

constexpr std::string_view kBefore = "control before the key", kAfter = "control after the key";

constexpr std::string_view kScaleCurve = "_parent.scale and _parent.scale_curve > 1";

constexpr std::string_view kEulerCurve =
    "_parent.euler and _parent.rotation_curve > 1 and _parent.rotation_curve < 4";

constexpr std::string_view kQuaternionCurve =
    "_parent.quaternion and (_parent.rotation_curve == 4 or _parent.rotation_curve == 5)";

constexpr std::string_view kPlaceCurve = "_parent.translation and _parent.translation_curve > 1";

}  // namespace

Description compact_description() {
  static const NamedValue kQuantitiesLabels[] = {{0x40, "32-bit floats"}};
  static const Field kClipFields[] = {
      Field{"versionNumber", "u4", "11302002", "B"}.fixed("11302002"),
      {"trackCount", "u2", "number of tracks", "B"},
      {"unknown", "u2", "0 in every known file", "B"},
      Field{"tracks", "track", "the animation of one bone", "B"}.times("trackCount"),
  };
  static const Field kTrackFields[] = {
      {"animTime", "f4", "length of the track, in units of time", "B"},
      {"data", "u4", "where its values are", "B"},
      {"keyCount", "u2", "number of its keys", "B"},
      {"trackID", "u2", "number of the bone that it moves", "B"},
      Field{"quantizeInfo", "u1", "type of numbers (high digit) and bits of their fraction (low)",
            "3"}
          .called(kQuantitiesLabels),
      {"keyedParts", "u1",
       "parts of keys: 1 translation, 2 scale, 4 Euler angles, 8 quaternion, 16 matrix; 32, 64, "
       "128: x, y, z of quaternions are 0 and not stored",
       "B"},
      {"interpolationType", "u1",
       "how it moves between keys: translation in bits 0 and 1, scale in 2 and 3, rotation in 4 to "
       "6",
       "B"},
      {"constantParts", "u1", "parts stored once, as bits 0 to 4 of the key type", "B"},
      let("number", "quantizeInfo >> 4"),
      let("width", "number < 2 ? 1 : number < 4 ? 2 : 4"),
      let("has_x", "(keyedParts & 32) == 0"),
      let("has_y", "(keyedParts & 64) == 0"),
      let("has_z", "(keyedParts & 128) == 0"),
      // A matrix is there alone, and a quaternion instead of angles.
      let("matrix", "(keyedParts & 16) != 0"),
      let("quaternion", "matrix == 0 and (keyedParts & 8) != 0"),
      let("euler", "matrix == 0 and quaternion == 0 and (keyedParts & 4) != 0"),
      let("scale", "matrix == 0 and (keyedParts & 2) != 0"),
      let("translation", "matrix == 0 and (keyedParts & 1) != 0"),
      let("fixed_matrix", "(constantParts & 16) != 0"),
      let("fixed_quaternion", "fixed_matrix == 0 and (constantParts & 8) != 0"),
      let("fixed_euler",
          "fixed_matrix == 0 and fixed_quaternion == 0 and (constantParts & 4) != 0"),
      let("fixed_scale", "fixed_matrix == 0 and (constantParts & 2) != 0"),
      let("fixed_translation", "fixed_matrix == 0 and (constantParts & 1) != 0"),
      let("fixed_size",
          "fixed_matrix * 48 + fixed_quaternion * 2 * (has_x + has_y + has_z + 1) + 3 * width * "
          "(fixed_scale + fixed_euler + fixed_translation)"),
      let("translation_curve", "interpolationType & 3"),
      let("scale_curve", "(interpolationType >> 2) & 3"),
      let("rotation_curve", "(interpolationType >> 4) & 7"),
      let("passes_quick_check",
          "data >= 8 + 16 * _root.trackCount and (number < 5 or ((keyedParts | constantParts) & 7) "
          "== 0)"),
      Field{"constants", "constants", "values that are the same at every time", "B"}
          .only_if("passes_quick_check and (constantParts & 31) != 0")
          .placed("data"),
      Field{"keys", "key", "values at one time", "B"}
          .only_if("passes_quick_check and (keyedParts & 31) != 0")
          .times("keyCount")
          .placed("data + fixed_size"),
  };
  static const Field kConstantsFields[] = {
      vector("scale", kScaleText, "_parent.fixed_scale"),
      vector("euler", kEulerText, "_parent.fixed_euler"),
      Field{"quaternion", "constant_quaternion", "rotation", "B"}.only_if(
          "_parent.fixed_quaternion"),
      vector("translation", kPlaceText, "_parent.fixed_translation"),
      Field{"matrix", "f4", "three rows of four", "B"}.only_if("_parent.fixed_matrix").times("12"),
  };
  static const Field kKeyFields[] = {
      {"time", "s2", "when the key is reached, in units of time", "B"},
      vector("scale", kScaleText, "_parent.scale"),
      vector("euler", kEulerText, "_parent.euler"),
      Field{"quaternion", "quaternion", "rotation", "B"}.only_if("_parent.quaternion"),
      vector("translation", kPlaceText, "_parent.translation"),
      Field{"matrix", "f4", "three rows of four", "B"}.only_if("_parent.matrix").times("12"),
      vector("scaleIn", kBefore, kScaleCurve),
      vector("scaleOut", kAfter, kScaleCurve),
      Field{"scaleEase", "ease", "ease of the scale", "B"}.only_if(
          "_parent.scale and _parent.scale_curve == 3"),
      vector("eulerIn", kBefore, kEulerCurve),
      vector("eulerOut", kAfter, kEulerCurve),
      Field{"eulerEase", "ease", "ease of the rotation", "B"}.only_if(
          "_parent.euler and _parent.rotation_curve == 3"),
      Field{"quaternionIn", "quaternion", kBefore, "B"}.only_if(kQuaternionCurve),
      Field{"quaternionOut", "quaternion", kAfter, "B"}.only_if(kQuaternionCurve),
      Field{"quaternionEase", "ease", "ease of the rotation", "B"}.only_if(
          "_parent.quaternion and _parent.rotation_curve == 5"),
      Field{"quaternionControl", "quaternion", "control at the key", "B"}.only_if(
          "_parent.quaternion and _parent.rotation_curve == 7"),
      vector("translationIn", kBefore, kPlaceCurve),
      vector("translationOut", kAfter, kPlaceCurve),
      Field{"translationEase", "ease", "ease of the translation", "B"}.only_if(
          "_parent.translation and _parent.translation_curve == 3"),
  };
  // Of keys and of constants: other programs want one kind of parent for each record.
  static const Field kQuaternionFields[] = {
      Field{"x", "s2", "x of the quaternion", "B"}
          .only_if("_parent._parent.has_x")
          .in("", 1 / 16384.0),
      Field{"y", "s2", "y of the quaternion", "B"}
          .only_if("_parent._parent.has_y")
          .in("", 1 / 16384.0),
      Field{"z", "s2", "z of the quaternion", "B"}
          .only_if("_parent._parent.has_z")
          .in("", 1 / 16384.0),
      Field{"w", "s2", "w of the quaternion", "B"}.in("", 1 / 16384.0),
  };
  static const Field kEaseFields[] = {
      {"easeIn", "s2", "ease before the key, in 1/16384", "5"},
      {"easeOut", "s2", "ease after the key, in 1/16384", "5"},
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
      {"clip", kClipFields},
      {"track", kTrackFields},
      {"constants", kConstantsFields},
      {"key", kKeyFields},
      {"quaternion", kQuaternionFields},
      {"constant_quaternion", kQuaternionFields},
      {"ease", kEaseFields},
      {"vector_u1", kU1Fields},
      {"vector_s1", kS1Fields},
      {"vector_u2", kU2Fields},
      {"vector_s2", kS2Fields},
      {"vector_f4", kF4Fields},
  };
  return {"gc-anm-compact", "GameCube compact animation clip", std::endian::big, kRecords};
}

}  // namespace anmkit::gc
