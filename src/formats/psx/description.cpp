// SPDX-License-Identifier: MIT
// Fields of the family's files.
#include "formats/psx/description.hpp"

namespace anmkit::psx {
namespace {

std::span<const NamedValue> rates_labels() {
  static const NamedValue kRatesLabels[] = {{1, "1 frame a second"},
                                            {15, "15 frames per second"},
                                            {20, "20 frames per second"},
                                            {30, "30 frames per second"},
                                            {60, "60 frames per second"}};
  return kRatesLabels;
}

}  // namespace

Description anm_description() {
  static const NamedValue kComponentsLabels[] = {{0, "none: the object unchanged"},
                                                 {1, "rotation"},
                                                 {2, "scale"},
                                                 {3, "rotation and scale"},
                                                 {4, "position"},
                                                 {5, "rotation and position"},
                                                 {6, "scale and position"},
                                                 {7, "rotation, scale and position"}};
  static const Field kAnglesFields[] = {
      Field{"x", "s2", "rotation about x", "1.4"}.in("degrees", 360 / 4096.0),
      Field{"y", "s2", "rotation about y", "1.4"}.in("degrees", 360 / 4096.0),
      Field{"z", "s2", "rotation about z", "1.4"}.in("degrees", 360 / 4096.0)};
  static const Field kFactorsFields[] = {
      Field{"x", "s2", "factor along x", "1.4"}.in("times", 1 / 4096.0),
      Field{"y", "s2", "factor along y", "1.4"}.in("times", 1 / 4096.0),
      Field{"z", "s2", "factor along z", "1.4"}.in("times", 1 / 4096.0)};
  static const Field kPlaceFields[] = {
      {"x", "s2", "x position, in units of the model", "1.4"},
      {"y", "s2", "y position (down), in units of the model", "1.4"},
      {"z", "s2", "z position, in units of the model", "1.4"}};
  static const Field kAnmFields[] = {
      {"tag", "u2", "0x8000 in every known file", "1.2"},
      Field{"rateHint", "u2", "rate of the authoring program, which the game seems not to read",
            "1.2"}
          .called(rates_labels()),
      {"frameCount", "u2", "number of frames", "1.2"},
      Field{"frameOffset", "u2", "where each frame begins and the last one ends, in 16-bit words",
            "1.2"}
          .times("frameCount + 1")
          .in("bytes", 2),
      Field{"gap", "bytes", "bytes between the table and the first frame", "1.2"}
          .sized("frameOffset[0] * 2 - 8 - 2 * frameCount")
          .as(ByteKind::unused),
      Field{"frames", "frame", "the keyframes of one frame", "1.3"}
          .times("frameCount")
          .placed("frameOffset[_index] * 2")
          .sized("(frameOffset[_index + 1] - frameOffset[_index]) * 2"),
      Field{"tail", "bytes", "bytes after the last frame", "1.2"}
          .placed("frameOffset[frameCount] * 2")
          .sized("_root._io.size - frameOffset[frameCount] * 2")
          .as(ByteKind::unused),
  };
  static const Field kFrameFields[] = {
      Field{"keyframes", "keyframe", "one object in this frame", "1.4"}.to_end()};
  static const Field kKeyframeFields[] = {
      {"objectIndex", "u1", "which object of the model is shown", "1.4"},
      Field{"flags", "u1", "which components follow", "1.4"}.called(kComponentsLabels),
      Field{"rot", "angles", "rotation", "1.4"}.only_if("flags & 1"),
      Field{"scale", "factors", "scale", "1.4"}.only_if("flags & 2"),
      Field{"pos", "place", "position", "1.4"}.only_if("flags & 4"),
  };
  static const Record kAnmRecords[] = {{"anm", kAnmFields},           {"frame", kFrameFields},
                                       {"keyframe", kKeyframeFields}, {"angles", kAnglesFields},
                                       {"factors", kFactorsFields},   {"place", kPlaceFields}};
  return {"psx-anm", "PlayStation model animation", std::endian::little, kAnmRecords};
}

Description anc_description() {
  static const Field kAncFields[] = {
      {"tag", "u2", "0x8000 in every known file", "6"},
      Field{"rateHint", "u2", "rate of the authoring program", "6"}.called(rates_labels()),
      {"count", "u2", "number of keyframes, one a frame", "6"},
      Field{"keyframes", "camera", "the camera in one frame", "6"}.times("count"),
  };
  static const Field kCameraFields[] = {
      {"vp", "eye", "position of the camera", "6"},
      {"vr", "target", "the target of the camera", "6"},
      Field{"rz", "s2", "roll", "6"}.in("degrees", 1 / 4096.0),
      Field{"fov", "s2", "vertical field of view", "6"}.in("degrees", 360 / 4096.0),
  };
  static const Field kEyeFields[] = {{"x", "s2", "eye along x, in units of the model", "6"},
                                     {"y", "s2", "eye along y (down), in units of the model", "6"},
                                     {"z", "s2", "eye along z, in units of the model", "6"}};
  static const Field kTargetFields[] = {
      {"x", "s2", "target along x, in units of the model", "6"},
      {"y", "s2", "target along y (down), in units of the model", "6"},
      {"z", "s2", "target along z, in units of the model", "6"}};
  static const Record kAncRecords[] = {{"anc", kAncFields},
                                       {"camera", kCameraFields},
                                       {"eye", kEyeFields},
                                       {"target", kTargetFields}};
  return {"psx-anc", "PlayStation camera animation", std::endian::little, kAncRecords};
}

Description tim_description() {
  static const NamedValue kDepthsLabels[] = {{0, "4 bits per pixel"},
                                             {1, "8 bits per pixel"},
                                             {2, "16 bits per pixel"},
                                             {3, "24 bits per pixel"},
                                             {8, "4 bits per pixel, with a palette"},
                                             {9, "8 bits per pixel, with a palette"},
                                             {10, "16 bits per pixel, with a palette"},
                                             {11, "24 bits per pixel, with a palette"}};
  static const Field kTimFields[] = {
      Field{"id", "u1", "0x10, the mark of the format", "8"}.fixed("0x10"),
      Field{"version", "u1", "0", "8"}.fixed("0"),
      Field{"reserved", "u2", "0", "8"}.fixed("0"),
      Field{"flags", "u4", "depth of pixels, and bit 3: whether there is a palette", "8"}
          .fixed("0|1|2|3|4|8|9|10|11|12")
          .called(kDepthsLabels),
      Field{"clut", "palette", "palettes", "8"}.only_if("flags & 8"),
      Field{"pixels", "block", "the image; absent in a file with palettes only", "8"}.only_if(
          "_io.pos < _root._io.size"),
      Field{"tail", "bytes", "bytes after the image", "8"}
          .sized("_root._io.size - _io.pos")
          .as(ByteKind::unused),
  };
  static const Field kBlockFields[] = {
      {"bnum", "u4", "bytes of the whole block, these included", "8"},
      {"x", "u2", "column in video memory, in 16-bit words", "8"},
      {"y", "u2", "row in video memory", "8"},
      {"w", "u2", "width, in 16-bit words", "8"},
      {"h", "u2", "rows", "8"},
      Field{"data", "u2", "pixels from the top, those on the left in the lower bits", "8"}.times(
          "w * h"),
  };
  static const Field kPaletteFields[] = {
      {"bnum", "u4", "bytes of the whole block, these included", "8"},
      {"x", "u2", "column in video memory, in 16-bit words", "8"},
      {"y", "u2", "row in video memory", "8"},
      {"w", "u2", "colours in a row", "8"},
      {"h", "u2", "rows", "8"},
      Field{"data", "u2",
            "a colour: red in bits 0 to 4, green, blue, and bit 15 for semi-transparency", "8"}
          .times("w * h"),
  };
  static const Record kTimRecords[] = {
      {"tim", kTimFields}, {"block", kBlockFields}, {"palette", kPaletteFields}};
  return {"psx-tim", "PlayStation texture", std::endian::little, kTimRecords};
}

Description pak_description() {
  static const Field kPakFields[] = {
      {"count", "u4", "number of files", "5.1"},
      Field{"offsets", "u4", "where each entry begins", "5.1"}.times("count").in("bytes"),
      Field{"entries", "entry", "a file", "5.1"}.times("count").placed("offsets[_index]"),
  };
  static const Field kEntryFields[] = {
      {"name", "textz", "name of the file, with / between folders", "5.1"},
      Field{"filling", "bytes", "zero bytes up to a multiple of four", "5.1"}
          .sized("(4 - _io.pos % 4) % 4")
          .as(ByteKind::padding),
      {"length", "u4", "bytes of the file", "5.1"},
      Field{"data", "bytes", "the file", "5.1"}.sized("length"),
  };
  static const Record kPakRecords[] = {{"pak", kPakFields}, {"entry", kEntryFields}};
  return {"psx-pak", "Vib-Ribbon archive", std::endian::little, kPakRecords};
}

}  // namespace anmkit::psx
