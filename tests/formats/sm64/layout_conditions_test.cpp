// SPDX-License-Identifier: MIT
// Geo layouts, one thing at a time (section 8.1): what a text or bytes must have, what each command
// makes, how branches are followed, and what is no layout.
#include "formats/sm64/document.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/geo_text.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

// ---- Text ----

std::size_t layouts_in(const std::string& text) {
  const auto found = read_geo_definitions(text);
  EXPECT_TRUE(found) << text;
  return found ? found->size() : 99;
}

TEST(Sm64Layouts, Definitions) {
  EXPECT_EQ(layouts_in("const GeoLayout g[] = { GEO_END(), };"), 1u);
  EXPECT_EQ(layouts_in("GeoLayout g[2 ] = { GEO_END() GEO_END, };"), 1u);
  for (const std::string none : {"", "GeoLayout", "GeoLayout 5[] = {", "extern GeoLayout g[];",
                                 "extern const GeoLayout g[4], h[];", "int GeoLayoutX;"})
    EXPECT_EQ(layouts_in(none), 0u) << none;
  for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
           {"GeoLayout g[] = 5;", "'{'"},
           {"GeoLayout g[] = { 5 };", "a command or '}'"},
           {"GeoLayout g[] = { GEO_END(),", "a command or '}'"},
           {"GeoLayout g[] = { GEO_SCALE(0, 1 };", "')'"},
           {"GeoLayout g[] = { GEO_SCALE(0, 1;", "')'"},
           {"GeoLayout g[] = { GEO_SCALE(0, (1)", "')'"},
       }) {
    const auto found = read_geo_definitions(text);
    ASSERT_FALSE(found) << text;
    EXPECT_EQ(found.error().code, "sm64.E-CSYNTAX") << text;
    EXPECT_EQ(found.error().message, "expected " + wanted + " in a geo layout") << text;
  }
}

std::optional<GeoNode> node(const std::string& command) {
  static std::vector<std::unique_ptr<std::string>> kept;
  const auto& text =
      *kept.emplace_back(std::make_unique<std::string>("GeoLayout g[] = { " + command + " };"));
  const auto found = read_geo_definitions(text);
  EXPECT_TRUE(found) << command;
  return found ? node_of(found->at(0).commands.at(0)) : std::nullopt;
}

TEST(Sm64Layouts, Commands) {
  for (const std::string nothing :
       {"GEO_NOP_1A()", "GEO_UPDATE_NODE_FLAGS(0, 1)", "GEO_ASSIGN_AS_VIEW(1)", "GEO_COPY_VIEW(1)"})
    EXPECT_FALSE(node(nothing)) << nothing;
  for (const std::string other : {"GEO_NODE_START()", "GEO_CULLING_RADIUS(300)",
                                  "GEO_BACKGROUND(1, f)", "GEO_ZBUFFER(1)", "GEO_CAMERA(1, 2, 3)"})
    EXPECT_EQ(node(other)->kind, GeoKind::other) << other;
  const auto unknown = node("GEO_SOMETHING(1)");
  EXPECT_EQ(unknown->kind, GeoKind::unknown);
  EXPECT_EQ(unknown->function, "GEO_SOMETHING");
  const auto bone = node("GEO_BONE(LAYER_ALPHA, 1, 2, 3, 4, 5, 6, &list)");
  EXPECT_EQ(bone->kind, GeoKind::part);
  EXPECT_EQ(bone->layer, 4);
  EXPECT_EQ(bone->translation, (std::array<std::int32_t, 3>{1, 2, 3}));
  EXPECT_EQ(bone->rotation, (std::array<std::int32_t, 3>{4, 5, 6}));
  EXPECT_EQ(bone->display_list, "list");
  for (const std::string none : {"NULL", "0"})
    EXPECT_EQ(node("GEO_ANIMATED_PART(1, 0, 0, 0, " + none + ")")->display_list, "") << none;
  EXPECT_EQ(node("GEO_ANIMATED_PART(1, 0, 0, 0)")->display_list, "");
  EXPECT_EQ(node("GEO_DISPLAY_LIST(LAYER_OF_A_HACK, d)")->layer, 1);
  EXPECT_EQ(node("GEO_DISPLAY_LIST(6, d)")->layer, 6);
  EXPECT_EQ(node("GEO_DISPLAY_LIST()")->layer, 1);
  EXPECT_EQ(node("GEO_SCALE_WITH_DL(1, 32768, d)")->scale, (std::array{0.5, 0.5, 0.5}));
  EXPECT_EQ(node("GEO_SCALE_WITH_DL(1, X, d)")->scale[0], 0);
  EXPECT_EQ(node("GEO_BILLBOARD_WITH_PARAMS(1, 2, 3, 4)")->kind, GeoKind::billboard);
  EXPECT_TRUE(node("GEO_TRANSLATE(1, 2, 3, 4)")->translate_rotate);
  EXPECT_FALSE(node("GEO_TRANSLATE_NODE(1, 2, 3, 4)")->translate_rotate);
  EXPECT_EQ(node("GEO_ROTATION_NODE(1, 2, 3, 4)")->rotation[2], 4);
  EXPECT_EQ(node("GEO_ROTATE_Y_WITH_DL(1, 90, d)")->rotation[1], 90);
  EXPECT_EQ(node("GEO_TRANSLATE_WITH_DL(1, 2, 3, 4, d)")->display_list, "d");
  EXPECT_EQ(node("GEO_SWITCH_CASE(3, pick)")->function, "pick");
  EXPECT_EQ(node("GEO_RENDER_RANGE(-100, 500)")->first, -100);
  EXPECT_EQ(node("GEO_ASM(1, f)")->function, "f");
  EXPECT_EQ(node("GEO_HELD_OBJECT(0, 0, 0, 0, f)")->kind, GeoKind::held_object);
  EXPECT_EQ(node("GEO_SHADOW(1, 2, 3)")->kind, GeoKind::shadow);
}

// The display lists of a layout of a text, in drawing order, and the messages.
struct Drawn {
  std::string lists, said;
};
Drawn drawn(const std::string& text, const std::vector<std::string_view>& others = {}) {
  Diagnostics diagnostics;
  const auto all = parse_geo_c(text, others, diagnostics);
  Drawn made;
  for (const Diagnostic& one : diagnostics.finish())
    made.said += one.message + ";";
  if (!all) return made;
  for (const GeoNode& one : all->at(0).nodes)
    made.lists += one.display_list;
  return made;
}
std::string part(const std::string& name) {
  return "GEO_DISPLAY_LIST(1, " + name + "), ";
}
std::string layout(const std::string& name, const std::string& commands) {
  return "GeoLayout " + name + "[] = { " + commands + "};\n";
}

TEST(Sm64Layouts, Branches) {
  const std::string b = layout("b", part("B") + "GEO_RETURN(), " + part("X"));
  EXPECT_EQ(drawn(layout("a", part("A") + "GEO_BRANCH(1, b), " + part("C")) + b).lists, "ABC");
  EXPECT_EQ(drawn(layout("a", part("A") + "GEO_BRANCH(0, b), " + part("C")) + b).lists, "AB");
  // A call ends at GEO_RETURN and at its end; GEO_END ends all but what a link called.
  const std::string ended = layout("b", part("B") + "GEO_END(), " + part("X"));
  EXPECT_EQ(drawn(layout("a", "GEO_BRANCH(1, b), " + part("C")) + ended).lists, "B");
  EXPECT_EQ(drawn(layout("a", "GEO_BRANCH_AND_LINK(b), " + part("C")) + ended).lists, "BC");
  EXPECT_EQ(drawn(layout("a", "GEO_BRANCH_AND_LINK(c), " + part("D")) +
                  layout("c", "GEO_BRANCH(1, b), " + part("C")) + ended)
                .lists,
            "BD");
  EXPECT_EQ(drawn(layout("a", part("A") + "GEO_NOP_1A(), " + part("B"))).lists, "AB");
  // Into other files, of which some are broken; and to nothing.
  EXPECT_EQ(drawn(layout("a", "GEO_BRANCH(1, b), "), {"GeoLayout c[] = 5;", b}).lists, "B");
  EXPECT_EQ(drawn(layout("a", "GEO_BRANCH(1, none), " + part("C") + "GEO_END()")).said,
            "branch to the layout 'none', which is not known;");
  EXPECT_EQ(drawn(layout("a", "GEO_BRANCH(1), GEO_BRANCH_AND_LINK(), GEO_END(), ")).said,
            "GEO_BRANCH expects 2 arguments and has 1;GEO_BRANCH_AND_LINK expects 1 argument and "
            "has 0;branch to the layout '', which is not known;branch to the layout '', which is "
            "not known;");
  EXPECT_EQ(drawn(layout("a", "GEO_BRANCH(1, a), GEO_END(), ")).said,
            "branches call each other without end;");
  EXPECT_NE(
      drawn(layout("a", part("A") + "GEO_BRANCH(0, a), ")).said.find("branches repeat too much"),
      std::string::npos);
}

// ---- Bytes ----

Result<std::vector<GeoLayout>> parsed(std::string_view bytes) {
  Diagnostics unused;
  return parse_geo_binary(hex(bytes), unused);
}
std::string error(std::string_view bytes) {
  const auto found = parsed(bytes);
  return found ? "" : found.error().code + "@" + std::to_string(found.error().offset.value_or(99));
}

TEST(Sm64Layouts, BinaryCommands) {
  EXPECT_EQ(error("01000000"), "");
  EXPECT_EQ(error(""), "sm64.E-TRUNC@0");
  EXPECT_EQ(error("0000"), "sm64.E-TRUNC@0");
  EXPECT_EQ(error("25000000"), "sm64.E-CSYNTAX@0");
  EXPECT_EQ(error("FF000000"), "sm64.E-CSYNTAX@0");
  EXPECT_EQ(error("10400000"), "sm64.E-CSYNTAX@0");  // no such kind of place
  EXPECT_EQ(error("1D000000 000080"), "sm64.E-TRUNC@0");
  EXPECT_EQ(error("1D800000 00008000 01000000"), "sm64.E-TRUNC@12");
  // A frustum has a function's address when its flag specifies it.
  EXPECT_EQ(error("0A000000 00000000 01000000"), "");
  EXPECT_EQ(error("0A010000 00000000 01000000 01000000"), "");
  EXPECT_EQ(error("0A010000 00000000 01000000"), "sm64.E-TRUNC@12");
  // Commands that make nothing.
  for (const std::string nothing : {"06000000", "1A000000 00000000", "1E000000 00000000"}) {
    const auto found = parsed(nothing + "01000000");
    ASSERT_TRUE(found) << nothing;
    EXPECT_TRUE(found->at(0).nodes.empty()) << nothing;
  }
  // Places: all, movement, rotation, rotation about Y.
  const auto place = [](std::string_view bytes) { return parsed(bytes)->at(0).nodes.at(0); };
  const auto all = place("10000000 0001 0002 0003 0004 0005 0006 01000000");
  EXPECT_EQ(all.translation, (std::array<std::int32_t, 3>{1, 2, 3}));
  EXPECT_EQ(all.rotation, (std::array<std::int32_t, 3>{4, 5, 6}));
  EXPECT_EQ(place("10100001 00020003 01000000").translation[2], 3);
  EXPECT_EQ(place("10200001 00020003 01000000").rotation[2], 3);
  EXPECT_EQ(place("1030005A 01000000").rotation[1], 90);
  EXPECT_EQ(place("11800001 00020003 07000010 01000000").display_list, "0x7000010");
  EXPECT_EQ(place("15000000 00000000 01000000").display_list, "");
}

TEST(Sm64Layouts, BinaryBranches) {
  EXPECT_EQ(error("02010000 00000100 01000000"), "sm64.E-PTR@0");  // outside the file
  EXPECT_EQ(error("02010000 00000000 01000000"), "sm64.E-PTR@0");  // without end
  const auto kinds = [](std::string_view bytes) {
    const auto layouts = parsed(bytes);
    std::string text;
    for (const GeoNode& node : layouts->at(0).nodes)
      text += node.kind == GeoKind::shadow ? 's' : node.kind == GeoKind::held_object ? 'h' : '.';
    return text;
  };
  const std::string shadow = "16000000 00000000", held = "1C000000 00000000 00000000";
  // A jump; a call that returns; a call whose end ends all; a link whose end comes back.
  EXPECT_EQ(kinds("02000000 00000014" + held + shadow + "01000000"), "s");
  EXPECT_EQ(kinds("02010000 0000000C 01000000" + shadow + "03000000"), "s");
  EXPECT_EQ(kinds("02010000 00000018" + held + "01000000" + shadow + "03000000"), "sh");
  EXPECT_EQ(kinds("02010000 00000018" + held + "01000000" + shadow + "01000000"), "s");
  EXPECT_EQ(kinds("00000000 00000018" + held + "01000000" + shadow + "01000000"), "sh");
}

// Bytes without a signature: all of them commands, and a part among them.
TEST(Sm64Layouts, WhichBytesAreALayout) {
  const std::string part = "13000000 00000000 00000000";
  EXPECT_TRUE(is_geo_binary(hex(part + "01000000")));
  EXPECT_FALSE(is_geo_binary(hex(part + "010000")));
  EXPECT_FALSE(is_geo_binary(hex(part + "01000000 01000000")));  // something after the end
  EXPECT_FALSE(is_geo_binary(hex("1C000000 00000000 00000000 01000000")));  // no part
  EXPECT_FALSE(is_geo_binary(hex("FF000000 00000000 00000000 01000000")));
  EXPECT_FALSE(is_geo_binary(Bytes(0x10004)));
}

TEST(Sm64Layouts, AddressesInSegments) {
  SegmentImage image;
  image.bytes = hex("01000000 16000000 00000000 01000000");
  image.own_size = 16;
  image.ends = {16};
  image.segments.push_back({1, 0, "x"});
  const auto nodes = [&](std::string_view address) {
    const auto found = read_geo_at(image, address);
    return found ? static_cast<int>(found->nodes.size()) : -1;
  };
  EXPECT_EQ(nodes("0x01000004"), 1);
  EXPECT_EQ(nodes("0x01000000"), 0);
  EXPECT_EQ(nodes(""), 0);
  EXPECT_EQ(nodes("name"), -1);
  EXPECT_EQ(nodes("0x02000000"), -1);
  EXPECT_EQ(nodes("0x01000008"), -1);  // a call into itself
}

}  // namespace
}  // namespace anmkit::sm64::test
