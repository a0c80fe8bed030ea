// SPDX-License-Identifier: MIT
// Fields of images and archives (section 8).
#include "formats/cs2/description.hpp"

namespace anmkit::cs2 {

Description hg3_description() {
  static const Field kHg3Fields[] = {
      Field{"signature", "text", "HG-3", "8.1"}.sized("4").fixed("HG-3"),
      Field{"headerSize", "u4", "where the first image begins", "8.1"}.in("bytes"),
      {"version", "u4", "0x300", "8.1"},
      Field{"between", "bytes", "bytes before the first image", "8.1"}
          .only_if("headerSize > 12")
          .sized("headerSize - 12")
          .as(ByteKind::unused),
      Field{"frames", "image", "an image", "8.1"}.up_to("offsetNext == 0"),
  };
  static const Field kImageFields[] = {
      Field{"offsetNext", "u4", "offset of the next image from this one; 0: last", "8.1"}.in(
          "bytes"),
      {"id", "u4", "number that scripts show it by", "8.1"},
      Field{"contents", "tags", "tags of the image", "8.1"}.sized(
          "offsetNext == 0 ? _root._io.size - _io.pos : offsetNext - 8"),
  };
  static const Field kTagsFields[] = {
      Field{"tags", "tag", "one tag of the image", "8.1"}.up_to("offsetNext == 0"),
      Field{"rest", "bytes", "fills up to the next image", "8.1"}.as(ByteKind::padding),
  };
  // Numbers of four letters.
  static const NamedValue kKindsLabels[] = {{0x69647473, "stdi..., the measures"},
                                            {0x30676D69, "img0..., rows of pixels"},
                                            {0x5F676D69, "img_..., pixels of another coding"},
                                            {0x6D676D69, "imgm..., how they are coded"},
                                            {0x30737461, "ats0..., a place for effects"},
                                            {0x79747063, "cpty..., not known"}};
  static const Field kTagField[] = {
      Field{"kind", "u4", "kind: the first four letters of its name", "8.1"}.called(kKindsLabels),
      Field{"name", "text", "the other letters of its name", "8.1"}.sized("4"),
      Field{"offsetNext", "u4", "where the next one begins, from this one; 0: it is the last",
            "8.1"}
          .in("bytes"),
      Field{"length", "u4", "size of the contents", "8.1"}.in("bytes"),
      Field{"info", "measures", "the measures", "8.1"}
          .only_if("kind == 0x69647473")
          .sized("length"),
      Field{"rows", "slice", "rows of pixels", "8.1"}.only_if("kind == 0x30676D69").sized("length"),
      Field{"payload", "bytes", "pixels or numbers, depending on the name", "8.1"}
          .only_if("kind != 0x69647473 and kind != 0x30676D69")
          .sized("length"),
      Field{"filling", "bytes", "fills up to the next one", "8.1"}
          .only_if("offsetNext > 16 + length")
          .sized("offsetNext - 16 - length")
          .as(ByteKind::padding),
  };
  static const Field kMeasuresFields[] = {
      Field{"width", "u4", "width", "8.1"}.in("pixels"),
      Field{"height", "u4", "height", "8.1"}.in("pixels"),
      {"bpp", "u2", "bits of a pixel", "8.1"},
      {"depth", "u2", "bits of a channel; 0: 8", "8.1"},
      Field{"offsetX", "s4", "x position in the whole image", "8.1"}.in("pixels"),
      Field{"offsetY", "s4", "y position in the whole image", "8.1"}.in("pixels"),
      Field{"canvasW", "u4", "width of the whole image", "8.1"}.in("pixels"),
      Field{"canvasH", "u4", "height of the whole image", "8.1"}.in("pixels"),
      {"hasAlpha", "u4", "whether it is transparent", "8.1"},
      Field{"originX", "s4", "its middle, along x", "8.1"}.in("pixels"),
      Field{"originY", "s4", "its middle, along y", "8.1"}.in("pixels"),
  };
  static const Field kSliceFields[] = {
      {"firstRow", "u4", "first row", "8.1"},
      {"rowCount", "u4", "number of rows", "8.1"},
      Field{"dataPacked", "u4", "size of the packed data", "8.1"}.in("bytes"),
      Field{"dataSize", "u4", "size of the data", "8.1"}.in("bytes"),
      Field{"ctlPacked", "u4", "size of the packed runs", "8.1"}.in("bytes"),
      Field{"ctlSize", "u4", "size of the runs", "8.1"}.in("bytes"),
      Field{"data", "bytes", "data of the pixels, a zlib stream", "8.1"}.sized("dataPacked"),
      Field{"ctl", "bytes", "runs of the pixels, a zlib stream", "8.1"}.sized("ctlPacked"),
  };
  static const Record kHg3Records[] = {{"hg3", kHg3Fields},           {"image", kImageFields},
                                       {"tags", kTagsFields},         {"tag", kTagField},
                                       {"measures", kMeasuresFields}, {"slice", kSliceFields}};
  return {"cs2-hg3", "CatSystem 2 images, HG-3", std::endian::little, kHg3Records};
}

Description hg2_description() {
  static const Field kHg2Fields[] = {
      Field{"signature", "text", "HG-2", "8.2"}.sized("4").fixed("HG-2"),
      Field{"headerSize", "u4", "where the first image begins", "8.2"}.in("bytes"),
      {"version", "u4", "0x10, 0x20 or 0x25", "8.2"},
      Field{"between", "bytes", "bytes before the first image", "8.2"}
          .only_if("headerSize > 12")
          .sized("headerSize - 12")
          .as(ByteKind::unused),
      Field{"frames", "image", "an image", "8.2"}.up_to("following == 0"),
  };
  static const Field kOldImageFields[] = {
      Field{"width", "u4", "width", "8.2"}.in("pixels"),
      Field{"height", "u4", "height", "8.2"}.in("pixels"),
      {"bpp", "u4", "bits of a pixel", "8.2"},
      {"firstRow", "u4", "first row of the slice; not read", "8.2"},
      {"rowCount", "u4", "rows of the slice; not read", "8.2"},
      Field{"dataPacked", "u4", "size of the packed data", "8.2"}.in("bytes"),
      Field{"dataSize", "u4", "size of the data", "8.2"}.in("bytes"),
      Field{"ctlPacked", "u4", "size of the packed runs", "8.2"}.in("bytes"),
      Field{"ctlSize", "u4", "size of the runs", "8.2"}.in("bytes"),
      let("newer", "_root.version >= 0x20"),
      let("newest", "_root.version >= 0x25"),
      let("following", "newer ? offsetNext : 0"),
      let("head", "36 + newer * 32 + newest * 8"),
      Field{"offsetToData", "u4", "where the data begin, from this image", "8.2"}.only_if("newer"),
      Field{"id", "u4", "number that scripts show it by", "8.2"}.only_if("newer"),
      Field{"canvasW", "u4", "width of the whole image", "8.2"}.only_if("newer").in("pixels"),
      Field{"canvasH", "u4", "height of the whole image", "8.2"}.only_if("newer").in("pixels"),
      Field{"offsetX", "s4", "x position in the whole image", "8.2"}.only_if("newer").in("pixels"),
      Field{"offsetY", "s4", "y position in the whole image", "8.2"}.only_if("newer").in("pixels"),
      Field{"hasAlpha", "u4", "whether it is transparent", "8.2"}.only_if("newer"),
      Field{"offsetNext", "u4", "offset of the next image from this one; 0: last", "8.2"}
          .only_if("newer")
          .in("bytes"),
      Field{"originX", "s4", "its middle, along x", "8.2"}.only_if("newest").in("pixels"),
      Field{"originY", "s4", "its middle, along y", "8.2"}.only_if("newest").in("pixels"),
      Field{"before", "bytes", "bytes before the data", "8.2"}
          .only_if("newer and offsetToData > head")
          .sized("offsetToData - head")
          .as(ByteKind::unused),
      Field{"data", "bytes", "packed data of the pixels, a zlib stream", "8.2"}.sized("dataPacked"),
      Field{"ctl", "bytes", "packed runs of the pixels, a zlib stream", "8.2"}.sized("ctlPacked"),
      Field{"filling", "bytes", "fills up to the next image", "8.2"}
          .only_if("newer and offsetNext > offsetToData + dataPacked + ctlPacked")
          .sized("offsetNext - offsetToData - dataPacked - ctlPacked")
          .as(ByteKind::padding),
  };
  static const Record kHg2Records[] = {{"hg2", kHg2Fields}, {"image", kOldImageFields}};
  return {"cs2-hg2", "CatSystem 2 images, HG-2", std::endian::little, kHg2Records};
}

Description int_description() {
  static const Field kIntFields[] = {
      Field{"signature", "bytes", "KIF and a zero byte", "8.3"}.sized("4").fixed(
          std::string_view("KIF\0", 4)),
      {"count", "u4", "number of files", "8.3"},
      // Names have 64 bytes, or 32 where contents then begin right after the table.
      Field{"place", "u4", "place of the first file if names are short", "8.3"}
          .placed("40")
          .unseen(),
      let("nameSize", "place == 8 + 40 * count ? 32 : 64"),
      Field{"entries", "entry", "a file", "8.3"}.times("count"),
  };
  static const Field kFileFields[] = {
      Field{"name", "text", "name, filled up with zero bytes; enciphered when the first is a key",
            "8.3"}
          .sized("_root.nameSize"),
      {"offset", "u4", "where the file begins; enciphered when the first is a key", "8.3"},
      {"size", "u4", "bytes of the file; enciphered when the first is a key", "8.3"},
      Field{"data", "bytes", "the file", "8.3"}
          .only_if("offset >= 8 + (_root.nameSize + 8) * _root.count and offset + size <= "
                   "_root._io.size")
          .placed("offset")
          .sized("size"),
  };
  static const Record kIntRecords[] = {{"int", kIntFields}, {"entry", kFileFields}};
  return {"cs2-int", "CatSystem 2 archive, KIF", std::endian::little, kIntRecords};
}

}  // namespace anmkit::cs2
