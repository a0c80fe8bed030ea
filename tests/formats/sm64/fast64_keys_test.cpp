// SPDX-License-Identifier: MIT
// Fast64's draft keys in glTF: what is written, and what comes back where an editor dropped the
// extras.
#include "anmkit/gltf.hpp"
#include "core/json.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

// Two headers over one data set, a table that counts by an enumeration, and every kind of field.
std::string two_variants() {
  const std::string arrays = example_c();
  return "enum Moves { MOVE_WALK, MOVE_NONE, MOVE_BACK };\n\n" +
         arrays.substr(0, arrays.find("static const struct")) +
         "static const struct Animation walk = {\n"
         "    0,\n    0,\n    1,\n    2,\n    3,\n"
         "    ANIMINDEX_NUMPARTS(x_indices),\n    x_values,\n    x_indices,\n    0,\n};\n\n"
         "static const struct Animation back = {\n"
         "    0x93,\n    4,\n    -1,\n    0,\n    2,\n"
         "    ANIMINDEX_NUMPARTS(x_indices),\n    x_values,\n    x_indices,\n    0,\n};\n\n"
         "const struct Animation *const moves[] = {\n    &walk,\n    NULL,\n    &back,\n"
         "    NULL,\n};\n";
}

Scene scene_of(const Document& document, bool keys = true) {
  Options options;
  if (keys) options.set("fast64-keys", "");
  Diagnostics unused;
  auto scene = document.to_scene({}, {{}, options}, unused);
  EXPECT_TRUE(scene.has_value());
  return scene.value_or(Scene{});
}

std::string gltf_of(const Scene& scene) {
  ConversionReport report;
  GltfWriteOptions options;
  options.binary = false;
  const auto file = write_gltf(scene, options, report);
  EXPECT_TRUE(file.has_value());
  EXPECT_TRUE(report.diagnostics.empty());
  return file ? std::string(as_text(*file)) : std::string();
}

// JSON without any member called "extras", as editors leave it that do not know them.
void copy_without_extras(JsonValue value, std::string_view text, JsonWriter& to) {
  const bool object = value.is(JsonKind::object);
  if (!object && !value.is(JsonKind::array)) {
    to.raw(text.substr(value.begin_offset(), value.end_offset() - value.begin_offset()));
    return;
  }
  object ? to.begin_object() : to.begin_array();
  for (JsonValue one = value.first(); one; one = one.next()) {
    if (object && one.key() == "extras") continue;
    if (object) to.key(one.key());
    copy_without_extras(one, text, to);
  }
  object ? to.end_object() : to.end_array();
}
std::string without_extras(const std::string& gltf) {
  const auto json = JsonDocument::parse(gltf);
  EXPECT_TRUE(json.has_value());
  JsonWriter writer;
  copy_without_extras(json->root(), json->text(), writer);
  return writer.take();
}

struct Back {
  DocumentPtr document;
  std::vector<Motion> motions;
  std::vector<Diagnostic> findings;
};
Back back(const std::string& gltf, std::string_view id) {
  Back made;
  const auto scene = read_gltf(to_bytes(gltf));
  EXPECT_TRUE(scene.has_value());
  if (!scene) return made;
  ConversionReport report;
  auto document = document_from_scene(*find_format(id), *scene, nullptr, Options{}, report);
  EXPECT_TRUE(document.has_value()) << id << " " << document.error().message;
  made.findings = report.diagnostics.finish();
  if (document) made.document = std::move(*document);
  return made;
}
CFile c_of(const Back& made) {
  Diagnostics diagnostics;
  const Bytes bytes = made.document->write().value();
  auto file = parse_c(as_text(bytes), diagnostics);
  EXPECT_TRUE(file.has_value());
  return file.value_or(CFile{});
}

// A .gltf of one clip of the example whose keys are `keys`.
std::string gltf_with(const std::string& keys, const std::string& table = {}) {
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  Scene scene = scene_of(*loaded->document, false);
  if (!keys.empty()) scene.clips[0].extensions = R"({"FAST64_sm64_anim":)" + keys + "}";
  if (!table.empty()) {
    scene.nodes[0].extensions = R"({"FAST64_sm64_node_anim_table":)" + table + "}";
  }
  return without_extras(gltf_of(scene));
}

TEST(Sm64Fast64Keys, OnlyTheOptionWritesThem) {
  const auto loaded = parse("sm64-c", to_bytes(two_variants()), "x.inc.c");
  ASSERT_TRUE(loaded->document);
  EXPECT_EQ(gltf_of(scene_of(*loaded->document, false)).find("FAST64"), std::string::npos);
  EXPECT_NE(gltf_of(scene_of(*loaded->document))
                .find(R"("extensionsUsed":["FAST64_sm64_node_anim_table","FAST64_sm64_anim"])"),
            std::string::npos);
}

TEST(Sm64Fast64Keys, MembersAreThoseOfThePanel) {
  const auto loaded = parse("sm64-c", to_bytes(two_variants()), "x.inc.c");
  ASSERT_TRUE(loaded->document);
  const Scene scene = scene_of(*loaded->document);
  ASSERT_EQ(scene.clips.size(), 2u);
  EXPECT_EQ(scene.clips[0].extensions,
            R"({"FAST64_sm64_anim":{"header":{"header_variant":0,"use_custom_name":true,)"
            R"("custom_name":"walk","use_custom_enum":true,"custom_enum":"MOVE_WALK",)"
            R"("use_manual_loop":true,"start_frame":1,"loop_start":2,"loop_end":3,)"
            R"("trans_divisor":0,"no_loop":false,"backwards":false,"no_acceleration":false,)"
            R"("only_vertical_trans":false,"only_horizontal_trans":false,"disabled":false,)"
            R"("no_trans":false,"set_custom_flags":false,"custom_flags":"0x0"},)"
            R"("values_table":"x_values","indices_table":"x_indices"}})");
  // 0x93: no loop, backwards, vertical to the object, and a bit without a name.
  EXPECT_EQ(scene.clips[1].extensions,
            R"({"FAST64_sm64_anim":{"header":{"header_variant":1,"use_custom_name":true,)"
            R"("custom_name":"back","use_custom_enum":true,"custom_enum":"MOVE_BACK",)"
            R"("use_manual_loop":true,"start_frame":-1,"loop_start":0,"loop_end":2,)"
            R"("trans_divisor":4,"no_loop":true,"backwards":true,"no_acceleration":false,)"
            R"("only_vertical_trans":false,"only_horizontal_trans":true,"disabled":false,)"
            R"("no_trans":false,"set_custom_flags":true,"custom_flags":"0x93"},)"
            R"("values_table":"x_values","indices_table":"x_indices"}})");
  EXPECT_EQ(scene.nodes[0].extensions,
            R"({"FAST64_sm64_node_anim_table":{"is_dma":false,"use_custom_table_name":true,)"
            R"("custom_table_name":"moves","null_delimiter":true,"elements":[)"
            R"({"header_name":"walk","variant":0,"enum_name":"MOVE_WALK"},)"
            R"({"header_name":"","variant":0,"enum_name":"MOVE_NONE"},)"
            R"({"header_name":"back","variant":1,"enum_name":"MOVE_BACK"}]}})");
  EXPECT_EQ(scene.nodes[1].extensions, "");
}

TEST(Sm64Fast64Keys, EveryFlagHasItsOwnMember) {
  const struct {
    const char *value, *member;
  } flags[] = {{"1", "no_loop"},
               {"2", "backwards"},
               {"4", "no_acceleration"},
               {"8", "only_vertical_trans"},
               {"16", "only_horizontal_trans"},
               {"32", "disabled"},
               {"64", "no_trans"}};
  for (const auto& flag : flags) {
    const auto loaded = parse("sm64-c", to_bytes(example_c("flags", flag.value)), "x.inc.c");
    const auto json = JsonDocument::parse(scene_of(*loaded->document).clips[0].extensions);
    ASSERT_TRUE(json.has_value());
    const JsonValue header = json->root()["FAST64_sm64_anim"]["header"];
    for (const auto& other : flags) {
      EXPECT_EQ(header[other.member].boolean(), other.member == flag.member) << flag.member;
    }
    const std::string keys = std::string(R"({"header":{")") + flag.member + R"(":true}})";
    const CFile file = c_of(back(gltf_with(keys), "sm64-c"));
    ASSERT_EQ(file.headers.size(), 1u);
    EXPECT_EQ(std::to_string(file.headers[0].header.flags), flag.value);
  }
}

TEST(Sm64Fast64Keys, RoundTripsHeadersWithoutExtras) {
  const auto loaded = parse("sm64-c", to_bytes(two_variants()), "x.inc.c");
  ASSERT_TRUE(loaded->document);
  const std::string gltf = without_extras(gltf_of(scene_of(*loaded->document)));
  EXPECT_EQ(gltf.find("anmkit\":{"), std::string::npos);
  const Back made = back(gltf, "sm64-c");
  ASSERT_TRUE(made.document);
  EXPECT_TRUE(made.findings.empty()) << made.findings[0].message;
  Diagnostics unused;
  const CFile before = parse_c(two_variants(), unused).value(), after = c_of(made);
  ASSERT_EQ(after.headers.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    Header wanted = before.headers[i].header;
    wanted.unusedBoneCount = after.headers[i].header.unusedBoneCount;  // a macro there
    EXPECT_EQ(after.headers[i].name, before.headers[i].name);
    EXPECT_EQ(after.headers[i].header, wanted) << i;
  }
  EXPECT_EQ(after.headers[0].values, "x_values");
  EXPECT_EQ(after.headers[0].index, "x_indices");
  ASSERT_EQ(after.tables.size(), 1u);
  EXPECT_EQ(after.tables[0].name, "moves");
  EXPECT_EQ(after.tables[0].elements, (std::vector<std::string>{"walk", "", "back", ""}));
}

TEST(Sm64Fast64Keys, RoundTripsMariosTableWithoutExtras) {
  const auto loaded = parse("sm64-dma", example_dma());
  ASSERT_TRUE(loaded->document);
  const std::string gltf = without_extras(gltf_of(scene_of(*loaded->document)));
  EXPECT_NE(gltf.find(R"("is_dma":true)"), std::string::npos);
  const Back table = back(gltf, "sm64-dma");
  ASSERT_TRUE(table.document);
  EXPECT_TRUE(table.findings.empty());
  const Bytes bytes = table.document->write().value();
  const auto parsed = parse_dma(bytes);
  ASSERT_TRUE(parsed.has_value());
  ASSERT_EQ(parsed->file.headers.size(), 1u);
  const Header& header = parsed->file.headers[0].header;
  EXPECT_EQ(header.flags, 1);
  EXPECT_EQ(header.animYTransDivisor, 189);
  EXPECT_EQ(header.loopEnd, 3);
  EXPECT_EQ(header.unusedBoneCount, 2);
  // Section 13: the samples of the second frame.
  Motion motion;
  motion.header = header;
  motion.index = parsed->file.indexTables[0].elements;
  motion.values = parsed->file.valueTables[0].elements;
  EXPECT_EQ(sample(motion, 1, 1), 120);
  EXPECT_EQ(sample(motion, 2, 1), -16);
  EXPECT_EQ(sample(motion, 4, 1), 0x4000);
  EXPECT_EQ(sample(motion, 5, 1), 0x1000);
  // In C as well, it is one of Mario's.
  const CFile c = c_of(back(gltf, "sm64-c"));
  ASSERT_EQ(c.headers.size(), 1u);
  EXPECT_EQ(c.headers[0].name, "anim_00");
  EXPECT_EQ(c.headers[0].header.animYTransDivisor, 189);
  EXPECT_EQ(c.headers[0].header.flags, 1);
}

TEST(Sm64Fast64Keys, ExtrasTakePrecedence) {
  const auto loaded = parse("sm64-c", to_bytes(two_variants()), "x.inc.c");
  std::string gltf = gltf_of(scene_of(*loaded->document));
  for (const std::string_view from :
       {"\"no_loop\":false", "\"custom_name\":\"walk\"", "\"loop_start\":2", "\"start_frame\":1"}) {
    const std::size_t at = gltf.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    const std::string_view to = from == "\"no_loop\":false"    ? "\"no_loop\":true "
                                : from.starts_with("\"custom") ? "\"custom_name\":\"kick\""
                                : from.starts_with("\"loop")   ? "\"loop_start\":0"
                                                               : "\"start_frame\":2";
    ASSERT_EQ(to.size(), from.size());
    gltf.replace(at, from.size(), to);
  }
  const CFile with = c_of(back(gltf, "sm64-c"));
  ASSERT_EQ(with.headers.size(), 2u);
  EXPECT_EQ(with.headers[0].name, "walk");
  EXPECT_EQ(with.headers[0].header.flags, 0);
  EXPECT_EQ(with.headers[0].header.startFrame, 1);
  EXPECT_EQ(with.headers[0].header.loopStart, 2);
  const CFile without = c_of(back(without_extras(gltf), "sm64-c"));
  ASSERT_EQ(without.headers.size(), 2u);
  EXPECT_EQ(without.headers[0].name, "kick");
  EXPECT_EQ(without.headers[0].header.flags, 1);
  EXPECT_EQ(without.headers[0].header.startFrame, 2);
  EXPECT_EQ(without.headers[0].header.loopStart, 0);
}

TEST(Sm64Fast64Keys, FurtherHeadersShareTheArrays) {
  const CFile file = c_of(back(
      gltf_with(R"({"header":{"custom_name":"run","loop_end":3},"header_variants":[)"
                R"({"custom_name":"run_slow","start_frame":2,"loop_end":2,"no_loop":true},{}],)"
                R"("values_table":"run_data","indices_table":"run_index"})"),
      "sm64-c"));
  ASSERT_EQ(file.headers.size(), 3u);
  ASSERT_EQ(file.arrays.size(), 2u);
  const char* names[] = {"run", "run_slow", "run_variant_2"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(file.headers[i].name, names[i]);
    EXPECT_EQ(file.headers[i].values, "run_data");
    EXPECT_EQ(file.headers[i].index, "run_index");
    EXPECT_EQ(file.headers[i].header.loopEnd, i == 1 ? 2 : 3);
    EXPECT_EQ(file.headers[i].header.flags, i == 1 ? 1 : 0);
    EXPECT_EQ(file.headers[i].header.startFrame, i == 1 ? 2 : 0);
  }
  const Back table = back(gltf_with(R"({"header":{},"header_variants":[{}]})"), "sm64-dma");
  const Bytes bytes = table.document->write().value();
  const auto parsed = parse_dma(bytes);
  ASSERT_TRUE(parsed.has_value());
  // Section 1.6: the second variant is 24 bytes after the first.
  ASSERT_EQ(parsed->entries.size(), 2u);
  EXPECT_EQ(parsed->entries[1].offset, parsed->entries[0].offset + 24);
  EXPECT_EQ(parsed->entries[1].size, parsed->entries[0].size - 24);
}

TEST(Sm64Fast64Keys, FlagsAreWrittenInManyWays) {
  const struct {
    const char* keys;
    int flags;
  } cases[] = {
      {R"({"custom_flags":"0x83"})", 0x83},
      {R"({"custom_flags":"ANIM_FLAG_NOLOOP | 0x100"})", 0x101},
      {R"({"custom_flags":9})", 9},
      {R"({"custom_flags":"0x83","set_custom_flags":false,"disabled":true})", 0x20},
      {R"({"custom_flags":"65535"})", -1},
      {R"({"set_custom_flags":true,"no_trans":true})", 0x40},
  };
  for (const auto& one : cases) {
    const Back made = back(gltf_with(R"({"header":)" + std::string(one.keys) + "}"), "sm64-c");
    EXPECT_TRUE(made.findings.empty()) << one.keys;
    EXPECT_EQ(c_of(made).headers.at(0).header.flags, one.flags) << one.keys;
  }
  const CFile automatic =
      c_of(back(gltf_with(R"({"header":{"use_manual_loop":false,"start_frame":2,"loop_start":1,)"
                          R"("loop_end":1,"use_custom_name":false,"custom_name":"no"}})"),
                "sm64-c"));
  EXPECT_EQ(automatic.headers.at(0).name, "x");
  EXPECT_EQ(automatic.headers.at(0).header.startFrame, 0);
  EXPECT_EQ(automatic.headers.at(0).header.loopStart, 0);
  EXPECT_EQ(automatic.headers.at(0).header.loopEnd, 3);
}

// What is wrong is named by its path; everything else is read.
TEST(Sm64Fast64Keys, DamagedKeysAreWarnings) {
  const std::string clip = "animations[0].extensions.FAST64_sm64_anim";
  const std::string node = "nodes[0].extensions.FAST64_sm64_node_anim_table";
  const struct {
    std::string keys, table, path;
  } cases[] = {
      {"7", "", clip},
      {R"({"header":[]})", "", clip + ".header"},
      {R"({"header":{"loop_end":"3"}})", "", clip + ".header.loop_end"},
      {R"({"header":{"loop_end":40000}})", "", clip + ".header.loop_end"},
      {R"({"header":{"start_frame":1.5}})", "", clip + ".header.start_frame"},
      {R"({"header":{"trans_divisor":null}})", "", clip + ".header.trans_divisor"},
      {R"({"header":{"no_loop":1}})", "", clip + ".header.no_loop"},
      {R"({"header":{"custom_name":{}}})", "", clip + ".header.custom_name"},
      {R"({"header":{"header_variant":-1}})", "", clip + ".header.header_variant"},
      {R"({"header":{"custom_flags":"0x10000"}})", "", clip + ".header.custom_flags"},
      {R"({"header":{"custom_flags":"1 +"}})", "", clip + ".header.custom_flags"},
      {R"({"header":{"custom_flags":"1, 2"}})", "", clip + ".header.custom_flags"},
      {R"({"header":{"custom_flags":-1}})", "", clip + ".header.custom_flags"},
      {R"({"header":{"custom_flags":true}})", "", clip + ".header.custom_flags"},
      {R"({"header_variants":{}})", "", clip + ".header_variants"},
      {R"({"values_table":[1]})", "", clip + ".values_table"},
      {"", "[]", node},
      {"", R"({"is_dma":"yes"})", node + ".is_dma"},
      {"", R"({"elements":5})", node + ".elements"},
      {"", R"({"elements":[7]})", node + ".elements[0]"},
      {"", R"({"elements":[{"header_name":"x","variant":"a"}]})", node + ".elements[0].variant"},
      {"", R"({"elements":[{"header_name":"x"},{"header_name":"y"}]})",
       "FAST64_sm64_node_anim_table.elements[1].header_name"},
  };
  for (const auto& one : cases) {
    Back made = back(gltf_with(one.keys, one.table), "sm64-c");
    ASSERT_TRUE(made.document) << one.path;
    // Of keys that are none, nothing tells whether the clip repeats.
    std::erase_if(made.findings, [](const Diagnostic& note) { return note.code == "sm64.I-LOOP"; });
    ASSERT_EQ(made.findings.size(), 1u) << one.keys << one.table;
    EXPECT_EQ(made.findings[0].code, "sm64.W-FAST64");
    EXPECT_EQ(made.findings[0].severity, Severity::warning);
    EXPECT_EQ(made.findings[0].path, one.path);
    const CFile file = c_of(made);
    ASSERT_GE(file.headers.size(), 1u);
    EXPECT_EQ(file.headers[0].name, "x");
    const Header plain = {0, 0, 0, 0, 3, file.headers[0].header.unusedBoneCount, 0, 0, 0};
    EXPECT_EQ(file.headers[0].header, plain) << one.keys;
  }
  // One element of the wrong kind among header_variants is a variant that tells nothing.
  const Back made = back(gltf_with(R"({"header_variants":[3]})"), "sm64-c");
  ASSERT_EQ(made.findings.size(), 1u);
  EXPECT_EQ(made.findings[0].path, clip + ".header_variants[0]");
}

// A loop far after the last key takes no more samples than there are keys for.
TEST(Sm64Fast64Keys, LongLoopsHoldTheLastFrame) {
  const CFile file = c_of(back(gltf_with(R"({"header":{"loop_end":32767}})"), "sm64-c"));
  EXPECT_EQ(file.headers.at(0).header.loopEnd, 32767);
  for (const CArray& array : file.arrays)
    EXPECT_LT(array.elements.size(), 40u);
}

TEST(Sm64Fast64Keys, TheTableOrdersAnimations) {
  const auto loaded = parse("sm64-c", to_bytes(two_variants()), "x.inc.c");
  Scene scene = scene_of(*loaded->document);
  scene.nodes[0].extensions =
      R"({"FAST64_sm64_node_anim_table":{"null_delimiter":false,"elements":)"
      R"([{"header_name":"back"},{},{"header_name":"back"}]}})";
  const std::string gltf = without_extras(gltf_of(scene));
  const Back c = back(gltf, "sm64-c");
  EXPECT_TRUE(c.findings.empty());
  const CFile file = c_of(c);
  ASSERT_EQ(file.tables.size(), 1u);
  EXPECT_EQ(file.tables[0].elements, (std::vector<std::string>{"back", "", "back", "walk"}));
  // A DMA table contains neither NULL nor one twice, and says so.
  const Back dma = back(gltf, "sm64-dma");
  const Diagnostic* moved = find(dma.findings, "W-FAST64");
  ASSERT_NE(moved, nullptr);
  EXPECT_NE(moved->message.find("1 empty and 1 repeated"), std::string::npos) << moved->message;
  const Bytes bytes = dma.document->write().value();
  const auto table = parse_dma(bytes);
  ASSERT_TRUE(table.has_value());
  ASSERT_EQ(table->entries.size(), 2u);
  EXPECT_EQ(table->file.headers[0].header.loopEnd, 2);
  EXPECT_EQ(table->file.headers[1].header.loopEnd, 3);
  // fast64's own table names one twice.
  const Bytes insertable = back(gltf, "sm64-anim").document->write().value();
  const auto again = parse_insertable(insertable);
  ASSERT_TRUE(again.has_value());
  ASSERT_EQ(again->table.size(), 3u);
  EXPECT_EQ(again->table[0], again->table[1]);
}

}  // namespace
}  // namespace anmkit::sm64::test
