// SPDX-License-Identifier: MIT
// Every way of writing an animation in C (section 4). Each text below says the data of the worked
// example (section 13), so each must become the DMA table printed there.
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

struct File {
  std::string path, text;
};

// The table that files become; empty with a failure when they do not.
Bytes dma_of(const std::vector<File>& files, const std::string& where = {}) {
  std::vector<std::unique_ptr<Loaded>> loaded;
  std::vector<Input> inputs;
  for (const File& file : files) {
    loaded.push_back(parse("sm64-c", to_bytes(file.text), file.path));
    for (const Diagnostic& found : loaded.back()->diagnostics.finish())
      EXPECT_NE(found.severity, Severity::error) << where << file.path << ": " << found.message;
    if (!loaded.back()->document) return {};
    inputs.push_back({file.path, loaded.back()->document.get(), loaded.back()->bytes, file.path});
  }
  ConversionReport report;
  const auto made = find_conversion("sm64-c", "sm64-dma")->run({inputs}, {{}, {}}, report);
  EXPECT_TRUE(made.has_value()) << where << (made ? "" : made.error().message);
  return made ? made->front().bytes : Bytes();
}
void expect_example(const std::string& text) {
  EXPECT_EQ(to_hex(dma_of({{"x.inc.c", text}}, text)), to_hex(example_dma())) << text;
}

// The three declarations in their plainest form, to be varied.
const std::string kValues = "0, 0x64, 0x78, 0x6E, -16, 0x4000, 0x2000, 0x1000, 0xF000, 0, 0x1000";
const std::string kIndices = "1, 0, 3, 1, 1, 4, 1, 0, 1, 5, 2, 6, 1, 0, 1, 0, 3, 8";
std::string values_as(const std::string& declarator) {
  return declarator + " = { " + kValues + " };\n";
}
std::string indices_as(const std::string& declarator) {
  return declarator + " = { " + kIndices + " };\n";
}
const std::string kArrays = values_as("static const s16 v[]") + indices_as("static const u16 i[]");
const std::string kHeader =
    "static const struct Animation a = { 1, 189, 0, 0, 3, ANIMINDEX_NUMPARTS(i), v, i, 0 };\n";

TEST(Sm64Dialect, Declarations) {
  for (const std::string declarator :
       {"const s16 v[]", "s16 v[]", "static s16 v[]", "const static s16 v[]", "s16 const v[11]",
        "short v[]", "const short int v[]", "int16_t v[]", "u16 v[]", "unsigned short v[]",
        "uint16_t v[]", "ALIGNED8 static const s16 v[]", "static const ALIGNED8 UNUSED s16 v[]",
        "static const s16 v[] __attribute__((aligned(8)))",
        "__attribute__((section(\".data\"), unused)) static const s16 v[]",
        "UNUSED_ATTRIBUTE(x) const s16 v[]", "static const s16 v[1 + 10]",
        "static const s16 v[0xB]"}) {
    expect_example(values_as(declarator) + indices_as("static const u16 i[]") + kHeader);
  }
  for (const std::string declarator :
       {"const struct Animation a", "struct Animation a", "static struct Animation const a",
        "static const struct Animation a[]", "static const struct Animation a[1]",
        "ALIGNED8 UNUSED static const struct Animation a",
        "static const struct Animation a __attribute__((aligned(4)))"}) {
    const std::size_t equals = kHeader.find(" = ");
    expect_example(kArrays + declarator + kHeader.substr(equals));
  }
  // Before, between and after each other, also when names are declared first.
  expect_example(kHeader + kArrays);
  expect_example("extern const s16 v[];\nextern const struct Animation a;\nextern u16 i[18];\n" +
                 kHeader + kArrays);
}

TEST(Sm64Dialect, Initialisers) {
  const std::string name = "static const struct Animation a = ";
  for (const std::string body : {
           "{ 1, 189, 0, 0, 3, 2, v, i, 0 }",
           "{ 1, 0xBD, 0, 0x0, 03, 0b10, &v[0], &i[0], 0, }",
           "{ (s16) 1, 200 - 11, 0, 0, 1 + 2 * 1, 18 / 6 - 1, (s16 *) v, (const u16 *) i, 0u }",
           "{ ANIM_FLAG_NOLOOP, 189, 0, 0, (1 << 2) - 1, ANIMINDEX_NUMPARTS(i), v, i, 0 }",
           "{ ANIM_FLAG_NOLOOP | 0, 63 * 3, ~-1, 7 & 8, 0xF ^ 0xC, 2, v, i, 0 }",
           "{ .flags = 1, .animYTransDivisor = 189, .loopEnd = 3, .unusedBoneCount = 2, "
           ".values = v, .index = i }",
           "{ .index = i, .values = v, .loopEnd = 3, .animYTransDivisor = 189, .flags = 1, }",
           "{ 1, 189, .loopEnd = 3, ANIMINDEX_NUMPARTS(i), v, i }",
           "{ .unk02 = 189, .flags = 1, .unk04 = 0, .unk06 = 0, .unk08 = 3, .unk0A = 2, "
           ".values = v, .indices = i, .length = 0 }",
           "{ .boneCount = 2, .values = v, .indices = i, .flags = 0x0001, .loopEnd = 3, "
           ".unk02 = 189 }",
           "{ { 1, 189, 0, 0, 3, 2, v, i, 0 } }",
           "{ { 1, 189, 0, 0, 3, 2, v, i, 0 }, }",
           "{ [0] = { 1, 189, 0, 0, 3, 2, v, i, 0 } }",
           "{\n\t0x0001, // flags ANIM_FLAG_NOLOOP\n\t189, // animYTransDivisor\n\t0, // start\n"
           "\t0, /* loopStart */\n\t3, // loopEnd\n\tANIMINDEX_NUMPARTS(i), // unusedBoneCount\n"
           "\tv, // values\n\ti, // index\n\t0 // length\n}",
       }) {
    expect_example(kArrays + name + body + ";\n");
  }
  // sm64coopdx: two lengths more.
  expect_example(kArrays + name +
                 "{ 1, 189, 0, 0, 3, 2, v, i, 0, ANIM_FIELD_LENGTH(v), ANIM_FIELD_LENGTH(i) };");
}

TEST(Sm64Dialect, Elements) {
  const std::string rest = indices_as("static const u16 i[]") + kHeader;
  for (const std::string body : {
           "0, 100, 120, 110, 65520, 16384, 8192, 4096, -4096, 0, 4096",
           "0x0,0x64,0X78,0x6e,0xfff0,0x4000,0x2000,0x1000,0xf000,0x0,0x1000,",
           "0x0000, 0x0064, 0x0078, 0x006E, 0xFFF0, 0x4000, 0x2000, 0x1000, 0xF000, 0, 0x1000,",
           "00, 0144, 0170, 0156, -020, 0x4000, 0x2000, 0x1000, -0x1000, 0, 010000",
           "0, 99 + 1, 60 * 2, 111-1, -(8 + 8), 1 << 14, 0x4000 >> 1, 0x8000 / 8, ~0xFFF, 5 % 5, "
           "(4096)",
           "(s16) 0, 100U, 120L, 110ul, (s16) 0xFFF0, 0x4000, 0x2000, 0x1000, (s16)(0xF000), 0, "
           "0x1000",
           "0, /* one */ 0x64, // 0x65, 0x66,\n 0x78, 0x6E,/**/0xFFF0, 0x4000\n, 0x2000 , 0x1000,"
           "\r\n\t0xF000,\\\n 0, 0x1000, /* , 7 */",
           "[1] = 100, 120, 110, [10] = 0x1000, [4] = -16, 0x4000, 0x2000, 0x1000, 0xF000",
           "[A_ZERO] = 0, HUNDRED, 120, 110, -SIXTEEN, 0x4000, 0x2000, 0x1000, 0xF000, 0, 4096",
       }) {
    expect_example(
        "#define HUNDRED 100\n # define  SIXTEEN (1 << 4) // of 20\n"
        "enum { A_ZERO, A_ONE };\n"
        "static const s16 v[] = {" +
        body + "};\n" + rest);
  }
}

TEST(Sm64Dialect, SkipsOtherDeclarations) {
  expect_example(
      "#pragma once\n#include \"types.h\"\n#include <PR/gbi.h>\n\n"
      "/* struct Animation fake = { 1 }; */\n// const s16 v[] = { 1 };\n"
      "ALIGNED8 static const Texture eye[] = {\n#include \"actors/x/eye.rgba16.inc.c\"\n};\n"
      "static const Vtx quad[] = {\n    {{{-1, 0, 1}, 0, {0, 0}, {0xff, 0xff, 0xff, 0xff}}},\n};\n"
      "const Gfx draw[] = {\n    gsDPPipeSync(),\n    gsSPVertex(quad, 1, 0),\n"
      "    gsSPEndDisplayList(),\n};\n"
      "static const Lights1 lights = gdSPDefLights1(0x3f, 0x3f, 0x3f, 0xff, 0xff, 0xff, 0x28, "
      "0x28, "
      "0x28);\n"
      "typedef struct { s16 x[3]; } Triple;\nstruct Pair { int a, b; } pair = { 1, 2 };\n"
      "s32 function(struct Animation *of, s16 v[]) {\n  if (v[0]) { return ';'; }\n"
      "  return \"}\"[0] ? 1 : 2;\n}\n"
      "extern void another(void);\nGLOBAL_ASM(\"nonmatchings/x.s\")\n"
      "const struct Animation *const current = &a;\nstatic const f32 scale = 1.5f;\n"
      "extern \"C\" {\n" +
      kArrays + "}\n" + kHeader + ";;\n");
  // With a byte-order mark and the line ends of another system.
  std::string text = "\xEF\xBB\xBF" + kArrays + kHeader;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.insert(at, "\r");
  expect_example(text);
}

// Of alternatives one is read: the US version's, else the first.
TEST(Sm64Dialect, Conditions) {
  const std::string good = kArrays + kHeader;
  const std::string bad = "static const s16 v[] = { 7 }; /* #endif */ // #else\n";
  for (const std::string& text : {
           "#ifdef VERSION_US\n" + good + "#else\n" + bad + "#endif\n",
           "#ifdef VERSION_JP\n" + bad + "#else\n" + good + "#endif\n",
           "#ifndef VERSION_JP\n" + good + "#else\n" + bad + "#endif\n",
           "#if defined(VERSION_JP) || defined(VERSION_SH)\n" + bad +
               "#elif defined(VERSION_EU)\n" + bad + "#elif defined VERSION_US\n" + good +
               "#else\n" + bad + "#endif\n",
           "#if VERSION_US && !defined(VERSION_EU) // comment\n" + good + "#else\n" + bad +
               "#endif\n",
           "#if !(VERSION_US)\n" + bad + "#endif\n" + good,
           "#if 0\n" + bad + "#ifdef X\n" + bad + "#else\n" + bad + "#endif\n#endif\n" + good,
           "#if 1\n" + good + "#else\n" + bad + "#endif\n",
           "#ifdef MY_HACK\n" + good + "#else\n" + bad + "#endif\n",
           "#ifdef VERSION_EU\n" + bad + "#ifdef X\n" + bad + "#else\n" + bad + "#endif\n#else\n" +
               "#ifdef VERSION_US\n" + good + "#endif\n#endif\n",
           "#ifndef X_H\n#define X_H\n" + good + "#endif\n",
           "# if 0\n" + bad + "# else // not so\n" + good + "# endif\n",
           "#if  0 \t\n" + bad + "#endif\n" + good,
           "#if VERSION_JP // comment\n" + bad + "#else\n" + good + "#endif\n",
           // Definitions of no number, of no animation, and one that goes on in an empty line.
           "#define N 4 5\n#define A struct Other\n#define B struct Animation *\n" + good,
           "#define N \\\n\n" + good,
       }) {
    expect_example(text);
  }
  // Inside a declaration.
  expect_example(
      kArrays +
      "static const struct Animation a = {\n 1,\n#ifdef VERSION_JP\n 188,\n#else\n 189,\n"
      "#endif\n 0, 0, 3, 2, v, i, 0 };\n");
}

// Several files are one source: the data, the headers, the table and the enum apart.
TEST(Sm64Dialect, FilesOfOneFolder) {
  const std::string data = "#include \"anim_00.inc.c\"\n#include \"anim_01.inc.c\"\n",
                    table_enum = "enum x_anims {\n    X_WALK,\n    X_COUNT,\n};\n";
  EXPECT_EQ(dma_of({{"anims/data.inc.c", data},
                    {"anims/anim_00_values.inc.c", values_as("const s16 v[]")},
                    {"anims/anim_00_index.inc.c", indices_as("const u16 i[]")},
                    {"anims/anim_header.h", "extern const struct Animation *const anims[];\n"},
                    {"anims/anim_00.inc.c", kHeader},
                    {"anims/table_enum.h", table_enum},
                    {"anims/table.inc.c",
                     "const struct Animation *const anims[] = {\n    [X_WALK] = &a,\n};\n"}}),
            example_dma());
  // Names of other files do not get in the way of a file's own.
  const Bytes two = dma_of({{"anims/a.inc.c", kArrays + kHeader},
                            {"anims/b.inc.c",
                             "static const s16 v[] = { 5 };\n"
                             "static const u16 i[] = { 1,0,1,0,1,0,1,0,1,0,1,0 };\n"
                             "static const struct Animation b = { 0, 0, 0, 0, 1, "
                             "ANIMINDEX_NUMPARTS(i), v, i, 0 };\n"}});
  ASSERT_GT(two.size(), 0x10 + 0x52 + 8u);
  // The second: header, 12 entries, one sample.
  EXPECT_EQ(to_hex(ByteView(two).last(52)),
            to_hex(hex("0000 0000 0000 0000 0001 0001 0000 0030 0000 0018 0000 0032"
                       "0001 0000 0001 0000 0001 0000 0001 0000 0001 0000 0001 0000 0005 0000")));
}

CFile parsed(const std::string& text) {
  Diagnostics diagnostics;
  auto file = parse_c(text, diagnostics);
  EXPECT_TRUE(file.has_value() && !diagnostics.has_errors()) << text;
  return file ? std::move(*file) : CFile();
}

TEST(Sm64Dialect, Tables) {
  using Names = std::vector<std::string>;
  const auto elements = [](const std::string& text) {
    const CFile file = parsed(text);
    EXPECT_EQ(file.tables.size(), 1u) << text;
    return file.tables.empty() ? Names() : file.tables[0].elements;
  };
  const Names wanted = {"a", "", "b[2]", "a", ""};
  for (const std::string head : {"const struct Animation *const t[] = ", "struct Animation *t[] = ",
                                 "static const struct Animation *t[5] = ",
                                 "ALIGNED8 struct Animation const *const t[] = "}) {
    EXPECT_EQ(elements(head + "{ &a, NULL, &b[2], a, 0 };"), wanted) << head;
    EXPECT_EQ(elements(head + "{\n    &a,\n    NULL,\n    b[2],\n    &a[0],\n    NULL,\n};"),
              wanted);
    EXPECT_EQ(elements(head + "{ &a\n NULL\n &b[2]\n a\n NULL }; // no commas"), wanted);
  }
  EXPECT_EQ(
      elements("struct Animation *t[] = { [2] = &b[2], &a, NULL, [0] = (struct Animation *) &a "
               "};"),
      wanted);
  EXPECT_EQ(elements("enum { A, B, C = 2, D };\nstruct Animation *t[] = { [A] = &a, [C] = &b[2], "
                     "[D] = &a, [D + 1] = NULL };"),
            wanted);
  EXPECT_EQ(elements("const struct AnimationTable t = { .anims = { &a, NULL, &b[2], &a, NULL, }, "
                     ".count = 5 };"),
            wanted);
}

// A header array of several elements is named element by element.
TEST(Sm64Dialect, ArraysOfHeaders) {
  const CFile file = parsed(kArrays +
                            "static const struct Animation a[] = {\n"
                            "  { 0, 0, 0, 0, 3, 2, v, i, 0 },\n  { 1, 0, 0, 0, 2, 2, v, i, 0 },\n"
                            "  [4] = { 2, 0, 0, 0, 1, 2, v, i, 0 },\n};\n");
  ASSERT_EQ(file.headers.size(), 3u);
  EXPECT_EQ(file.headers[0].name, "a");
  EXPECT_EQ(file.headers[1].name, "a[1]");
  EXPECT_EQ(file.headers[2].name, "a[4]");
  EXPECT_EQ(file.headers[2].header.loopEnd, 1);
}

// What the text does not hold is reported, not invented.
TEST(Sm64Dialect, DataInOtherFiles) {
  const auto code_of = [](const std::string& text) {
    const auto loaded = parse("sm64-c", to_bytes(text), "x.inc.c");
    const auto found = check(*loaded);
    const Diagnostic* error = find(found, "E-CNAME");
    return error == nullptr ? std::string() : error->message;
  };
  const std::string header =
      "static const struct Animation a = { 1, 189, 0, 0, 3, 2, v, i, 0, 0, 0 };\n";
  EXPECT_NE(code_of("ROM_ASSET_LOAD_ANIM(v, 0x4EC690, 1200, 0, 1200);\n" +
                    indices_as("static const u16 i[]") + header)
                .find("ROM"),
            std::string::npos);
  EXPECT_NE(code_of("static const s16 v[] = {\n#include \"v.bin.inc.c\"\n};\n" +
                    indices_as("static const u16 i[]") + header)
                .find("included"),
            std::string::npos);
  EXPECT_NE(code_of(indices_as("static const u16 i[]") + header).find("not defined"),
            std::string::npos);
  // A header that is included says nothing here.
  EXPECT_EQ(parsed("const struct Animation a = {\n#include \"a.inc.h\"\n};\n").headers.size(), 0u);
}

// Old fast64: both arrays u16, nine samples a line, loopStart 1, the last frame as loopEnd.
TEST(Sm64Dialect, OldFast64) {
  const CFile file = parsed(
      "static const struct Animation walk_anim = {\n\t0,\n\t0,\n\t0,\n\t1,\n\t2,\n"
      "\tANIMINDEX_NUMPARTS(walk_indices),\n\twalk_values,\n\twalk_indices,\n\t0,\n};\n\n"
      "static const u16 walk_values[] = {\n"
      "\t0x0000, 0x0064, 0x0078, 0x006E, 0xFFF0, 0x4000, 0x2000, 0x1000, 0xF000, \n"
      "\t0x0000, 0x1000, \n};\n\n"
      "static const u16 walk_indices[] = {\n\t0x0001, 0x0000, 0x0003, 0x0001, 0x0001, 0x0004, \n"
      "\t0x0001, 0x0000, 0x0001, 0x0005, 0x0002, 0x0006, \n"
      "\t0x0001, 0x0000, 0x0001, 0x0000, 0x0003, 0x0008, \n\t};\n");
  ASSERT_EQ(file.headers.size(), 1u);
  EXPECT_EQ(file.headers[0].header.loopStart, 1);
  EXPECT_EQ(file.headers[0].header.loopEnd, 2);
  EXPECT_EQ(file.headers[0].header.unusedBoneCount, 2);
  EXPECT_EQ(file.headers[0].values, "walk_values");
  EXPECT_EQ(file.arrays.at(0).elements.size(), 11u);
  EXPECT_EQ(file.arrays.at(1).elements.size(), 18u);
}

// ---- Canonical text (sections 4.2, 4.3), byte for byte ----

constexpr std::string_view kActorText =
    "// 0x06000100\n"
    "static const s16 v[] = {\n"
    "    0x0000, 0x0064, 0x0078, 0x006E, 0xFFF0, 0x4000, 0x2000, 0x1000,\n"
    "    0xF000, 0x0000, 0x1000,\n"
    "};\n"
    "\n"
    "// 0x06000118\n"
    "static const u16 i[] = {\n"
    "    0x0001, 0x0000, 0x0003, 0x0001, 0x0001, 0x0004, 0x0001, 0x0000, 0x0001, 0x0005, 0x0002, "
    "0x0006,\n"
    "    0x0001, 0x0000, 0x0001, 0x0000, 0x0003, 0x0008,\n"
    "};\n"
    "\n"
    "// 0x0600013C\n"
    "static const struct Animation a = {\n"
    "    1,\n"
    "    189,\n"
    "    0,\n"
    "    0,\n"
    "    0x03,\n"
    "    ANIMINDEX_NUMPARTS(i),\n"
    "    v,\n"
    "    i,\n"
    "    0,\n"
    "};\n";

constexpr std::string_view kMarioText =
    "static const struct Animation anim_00[] = {\n"
    "    1,\n"
    "    189,\n"
    "    0,\n"
    "    0,\n"
    "    0x03,\n"
    "    ANIMINDEX_NUMPARTS(anim_00_indices),\n"
    "    anim_00_values,\n"
    "    anim_00_indices,\n"
    "    0,\n"
    "};\n"
    "\n"
    "\n"
    "static const u16 anim_00_indices[] = {\n"
    "    0x0001, 0x0000, 0x0003, 0x0001, 0x0001, 0x0004, 0x0001, 0x0000, 0x0001, 0x0005, 0x0002, "
    "0x0006,\n"
    "    0x0001, 0x0000, 0x0001, 0x0000, 0x0003, 0x0008,\n"
    "};\n"
    "\n"
    "static const s16 anim_00_values[] = {\n"
    "    0x0000, 0x0064, 0x0078, 0x006E, 0xFFF0, 0x4000, 0x2000, 0x1000,\n"
    "    0xF000, 0x0000, 0x1000,\n"
    "};\n"
    "\n";

TEST(Sm64Dialect, CanonicalActorText) {
  // From a text with other spellings; the address comments stay.
  const std::string text = "// 0x06000100\n" + values_as("u16 v[ 11 ]") + "// 0x06000118\n" +
                           indices_as("s16 i[]") + "// 0x0600013C\n" + kHeader;
  EXPECT_EQ(write_c(parsed(text), text, Profile::vanilla_actor), kActorText);
  EXPECT_EQ(write_c(parsed(std::string(kActorText)), kActorText, Profile::vanilla_actor),
            kActorText);
}

// fast64 (section 4.4): the count before each array, tabs, small digits, eight values per row; the
// root and the first part in the first row of an index table, one part in each other; a row that
// is full is followed by the next one's tab, also at the end.
TEST(Sm64Dialect, Fast64Text) {
  const std::string text = kArrays + kHeader;
  EXPECT_EQ(write_c(parsed(text), text, Profile::fast64),
            "// 11\n"
            "static const s16 v[] = {\n"
            "\t0x0000, 0x0064, 0x0078, 0x006e, 0xfff0, 0x4000, 0x2000, 0x1000, \n"
            "\t0xf000, 0x0000, 0x1000, \n"
            "};\n"
            "\n"
            "// 18\n"
            "static const u16 i[] = {\n"
            "\t0x0001, 0x0000, 0x0003, 0x0001, 0x0001, 0x0004, 0x0001, 0x0000, 0x0001, 0x0005, "
            "0x0002, 0x0006, \n"
            "\t0x0001, 0x0000, 0x0001, 0x0000, 0x0003, 0x0008, \n"
            "\t\n"
            "};\n"
            "\n"
            "static const struct Animation a = {\n"
            "\t0x0001, // flags ANIM_FLAG_NOLOOP\n"
            "\t189, // animYTransDivisor\n"
            "\t0, // startFrame\n"
            "\t0, // loopStart\n"
            "\t3, // loopEnd\n"
            "\tANIMINDEX_NUMPARTS(i), // unusedBoneCount\n"
            "\tv, // values\n"
            "\ti, // index\n"
            "\t0 // length\n"
            "};\n"
            "\n");
}

TEST(Sm64Dialect, CanonicalMarioText) {
  const auto loaded = parse("sm64-dma", example_dma(), "table.bin");
  const Input input{"table.bin", loaded->document.get(), loaded->bytes, "table.bin"};
  ConversionReport report;
  const auto files = find_conversion("sm64-dma", "sm64-c")->run({{&input, 1}}, {{}, {}}, report);
  ASSERT_TRUE(files.has_value());
  ASSERT_EQ(files->size(), 1u);
  EXPECT_EQ(files->front().name, "anim_00.inc.c");
  EXPECT_EQ(as_text(files->front().bytes), kMarioText);
  EXPECT_EQ(dma_of({{"assets/anims/anim_00.inc.c", std::string(kMarioText)}}), example_dma());
}

}  // namespace
}  // namespace anmkit::sm64::test
