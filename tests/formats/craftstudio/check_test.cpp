// SPDX-License-Identifier: MIT
// Every diagnostic of sections 4, 7 and 8.7, each made by one literal change.
#include <cstring>
#include <functional>
#include <set>

#include "formats/craftstudio/document.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

struct Case {
  std::string_view code;
  Severity severity;
  std::string_view format;
  Bytes bytes;
  std::optional<std::uint64_t> offset;  // where the finding must point
  std::string_view path;
};

Bytes edited(Bytes bytes, std::size_t at, std::initializer_list<int> values) {
  for (const int value : values)
    bytes[at++] = static_cast<std::byte>(value);
  return bytes;
}
Bytes cut(Bytes bytes, std::size_t size) {
  bytes.resize(size);
  return bytes;
}
Bytes grown(Bytes bytes, std::size_t count) {
  bytes.resize(bytes.size() + count);
  return bytes;
}
Bytes replaced(Bytes bytes, std::size_t at, std::size_t count, std::string_view with) {
  bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at),
              bytes.begin() + static_cast<std::ptrdiff_t>(at + count));
  const Bytes in = hex(with);
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), in.begin(), in.end());
  return bytes;
}

// 14.1 with hold clear and no tracks but those of `fill`.
Bytes animation_of(const std::function<void(Animation&)>& fill) {
  Animation animation;
  animation.duration = 20;
  animation.nodes.emplace_back().name.bytes = "Arm";
  fill(animation);
  return write(animation).value();
}
Bytes model_of(const std::function<void(Model&)>& fill) {
  Diagnostics unused;
  Model model = parse_model(example_model(), unused).value();
  fill(model);
  return write(model).value();
}
ModelNode second_node(const Model& model) {
  ModelNode node = model.nodes[0];
  node.id = 1;
  node.name.bytes = "Hand";
  node.parent_id = 0;
  return node;
}

constexpr auto kE = Severity::error;
constexpr auto kW = Severity::warning;
constexpr auto kI = Severity::info;

std::vector<Case> animation_cases() {
  const Bytes a = example_animation();
  const std::string_view f = "csmodelanim";
  return {
      // Section 14.1's list of mutations.
      {"E-ASSET-TYPE", kE, f, edited(a, 0, {0}), 0, "assetType"},
      {"E-VERSION", kE, f, edited(a, 1, {4}), 1, "formatVersion"},
      {"E-KEY-AFTER-END", kE, f, edited(a, 0x1d, {0x15}), 0x1d, "nodes[0].position[1].time"},
      {"W-DUPLICATE-KEY", kW, f, edited(a, 0x1d, {0, 0}), 0x1d, "nodes[0].position[1].time"},
      {"E-TRUNCATED", kE, f, cut(a, 0x70), 0x70, "nodes[0].scale[0].delta"},
      {"E-TRUNCATED", kE, f, edited(a, 6, {2, 0}), 0x78, "nodes[1].name"},
      {"I-TRAILING", kI, f, grown(a, 15), 0x78, "trailing"},
      {"W-INTERPOLATION", kW, f, edited(a, 0x1f, {1}), 0x1f,
       "nodes[0].position[1].interpolationMode"},
      {"W-UTF8", kW, f, edited(a, 9, {0xff}), 8, "nodes[0].name"},
      // The others of section 4.
      {"E-STRING-LENGTH", kE, f, edited(a, 8, {0xff, 0xff, 0xff, 0xff, 0xff}), 8, "nodes[0].name"},
      {"E-STRING-LENGTH", kE, f, edited(a, 8, {0x7f}), 8, "nodes[0].name"},
      {"E-TRUNCATED", kE, f, cut(a, 10), 9, "nodes[0].name"},
      {"W-STRING-LONGFORM", kW, f, replaced(a, 8, 1, "8300"), 8, "nodes[0].name"},
      {"W-DURATION-ZERO", kW, f, edited(a, 3, {0, 0}), 3, "duration"},
      {"W-BOOL", kW, f, edited(a, 5, {7}), 5, "holdLastKeyFrame"},
      {"E-NONFINITE", kE, f, edited(a, 0x24, {0, 0, 0xc0, 0x7f}), 0x24,
       "nodes[0].position[1].delta"},
      {"W-QUAT-NORM", kW, f, edited(a, 0x33, {0x40}), 0x31, "nodes[0].orientation[0].delta"},
      {"E-QUAT-ZERO", kE, f, edited(a, 0x33, {0, 0}), 0x31, "nodes[0].orientation[0].delta"},
      {"W-UNSORTED", kW, f, edited(edited(a, 0x0e, {5}), 0x1d, {3}), 0x1d,
       "nodes[0].position[1].time"},
      {"W-HOLD-LATE-START", kW, f, a, 0x56, "nodes[0].blockSize"},
      {"I-WRAP-BLEND", kI, f, edited(a, 5, {0}), 0x1d, "nodes[0].position"},
      {"W-DUPLICATE-NODE", kW, f, animation_of([](Animation& x) { x.nodes.push_back(x.nodes[0]); }),
       22, "nodes[1].name"},
      {"W-EMPTY-NAME", kW, f, animation_of([](Animation& x) { x.nodes[0].name.bytes = ""; }), 8,
       "nodes[0].name"},
      {"I-EMPTY-TRACKS", kI, f, animation_of([](Animation&) {}), 8, "nodes[0]"},
      {"I-NEUTRAL-TRACK", kI, f,
       animation_of([](Animation& x) { x.nodes[0].orientation.push_back({0, 0, {1, 0, 0, 0}}); }),
       16, "nodes[0].orientation"},
  };
}

std::vector<Case> model_cases() {
  const Bytes m = example_model();
  const std::string_view f = "csmodel";
  return {
      {"E-ASSET-TYPE", kE, f, edited(m, 0, {6}), 0, "assetType"},
      {"E-VERSION", kE, f, edited(m, 1, {0}), 1, "formatVersion"},
      {"E-TRUNCATED", kE, f, cut(m, 0x45), 0x45, "nodes[0].blockSize"},
      {"E-TRUNCATED", kE, f, edited(m, 0x83, {0x80}), 0x84, "texture"},
      {"E-TRUNCATED", kE, f, cut(m, 0xcb), 0xca, "animationIds"},
      {"E-STRING-LENGTH", kE, f, edited(m, 0x0b, {0xff, 0xff, 0x7f}), 0x0b, "nodes[0].name"},
      {"W-UTF8", kW, f, edited(m, 0x0c, {0xff}), 0x0b, "nodes[0].name"},
      {"E-NONFINITE", kE, f, edited(m, 0x15, {0x80, 0x7f}), 0x13, "nodes[0].position"},
      {"E-NONFINITE", kE, f, edited(m, 0x1d, {0xc0, 0x7f}), 0x1b, "nodes[0].pivotOffset"},
      {"E-NONFINITE", kE, f, edited(m, 0x29, {0xc0, 0x7f}), 0x27, "nodes[0].scale"},
      {"E-NONFINITE", kE, f, edited(m, 0x35, {0xc0, 0x7f}), 0x33, "nodes[0].orientation"},
      {"W-QUAT-NORM", kW, f, edited(m, 0x36, {0x40}), 0x33, "nodes[0].orientation"},
      {"E-QUAT-ZERO", kE, f, edited(m, 0x35, {0, 0}), 0x33, "nodes[0].orientation"},
      {"I-TRAILING", kI, f, grown(m, 15), 0xcc, "trailing"},
      {"E-ID-DUPLICATE", kE, f, model_of([](Model& x) { x.nodes.push_back(x.nodes[0]); }), 0x80,
       "nodes[1].id"},
      {"E-PARENT-MISSING", kE, f, edited(m, 9, {9, 0}), 9, "nodes[0].parentId"},
      {"E-PARENT-CYCLE", kE, f, edited(m, 9, {0, 0}), 9, "nodes[0].parentId"},
      {"W-PARENT-ORDER", kW, f, model_of([](Model& x) {
         x.nodes.insert(x.nodes.begin(), second_node(x));
         x.next_node_id = 2;
       }),
       9, "nodes[0].parentId"},
      {"W-NEXT-ID", kW, f, edited(m, 3, {0}), 7, "nodes[0].id"},
      {"W-ID-65535", kW, f, edited(m, 7, {0xff, 0xff}), 7, "nodes[0].id"},
      {"W-NAME-DUPLICATE", kW, f, model_of([](Model& x) {
         x.nodes.push_back(second_node(x));
         x.nodes[1].name = x.nodes[0].name;
       }),
       0x84, "nodes[1].name"},
      {"W-UNWRAP-MODE", kW, f, edited(m, 0x49, {3}), 0x49, "nodes[0].unwrapMode"},
      {"W-UNWRAP-FULL", kW, f, edited(m, 0x4a, {5}), 0x4a, "nodes[0].quadOffset"},
      {"W-QUAD-FLAGS", kW, f, edited(m, 0x7b, {3}), 0x7b, "nodes[0].quadTransform[1]"},
      {"W-QUAD-FLAGS", kW, f, edited(m, 0x7b, {32}), 0x7b, "nodes[0].quadTransform[1]"},
      {"W-UV-OUTSIDE", kW, f, m, 0x4a, "nodes[0].quadOffset[0]"},
      {"W-UV-OUTSIDE", kI, f, edited(m, 0x43, {0}), 0x4a, "nodes[0].quadOffset[0]"},
      {"E-TEXTURE", kE, f, edited(m, 0x84, {0}), 0x84, "texture"},
      {"E-TEXTURE", kE, f, edited(m, 0xb1, {0}), 0xa5, "texture"},
      {"W-TEXTURE-FORMAT", kW, f, model_of([](Model& x) {
         // Color type 2 with its CRC, computed by zlib.
         x.texture[25] = std::byte{2};
         const Bytes crc = hex("907753de");
         std::copy(crc.begin(), crc.end(), x.texture.begin() + 29);
       }),
       0x84, "texture"},
      {"W-TEXTURE-TAIL", kW, f, model_of([](Model& x) { x.texture.push_back(std::byte{1}); }), 0xc8,
       "texture"},
      {"I-SCALE-ZERO", kI, f, edited(m, 0x29, {0, 0}), 0x27, "nodes[0].scale"},
      {"W-ANIM-DUPLICATE", kW, f, model_of([](Model& x) { x.animation_ids.push_back(2); }), 0xcc,
       "animationIds[1]"},
  };
}

Bytes js(std::string_view position, std::string_view duration = "20",
         std::string_view rest = R"("rotation":{},"stretch":{})") {
  return to_bytes(R"({"title":"a","duration":)" + std::string(duration) +
                  R"(,"holdLastKeyframe":false,"nodeAnimations":{"A":{"position":)" +
                  std::string(position) + R"(,"offsetFromPivot":{},"size":{},)" +
                  std::string(rest) + "}}}");
}

Bytes js_block(std::string_view size, std::string_view more = "") {
  return to_bytes(
      R"({"title":"a","tree":[{"name":"A","position":[0,0,0],"offsetFromPivot":[0,0,0],"size":)" +
      std::string(size) + R"(,"rotation":[0,0,0],)" + std::string(more) +
      R"("texOffset":[0,0],"children":[]}]})");
}

std::string corners(std::string_view key, std::string_view first, int count = 8) {
  static constexpr std::string_view kRest[] = {"[2,6,-2]", "[2,-6,-2]", "[-2,-6,-2]", "[2,6,2]",
                                               "[-2,6,2]", "[-2,-6,2]", "[2,-6,2]"};
  std::string text = "\"" + std::string(key) + "\":[" + std::string(first);
  for (int i = 1; i < count; ++i)
    text += "," + std::string(kRest[i - 1]);
  return text + "],";
}

// Two blocks; the second is at x = 1.
Bytes js_blocks(std::string_view first, std::string_view second) {
  const auto block = [](std::string_view name, std::string_view x) {
    return R"({"name":")" + std::string(name) + R"(","position":[)" + std::string(x) +
           R"(,0,0],"offsetFromPivot":[0,0,0],"size":[4,12,4],"rotation":[0,0,0],)" +
           R"("texOffset":[0,0],"children":[]})";
  };
  return to_bytes(R"({"title":"a","tree":[)" + block(first, "0") + "," + block(second, "1") + "]}");
}

// A case whose offset is that of `needle` in the text, `skip` bytes in.
Case text_case(std::string_view code, Severity severity, std::string_view format, Bytes text,
               std::string_view needle, std::uint64_t skip, std::string_view path) {
  const std::size_t at = as_text(text).find(needle);
  EXPECT_NE(at, std::string_view::npos) << needle;
  return {code, severity, format, std::move(text), at + skip, path};
}

std::vector<Case> js_animation_cases() {
  const auto make = [](std::string_view code, Severity severity, Bytes text,
                       std::string_view needle, std::uint64_t skip, std::string_view path) {
    return text_case(code, severity, "csjsmodelanim", std::move(text), needle, skip, path);
  };
  const std::string_view time0 = "nodeAnimations[0].position[0].time";
  const std::string_view time1 = "nodeAnimations[0].position[1].time";
  std::string latin(as_text(js("{}")));
  latin.replace(latin.find("\"A\""), 3, "\"\xff\"");
  return {
      make("W-UTF8", kW, to_bytes(latin), "\"\xff\"", 0, "nodeAnimations[0].name"),
      make("E-JSON-SYNTAX", kE, to_bytes("{\"title\": }"), "}", 0, ""),
      make("E-JSON-KEY", kE, to_bytes("{}"), "{", 0, "title"),
      make("E-JSON-KEY", kE, js("{}", "1.5"), "1.5", 0, "duration"),
      make("E-JSON-KEY", kE, js("[]"), "[]", 0, "nodeAnimations[0].position"),
      make("E-JSON-TRIPLE", kE, js(R"({"0":[1,2]})"), "[1,2]", 0,
           "nodeAnimations[0].position[0].delta"),
      make("E-JSON-FRAME", kE, js(R"({"1.5":[1,2,3]})"), "\"1.5\"", 0, time0),
      make("E-JSON-FRAME", kE, js(R"({"65536":[1,2,3]})"), "\"65536\"", 0, time0),
      make("E-JSON-FRAME", kE, js(R"({"-1":[1,2,3]})"), "\"-1\"", 0, time0),
      make("W-JSON-TRACK", kW, js("{}", "20", R"("stretch":{})"), R"({"position")", 0,
           "nodeAnimations[0].rotation"),
      make("W-JSON-SIZE", kW,
           js("{}", "20", R"("rotation":{},"stretch":{},"size":{"0":[1,2.5,3]})"), "[1,2.5", 0,
           "nodeAnimations[0].size[0].delta"),
      make("W-JSON-DUPLICATE", kW, js(R"({"0":[1,2,3],"0":[1,2,3]})"), ",\"0\"", 1,
           "nodeAnimations[0].position"),
      make("I-JSON-EXTRA", kI, js("{}", "20", R"("rotation":{},"stretch":{},"x":1)"), "\"x\"", 0,
           "nodeAnimations[0]"),
      make("W-JSON-MISSPELT", kW, js("{}", "20", R"("rotation":{},"stretch":{},"strech":{})"),
           "\"strech\"", 0, "nodeAnimations[0]"),
      make("W-DURATION-ZERO", kW, js("{}", "0"), ":0,", 1, "duration"),
      make("E-KEY-AFTER-END", kE, js(R"({"21":[1,2,3]})"), "\"21\"", 0, time0),
      make("W-UNSORTED", kW, js(R"({"9":[1,2,3],"3":[1,2,3]})"), "\"3\"", 0, time1),
      make("W-DUPLICATE-KEY", kW, js(R"({"9":[1,2,3],"09":[1,2,3]})"), "\"09\"", 0, time1),
      make("I-EMPTY-TRACKS", kI, js("{}"), "\"A\"", 0, "nodeAnimations[0]"),
      make("E-NONFINITE", kE, js(R"({"0":[1e999,0,0]})"), "\"0\"", 0,
           "nodeAnimations[0].position[0].delta"),
  };
}

std::vector<Case> js_model_cases() {
  const auto make = [](std::string_view code, Severity severity, Bytes text,
                       std::string_view needle, std::uint64_t skip, std::string_view path) {
    return text_case(code, severity, "csjsmodel", std::move(text), needle, skip, path);
  };
  const std::string_view size = "[4,12,4]";
  return {
      make("E-JSON-KEY", kE, to_bytes(R"({"title":"a"})"), "{", 0, "tree"),
      make("W-UTF8", kW, js_blocks("\xff", "B"), "\"\xff\"", 0, "blocks[0].name"),
      make("E-JSON-KEY", kE, to_bytes(R"({"title":"a","tree":[{}]})"), "{}", 0, "blocks[0].name"),
      make("E-JSON-TRIPLE", kE, js_block("[1,2,\"3\"]"), "[1,2,", 0, "blocks[0].size"),
      make("W-JSON-SIZE", kW, js_block("[-1,2,3]"), "[-1", 0, "blocks[0].size"),
      make("E-JSON-VERTEX", kE, js_block(size, corners("vertexCoords", "[-2,6,-2]", 7)), "[[-2", 0,
           "blocks[0].vertexCoords"),
      make("E-JSON-VERTEX", kE, js_block(size, corners("vertexCoords", "[-2,6]")), "[[-2", 1,
           "blocks[0].vertexCoords[0]"),
      make("W-JSON-VERTEX", kW, js_block(size, corners("vertexCoords", "[-3,6,-2]")), "[[-3", 0,
           "blocks[0].vertexCoords[1]"),
      make("W-JSON-VERTEXS", kW, js_block(size, corners("vertexs", "[-2,6,-2]")), "\"vertexs\"", 0,
           "blocks[0].vertexCoords"),
      make("I-JSON-EXTRA", kI, js_block(size, "\"x\":1,"), "\"x\"", 0, "blocks[0]"),
      make("W-NAME-DUPLICATE", kW, js_blocks("A", "A"), "\"A\",\"position\":[1", 0,
           "blocks[1].name"),
      make("I-SCALE-ZERO", kI, js_block(size, corners("vertexCoords", "[0,6,-2]")), "[[0,6", 0,
           "blocks[0].vertexCoords"),
      make("E-NONFINITE", kE, js_block("[1,1e999,3]"), "1e999", 0, "blocks[0].size"),
      make("E-NONFINITE", kE, js_block(size, corners("vertexCoords", "[-2,1e999,-2]")), "1e999", 0,
           "blocks[0].vertexCoords[0]"),
  };
}

void run(const Case& test) {
  SCOPED_TRACE(std::string(test.code) + " in " + std::string(test.format) + " " +
               std::string(test.path));
  const auto loaded = parse(test.format, test.bytes);
  const auto found = check(*loaded);
  const std::string code = "craftstudio." + std::string(test.code);
  bool met = false;
  std::string all;
  for (const Diagnostic& d : found) {
    met = met || (d.code == code && d.severity == test.severity && d.offset == test.offset &&
                  d.path == test.path);
    all += "\n" + d.code + " " + std::to_string(d.offset.value_or(0)) + " " + d.path + " " +
           std::string(severity_name(d.severity)) + " " + d.message;
  }
  EXPECT_TRUE(met) << "expected offset " << test.offset.value_or(0) << ", found:" << all;
}

std::vector<Case> all_cases() {
  std::vector<Case> all = animation_cases();
  for (const auto& list : {model_cases(), js_animation_cases(), js_model_cases()})
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

TEST(CraftStudioCheck, ReportsTheOffsetOfEachChange) {
  for (const Case& test : all_cases())
    run(test);
}

// The codes of sections 4, 7 and 8.7. A code without a case above or a test below fails here.
TEST(CraftStudioCheck, EveryCodeHasACase) {
  std::set<std::string_view> met = {"I-UNKNOWN-NODE", "W-SIZE-NEGATIVE", "W-ANIM-MISSING"};
  for (const Case& test : all_cases())
    met.insert(test.code);
  for (const std::string_view code :
       {"E-TRUNCATED",       "E-ASSET-TYPE",     "E-VERSION",        "E-STRING-LENGTH",
        "W-STRING-LONGFORM", "W-UTF8",           "W-DURATION-ZERO",  "W-BOOL",
        "E-NONFINITE",       "W-QUAT-NORM",      "E-QUAT-ZERO",      "W-INTERPOLATION",
        "W-UNSORTED",        "W-DUPLICATE-KEY",  "E-KEY-AFTER-END",  "W-DUPLICATE-NODE",
        "W-EMPTY-NAME",      "I-EMPTY-TRACKS",   "I-NEUTRAL-TRACK",  "W-HOLD-LATE-START",
        "I-WRAP-BLEND",      "I-TRAILING",       "I-UNKNOWN-NODE",   "W-SIZE-NEGATIVE",
        "I-SCALE-ZERO",      "E-ID-DUPLICATE",   "E-PARENT-MISSING", "E-PARENT-CYCLE",
        "W-PARENT-ORDER",    "W-NEXT-ID",        "W-ID-65535",       "W-NAME-DUPLICATE",
        "W-UNWRAP-MODE",     "W-UNWRAP-FULL",    "W-QUAD-FLAGS",     "W-UV-OUTSIDE",
        "E-TEXTURE",         "W-TEXTURE-FORMAT", "W-TEXTURE-TAIL",   "W-ANIM-DUPLICATE",
        "W-ANIM-MISSING",    "E-JSON-SYNTAX",    "E-JSON-KEY",       "E-JSON-TRIPLE",
        "E-JSON-FRAME",      "W-JSON-TRACK",     "W-JSON-SIZE",      "E-JSON-VERTEX",
        "W-JSON-VERTEX",     "W-JSON-VERTEXS",   "W-JSON-DUPLICATE", "I-JSON-EXTRA",
        "W-JSON-MISSPELT"}) {
    EXPECT_TRUE(met.contains(code)) << code;
  }
}

// One model in both spellings has the same faults (section 7).
TEST(CraftStudioCheck, BothSpellingsOfAModelFollowTheSameRules) {
  Diagnostics unused;
  Model model = parse_model(example_model(), unused).value();
  model.nodes.push_back(second_node(model));
  model.nodes[1].name = model.nodes[0].name;
  model.nodes[0].scale[1] = 0;
  const auto binary = parse("csmodel", write(model).value());
  const auto text = parse("csjsmodel", to_bytes(write_text(to_js(model, "a", unused))));
  // The texture has one texel: every face leaves it.
  const Companion picture[] = {{"a.png", model.texture, nullptr}};
  for (const auto* code : {"W-NAME-DUPLICATE", "I-SCALE-ZERO", "W-UV-OUTSIDE"}) {
    const auto first = check(*binary), second = check(*text, picture);
    ASSERT_NE(find(first, code), nullptr) << code;
    ASSERT_NE(find(second, code), nullptr) << code;
    EXPECT_EQ(find(first, code)->message, find(second, code)->message);
  }
  EXPECT_EQ(find(check(*text), "W-UV-OUTSIDE"), nullptr);  // nobody named the texture
}

// Section 8.6: names that differ in other characters than letters, digits and blanks.
TEST(CraftStudioCheck, TheMinecraftRuntimeHasItsOwnNames) {
  Options minecraft;
  minecraft.set("runtime", "minecraft");
  const auto apart = parse("csjsmodel", js_blocks("Leg.1", "Leg_1"));
  EXPECT_EQ(find(check(*apart), "W-JSON-NAME-COLLISION"), nullptr);
  const auto told = check(*apart, {}, minecraft);
  ASSERT_NE(find(told, "W-JSON-NAME-COLLISION"), nullptr);
  EXPECT_EQ(find(told, "W-JSON-NAME-COLLISION")->path, "blocks[1].name");
  const auto twice = check(*parse("csjsmodel", js_blocks("Leg", "Leg")), {}, minecraft);
  ASSERT_NE(find(twice, "W-NAME-DUPLICATE"), nullptr);
  EXPECT_NE(find(twice, "W-NAME-DUPLICATE")->message.find("only one"), std::string::npos);
}

std::vector<Diagnostic> check_with_model(const Bytes& animation) {
  const auto model = parse("csmodel", example_model());
  const auto loaded = parse("csmodelanim", animation);
  const Companion with[] = {{"m", {}, model->document.get()}};
  return check(*loaded, with);
}

TEST(CraftStudioCheck, AgainstAModel) {
  const auto add = [](Animation& x, const char* name) { x.nodes.emplace_back().name.bytes = name; };
  const auto some = check_with_model(animation_of([&](Animation& x) { add(x, "Old"); }));
  ASSERT_NE(find(some, "I-UNKNOWN-NODE"), nullptr);
  EXPECT_EQ(find(some, "I-UNKNOWN-NODE")->severity, kI);
  EXPECT_EQ(find(some, "I-UNKNOWN-NODE")->path, "nodes[1].name");
  const auto none =
      check_with_model(animation_of([](Animation& x) { x.nodes[0].name.bytes = "arm"; }));
  ASSERT_NE(find(none, "I-UNKNOWN-NODE"), nullptr);
  EXPECT_EQ(find(none, "I-UNKNOWN-NODE")->severity, kW);

  const auto small = check_with_model(animation_of(
      [](Animation& x) { x.nodes[0].block_size = {{0, 0, {-4, -12, 0}}, {3, 0, {0, -13, 0}}}; }));
  ASSERT_NE(find(small, "W-SIZE-NEGATIVE"), nullptr);
  EXPECT_EQ(find(small, "W-SIZE-NEGATIVE")->path, "nodes[0].blockSize[1].delta");
  EXPECT_EQ(find(small, "W-SIZE-NEGATIVE")->severity, kW);
  const auto hidden =
      check_with_model(animation_of([](Animation& x) { x.nodes[0].scale = {{0, 0, {-1, 0, 0}}}; }));
  ASSERT_NE(find(hidden, "I-SCALE-ZERO"), nullptr);
  EXPECT_EQ(find(hidden, "I-SCALE-ZERO")->severity, kI);
}

TEST(CraftStudioCheck, AnimationIdsAgainstAProject) {
  Project project;
  project.kind = ProjectKind::data_package;
  Entry& entry = project.entries.emplace_back();
  entry.id = 2;
  entry.asset_type = static_cast<std::uint8_t>(AssetType::model_animation);
  entry.asset.emplace();
  const auto model = parse("csmodel", example_model());
  const auto findings = [&] {
    const ProjectDocument document(project);
    const Companion with[] = {{"p", {}, &document}};
    return check(*model, with);
  };
  EXPECT_EQ(find(findings(), "W-ANIM-MISSING"), nullptr);
  project.entries[0].asset->trashed = 1;
  const auto found = findings();
  ASSERT_NE(find(found, "W-ANIM-MISSING"), nullptr);
  EXPECT_EQ(find(found, "W-ANIM-MISSING")->offset, 0xca);
}

}  // namespace
}  // namespace anmkit::craftstudio::test
