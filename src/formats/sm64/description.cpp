// SPDX-License-Identifier: MIT
// Fields of binary animations: in a table, a ROM, and insertable (sections 1.1 to 1.7).
#include "formats/sm64/description.hpp"

namespace anmkit::sm64 {
namespace {

std::span<const Field> entry_fields() {
  static const Field kEntryFields[] = {
      Field{"offset", "u4", "where the animation begins in the table", "1.6"}.in("bytes"),
      Field{"size", "u4", "bytes from its header to the end of its values", "1.6"}.in("bytes"),
      let("header", "_parent.start + offset"),
      Field{"animation", "animation", "the animation", "1.6"}
          .only_if("header + size <= _root._io.size")
          .placed("header"),
  };
  return kEntryFields;
}

ANMKIT_TABLES Field flags_field() {
  return {"flags", "s2", "whether it repeats, runs backwards, and which axes move the root", "3"};
}
ANMKIT_TABLES Field divisor_field() {
  return {"animYTransDivisor", "s2",
          "divisor of the height by which translations are scaled; 0: they are not", "1.1"};
}
ANMKIT_TABLES Field start_field() {
  return Field{"startFrame", "s2", "frame that it begins with", "1.1"}.in("frames");
}
ANMKIT_TABLES Field loop_start_field() {
  return Field{"loopStart", "s2", "frame shown after the last", "1.1"}.in("frames");
}
ANMKIT_TABLES Field loop_end_field() {
  return Field{"loopEnd", "s2", "frame before which it ends", "1.1"}.in("frames");
}
ANMKIT_TABLES Field parts_field() {
  return {"unusedBoneCount", "s2", "number of parts, which the engine does not read", "1.1"};
}
ANMKIT_TABLES Field length_field() {
  return Field{"length", "u4", "bytes of the entry, which the engine does not read", "1.1"}.in(
      "bytes");
}

constexpr std::string_view kSample =
    "a sample: a position in units of the model, or an angle, 65536 per full rotation";

std::span<const Field> animation_fields() {
  static const Field kAnimationFields[] = {
      flags_field(),
      divisor_field(),
      start_field(),
      loop_start_field(),
      loop_end_field(),
      parts_field(),
      Field{"values", "u4", "where its samples are, counted from this header", "1.4"}.in("bytes"),
      Field{"index", "u4", "where its channels are, counted from this header", "1.4"}.in("bytes"),
      length_field(),
      Field{"channels", "channel", "the samples of a channel", "1.2"}
          .only_if("index >= 24 and values > index and values <= _parent.size")
          .times("(values - index) / 4")
          .placed("_parent.header + index"),
      Field{"samples", "s2", kSample, "1.3"}
          .only_if("values >= 24 and values <= _parent.size")
          .times("(_parent.size - values) / 2")
          .placed("_parent.header + values"),
  };
  return kAnimationFields;
}

std::span<const Field> channel_fields() {
  static const Field kChannelFields[] = {
      {"count", "u2", "number of samples; the last one is held", "1.2"},
      {"first", "u2", "number of its first sample", "1.2"},
  };
  return kChannelFields;
}

ANMKIT_TABLES Field count_field() {
  return {"numEntries", "u4", "number of animations", "1.6"};
}
ANMKIT_TABLES Field address_field() {
  return {"sourceAddress", "u4", "0; the game keeps the table's address here", "1.6"};
}
ANMKIT_TABLES Field entries_field() {
  return Field{"entries", "entry", "where an animation is", "1.6"}.times("numEntries");
}

// Words that tell where the table is in ROMs of known versions: its number of entries.
ANMKIT_TABLES Field count_at(std::string_view name, std::string_view place) {
  return Field{name, "u4", "number of animations of a table that begins here", "1.6"}
      .only_if("is_rom and _root._io.size > 8388607")
      .placed(place)
      .unseen();
}

}  // namespace

Description dma_description() {
  static const Field kTableFields[] = {
      Field{"mark", "u4", "0x80371240 at the start of ROMs", "1.6"}.placed("0").unseen(),
      let("is_rom", "mark == 0x80371240"),
      let("is_swapped", "mark == 0x37804012 or mark == 0x40123780"),
      count_at("us", "0x4EC000"),
      count_at("jp", "0x4E9FA0"),
      count_at("eu", "0x4CE710"),
      count_at("sh", "0x4C6E20"),
      count_at("cn", "0x4D8B60"),
      let("start",
          "is_rom == 0 ? 0 : _root._io.size < 8388608 ? -1 : us == 209 ? 0x4EC000 : jp == 209 ? "
          "0x4E9FA0 : eu == 209 ? 0x4CE710 : sh == 209 ? 0x4C6E20 : cn == 209 ? 0x4D8B60 : -1"),
      let("has_table", "start >= 0 and is_swapped == 0"),
      Field{"rom", "rom_head", "the header that the console reads first", "1.6"}.only_if("is_rom"),
      Field{"before", "bytes", "the game up to the table, which is not described here", "1.6"}
          .only_if("is_rom")
          .sized("has_table ? start - _io.pos : _root._io.size - _io.pos")
          .as(ByteKind::unknown),
      Field{"swapped", "bytes", "a ROM with swapped bytes, which hides its fields", "1.6"}
          .only_if("is_swapped")
          .sized("_root._io.size")
          .as(ByteKind::unknown),
      count_field().only_if("has_table"),
      address_field().only_if("has_table"),
      entries_field().only_if("has_table"),
      let("last",
          "is_rom and has_table and numEntries > 0 ? start + entries[numEntries - 1].offset + "
          "entries[numEntries - 1].size : 0"),
      let("end", "(last + 3) / 4 * 4"),
      Field{"after", "bytes", "the game after the table, which has no description here", "1.6"}
          .only_if("last > 0")
          .placed("end")
          .sized("_root._io.size - end")
          .as(ByteKind::unknown),
  };
  static const Field kRomHeadFields[] = {
      {"mark", "u4", "0x80371240, how the cartridge is read", "1.6"},
      {"clockRate", "u4", "clock that the game expects; 0: the usual one", "1.6"},
      {"entryPoint", "u4", "address where the game begins", "1.6"},
      {"release", "u4", "version of the library that it was made with", "1.6"},
      Field{"checksums", "u4", "checksum of the first megabyte", "1.6"}.times("2"),
      Field{"unused", "bytes", "0", "1.6"}.sized("8").as(ByteKind::unused),
      Field{"title", "text", "title, filled up with spaces", "1.6"}.sized("20"),
      Field{"unused2", "bytes", "0", "1.6"}.sized("7").as(ByteKind::unused),
      Field{"code", "text", "medium, game and country, a letter or two each", "1.6"}.sized("4"),
      {"version", "u1", "number of the revision", "1.6"},
  };
  static const Record kRecords[] = {{"table", kTableFields},
                                    {"rom_head", kRomHeadFields},
                                    {"entry", entry_fields()},
                                    {"animation", animation_fields()},
                                    {"channel", channel_fields()}};
  return {"sm64-dma", "Super Mario 64 animation table", std::endian::big, kRecords};
}

Description insertable_description() {
  static const NamedValue kInsertablesLabels[] = {
      {2, "an animation"}, {4, "a table of animations"}, {5, "a table as Mario's"}};
  static const Field kInsertableFields[] = {
      Field{"kind", "u4", "type of the data", "1.7"}.placed("0").unseen(),
      Field{"bytes", "u4", "size of the data", "1.7"}.placed("4").unseen(),
      Field{"start", "u4", "0", "1.7"}.placed("8").unseen(),
      Field{"pointers", "u4", "number of pointers", "1.7"}.placed("12").unseen(),
      let("base", "16 + 4 * pointers"),
      let("is_insertable",
          "(kind == 2 or kind == 4 or kind == 5) and start == 0 and base + bytes == "
          "_root._io.size"),
      Field{"type", "u4", "type of the data", "1.7"}
          .only_if("is_insertable")
          .called(kInsertablesLabels),
      Field{"dataSize", "u4", "size of the data", "1.7"}.only_if("is_insertable").in("bytes"),
      Field{"dataStart", "u4", "0", "1.7"}.only_if("is_insertable"),
      Field{"pointerCount", "u4", "number of pointers in the data", "1.7"}.only_if("is_insertable"),
      Field{"relocations", "u4", "where a pointer is, in the data", "1.7"}
          .only_if("is_insertable")
          .times("pointerCount")
          .in("bytes"),
      Field{"table", "pointer", "where an animation is", "1.7"}
          .only_if("is_insertable and type == 4 and pointerCount > 0 and relocations[0] == 0")
          .placed("base")
          .up_to("(_io.pos - _root.base) / 4 >= _root.pointerCount ? 1 : "
                 "_root.relocations[(_io.pos - _root.base) / 4] != _io.pos - _root.base"),
      // Two pointers one after the other, twelve bytes in, are those of a header; more are a
      // table.
      Field{"animations", "loose", "an animation, by the number of its first pointer", "1.7"}
          .only_if("is_insertable and type != 5 and pointerCount > 1")
          .times("pointerCount - 1")
          .placed(
              "relocations[_index] >= 12 and relocations[_index + 1] == relocations[_index] + 4 "
              "and (_index == 0 ? 1 : relocations[_index - 1] + 4 != relocations[_index]) ? base "
              "+ relocations[_index] - 12 : -1"),
      Field{"dma", "dma", "a table as Mario's", "1.7"}.only_if("is_insertable and type == 5"),
      Field{"segment", "bytes",
            "bytes of a segment; --segment and --header give the addresses of its contents", "1.4"}
          .only_if("is_insertable == 0")
          .placed("0")
          .sized("_root._io.size")
          .as(ByteKind::unknown),
  };
  static const Field kPointerFields[] = {
      Field{"offset", "u4", "where the animation is, in the data", "1.7"}.in("bytes")};
  static const Field kLooseFields[] = {
      flags_field(),
      divisor_field(),
      start_field(),
      loop_start_field(),
      loop_end_field(),
      parts_field(),
      Field{"values", "u4", "where its samples are, in the data", "1.4"}.in("bytes"),
      Field{"index", "u4", "where its channels are, in the data", "1.4"}.in("bytes"),
      length_field(),
      let("parts", "unusedBoneCount < 0 ? 0 : 3 * (unusedBoneCount + 1)"),
      let("room", "values > index ? (values - index) / 4 : parts"),
      Field{"channels", "loose_channel", "the samples of a channel", "1.2"}
          .only_if("index >= 24")
          .times("room < parts ? room : parts")
          .placed("_root.base + index"),
  };
  static const Field kLooseChannelFields[] = {
      {"count", "u2", "number of samples; the last one is held", "1.2"},
      {"first", "u2", "number of its first sample", "1.2"},
      Field{"samples", "s2", kSample, "1.3"}.times("count").placed(
          "_root.base + _parent.values + 2 * first"),
  };
  static const Field kDmaFields[] = {let("start", "_parent.base"), count_field(), address_field(),
                                     entries_field()};
  static const Record kInsertableRecords[] = {{"insertable", kInsertableFields},
                                              {"pointer", kPointerFields},
                                              {"loose", kLooseFields},
                                              {"loose_channel", kLooseChannelFields},
                                              {"dma", kDmaFields},
                                              {"entry", entry_fields()},
                                              {"animation", animation_fields()},
                                              {"channel", channel_fields()}};
  return {"sm64-anim", "Super Mario 64 animation, insertable", std::endian::big,
          kInsertableRecords};
}

}  // namespace anmkit::sm64
