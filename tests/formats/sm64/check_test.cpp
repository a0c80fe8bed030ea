// SPDX-License-Identifier: MIT
// Every diagnostic code of section 9 is triggered, with its severity, offset and path.
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

// A finding of a C file.
struct Wanted {
  std::string_view code;
  Severity severity;
  std::string path;
};
void expect_c(const std::string& text, const Wanted& wanted, const std::string& path = "x.inc.c") {
  const auto found = check(*parse("sm64-c", to_bytes(text), path));
  const Diagnostic* diagnostic = find(found, wanted.code);
  ASSERT_TRUE(diagnostic != nullptr) << wanted.code;
  EXPECT_EQ(diagnostic->severity, wanted.severity) << wanted.code;
  EXPECT_EQ(diagnostic->path, wanted.path) << wanted.code;
  EXPECT_TRUE(diagnostic->offset.has_value()) << wanted.code;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(Sm64Check, ExampleIsClean) {
  for (const Diagnostic& diagnostic : check(*parse("sm64-c", to_bytes(example_c()), "x.inc.c")))
    ADD_FAILURE() << diagnostic.code << " " << diagnostic.message;
}

TEST(Sm64Check, HeaderFields) {
  const auto e = Severity::error, w = Severity::warning, i = Severity::info;
  expect_c(example_c("loopEnd", "0"), {"E-LOOPEND", e, "headers[0].loopEnd"});
  expect_c(example_c("loopStart", "3"), {"W-LOOPSTART", w, "headers[0].loopStart"});
  expect_c(example_c("loopStart", "-1"), {"W-LOOPSTART", w, "headers[0].loopStart"});
  expect_c(example_c("startFrame", "4"), {"W-START", w, "headers[0].startFrame"});
  expect_c(example_c("startFrame", "3"), {"W-START", i, "headers[0].startFrame"});
  expect_c(example_c("count", "7"), {"W-BONECOUNT", w, "headers[0].unusedBoneCount"});
  expect_c(example_c("divisor", "189"), {"W-DIVISOR", w, "headers[0].animYTransDivisor"});
  expect_c(example_c("flags", "0x18"), {"W-TRANSFLAGS", w, "headers[0].flags"});
  expect_c(example_c("flags", "4"), {"W-NOADVANCE", w, "headers[0].flags"});
  expect_c(example_c("flags", "0x80"), {"W-FLAGBITS", w, "headers[0].flags"});
  expect_c(example_c("flags", "0x100"), {"W-FLAGBITS", w, "headers[0].flags"});
  expect_c(example_c("length", "5"), {"W-LENGTH", w, "headers[0].length"});
  expect_c(example_c("loopEnd", "9"), {"I-HELD", i, "headers[0].loopEnd"});
  expect_c(example_c("loopEnd", "2"), {"I-TAIL", i, "headers[0].loopEnd"});
}

// The text that a finding of this code points at.
std::string pointed_at(const std::string& text, std::string_view code,
                       const std::string& path = "x.inc.c") {
  const auto found = check(*parse("sm64-c", to_bytes(text), path));
  const Diagnostic* diagnostic = find(found, code);
  if (diagnostic == nullptr || !diagnostic->offset) return "nothing";
  const std::string rest = text.substr(*diagnostic->offset);
  return rest.substr(0, rest.find_first_of(",;\n"));
}

TEST(Sm64Check, FindingsPointAtTheNumber) {
  EXPECT_EQ(pointed_at(example_c("flags", "0x18"), "W-TRANSFLAGS"), "0x18");
  EXPECT_EQ(pointed_at(example_c("divisor", "(7 + 1)"), "W-DIVISOR"), "(7 + 1)");
  EXPECT_EQ(pointed_at(example_c("startFrame", "4"), "W-START"), "4");
  EXPECT_EQ(pointed_at(example_c("loopStart", "5"), "W-LOOPSTART"), "5");
  EXPECT_EQ(pointed_at(example_c("loopEnd", "0"), "E-LOOPEND"), "0");
  EXPECT_EQ(pointed_at(example_c("length", "5"), "W-LENGTH"), "5");
  EXPECT_EQ(pointed_at(example_c("count", "9"), "W-BONECOUNT"), "9");
  EXPECT_EQ(pointed_at(example_c("values", "lost"), "E-CNAME"), "lost");
  EXPECT_EQ(
      pointed_at(replaced(example_c(), "0x0003, 0x0001", "/* 3 */ 0x0000, 0x0001"), "E-COUNT0"),
      "0x0000");
  EXPECT_EQ(pointed_at(replaced(example_c(), "0x0003, 0x0001", "(0x80FF), 0x0001"), "W-BIGCOUNT"),
            "(0x80FF)");
  const std::string table = "struct Animation *const t[] = { &x, NULL, &y };\n";
  EXPECT_EQ(pointed_at(example_c() + table, "E-TABLEREF"), "&y }");
  EXPECT_EQ(pointed_at(example_c() + table, "W-TABLENULL"), "&y }");
  // Where elements have places of their own, they are not counted.
  EXPECT_EQ(pointed_at(example_c() + "struct Animation *const t[] = { [1] = &y };\n", "E-TABLEREF")
                .substr(0, 6),
            "struct");
  const std::string lua =
      "smlua_anim_util_register_animation('x', 0, 0, 9, 0, 2, { 0, 0 }, { 1,0, 0,0, 1,0, 1,0, 1,0, "
      "1,0 })";
  EXPECT_EQ(pointed_at(lua, "W-START", "x.lua"), "9");
  EXPECT_EQ(pointed_at(lua, "E-COUNT0", "x.lua"), "0");
}

// In binary files the header's field and the table's element have their bytes.
TEST(Sm64Check, FindingsOfBinaryFilesPointAtTheField) {
  const Bytes good = example_dma();
  const auto table = parse_dma(good);
  ASSERT_TRUE(table.has_value());
  const std::uint32_t header = table->file.headers[0].offset;
  const std::uint32_t index = table->file.indexTables[0].offset;
  for (const auto& [at, code] :
       {std::pair(header + 8, "E-LOOPEND"), {header + 6, "W-LOOPSTART"}, {index + 4, "E-COUNT0"}}) {
    Bytes bytes = good;
    bytes[at] = bytes[at + 1] =
        std::string_view(code) == "W-LOOPSTART" ? std::byte{0x7F} : std::byte{0};
    const auto found = check(*parse("sm64-dma", bytes));
    const Diagnostic* diagnostic = find(found, code);
    ASSERT_NE(diagnostic, nullptr) << code;
    EXPECT_EQ(diagnostic->offset, at) << code;
  }
}

TEST(Sm64Check, Channels) {
  const std::string text = example_c();
  const auto e = Severity::error, w = Severity::warning, i = Severity::info;
  expect_c(replaced(text, "0x0003, 0x0001", "0x0000, 0x0001"),
           {"E-COUNT0", e, "headers[0].index[2]"});
  expect_c(replaced(text, "0x0003, 0x0001", "0x0003, 0x00FF"),
           {"E-RANGE", e, "headers[0].index[2]"});
  // Only frames from loopEnd on are outside.
  expect_c(replaced(text, "0x0003, 0x0008", "0x0010, 0x0008"),
           {"W-RANGE", w, "headers[0].index[16]"});
  expect_c(replaced(text, "0x0003, 0x0001", "0x8000, 0x0001"),
           {"W-BIGCOUNT", w, "headers[0].index[2]"});
  expect_c(replaced(text, ", 0x0003, 0x0008,", ","), {"E-INDEXLEN", e, "headers[0].index"});
  expect_c(replaced(text, "0x1000, 0x0000,", "0x1000, 0x0000, 7, 8,"),
           {"I-UNUSED", i, "headers[0].values"});
  expect_c(replaced(text, "0x0078, 0x006E", "0x006E, 0x006E"), {"I-TRIM", i, "headers[0]"});
  expect_c(text + "static const s16 alone[] = { 1, 2 };\n", {"I-UNUSED", i, "arrays[2]"});
}

TEST(Sm64Check, CSource) {
  const std::string text = example_c();
  const auto e = Severity::error, w = Severity::warning;
  expect_c(replaced(text, "};", "}"), {"E-CSYNTAX", e, ""});
  expect_c(replaced(text, "0x0064,", "0x0064"), {"E-CSYNTAX", e, ""});
  expect_c("/* open\n" + text, {"E-CSYNTAX", e, ""});
  expect_c(example_c("values", "gone"), {"E-CNAME", e, "headers[0].values"});
  expect_c(example_c("index", "gone"), {"E-CNAME", e, "headers[0].index"});
  expect_c(example_c("loopEnd", "GONE"), {"E-CNAME", e, "headers[0].loopEnd"});
  expect_c(text + example_c(), {"E-CDUP", e, "arrays[2]"});
  expect_c(replaced(text, "    0,\n};\n", "};\n"), {"E-CINIT", e, "headers[0]"});
  expect_c(replaced(text, "    0,\n};\n", "    .what = 0,\n};\n"), {"E-CINIT", e, "headers[0]"});
  expect_c(replaced(text, "0x0064", "70000"), {"E-CRANGE", e, "arrays[0].elements[1]"});
  expect_c(replaced(text, "0x0064", "-32769"), {"E-CRANGE", e, "arrays[0].elements[1]"});
  expect_c(example_c("startFrame", "70000"), {"E-CRANGE", e, "headers[0].startFrame"});
  expect_c(replaced(text, "x_values[]", "x_values[99]"), {"W-CDIM", w, "arrays[0].dimension"});
  expect_c(replaced(text, "x_values[]", "x_values[3]"), {"W-CDIM", w, "arrays[0].dimension"});
  expect_c(replaced(text, "const u16", "const s16"), {"W-CTYPE", w, "arrays[1].type"});
  expect_c(replaced(text, "const s16", "const u16"), {"W-CTYPE", w, "arrays[0].type"});
  expect_c(text + "const struct Animation *const t[] = { NULL, &x };\n",
           {"W-TABLENULL", w, "tables[0].elements[1]"});
  expect_c(text + "const struct Animation *const t[] = { &y };\n",
           {"E-TABLEREF", e, "tables[0].elements[0]"});
}

TEST(Sm64Check, MarioDialect) {
  const std::string folder = "assets/anims/anim_00.inc.c";
  const Diagnostics none;
  // Values before the header: the converter wants them last.
  expect_c(example_c(), {"E-MARIODIALECT", Severity::error, ""}, folder);
  Diagnostics diagnostics;
  const auto file = parse_c(example_c(), diagnostics);
  std::string good = write_c(*file, {}, Profile::mario_dma);
  EXPECT_FALSE(find(check(*parse("sm64-c", to_bytes(good), folder)), "E-MARIODIALECT"));
  expect_c(replaced(good, "    0,\n", "    ANIM_FLAG_NOLOOP,\n"),
           {"E-MARIODIALECT", Severity::error, ""}, folder);
  expect_c("/* two\nlines */\n" + good, {"E-MARIODIALECT", Severity::error, ""}, folder);
  // Two files whose names sort against their ids.
  const std::string first = replaced(good, "Animation x[]", "Animation anim_05[]");
  const std::string second = replaced(good, "Animation x[]", "Animation anim_01[]");
  const auto a = parse("sm64-c", to_bytes(first), "assets/anims/anim_00.inc.c");
  const auto b = parse("sm64-c", to_bytes(second), "assets/anims/anim_09.inc.c");
  const Companion other{a->path, a->bytes, a->document.get()};
  const auto found = check(*b, {&other, 1});
  ASSERT_TRUE(find(found, "W-MARIOORDER") != nullptr);
  EXPECT_EQ(find(found, "W-MARIOORDER")->severity, Severity::warning);
  // In the dialect's folder the divisor is right.
  const std::string mario = replaced(good, "    0,\n    0,\n", "    0,\n    189,\n");
  EXPECT_FALSE(find(check(*parse("sm64-c", to_bytes(mario), folder)), "W-DIVISOR"));
}

struct Patch {
  std::size_t at;
  std::vector<std::uint8_t> bytes;
};
void expect_dma(const Patch& patch, std::string_view code, Severity severity,
                const Options& options = {}) {
  Bytes bytes = example_dma();
  for (std::size_t i = 0; i < patch.bytes.size(); ++i)
    bytes[patch.at + i] = static_cast<std::byte>(patch.bytes[i]);
  const auto found = check(*parse("sm64-dma", bytes, "x.bin", options), {}, options);
  const Diagnostic* diagnostic = find(found, code);
  ASSERT_TRUE(diagnostic != nullptr) << code;
  EXPECT_EQ(diagnostic->severity, severity) << code;
  EXPECT_TRUE(diagnostic->offset.has_value()) << code;
  EXPECT_FALSE(diagnostic->path.empty()) << code;
}

TEST(Sm64Check, DmaTable) {
  const auto e = Severity::error, w = Severity::warning;
  expect_dma({0, {0x10, 0, 0, 0}}, "E-DMAHEAD", e);
  expect_dma({8, {0, 0, 0, 4}}, "E-DMAENTRY", e);
  expect_dma({8, {0, 0, 0xFF, 0}}, "E-DMAENTRY", e);
  expect_dma({12, {0, 0, 0, 8}}, "E-DMAENTRY", e);
  expect_dma({8, {0, 0, 0, 0x11}}, "E-ALIGN", e);
  expect_dma({0x1C, {0, 0, 0, 0x3D}}, "E-ALIGN", e);
  expect_dma({0x1C, {0, 0, 1, 0}}, "E-DMAREL", e);
  expect_dma({0x20, {0, 0, 1, 0}}, "E-DMAREL", e);
  Options small;
  small.set("buffer", "64");
  expect_dma({0, {}}, "E-DMABUF", e, small);
  expect_dma({4, {0, 0x4E, 0xC0, 0}}, "W-DMAPLACE", w);
  expect_dma({0, {}}, "W-DMACOUNT", w);
  expect_dma({0x24, {0, 0, 0, 0x50}}, "W-LENGTH", w);
  expect_dma({0x2C, {0, 1}}, "I-UNUSED", Severity::info);
}

TEST(Sm64Check, DmaOverlap) {
  // A second entry that begins inside the first one's values.
  Bytes bytes = hex("0000 0002 0000 0000 0000 0018 0000 0052 0000 0038 0000 0032");
  const Bytes entry = example_dma();
  bytes.insert(bytes.end(), entry.begin() + 0x10, entry.end());
  const auto found = check(*parse("sm64-dma", bytes));
  ASSERT_TRUE(find(found, "W-DMAOVERLAP") != nullptr);
  EXPECT_EQ(find(found, "W-DMAOVERLAP")->path, "entries[1]");
}

TEST(Sm64Check, SegmentPointers) {
  Bytes segment(0x100);
  const Bytes data = example_segment();
  segment.insert(segment.end(), data.begin(), data.end());
  Options options;
  options.set("segment", "6=x");
  options.set("header", "0x0600013C");
  EXPECT_FALSE(find(check(*parse("sm64-anim", segment, "x", options)), "E-PTR"));
  segment[0x148] = std::byte{0x07};  // a segment that is not bound
  auto found = check(*parse("sm64-anim", segment, "x", options));
  ASSERT_TRUE(find(found, "E-PTR") != nullptr);
  EXPECT_EQ(find(found, "E-PTR")->offset, 0x148u);
  segment[0x148] = std::byte{0x06};
  segment[0x14B] = std::byte{0x01};  // odd
  found = check(*parse("sm64-anim", segment, "x", options));
  EXPECT_TRUE(find(found, "E-ALIGN") != nullptr);
  const auto short_file = parse("sm64-anim", Bytes(20), "x");
  EXPECT_FALSE(short_file->document);
  EXPECT_TRUE(find(check(*short_file), "E-TRUNC") != nullptr);
}

TEST(Sm64Check, Skeleton) {
  const std::string geo =
      "const GeoLayout g[] = {\n GEO_ANIMATED_PART(LAYER_OPAQUE, 1, 2, 3, NULL),\n "
      "GEO_END(),\n};\n";
  const Bytes bytes = to_bytes(geo);
  const Companion companion{"geo.inc.c", bytes, nullptr};
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  const auto found = check(*loaded, {&companion, 1});
  ASSERT_TRUE(find(found, "W-SKELETON") != nullptr);
  EXPECT_EQ(find(found, "W-SKELETON")->severity, Severity::warning);
}

}  // namespace
}  // namespace anmkit::sm64::test
