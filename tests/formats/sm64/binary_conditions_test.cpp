// SPDX-License-Identifier: MIT
// Binary files and their options, wrong or odd in one place each (sections 1.4 to 1.7): what is
// refused with which sentence, and what is left out of a clip.
#include "formats/sm64/document.hpp"
#include "formats/sm64/motion/channels.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

void put32(Bytes& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes.at(at + i) = static_cast<std::byte>(value >> (24 - 8 * i) & 255);
}
ByteView claimed(const Bytes& bytes, std::size_t size) {
  return {bytes.data(), size};
}

// ---- Tables (section 1.6) ----

// Header, index of one part and a sample, as the only entry.
TEST(Sm64BinaryConditions, DmaTables) {
  EXPECT_EQ(parse_dma(hex("0000 0000 0000 00")).error().message,
            "a DMA table begins with 8 bytes, 7 available");
  const Bytes good = example_dma();
  EXPECT_EQ(parse_dma(ByteView(good).first(15)).error().message,
            "1 entry needs 16 bytes for the directory, 15 available");
  const auto long_one = parse_dma(claimed(good, 0x80000000u));
  ASSERT_FALSE(long_one);
  EXPECT_EQ(long_one.error().code, "sm64.E-DMAHEAD");
  // An entry that is not one: in the directory, too small, after the end, at an odd place.
  const std::pair<std::uint32_t, std::uint32_t> entries[] = {
      {8, 0x52}, {16, 49}, {16, 0x55}, {17, 0x51}};
  for (const auto& [offset, size] : entries) {
    Bytes bytes = good;
    put32(bytes, 8, offset);
    put32(bytes, 12, size);
    const auto table = parse_dma(bytes);
    ASSERT_TRUE(table) << offset;
    EXPECT_EQ(table->entry_reference, std::vector<std::int32_t>{-1}) << offset << " " << size;
    EXPECT_EQ(write(*table), bytes);
  }
  // Tables that would be in the header or after the entry: none, and the bytes are kept.
  for (const std::uint32_t place : {0u, 22u, 0x51u, 0x52u, 0xFFFFFFFFu}) {
    for (const std::size_t field : {16 + 12, 16 + 16}) {
      Bytes bytes = good;
      put32(bytes, field, place);
      const auto table = parse_dma(bytes);
      ASSERT_TRUE(table) << place;
      const Reference& reference = table->file.references.at(0);
      EXPECT_EQ(field == 16 + 12 ? reference.values : reference.index, -1) << place;
      EXPECT_EQ(write(*table), bytes) << place;
    }
  }
  expect_round_trip("sm64-dma", hex("0000 0000 0000 0000"));
  expect_round_trip("sm64-dma", hex("0000 0000 0000 0000 1234"));
}

// Mario's table: 209 entries, no source address, the first entry right after the directory.
constexpr std::uint32_t kDirectory = 8 + 8 * 209;
Bytes mario_table() {
  Bytes bytes(kDirectory + 52);
  put32(bytes, 0, 209);
  for (std::size_t i = 0; i < 209; ++i) {
    put32(bytes, 8 + 8 * i, kDirectory);
    put32(bytes, 12 + 8 * i, 52);
  }
  return bytes;
}

TEST(Sm64BinaryConditions, MarioInsideBytes) {
  const Bytes good = mario_table();
  EXPECT_EQ(find_dma_inside(good), std::vector<std::uint64_t>{0});
  const std::tuple<std::size_t, std::uint32_t, const char*> changes[] = {
      {0, 208, "another number of entries"},
      {4, 1, "a source address"},
      {8, kDirectory + 4, "a first entry elsewhere"},
      {16, kDirectory - 1, "an entry in the directory"},
      {20, 23, "an entry smaller than a header"},
      {20, 53, "an entry that reaches after the end"},
      {16, kDirectory + 1, "an entry that lies after the end"},
  };
  for (const auto& [at, value, what] : changes) {
    Bytes bytes = good;
    put32(bytes, at, value);
    EXPECT_TRUE(find_dma_inside(bytes).empty()) << what;
  }
  EXPECT_TRUE(find_dma_inside(ByteView(good).first(kDirectory - 1)).empty());
  // At multiples of 4, at most four.
  Bytes many(4);
  for (int i = 0; i < 5; ++i)
    many.insert(many.end(), good.begin(), good.end());
  const auto size = static_cast<std::uint64_t>(good.size());
  EXPECT_EQ(find_dma_inside(many),
            (std::vector<std::uint64_t>{4, 4 + size, 4 + 2 * size, 4 + 3 * size}));
}

TEST(Sm64BinaryConditions, RomsAndDumps) {
  Bytes rom(0x40);
  put32(rom, 0, 0x80371240);
  const Bytes table = mario_table();
  EXPECT_FALSE(find_dma_in_rom(rom));  // smaller than a directory
  rom.insert(rom.end(), table.begin(), table.end());
  rom.resize(rom.size() + 64);
  EXPECT_EQ(find_dma_in_rom(rom), 0x40u);
  for (const std::size_t at : {0, 1}) {
    Bytes other = rom;
    other[at] ^= std::byte{1};
    EXPECT_FALSE(find_dma_in_rom(other)) << at;
  }
  // Words turned around, as dumps have them; they come back turned around.
  for (const std::uint32_t group : {2u, 4u}) {
    Bytes dump = rom;
    swap_bytes(dump, group);
    EXPECT_EQ(swapped_bytes(dump), group);
    const auto loaded = parse("sm64-dma", dump);
    ASSERT_TRUE(loaded->document) << group;
    EXPECT_EQ(loaded->document->write().value(), dump) << group;
    const auto part = loaded->document->kept_part();
    ASSERT_TRUE(part.has_value());
    EXPECT_EQ(part->bytes, table);
  }
  EXPECT_EQ(swapped_bytes(rom), 0u);
  // A ROM without the table is reported as such.
  Bytes empty = rom;
  put32(empty, 0x40, 208);
  const auto loaded = parse("sm64-dma", empty);
  EXPECT_FALSE(loaded->document);
  const auto found = loaded->diagnostics.finish();
  ASSERT_FALSE(found.empty());
  EXPECT_NE(found[0].message.find("a ROM without a table"), std::string::npos);
  // After a table that begins the file: a few bytes of padding are its own, more are not.
  for (const std::size_t more : {16, 17}) {
    Bytes bytes = table;
    bytes.resize(bytes.size() + more, std::byte{1});
    const auto one = parse("sm64-dma", bytes);
    ASSERT_TRUE(one->document) << more;
    EXPECT_EQ(one->document->write().value(), bytes) << more;
    EXPECT_EQ(one->document->kept_part().has_value(), more == 17) << more;
  }
}

// ---- fast64's insertable binary (section 1.7) ----

Bytes insertable(std::uint32_t type, const std::vector<std::uint32_t>& relocations,
                 const Bytes& data) {
  Bytes bytes(16 + 4 * relocations.size());
  put32(bytes, 0, type);
  put32(bytes, 4, static_cast<std::uint32_t>(data.size()));
  put32(bytes, 12, static_cast<std::uint32_t>(relocations.size()));
  for (std::size_t i = 0; i < relocations.size(); ++i)
    put32(bytes, 16 + 4 * i, relocations[i]);
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}
// A header with these two pointers, an index of one part at 24 and a sample after it.
Bytes clip(std::uint32_t values = 48, std::uint32_t index = 24) {
  Bytes bytes(50);
  bytes[9] = bytes[11] = std::byte{1};
  put32(bytes, 12, values);
  put32(bytes, 16, index);
  for (std::size_t i = 24; i < 48; i += 4)
    bytes[i + 1] = std::byte{1};
  return bytes;
}
std::vector<std::int32_t> references(const Bytes& bytes) {
  const auto file = parse_insertable(bytes);
  EXPECT_TRUE(file) << to_hex(bytes);
  if (!file) return {};
  EXPECT_EQ(write(*file), bytes);
  return file->clip_reference;
}

TEST(Sm64BinaryConditions, Insertables) {
  const Bytes good = insertable(2, {12, 16}, clip());
  EXPECT_EQ(parse_insertable(ByteView(good).first(15)).error().message,
            "an insertable binary begins with 16 bytes, 15 available");
  EXPECT_FALSE(parse_insertable(claimed(good, 0x80000000u)));
  EXPECT_EQ(parse_insertable(ByteView(good).first(23)).error().message,
            "2 relocations need 8 bytes, 7 available");
  using Places = std::vector<std::int32_t>;
  EXPECT_EQ(references(good), Places{0});
  // Where the relocations tell no header there is one at the begin, when it fits.
  for (const std::vector<std::uint32_t>& none :
       {std::vector<std::uint32_t>{}, {8, 12}, {12}, {12, 20}})
    EXPECT_EQ(references(insertable(2, none, clip())), Places{0});
  EXPECT_EQ(references(insertable(2, {}, Bytes(23))), Places{-1});
  EXPECT_EQ(references(insertable(2, {}, {})), Places{-1});
  // Three pointers in a row are a table's, not a header's.
  EXPECT_EQ(references(insertable(2, {12, 16, 20}, clip())), Places{0});
  EXPECT_EQ(references(insertable(2, {0, 4, 8, 12}, clip())), Places{0});
  // Tables in the clip's own bytes only, at even places.
  for (const std::uint32_t place : {49u, 50u, 0xFFFFFFFEu}) {
    const auto file = parse_insertable(insertable(2, {12, 16}, clip(place, place)));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->file.references.at(0).values, -1) << place;
    EXPECT_EQ(file->file.references.at(0).index, -1) << place;
  }
}

TEST(Sm64BinaryConditions, InsertableTables) {
  using Places = std::vector<std::int32_t>;
  // A table of one pointer: everything is 4 bytes further.
  const auto table_of = [](std::uint32_t header, std::uint32_t values, std::uint32_t index) {
    Bytes data(4);
    put32(data, 0, header);
    const Bytes one = clip(values, index);
    data.insert(data.end(), one.begin(), one.end());
    return data;
  };
  EXPECT_EQ(references(insertable(4, {0, 16, 20}, table_of(4, 52, 28))), Places{0});
  EXPECT_EQ(references(insertable(4, {0}, table_of(0, 52, 28))), Places{-1});   // in the table
  EXPECT_EQ(references(insertable(4, {0}, table_of(31, 52, 28))), Places{-1});  // after the end
  const auto inside = parse_insertable(insertable(4, {0}, table_of(4, 2, 0)));
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->file.references.at(0).values, -1);
  EXPECT_EQ(inside->file.references.at(0).index, -1);
  // A table ends with the data, and where no pointer is given.
  EXPECT_EQ(references(insertable(4, {0, 4}, hex("0000 0000 0000 0000"))), (Places{-1, -1}));
  EXPECT_EQ(references(insertable(4, {0, 4}, hex("0000 0000 0000"))), Places{-1});
  EXPECT_EQ(references(insertable(4, {4}, table_of(4, 52, 28))), Places{0});
}

TEST(Sm64BinaryConditions, InsertableDma) {
  using Places = std::vector<std::int32_t>;
  const Bytes table = example_dma();
  EXPECT_EQ(references(insertable(5, {}, table)), Places{0});
  EXPECT_EQ(references(insertable(5, {}, Bytes(7))), Places());
  Bytes broken = table;
  put32(broken, 12, 0x55);
  EXPECT_EQ(references(insertable(5, {}, broken)), Places{-1});
  for (const std::uint32_t place : {22u, 0x51u}) {
    Bytes bytes = table;
    put32(bytes, 16 + 12, place);
    put32(bytes, 16 + 16, place);
    const auto file = parse_insertable(insertable(5, {}, bytes));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->file.references.at(0).values, -1) << place;
    EXPECT_EQ(file->file.references.at(0).index, -1) << place;
  }
}

// Which bytes are one at all.
TEST(Sm64BinaryConditions, IsInsertable) {
  const Bytes good = insertable(2, {12, 16}, clip());
  EXPECT_TRUE(is_insertable(good));
  for (const std::uint32_t type : {2u, 4u, 5u, 3u, 0u}) {
    Bytes bytes = good;
    put32(bytes, 0, type);
    EXPECT_EQ(is_insertable(bytes), type == 2 || type == 4 || type == 5) << type;
  }
  for (const std::size_t at : {4, 8, 12}) {
    Bytes bytes = good;
    put32(bytes, at, 99);
    EXPECT_FALSE(is_insertable(bytes)) << at;
  }
  EXPECT_FALSE(is_insertable(ByteView(good).first(15)));
}

// ---- Segments (sections 1.4 and 1.5) ----

using Given = std::vector<std::pair<std::string, std::string>>;
Options options_of(const Given& given) {
  Options options;
  for (const auto& [name, value] : given)
    options.set(name, value);
  return options;
}
// The error of a segment's options, or "" and the clips.
std::string refusal(const Given& given, const Bytes& bytes, Companions files = {}) {
  const auto file = parse_segment({bytes, "seg.bin", files}, options_of(given));
  return file ? "" : file.error().code + ": " + file.error().message;
}
Bytes segment() {
  Bytes bytes(0x100);
  const Bytes data = example_segment();
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

TEST(Sm64BinaryConditions, SegmentOptions) {
  const Bytes bytes = segment();
  const Given bound = {{"segment", "6=seg.bin"}};
  const auto with = [&](const std::string& name, const std::string& value) {
    Given given = bound;
    given.emplace_back(name, value);
    return given;
  };
  for (const std::string value : {"x=seg.bin", "256=seg.bin", "", "=seg.bin", "0x=seg.bin",
                                  "6=seg.bin@x", "6x=seg.bin", "6="}) {
    EXPECT_NE(refusal({{"segment", value}}, bytes)
                  .find("--segment '" + value + "': expected N=FILE[@OFFSET]"),
              std::string::npos)
        << value;
  }
  for (const std::string value : {"x", "0x", "5x", "0x1FFFFFFFF", "-1"})
    EXPECT_NE(refusal(with("header", value), bytes).find("expected an address"), std::string::npos)
        << value;
  for (const std::string value : {"x", "x:1", "0x06000100:x", ":1", "1:"})
    EXPECT_NE(refusal(with("table", value), bytes).find("ADDRESS or ADDRESS:COUNT"),
              std::string::npos)
        << value;
  EXPECT_NE(refusal({{"segment", "7=none.bin"}}, bytes).find("neither the input nor at hand"),
            std::string::npos);
  EXPECT_NE(refusal(bound, bytes).find("--segment needs --header ADDRESS or --table"),
            std::string::npos);
  // Without '=' the segment is the input.
  for (const std::string value : {"6", "0x6=seg.bin", "0X06=seg.bin@0"})
    EXPECT_EQ(refusal({{"segment", value}, {"header", "0x0600013C"}}, bytes), "") << value;
}

TEST(Sm64BinaryConditions, SegmentHeaders) {
  const Bytes bytes = segment();
  const auto header = [&](const std::string& address) {
    return refusal({{"segment", "6=seg.bin"}, {"header", address}}, bytes);
  };
  EXPECT_EQ(header("0x0600013C"), "");
  const std::string last = std::to_string(0x06000000 + bytes.size() - 23);
  EXPECT_NE(header(last).find("sm64.E-TRUNC: "), std::string::npos);
  EXPECT_NE(header("0x06010000").find("sm64.E-PTR: "), std::string::npos);
  EXPECT_NE(header("0x0700013C").find("sm64.E-PTR: "), std::string::npos);
  // Without options: a header at the start of the file.
  EXPECT_EQ(refusal({}, Bytes(24)), "");
  EXPECT_NE(refusal({}, Bytes(23)).find("animation header at 0x0 needs 24 bytes, 23 available"),
            std::string::npos);
  EXPECT_NE(parse_segment({claimed(bytes, 0x80000000u), "seg.bin"}, {})
                .error()
                .message.find("beyond 2 GiB"),
            std::string::npos);
  // Pointers of a header: to even places of a bound segment.
  const std::tuple<std::uint32_t, bool, const char*> pointers[] = {
      {0x06000118, true, "inside"},
      {0x06000119, false, "odd"},
      {0, false, "none"},
      {0x07000118, false, "another segment"},
      {0x06010000, false, "after the end"}};
  for (const auto& [pointer, good, what] : pointers) {
    for (const std::size_t field : {12, 16}) {
      Bytes changed = bytes;
      put32(changed, 0x13C + field, pointer);
      const auto file = parse_segment({changed, "seg.bin"},
                                      options_of({{"segment", "6"}, {"header", "0x0600013C"}}));
      ASSERT_TRUE(file) << what;
      const Reference& reference = file->file.references.at(0);
      EXPECT_EQ((field == 12 ? reference.values : reference.index) >= 0, good) << what;
    }
  }
}

// Tables of pointers: with a count, or to the first word that is none.
TEST(Sm64BinaryConditions, SegmentTables) {
  Bytes bytes = segment();
  bytes.resize((bytes.size() + 3) / 4 * 4);
  const std::size_t at = bytes.size();
  bytes.resize(at + 12);
  put32(bytes, at, 0x0600013C);
  put32(bytes, at + 4, 0x0600013C);
  const std::string address = std::to_string(0x06000000 + at);
  const auto clips = [&](const std::string& table) -> std::vector<std::int32_t> {
    const auto file =
        parse_segment({bytes, "seg.bin"}, options_of({{"segment", "6"}, {"table", table}}));
    EXPECT_TRUE(file) << table << ": " << (file ? "" : file.error().message);
    return file ? file->clip_reference : std::vector<std::int32_t>{-9};
  };
  using Places = std::vector<std::int32_t>;
  EXPECT_EQ(clips(address), (Places{0, 1}));  // then NULL
  EXPECT_EQ(clips(address + ":1"), Places{0});
  EXPECT_EQ(clips(address + ":3"), (Places{0, 1, -1}));
  put32(bytes, at + 8, 0x07000000);  // no pointer of a bound segment
  EXPECT_EQ(clips(address), (Places{0, 1}));
  EXPECT_EQ(clips(address + ":3"), (Places{0, 1, -1}));
  put32(bytes, at + 8, 0x0600013C);  // to the file's end
  EXPECT_EQ(clips(address), (Places{0, 1, 2}));
  const auto error = [&](const std::string& table) {
    return refusal({{"segment", "6"}, {"table", table}}, bytes);
  };
  EXPECT_NE(error(address + ":4").find("table element 3 at "), std::string::npos);
  EXPECT_NE(error("0x07000000").find("table element 0 at 0x7000000 does not resolve"),
            std::string::npos);
  EXPECT_NE(refusal({{"segment", "255"}, {"table", "0xFFFFFFFF:2"}}, bytes).find("sm64.E-PTR"),
            std::string::npos);
}

// Several files are one image, each as often as its name is given.
TEST(Sm64BinaryConditions, SegmentsOfOtherFiles) {
  const Bytes own = segment(), other = segment(), short_one = Bytes(4);
  std::vector<Companion> files(2);
  files[0].path = "b.bin";
  files[0].bytes = other;
  files[1].path = "c.bin";
  files[1].bytes = short_one;
  const auto read = [&](const Given& given) {
    return parse_segment({own, "seg.bin", files}, options_of(given));
  };
  const auto twice = read({{"segment", "6=b.bin"},
                           {"segment", "7=b.bin"},
                           {"segment", "8=c.bin"},
                           {"segment", "9=seg.bin"},
                           {"header", "0x0700013C"}});
  ASSERT_TRUE(twice) << twice.error().message;
  EXPECT_EQ(twice->segments.at(0).base, twice->segments.at(1).base);
  EXPECT_GE(twice->segments.at(0).base, own.size());
  EXPECT_EQ(twice->segments.at(3).base, 0u);
  EXPECT_GE(twice->file.references.at(0).index, 0);
  // A file's end is its own, not the image's.
  EXPECT_FALSE(read({{"segment", "8=c.bin"}, {"header", "0x08000000"}}));
  // Of two bindings of a number the first that reaches wins.
  EXPECT_TRUE(read({{"segment", "6=c.bin"}, {"segment", "6=b.bin"}, {"header", "0x0600013C"}}));
  EXPECT_EQ(segment_files(options_of({{"segment", "6=b.bin"}, {"segment", "7"}, {"segment", "x"}})),
            std::vector<std::string>{"b.bin"});
  files[0].bytes = claimed(other, 0x7FFFFFFFu);
  EXPECT_NE(read({{"segment", "6=b.bin"}, {"header", "0x06000000"}}).error().message.find("2 GiB"),
            std::string::npos);
}

// The channel of each bone's movement is the port's alone: its option and its flag.
TEST(Sm64BinaryConditions, BoneTranslation) {
  for (const bool option : {false, true}) {
    for (const bool flag : {false, true}) {
      Bytes bytes = insertable(2, {12, 16}, clip());
      if (flag) bytes[16 + 8] = std::byte{1};
      Options options;
      if (option) options.set("coopdx", "");
      const auto loaded = parse("sm64-anim", bytes, "x.bin", options);
      ASSERT_TRUE(loaded->document);
      const auto motions = as_motions(loaded->document.get())->motions({}, options);
      EXPECT_EQ(moves_parts(motions.at(0)), option && flag);
    }
  }
  // Only documents of animations have them.
  EXPECT_EQ(as_motions(nullptr), nullptr);
  const auto dma = parse("sm64-dma", example_dma());
  const auto text = parse("sm64-c", to_bytes(example_c()));
  const auto layout = parse("sm64-geo", to_bytes("const GeoLayout g[] = { GEO_END() };"));
  EXPECT_NE(as_motions(dma->document.get()), nullptr);
  EXPECT_NE(as_motions(text->document.get()), nullptr);
  ASSERT_TRUE(layout->document);
  EXPECT_EQ(as_motions(layout->document.get()), nullptr);
}

// ---- Dumps that were edited ----

// A piece that does not fit into the file is refused, and not left out of it.
TEST(Sm64BinaryConditions, BuildRefusesPiecesOutsideTheFile) {
  Diagnostics unused;
  const auto table = parse_dma(example_dma());
  ASSERT_TRUE(table);
  const auto build = [&](const DmaTable& edited) {
    return build_document(dump_document(DmaDocument(edited)), unused);
  };
  ASSERT_TRUE(build(*table));
  const std::uint32_t size = table->file.size;
  const auto refused = [&](std::string_view list, auto edit) {
    DmaTable edited = *table;
    edit(edited.file);
    const auto built = build(edited);
    ASSERT_FALSE(built) << list;
    EXPECT_EQ(built.error().code, "anmkit.JSON") << list;
    EXPECT_NE(built.error().path.find(std::string(list) + "[0].offset"), std::string::npos)
        << built.error().path;
    EXPECT_NE(built.error().message.find("do not fit into a file of"), std::string::npos)
        << built.error().message;
  };
  refused("headers", [&](BinaryFile& file) { file.headers.at(0).offset = size - 23; });
  refused("indexTables", [&](BinaryFile& file) { file.indexTables.at(0).offset = size; });
  refused("valueTables", [&](BinaryFile& file) { file.valueTables.at(0).offset = 0xFFFFFFFE; });
  refused("gaps", [&](BinaryFile& file) { file.gaps.insert(file.gaps.begin(), {size, Bytes(2)}); });
}

// What lies in a bound file is named: `build` writes the input's bytes alone.
TEST(Sm64BinaryConditions, BuildNamesPiecesOfBoundFiles) {
  const Bytes bound = segment();
  const auto warnings = [&](const SegmentFile& file) {
    Diagnostics diagnostics;
    EXPECT_TRUE(build_document(dump_document(AnimDocument(file)), diagnostics));
    std::string text;
    for (const Diagnostic& one : diagnostics.finish())
      text += one.code + ": " + one.message + "\n";
    return text;
  };
  const Options options = options_of({{"segment", "6=seg.bin"}, {"header", "0x0600013C"}});
  const auto own = parse_segment({bound, "seg.bin"}, options);
  ASSERT_TRUE(own);
  EXPECT_EQ(warnings(*own), "");
  const std::vector<Companion> files = {{"seg.bin", bound}};
  const auto other = parse_segment({Bytes(16), "own.bin", files}, options);
  ASSERT_TRUE(other);
  EXPECT_NE(warnings(*other).find("sm64.W-LOSS: 3 headers and tables of bound files are not "
                                  "written"),
            std::string::npos)
      << warnings(*other);
}

}  // namespace
}  // namespace anmkit::sm64::test
