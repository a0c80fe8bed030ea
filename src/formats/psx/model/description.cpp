// SPDX-License-Identifier: MIT
// Fields of a model (section 7).
#include "formats/psx/description.hpp"

namespace anmkit::psx {

Description tmd_description() {
  static const Field kTmdFields[] = {
      Field{"id", "u4", "0x41, the mark of the format", "7.1"}.fixed("0x41"),
      Field{"flags", "u4", "bit 0: offsets are addresses in memory", "7.1"}.fixed("0|1"),
      {"nobj", "u4", "number of objects", "7.1"},
      // Of relocated files: the lowest array, nearly always the first one's, follows the table.
      Field{"lowest", "u4", "where the first object's primitives are", "7.1"}.placed("28").unseen(),
      let("base", "flags & 1 ? 12 + 28 * nobj - lowest : 12"),
      Field{"objects", "tmd_object", "an object", "7.1"}.times("nobj"),
  };
  static const Field kObjectFields[] = {
      {"vert_top", "u4", "where its vertices begin, counted from the table of objects", "7.1"},
      {"n_vert", "u4", "number of vertices", "7.1"},
      {"normal_top", "u4", "where its normals begin, counted from the table of objects", "7.1"},
      {"n_normal", "u4", "number of normals", "7.1"},
      {"primitive_top", "u4", "where its primitives begin, counted from the table of objects",
       "7.1"},
      {"n_primitive", "u4", "number of primitives", "7.1"},
      {"scale", "s4", "power of two that vertices are multiplied by; games ignore it", "7.1"},
      Field{"vertices", "vertex", "a vertex", "7.2"}.times("n_vert").placed(
          "_root.base + vert_top"),
      Field{"normals", "normal", "a normal", "7.2"}
          .times("n_normal")
          .placed("_root.base + normal_top"),
      Field{"primitives", "packet", "a primitive", "7.3"}
          .times("n_primitive")
          .placed("_root.base + primitive_top"),
  };
  static const Field kVertexFields[] = {
      {"x", "s2", "along x, in units of the model", "7.2"},
      {"y", "s2", "along y (down), in units of the model", "7.2"},
      {"z", "s2", "along z, in units of the model", "7.2"},
      Field{"pad", "s2", "fills up to eight bytes", "7.2"}.as(ByteKind::padding),
  };
  static const Field kNormalFields[] = {
      Field{"x", "s2", "normal along x", "7.2"}.in("of its length", 1 / 4096.0),
      Field{"y", "s2", "normal along y (down)", "7.2"}.in("of its length", 1 / 4096.0),
      Field{"z", "s2", "normal along z", "7.2"}.in("of its length", 1 / 4096.0),
      Field{"pad", "s2", "fills up to eight bytes", "7.2"}.as(ByteKind::padding),
  };
  static const Field kPacketFields[] = {
      {"olen", "u1", "words of the packet that the graphics processor gets", "7.3"},
      {"ilen", "u1", "words that follow here", "7.3"},
      {"flag", "u1", "bit 0 unlit, bit 1 double-sided, bit 2 a colour for each vertex", "7.3"},
      {"mode", "u1", "kind of the primitive, and how it is drawn", "7.3"},
      let("corners", "mode & 8 ? 4 : 3"),
      let("gouraud", "mode & 0x10 ? 1 : 0"),
      let("textured", "mode & 4 ? 1 : 0"),
      let("unlit_colors", "gouraud ? corners : 1"),
      let("lit_colors", "textured ? 0 : flag & 4 ? corners : 1"),
      let("lit_normals", "gouraud ? corners : 1"),
      let("unlit_length", "textured * corners + unlit_colors + (corners + 1) / 2"),
      let("lit_length", "textured * corners + lit_colors + (lit_normals + corners + 1) / 2"),
      // Light as the flag specifies it, or as the mode does where only that fits the length.
      let("flag_lit", "flag & 1 ? 0 : 1"),
      let("flag_fits", "flag_lit ? ilen == lit_length : ilen == unlit_length"),
      let("mode_fits", "flag_lit ? ilen == unlit_length : ilen == lit_length"),
      let("lit",
          "(flag & 1) == (mode & 1) or flag_fits or mode_fits == 0 ? flag_lit : 1 - flag_lit"),
      Field{"polygon", "polygon", "a polygon", "7.3"}.only_if("mode >> 5 == 1").sized("ilen * 4"),
      Field{"line", "line", "a line", "7.3"}.only_if("mode >> 5 == 2").sized("ilen * 4"),
      Field{"sprite", "sprite", "a sprite", "7.3"}.only_if("mode >> 5 == 3").sized("ilen * 4"),
      Field{"data", "bytes", "of a kind that is not known", "7.3"}
          .only_if("mode >> 5 == 0 or mode >> 5 > 3")
          .sized("ilen * 4")
          .as(ByteKind::unknown),
  };
  static const Field kPolygonFields[] = {
      Field{"texture0", "palette_point", "texture of corner 0", "7.3"}.only_if("_parent.textured"),
      Field{"texture1", "page_point", "texture of corner 1", "7.3"}.only_if("_parent.textured"),
      Field{"texture2", "texture_point", "texture of corner 2", "7.3"}.only_if("_parent.textured"),
      Field{"texture3", "texture_point", "texture of corner 3", "7.3"}.only_if(
          "_parent.textured and _parent.corners == 4"),
      Field{"colors", "color", "colour of a corner, or of all", "7.3"}.times(
          "_parent.lit ? _parent.lit_colors : _parent.unlit_colors"),
      Field{"normal", "u2", "number of the normal of all corners", "7.3"}.only_if(
          "_parent.lit and _parent.gouraud == 0"),
      Field{"lit_corners", "lit_corner", "a corner with its normal", "7.3"}
          .only_if("_parent.lit and _parent.gouraud")
          .times("_parent.corners"),
      Field{"vertices", "u2", "number of the vertex of a corner", "7.3"}
          .only_if("_parent.lit == 0 or _parent.gouraud == 0")
          .times("_parent.corners"),
      Field{"filling", "u2", "fills up to a word", "7.3"}
          .only_if("(_parent.lit ? _parent.lit_normals + _parent.corners : _parent.corners) % 2")
          .as(ByteKind::padding),
  };
  static const Field kLineFields[] = {
      Field{"colors", "color", "colour of an end, or of both", "7.3"}.times(
          "_parent.gouraud ? 2 : 1"),
      Field{"vertices", "u2", "number of the vertex of an end", "7.3"}.times("2"),
  };
  static const Field kSpriteFields[] = {
      {"vertex", "u2", "number of the vertex", "7.3"},
      {"tsb", "u2", "texture page: its position in video memory, depth and blend mode", "7.3"},
      {"u", "u1", "column of the texture page, in texels", "7.3"},
      {"v", "u1", "row of the texture page, in texels", "7.3"},
      {"cba", "u2", "position of the palette in video memory", "7.3"},
      Field{"w", "u2", "width in pixels", "7.3"}.only_if("(_parent.mode & 0x18) == 0"),
      Field{"h", "u2", "height in pixels", "7.3"}.only_if("(_parent.mode & 0x18) == 0"),
  };
  static const Field kPalettePointFields[] = {
      {"u", "u1", "column of the texture page, in texels", "7.3"},
      {"v", "u1", "row of the texture page, in texels", "7.3"},
      {"cba", "u2", "position of the palette in video memory", "7.3"},
  };
  static const Field kPagePointFields[] = {
      {"u", "u1", "column of the texture page, in texels", "7.3"},
      {"v", "u1", "row of the texture page, in texels", "7.3"},
      {"tsb", "u2", "texture page: its position in video memory, depth and blend mode", "7.3"},
  };
  static const Field kTexturePointFields[] = {
      {"u", "u1", "column of the texture page, in texels", "7.3"},
      {"v", "u1", "row of the texture page, in texels", "7.3"},
      Field{"filling", "u2", "fills up to a word", "7.3"}.as(ByteKind::padding),
  };
  static const Field kColorFields[] = {
      {"r", "u1", "red", "7.3"},
      {"g", "u1", "green", "7.3"},
      {"b", "u1", "blue", "7.3"},
      {"code", "u1", "the mode once more in the first word of a packet, else 0", "7.3"},
  };
  static const Field kLitCornerFields[] = {
      {"normal", "u2", "number of the normal", "7.3"},
      {"vertex", "u2", "number of the vertex", "7.3"},
  };
  static const Record kTmdRecords[] = {
      {"tmd", kTmdFields},
      {"tmd_object", kObjectFields},
      {"vertex", kVertexFields},
      {"normal", kNormalFields},
      {"packet", kPacketFields},
      {"polygon", kPolygonFields},
      {"line", kLineFields},
      {"sprite", kSpriteFields},
      {"palette_point", kPalettePointFields},
      {"page_point", kPagePointFields},
      {"texture_point", kTexturePointFields},
      {"color", kColorFields},
      {"lit_corner", kLitCornerFields},
  };
  return {"psx-tmd", "PlayStation model", std::endian::little, kTmdRecords};
}

}  // namespace anmkit::psx
