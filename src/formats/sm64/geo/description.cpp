// SPDX-License-Identifier: MIT
// Fields of a layout (section 8.2).
#include "formats/sm64/description.hpp"

namespace anmkit::sm64 {
namespace {

ANMKIT_TABLES Field word(std::string_view name, std::string_view meaning, std::string_view when) {
  return Field{name, "u4", meaning, "8.2"}.only_if(when);
}

ANMKIT_TABLES Field half(std::string_view name, std::string_view meaning, std::string_view when) {
  return Field{name, "s2", meaning, "8.2"}.only_if(when);
}

ANMKIT_TABLES Field place(std::string_view name, std::string_view meaning, std::string_view when) {
  return Field{name, "place", meaning, "8.2"}.only_if(when);
}

}  // namespace

Description geo_description() {
  static const NamedValue kCommandsLabels[] = {{0x00, "branch, and come back"},
                                               {0x01, "end"},
                                               {0x02, "branch"},
                                               {0x03, "return"},
                                               {0x04, "open: children follow"},
                                               {0x05, "close"},
                                               {0x06, "assign a view"},
                                               {0x07, "flags of the node"},
                                               {0x08, "screen area"},
                                               {0x09, "orthographic"},
                                               {0x0A, "perspective"},
                                               {0x0B, "start"},
                                               {0x0C, "depth buffer"},
                                               {0x0D, "range of distances"},
                                               {0x0E, "switch"},
                                               {0x0F, "camera"},
                                               {0x10, "translate and rotate"},
                                               {0x11, "translate"},
                                               {0x12, "rotate"},
                                               {0x13, "animated part"},
                                               {0x14, "billboard"},
                                               {0x15, "display list"},
                                               {0x16, "shadow"},
                                               {0x17, "object parent"},
                                               {0x18, "function"},
                                               {0x19, "background"},
                                               {0x1A, "nothing"},
                                               {0x1B, "copy a view"},
                                               {0x1C, "held object"},
                                               {0x1D, "scale"},
                                               {0x1E, "nothing"},
                                               {0x1F, "nothing"},
                                               {0x20, "culling radius"},
                                               {0x21, "background by name"},
                                               {0x22, "switch in Lua"},
                                               {0x23, "function in Lua"},
                                               {0x24, "bone"}};
  static const Field kLayoutFields[] = {
      // Zeros after an end are no branches to nowhere.
      Field{"commands", "command", "a command", "8.2"}.up_to(
          "is_known == 0 or ((op == 1 or op == 3) and (_io.pos + 4 > _root._io.size ? 1 : next == "
          "0))"),
      Field{"rest", "bytes", "bytes after the last command that was recognised", "8.2"}
          .sized("_root._io.size - _io.pos")
          .as(ByteKind::unknown),
  };
  static const Field kCommandFields[] = {
      Field{"op", "u1", "operation", "8.2"}.called(kCommandsLabels),
      {"param", "u1",
       "layer, kind or flags; bit 7: a display list follows (0x10, 0x11, 0x12, 0x14, 0x1D)", "8.2"},
      let("form", "(param >> 4) & 7"),
      let("has_list", "(param & 128) != 0"),
      let("is_known", "op < 0x25 and (op != 0x10 or form < 4)"),
      let("has_scales", "(op == 0x24 and has_list) or (op == 0x1D and (param & 64) != 0)"),
      // The third and fourth byte where they are one number, and where the first of three is here.
      let("is_place", "op == 0x11 or op == 0x13 or op == 0x14 or (op == 0x10 and form == 1)"),
      let("is_turn", "op == 0x12 or (op == 0x10 and form == 2)"),
      let("is_held", "op == 0x1C"),
      Field{"yaw", "s2", "rotation about y", "8.2"}
          .only_if("op == 0x10 and form == 3")
          .in("degrees", 1),
      half(
          "value", "number of cases, view, type or another parameter of the command",
          "is_known and is_place == 0 and is_held == 0 and is_turn == 0 and (op != 0x10 or form == "
          "0)"),
      place("translation", "position of the node, in units of the model",
            "is_place or is_held or (op == 0x10 and form == 0) or op == 0x24"),
      Field{"rotation", "turn", "rotation of the node", "8.2"}.only_if(
          "is_turn or (op == 0x10 and form == 0)"),
      Field{"angles", "angles", "rotation of the part, to which animations add theirs", "8.2"}
          .only_if("op == 0x24"),
      Field{"area", "s2", "x, y, width and height of the area", "8.2"}.only_if("op == 8").times(
          "4"),
      half("near", "nearest distance that is drawn", "op == 0x0A or op == 0x0D"),
      half("far", "farthest distance that is drawn", "op == 0x0A or op == 0x0D"),
      place("eye", "position of the camera", "op == 0x0F"),
      place("target", "the target of the camera", "op == 0x0F"),
      half("solidity", "how dark the shadow is", "op == 0x16"),
      half("size", "how large the shadow is", "op == 0x16"),
      Field{"scale", "u4", "factor of the node", "8.2"}
          .only_if("op == 0x1D and has_scales == 0")
          .in("times", 1 / 65536.0),
      Field{"scales", "u4", "factor along x, y, z", "8.2"}
          .only_if("has_scales")
          .times("3")
          .in("times", 1 / 65536.0),
      Field{"nothing", "bytes", "not read", "8.2"}
          .only_if("op == 0x1A or op == 0x1E or op == 0x1F")
          .sized("op == 0x1F ? 12 : 4")
          .as(ByteKind::unused),
      word("targetAddress", "where it goes on, an address in a segment", "op == 0 or op == 2"),
      word("function", "function that the game runs, an address in memory",
           "op == 0x0E or op == 0x0F or op == 0x18 or op == 0x19 or op == 0x1C or (op == 0x0A and "
           "param != 0) or (op >= 0x21 and op <= 0x23)"),
      word("second", "function that draws the background, an address in memory", "op == 0x21"),
      word("displayList", "display list, an address in a segment; 0: none",
           "op == 0x13 or op == 0x15 or op == 0x24 or (has_list and (is_place or is_turn or op == "
           "0x10 or op == 0x1D))"),
      Field{"next", "u4", "the following command", "8.2"}.placed("_io.pos").unseen(),
  };
  static const Field kPlaceFields[] = {
      {"x", "s2", "along x", "8.2"}, {"y", "s2", "along y", "8.2"}, {"z", "s2", "along z", "8.2"}};
  static const Field kTurnFields[] = {Field{"x", "s2", "rotation about x", "8.2"}.in("degrees", 1),
                                      Field{"y", "s2", "rotation about y", "8.2"}.in("degrees", 1),
                                      Field{"z", "s2", "rotation about z", "8.2"}.in("degrees", 1)};
  static const Field kAngleFields[] = {
      Field{"x", "s2", "rotation about x", "8.2"}.in("degrees", 360 / 65536.0),
      Field{"y", "s2", "rotation about y", "8.2"}.in("degrees", 360 / 65536.0),
      Field{"z", "s2", "rotation about z", "8.2"}.in("degrees", 360 / 65536.0)};
  static const Record kRecords[] = {{"layout", kLayoutFields},
                                    {"command", kCommandFields},
                                    {"place", kPlaceFields},
                                    {"turn", kTurnFields},
                                    {"angles", kAngleFields}};
  return {"sm64-geo", "Super Mario 64 geo layout", std::endian::big, kRecords};
}

}  // namespace anmkit::sm64
