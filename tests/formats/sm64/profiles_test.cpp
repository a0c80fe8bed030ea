// SPDX-License-Identifier: MIT
// Spellings that are not C (section 4.4), and folders for sm64coopdx (section 10.3). All of them
// hold the worked example of section 13, so each must become the DMA table printed there.
#include "support.hpp"

#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64::test {
namespace {

struct Made {
  std::vector<OutputFile> files;
  Diagnostics diagnostics;
};
Made convert(std::string_view to, const Loaded& from, const Options& options = {},
             std::string_view output = {}) {
  const Input input{from.path, from.document.get(), from.bytes, from.path};
  ConversionReport report;
  const auto* conversion = find_conversion(from.document->format(), to);
  auto files = conversion->run({{&input, 1}, output}, {{}, options}, report);
  EXPECT_TRUE(files.has_value()) << (files ? "" : files.error().message);
  return {files ? std::move(*files) : std::vector<OutputFile>(), std::move(report.diagnostics)};
}
Options profile(std::string name) {
  Options options;
  options.set("profile", std::move(name));
  return options;
}
std::unique_ptr<Loaded> source(std::string_view text, std::string path = "x.inc.c") {
  auto loaded = parse("sm64-c", to_bytes(text), std::move(path));
  for (const Diagnostic& found : loaded->diagnostics.finish())
    ADD_FAILURE() << found.message << "\n" << text;
  EXPECT_TRUE(loaded->document) << text;
  return loaded;
}
// A table of one source text.
void expect_example(std::string_view text) {
  const auto loaded = source(text);
  ASSERT_TRUE(loaded->document);
  const Made made = convert("sm64-dma", *loaded);
  ASSERT_EQ(made.files.size(), 1u) << text;
  EXPECT_EQ(to_hex(made.files[0].bytes), to_hex(example_dma())) << text;
}
std::string text_of(const OutputFile& file) {
  return std::string(as_text(file.bytes));
}
// The first code of a text that cannot be read well.
std::string code_of(std::string_view text) {
  const auto loaded = parse("sm64-c", to_bytes(text), "x.lua");
  const auto found = check(*loaded);
  return found.empty() ? "" : found.front().code;
}

const std::string kValues = "0, 0x64, 0x78, 0x6E, -16, 0x4000, 0x2000, 0x1000, 0xF000, 0, 0x1000";
const std::string kIndices = "1, 0, 3, 1, 1, 4, 1, 0, 1, 5, 2, 6, 1, 0, 1, 0, 3, 8";
const std::string kCall = "smlua_anim_util_register_animation";

TEST(Sm64Lua, Calls) {
  for (const std::string& text : {
           kCall + "('a', 1, 189, 0, 0, 3, {" + kValues + "}, {" + kIndices + "})",
           kCall + "(\"a\",1,0xBD,0,0,0x03,\n  {" + kValues + ",},\n  {" + kIndices + "; }\n);\n",
           kCall + "( [[a]], ANIM_FLAG_NOLOOP, 189, 0, 0, 2 + 1, {" + kValues + "}, {" + kIndices +
               "}, 'one too many', f(1, 2))",
           "-- one -- animation {\n--[[ " + kCall + "('fake', 1) ]]\n" + kCall +
               " ('a', 1, -- flags, 7\n 189, 0, 0, 03, { --[==[ 5, ]] ]==] " + kValues + "}, {" +
               kIndices + "})",
           "local LENGTH = 3\nlocal walk_values = {" + kValues + "}\nwalk_index = {" + kIndices +
               "}\nlocal other = { a = { 1, 2 }, 3, '--' }\n" + kCall +
               "('a', 1, 189, 0, 0, LENGTH, walk_values, walk_index)",
           "function f(x)\n  if #x == 0 then return x[1] ~= 'a\\'b' end\nend\n"
           "function " +
               kCall + "(name, flags) end\nlocal g = " + kCall +
               "\nhook_event(HOOK_UPDATE, function() " + kCall + "('a', 1, 189, 0, 0, 3, {" +
               kValues + "}, {" + kIndices + "}) end)\n",
       }) {
    expect_example(text);
    EXPECT_EQ(spelling_of(text), Spelling::lua);
    expect_round_trip("sm64-c", to_bytes(text), "x.lua");
  }
}

// The other scripts of a mod are no C, and no fault.
TEST(Sm64Lua, ScriptsWithoutCalls) {
  const std::string text =
      "local t = { 'it''s', #arg }\nif t[1] ~= nil then print(t[1] .. \"}\") end\n";
  const auto loaded = source(text, "mod/main.lua");
  ASSERT_TRUE(loaded->document);
  EXPECT_TRUE(loaded->document->info().clips.empty());
  expect_round_trip("sm64-c", to_bytes(text), "mod/main.lua");
}

// A name represents the table it was last given.
TEST(Sm64Lua, SeveralCalls) {
  const auto loaded =
      source("local v = { 1 }\nlocal i = { 1,0,1,0,1,0,1,0,1,0,1,0 }\n" + kCall +
                 "('one', 0, 0, 0, 0, 1, v, i)\nv = { 2 }\n" + kCall +
                 "('two', 0, 0, 0, 0, 1, v, i)\n" + kCall + "('three', 0, 0, 0, 0, 1, v, i)",
             "x.lua");
  Diagnostics unused;
  const auto file = parse_source(as_text(loaded->bytes), unused);
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(file->headers.size(), 3u);
  ASSERT_EQ(file->arrays.size(), 3u);
  EXPECT_EQ(file->headers[0].index, file->headers[2].index);
  EXPECT_NE(file->headers[0].values, file->headers[1].values);
  EXPECT_EQ(file->headers[1].values, file->headers[2].values);
  EXPECT_EQ(file->arrays[2].elements, std::vector<std::uint16_t>{2});
}

TEST(Sm64Lua, RejectsInvalidScripts) {
  const std::string data = "{ 1 }, { 1,0,1,0,1,0,1,0,1,0,1,0 })";
  EXPECT_EQ(code_of(kCall + "('a', 0, 0, 0, 0, 1, " + data), "");
  EXPECT_EQ(code_of(kCall + "(name, 0, 0, 0, 0, 1, " + data), "sm64.E-SCRIPT");
  EXPECT_EQ(code_of(kCall + "('a', f(0, {}), 0, 0, 0, 1, " + data), "sm64.E-SCRIPT");
  EXPECT_EQ(code_of(kCall + "('a', 0, 0, 0, 0, 1, t.values, t.index)"), "sm64.E-SCRIPT");
  EXPECT_EQ(code_of(kCall + "('a', 0, 0, 0, 0, 1)"), "sm64.E-SCRIPT");
  EXPECT_EQ(code_of(kCall + "('a', 0, 0, 0, 0, 70000, " + data), "sm64.E-CRANGE");
  EXPECT_EQ(code_of(kCall + "('a', 0, 0, 0, 0, 1, { 65536 }, { 1,0,1,0,1,0,1,0,1,0,1,0 })"),
            "sm64.E-CRANGE");
  const std::string twice = kCall + "('a', 0, 0, 0, 0, 1, " + data;
  EXPECT_EQ(code_of(twice + "\n" + twice), "sm64.E-CDUP");
  EXPECT_EQ(code_of(kCall + "('a', 0, 0"), "sm64.E-CSYNTAX");
  EXPECT_EQ(code_of(kCall + "('a', --[[ 0, 0"), "sm64.E-CSYNTAX");
}

// Values come first (section 4.4).
TEST(Sm64Lua, Written) {
  const auto table = parse("sm64-dma", example_dma(), "table.bin");
  const Made made = convert("sm64-c", *table, profile("coopdx-lua"));
  ASSERT_EQ(made.files.size(), 1u);
  EXPECT_EQ(text_of(made.files[0]),
            "smlua_anim_util_register_animation(\"anim_00\", 1, 189, 0, 0, 3, {\n"
            "    0x0000, 0x0064, 0x0078, 0x006E, 0xFFF0, 0x4000, 0x2000, 0x1000,\n"
            "    0xF000, 0x0000, 0x1000\n"
            "}, {\n"
            "    0x0001, 0x0000, 0x0003, 0x0001, 0x0001, 0x0004,\n"
            "    0x0001, 0x0000, 0x0001, 0x0005, 0x0002, 0x0006,\n"
            "    0x0001, 0x0000, 0x0001, 0x0000, 0x0003, 0x0008\n"
            "})\n");
  expect_example(text_of(made.files[0]));
  // The name of the output says it too.
  EXPECT_EQ(convert("sm64-c", *table, {}, "anims.lua").files.at(0).bytes, made.files[0].bytes);
  // From Lua to C, under names that C has.
  const auto odd = source(
      kCall + "('dance \"2\"', 1, 189, 0, 0, 3, {" + kValues + "}, {" + kIndices + "})", "odd.lua");
  const Made c = convert("sm64-c", *odd, profile("vanilla-actor"));
  EXPECT_EQ(c.files.at(0).name, "odd.inc.c");
  EXPECT_NE(text_of(c.files.at(0)).find("struct Animation dance__2_ = {"), std::string::npos);
  // (C text has a zero after an odd number of samples.)
  EXPECT_NE(text_of(c.files[0]).find("    0xF000, 0x0000, 0x1000, 0x0000,\n"), std::string::npos);
  const Made lua = convert("sm64-c", *odd, profile("coopdx-lua"));
  EXPECT_NE(text_of(lua.files.at(0)).find("(\"dance \\\"2\\\"\", 1"), std::string::npos);
  expect_example(text_of(lua.files[0]));
}

TEST(Sm64Lua, EditedDumps) {
  const auto loaded =
      source("-- mine\n" + kCall + "('a', 1, 189, 0, 0, 9, {" + kValues + "}, {" + kIndices + "})",
             "x.lua");
  std::string text = dump_document(*loaded->document);
  const std::size_t at = text.find("\"loopEnd\": 9");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 12, "\"loopEnd\": 3");
  Diagnostics diagnostics;
  const auto built = build_document(text, diagnostics);
  ASSERT_TRUE(built.has_value());
  const Bytes bytes = (*built)->write().value();
  EXPECT_EQ(spelling_of(as_text(bytes)), Spelling::lua);
  expect_example(as_text(bytes));
}

// ---- Saturn ----

const std::string kSaturnValues =
    R"("00","00","00","64","00","78","00","6E","FF","F0","40","00","20","00","10","00","F0","00",)"
    R"("00","00","10","00")";
const std::string kSaturnIndices =
    R"("00","01","00","00","00","03","00","01","00","01","00","04","00","01","00","00","00","01",)"
    R"("00","05","00","02","00","06","00","01","00","00","00","01","00","00","00","03","00","08")";

TEST(Sm64Saturn, Read) {
  for (const std::string& text : {
           R"({"name":"wave","author":"me","looping":"false","length":3,"nodes":2,"values":[)" +
               kSaturnValues + R"(],"indices":[)" + kSaturnIndices + "]}",
           R"( { "indices" : [)" + kSaturnIndices + R"(], "values" : [)" + kSaturnValues +
               R"(], "nodes" : "2", "extra_bone" : "false", "length" : "3", "looping" : false })",
       }) {
    EXPECT_EQ(spelling_of(text), Spelling::saturn);
    const auto loaded = source(text, "wave.json");
    const auto motions = loaded->document->to_scene({}, {{}, {}}, loaded->diagnostics);
    ASSERT_TRUE(motions.has_value());
    EXPECT_EQ(motions->clips.size(), 1u);
    EXPECT_FALSE(motions->clips[0].loops);
    // The same but for the divisor, which the JSON has no place for.
    Bytes table = convert("sm64-dma", *loaded).files.at(0).bytes;
    ASSERT_EQ(table.size(), example_dma().size());
    table[0x13] = std::byte{0xBD};
    EXPECT_EQ(to_hex(table), to_hex(example_dma()));
    expect_round_trip("sm64-c", to_bytes(text), "wave.json");
  }
  // Also with the prefix that C has.
  std::string prefixed = R"({"looping":"true","length":1,"nodes":1,"values":["0x00","0xb4"],)"
                         R"("indices":["0","1","0","0"]})";
  Diagnostics diagnostics;
  const auto file = parse_saturn(prefixed, diagnostics);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->arrays[0].elements, std::vector<std::uint16_t>{0xB4});
  EXPECT_EQ(file->arrays[1].elements, (std::vector<std::uint16_t>{1, 0}));
  EXPECT_EQ(file->headers[0].header.flags, 0);
}

TEST(Sm64Saturn, RejectsInvalidFiles) {
  const auto code = [](const std::string& values, const std::string& length) {
    return code_of(R"({"looping":"true","length":)" + length + R"(,"nodes":1,"values":[)" + values +
                   R"(],"indices":["00","01","00","00"]})");
  };
  for (const std::string values :
       {R"("00")", R"("00","100")", R"("00","0g")", R"("","00")", "0, 0", R"("00",[])"}) {
    EXPECT_EQ(code(values, "1"), "sm64.E-CSYNTAX") << values;
  }
  EXPECT_EQ(code(R"("00","00")", "[]"), "sm64.E-CSYNTAX");
  EXPECT_EQ(code(R"("00","00")", "99999"), "sm64.E-CRANGE");
}

TEST(Sm64Saturn, Written) {
  const auto loaded = source(example_c("startFrame", "2"));
  const Made made = convert("sm64-c", *loaded, profile("saturn-json"));
  ASSERT_EQ(made.files.size(), 1u);
  EXPECT_EQ(made.files[0].name, "x.json");
  // The C text has a sample of padding.
  EXPECT_EQ(
      text_of(made.files[0]),
      "{\n  \"name\": \"x\",\n  \"author\": \"\",\n  \"looping\": \"true\",\n"
      "  \"length\": 3,\n  \"nodes\": 2,\n  \"values\": " +
          [&] {
            std::string row = "[" + kSaturnValues + R"(,"00","00"])";
            for (std::size_t at = 0; (at = row.find("\",\"", at)) != std::string::npos; ++at)
              row.insert(at + 2, " ");
            return row;
          }() +
          ",\n  \"indices\": " +
          [&] {
            std::string row = "[" + kSaturnIndices + "]";
            for (std::size_t at = 0; (at = row.find("\",\"", at)) != std::string::npos; ++at)
              row.insert(at + 2, " ");
            return row;
          }() +
          "\n}\n");
  EXPECT_NE(find(made.diagnostics.finish(), "W-LOSS"), nullptr);
}

// ---- Packs ----

TEST(Sm64Dynos, Folder) {
  // Two animations on one set of arrays, one of which is named like the other kind.
  std::string text = example_c();
  for (std::size_t at = 0; (at = text.find("x_values", at)) != std::string::npos;)
    text.replace(at, 8, "index_of");
  text +=
      "static const struct Animation data = { 1, 0, 0, 0, 2, 2, index_of, x_indices, 0 };\n"
      "const struct Animation *const walk_anims[] = { &data, NULL, &x, &data, NULL };\n";
  const Made made = convert("sm64-c", *source(text), profile("dynos"), "pack/");
  ASSERT_EQ(made.files.size(), 3u);
  EXPECT_EQ(made.files[0].name, "x.inc.c");
  EXPECT_EQ(made.files[1].name, "data_2.inc.c");  // never data.inc.c
  EXPECT_EQ(made.files[2].name, "table.inc.c");
  EXPECT_EQ(text_of(made.files[2]),
            "const struct Animation *const walk_anims[] = {\n    &data,\n    NULL,\n    &x,\n"
            "    &data,\n    NULL,\n} ;\n");
  EXPECT_EQ(text_of(made.files[0]).substr(0, 32), "static const s16 x_values[] = {\n");
  for (const OutputFile& file : {made.files[0], made.files[1]}) {
    Diagnostics diagnostics;
    const std::string again = text_of(file);
    const auto parsed = parse_c(again, diagnostics);
    ASSERT_TRUE(parsed.has_value() && !diagnostics.has_errors()) << again;
    ASSERT_EQ(parsed->headers.size(), 1u);
    ASSERT_EQ(parsed->arrays.size(), 2u);
    // Each file has what it needs, and names tell what is what.
    EXPECT_EQ(parsed->arrays[0].name, parsed->headers[0].values);
    EXPECT_EQ(parsed->arrays[0].name.find("ind"), std::string::npos);
    EXPECT_EQ(parsed->arrays[1].name, parsed->headers[0].index);
    EXPECT_NE(parsed->arrays[1].name.find("indices"), std::string::npos);
    EXPECT_EQ(parsed->arrays[1].elements.size(), 18u);
    // Braces are between blanks; ten tokens in the header, none of them a designator.
    for (std::size_t at = 0; (at = again.find_first_of("{}", at)) != std::string::npos; ++at) {
      EXPECT_TRUE(at == 0 || again[at - 1] == ' ' || again[at - 1] == '\n') << again;
      EXPECT_TRUE(again[at + 1] == ' ' || again[at + 1] == '\n') << again;
    }
    EXPECT_EQ(again.find('.'), std::string::npos);
  }
}

TEST(Sm64Dynos, MarioIdsAreIndices) {
  const auto header = [](const std::string& name) {
    return "static const struct Animation " + name +
           "[] = {\n1,\n189,\n0,\n0,\n3,\n0,\nv,\ni,\n0\n};\n";
  };
  const std::string data = "static const u16 i[] = {\n" + kIndices +
                           "\n};\nstatic const s16 v[] = {\n" + kValues + "\n};\n";
  const auto loaded =
      source(header("anim_03") + header("anim_01") + data, "assets/anims/anim_01_03.inc.c");
  const Made made = convert("sm64-c", *loaded, profile("dynos"), "pack/");
  ASSERT_EQ(made.files.size(), 3u);
  EXPECT_NE(text_of(made.files[2]).find("{\n    NULL,\n    &anim_01,\n    NULL,\n    &anim_03,\n}"),
            std::string::npos)
      << text_of(made.files[2]);
  // Without a folder it is one text.
  EXPECT_EQ(convert("sm64-c", *loaded, profile("dynos"), "x.inc.c").files.size(), 1u);
}

// ---- Insertable type 5 ----

Bytes insertable(const Bytes& table) {
  Bytes bytes = hex("00000005 00000000 00000000 00000000");
  bytes[7] = static_cast<std::byte>(table.size());
  bytes.insert(bytes.end(), table.begin(), table.end());
  return bytes;
}

TEST(Sm64Insertable, DmaTableInside) {
  const Bytes bytes = insertable(example_dma());
  expect_round_trip("sm64-anim", bytes);
  const auto loaded = parse("sm64-anim", bytes);
  EXPECT_EQ(detect_one({bytes, "x.bin"}).value()->id, "sm64-anim");
  EXPECT_EQ(to_hex(convert("sm64-dma", *loaded).files.at(0).bytes), to_hex(example_dma()));
  Options inside;
  inside.set("dma-table", "");
  const auto table = parse("sm64-dma", example_dma());
  EXPECT_EQ(to_hex(convert("sm64-anim", *table, inside).files.at(0).bytes), to_hex(bytes));
  EXPECT_EQ(
      to_hex(convert("sm64-anim", *source(example_c("length", "7")), inside).files.at(0).bytes)
          .substr(0, 32),
      "00000005000000640000000000000000");
  // What is in the table besides its entries is kept.
  Bytes loose = example_dma();
  set32(loose, 4, 0x12345678);
  loose.push_back(std::byte{7});
  loose.push_back(std::byte{9});
  expect_round_trip("sm64-anim", insertable(loose));
  EXPECT_EQ(convert("sm64-dma", *parse("sm64-anim", insertable(loose))).files.at(0).bytes, loose);
}

TEST(Sm64Profiles, NamesAndSpellings) {
  const struct {
    std::string_view name;
    Profile profile;
    Spelling spelling;
  } profiles[] = {{"vanilla-actor", Profile::vanilla_actor, Spelling::c},
                  {"mario-dma", Profile::mario_dma, Spelling::c},
                  {"hackersm64", Profile::hackersm64, Spelling::c},
                  {"fast64-like", Profile::fast64, Spelling::c},
                  {"dynos", Profile::dynos, Spelling::c},
                  {"coopdx-lua", Profile::coopdx_lua, Spelling::lua},
                  {"saturn-json", Profile::saturn_json, Spelling::saturn}};
  std::string names;
  for (const auto& one : profiles) {
    EXPECT_EQ(profile_named(one.name), one.profile);
    EXPECT_EQ(spelling_of(one.profile), one.spelling);
    names += (names.empty() ? "" : "|") + std::string(one.name);
  }
  EXPECT_EQ(profile_named(""), std::nullopt);
  EXPECT_EQ(profile_named("dynos|"), std::nullopt);
  const auto options = all_options();
  const auto option = std::ranges::find(options, "profile", &OptionSpec::name);
  ASSERT_NE(option, options.end());
  EXPECT_EQ(option->values, names);
}

}  // namespace
}  // namespace anmkit::sm64::test
