// SPDX-License-Identifier: MIT
// Each finding about model files once, on small files with a few bytes changed: code, severity,
// offset and path, and nothing else next to it.
#include <string>

#include "cases.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/model/scene.hpp"

namespace anmkit::gc::test {
namespace {

void expect_only(const Case& one, const std::vector<Diagnostic>& all) {
  ASSERT_EQ(all.size(), 1U) << one.code << " alone is wanted in:\n" << listed(all);
  EXPECT_TRUE(is_wanted(all[0], one)) << one.code << " is wanted, not:\n" << listed(all);
}

void expect(const char* format, const Bytes& base, const Case& one, Companions companions = {}) {
  EXPECT_EQ(listed(check(*parse(format, base), companions)), "");
  expect_only(one, check(*parse(format, patched(base, one)), companions));
}

TEST(GcModelChecks, GeometryPalettes) {
  for (const Case& one : std::initializer_list<Case>{
           {"GPL001", E, 19, "", {}, 19},
           {"GPL002", E, 0, "", {{0, "00000001"}}},
           {"GPL003", E, 12, "", {{12, "00FFFFFF"}}},
           {"GPL005", E, 20, "descriptors[0].layout", {{20, "0000FFFF"}}},
           {"GPL006", E, 28, "objects[0].position", {{28, "0000FFFF"}}},
           {"GPL006", E, 28, "objects[0].color", {{32, "0000FFFF"}}},
           {"GPL006", E, 28, "objects[0].texture", {{36, "0000FFFF"}}},
           {"GPL006", E, 28, "objects[0].lighting", {{40, "0000FFFF"}}},
           {"GPL006", E, 28, "objects[0].display", {{44, "0000FFFF"}}},
           {"GPL007", E, 120, "objects[0].positions", {{58, "58"}}},
           {"GPL007", E, 120, "objects[0].positions", {{56, "FFFF"}}},
           // Positions have 2, 3 or 6 components (section 9.2).
           {"GPL007", E, 120, "objects[0].positions", {{59, "00"}}},
           {"GPL007", E, 120, "objects[0].positions", {{59, "01"}}},
           {"GPL007", E, 120, "objects[0].positions", {{59, "04"}}},
           {"GPL007", E, 120, "objects[0].positions", {{59, "05"}}},
           {"GPL007", E, 120, "objects[0].positions", {{59, "07"}}},
           {"GPL007", E, 168, "objects[0].textures", {{67, "03"}}},
           {"GPL008", E, 28, "objects[0].display", {{84, "FFFF"}}},
           {"GPL009", E, 28, "objects[0].display.states[1]", {{116, "0000FFFF"}}},
           {"GPL009", W, 176, "objects[0].display.states[1]", {{176, "40"}}},
           {"GPL009", W, 176, "objects[0].display.states[1]", {{177, "0005"}}},
           {"GPL011", E, 20, "descriptors[0].name", {{24, "0000FFFF"}}},
           {"GPL012", E, 4, "userData", {{4, "000000040000FFFF"}}},
           {"GPL013", W, 176, "objects[0].display.states[1]", {{179, "04"}}},
           {"GPL007", W, 169, "objects[0].textures", {{60, "0000008D"}, {66, "20"}}},
           {"GPL011", E, 28, "objects[0].textures", {{68, "0000FFFF"}}},
           {"GPL012", W, 4, "userData", {{4, "00000004"}}},
           {"GPL012", W, 4, "userData", {{8, "00000020"}}},
           // A count too large, an offset into the header or into the neighbour.
           {"GPL018", W, 168, "", {{56, "0005"}}},
           {"GPL018", W, 188, "", {{24, "000000BC"}}},
           {"GPL018", W, 176, "", {{64, "0005"}}},
           // A count too small leaves bytes behind.
           {"GPL019", I, 185, "", {{116, "00000009"}, {178, "03"}}},
           {"GPL020", W, 24, "descriptors[0].name", {{24, "00000000"}}},
           {"GPL020", W, 28, "objects[0].textures", {{68, "0000009E"}}},
           {"GPL021", W, 104, "objects[0].display.states[1]", {{104, "02"}}},
           {"GPL021", W, 104, "objects[0].display.states[1]", {{108, "11130000"}}},
           {"GPL021", W, 104, "objects[0].display.states[1]", {{108, "61110000"}}},
           {"GPL021", W, 28, "objects[0].display.states[0]", {{100, "00000010"}}},
           {"GPL021", W, 28, "objects[0].display", {{76, "0000FFFF"}}},
           {"GPL023", W, 176, "objects[0].display.states[1]", {{36, "00000000"}}},
           {"GPL023", W, 176, "objects[0].display.states[1]", {{48, "00"}}},
       })
    expect("gc-gpl", make_geometry(), one);
}

// Lights are in no small file: a header after the others, whose third word is the ambient light.
TEST(GcModelChecks, AmbientLight) {
  for (const auto& [ambient, outside] : {std::pair{"42C80000", false},
                                         {"00000000", false},
                                         {"42CA0000", true},
                                         {"BF800000", true},
                                         {"7FC00000", true}}) {
    Bytes bytes = make_geometry();
    bytes[43] = static_cast<std::byte>(bytes.size() - 28);  // from the object at 28
    const Bytes header = hex(std::string("0000000000000000") + ambient);
    bytes.insert(bytes.end(), header.begin(), header.end());
    const auto all = check(*parse("gc-gpl", bytes));
    EXPECT_EQ(find(all, "GPL022") != nullptr, outside) << ambient << "\n" << listed(all);
  }
}

// Objects that overlap: 40 layouts share one list of 65535 states.
TEST(GcModelChecks, ObjectsThatShareTheirRecords) {
  BigWriter out;
  constexpr std::uint32_t kCount = 40, kStates = 65535;
  for (const std::uint32_t word : {12012000U, 0U, 0U, kCount, 20U})
    out.put(word);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    out.put(20 + 8 * kCount + 24 * i);
    out.put(std::uint32_t{0});
  }
  for (std::uint32_t i = 0; i < kCount; ++i) {  // one display header after the layouts
    for (const std::uint32_t word : {0U, 0U, 0U, 0U, 24 * (kCount - i), 0U})
      out.put(word);
  }
  for (const std::uint32_t word : {0U, 0U, kStates << 16U})
    out.put(word);
  Bytes bytes = out.take();
  bytes.resize(16 * (kStates + kCount * 3) + 4096);
  const auto loaded = parse("gc-gpl", bytes);
  EXPECT_FALSE(loaded->document);
  expect_only({"GPL004", E, 16, "", {}}, loaded->diagnostics.finish());
}

TEST(GcModelChecks, TexturesThatAreMissing) {
  const auto palette = parse("gc-gpl", make_geometry());
  Diagnostics none;
  (void)palette->document->to_scene({}, {{}, {}}, none);
  expect_only({"GPL010", W, {}, "", {}}, none.finish());
  Bytes bytes = kTextures;
  bytes[27] = std::byte{13};  // a format that does not exist
  const auto textures = parse("gc-tpl", bytes);
  const Companion companion{"h0.tpl", textures->bytes, textures->document.get()};
  Diagnostics unknown;
  (void)palette->document->to_scene({}, {{&companion, 1}, {}}, unknown);
  expect_only({"GPL010", W, {}, "", {}}, unknown.finish());
}

// What an export would leave out, `check` with the same companions says as well.
TEST(GcModelChecks, ChecksWithCompanionsMatchExports) {
  const auto palette = parse("gc-gpl", make_geometry()), actor = parse("gc-act", make_actor());
  Bytes moved = make_skin();
  set16(moved, 92, 0x0900);  // follows bone 9 of two
  set16(moved, 94, 0x0100);
  const auto skin = parse("gc-skn", moved);
  const auto bank = parse("gc-anm", kBank);
  const Companion with[] = {{"h0.act", actor->bytes, actor->document.get()},
                            {"h0.gpl", palette->bytes, palette->document.get()},
                            {"h0.skn", skin->bytes, skin->document.get()}};
  for (const auto* one : {&bank, &actor}) {
    Diagnostics exported;
    ASSERT_TRUE((*one)->document->to_scene({}, {with, {}}, exported).has_value());
    const auto said = exported.finish(), checked = check(**one, with);
    EXPECT_TRUE(find(said, "GPL010") && find(said, "SKN009")) << listed(said);
    for (const Diagnostic& finding : said)
      EXPECT_TRUE(find_code(checked, finding.code)) << listed(checked);
  }
  expect_only({"GPL010", W, {}, "", {}}, check(*palette, with));
  EXPECT_EQ(listed(check(*palette)), "");  // nothing is known of its folder
}

TEST(GcModelChecks, Skins) {
  for (const Case& one : std::initializer_list<Case>{
           {"SKN001", E, 35, "", {}, 35},
           {"SKN002", E, 0, "", {{8, "0000FFFF"}}},
           {"SKN002", E, 0, "", {{12, "0000FFFF"}}},
           {"SKN002", E, 0, "", {{4, "0001"}, {16, "0000FFFF"}}},
           {"SKN003", E, 0xFFFF, "oneBone[0]", {{84, "0000FFFF"}}},
           {"SKN003", E, 0xFFFF, "twoBone[0].source", {{196, "0000FFFF"}}},
           {"SKN003", E, 0xFFFF, "twoBone[0].weights", {{200, "0000FFFF"}}},
           {"SKN003", E, 0xFFFF, "flushIndices", {{28, "0000FFFF00000001"}}},
           {"SKN004", E, 6, "fraction", {{6, "00"}}},
           {"SKN004", E, 6, "fraction", {{6, "20"}}},
           {"SKN011", W, 240, "", {{94, "0003"}}},
           {"SKN011", W, 0, "", {{84, "00000000"}}},
           {"SKN012", I, 228, "", {{94, "0001"}}},
           {"SKN013", W, 7, "relocated", {{7, "01"}}},
       })
    expect("gc-skn", make_skin(), one);
}

// A skin of accumulation lists, one per bone: {bone, x of the source, weight}, all of vertex 0.
Bytes accumulated(const std::vector<std::array<unsigned, 3>>& lists) {
  BigWriter out;
  const auto count = static_cast<std::uint32_t>(lists.size());
  for (const std::uint32_t half : {0U, 0U, count, 0x0800U})
    out.put(static_cast<std::uint16_t>(half));
  for (const std::uint32_t word : {0U, 0U, 36U, 0U, 12U, 0U, 0U})
    out.put(word);
  const std::uint32_t data = 36 + 0x44 * count;
  for (std::uint32_t i = 0; i < count; ++i) {
    out.put_bytes(Bytes(0x30));
    const std::uint32_t source = data + 16 * i;
    for (const std::uint32_t word : {source, source + 12, 0U, source + 14, lists[i][0] << 16U | 1U})
      out.put(word);
  }
  for (const auto& list : lists) {
    out.put(static_cast<std::uint16_t>(list[1]));
    for (int k = 0; k < 4; ++k)
      out.put(std::uint16_t{0});
    out.put(std::uint16_t{256});
    out.put(std::uint16_t{0});
    out.put(static_cast<std::uint8_t>(list[2]));
    out.put(std::uint8_t{0});
  }
  return out.take();
}

TEST(GcModelChecks, SkinsWithTheirPaletteAndActor) {
  const auto palette = parse("gc-gpl", make_geometry()), actor = parse("gc-act", make_actor());
  const Companion with[] = {{"h0.gpl", palette->bytes, palette->document.get()},
                            {"h0.act", actor->bytes, actor->document.get()}};
  expect("gc-skn", make_skin(), {"SKN009", W, {}, "", {{94, "0001"}, {92, "0009"}}}, with);
  expect("gc-skn", make_skin(), {"SKN010", W, {}, "", {{94, "0001"}, {88, "00000001"}}}, with);
  expect("gc-skn", make_skin(), {"SKN010", W, {}, "", {{94, "0001"}, {88, "00000030"}}}, with);
  expect("gc-skn", make_skin(), {"SKN010", W, 20, "clearBegin", {{20, "0000000000000031"}}}, with);
  const auto found = [&](const std::vector<std::array<unsigned, 3>>& lists, Companions beside) {
    return check(*parse("gc-skn", accumulated(lists)), beside);
  };
  EXPECT_EQ(listed(found({{0, 64, 128}, {1, 64, 128}}, with)), "");
  expect_only({"SKN006", W, {}, "", {}}, found({{0, 64, 128}, {1, 90, 128}}, with));
  expect_only({"SKN008", W, {}, "", {}}, found({{0, 64, 128}}, with));
  // Five bones, without an actor that has only two.
  expect_only({"SKN007", W, {}, "", {}},
              found({{0, 9, 64}, {1, 9, 64}, {2, 9, 64}, {3, 9, 32}, {4, 9, 32}}, {with, 1}));

  Bytes flat = make_geometry();
  flat[59] = std::byte{3};
  const auto other = parse("gc-gpl", flat);
  const Companion beside{"h0.gpl", other->bytes, other->document.get()};
  expect_only({"SKN005", E, {}, "", {}}, check(*parse("gc-skn", make_skin()), {&beside, 1}));
}

// Two bad files with one list: each has its own error.
TEST(GcModelChecks, ReturnsTheErrorOfTheFile) {
  Diagnostics all;
  const Bytes nothing;
  const auto first = parse_textures(nothing, all);
  const auto code = [](const auto& parsed) { return parsed ? "" : parsed.error().code; };
  EXPECT_EQ(code(first), "gc.TPL001");
  EXPECT_EQ(code(parse_geometry(nothing, all)), "gc.GPL001");
  EXPECT_EQ(code(parse_skin(nothing, all)), "gc.SKN001");
  EXPECT_EQ(code(parse_actor(nothing, all)), "gc.ACT001");
  EXPECT_EQ(code(parse_bank(nothing, all)), "gc.ANM001");
  EXPECT_EQ(code(parse_compact(nothing, all)), "gc.ANM001");
  Bytes lists = make_skin();
  set32(lists, 8, 0xFFFF0000);
  EXPECT_EQ(code(parse_skin(lists, all)), "gc.SKN002");
  Bytes version = kActor;
  version[3] = std::byte{0};
  EXPECT_EQ(code(parse_actor(version, all)), "gc.ACT002");
  EXPECT_EQ(all.finish().size(), 8U);
}

TEST(GcModelChecks, TexturePalettes) {
  for (const Case& one : std::initializer_list<Case>{
           {"TPL001", E, 11, "", {}, 11},
           {"TPL002", E, 0, "", {{0, "00000001"}}},
           {"TPL003", E, 4, "", {{4, "00FFFFFF"}}},
           {"TPL004", E, 12, "descriptors[0]", {{12, "0000FFFF"}}},
           {"TPL005", E, 24, "descriptors[0]", {{24, "0000000D"}}},
           {"TPL006", E, 20, "descriptors[0]", {{20, "0000"}}},
           {"TPL008", W, 16, "descriptors[0]", {{16, "00000038"}}},
           {"TPL011", W, 32, "", {{28, "00000020"}}},
           {"TPL012", I, 12, "", {{4, "00000000"}}},
           {"TPL013", W, 32, "descriptors[0]", {{32, "00000003"}}},
           {"TPL013", W, 32, "descriptors[0]", {{36, "00000003"}}},
           {"TPL013", W, 40, "descriptors[0]", {{40, "00000006"}}},
           {"TPL013", W, 44, "descriptors[0]", {{44, "00000002"}}},
           {"TPL013", W, 48, "descriptors[0]", {{48, "7FC00000"}}},
           {"TPL013", W, 52, "descriptors[0]", {{52, "02"}}},
           {"TPL013", W, 52, "descriptors[0]", {{55, "02"}}},
           {"TPL013", W, 53, "descriptors[0]", {{53, "01"}}},
           {"TPL014", W, 20, "descriptors[0]", {{20, "0003"}}},
           {"TPL007", E, 28, "descriptors[0]", {{22, "0010"}}},
           {"TPL007", E, 28, "descriptors[0]", {{54, "01"}}},
           {"TPL008", E, 16, "descriptors[0]", {{24, "00000009"}}},
           {"TPL009", W, 28, "descriptors[0]", {{28, "0000003C"}}},
       })
    expect("gc-tpl", kTextures, one);
}

}  // namespace
}  // namespace anmkit::gc::test
