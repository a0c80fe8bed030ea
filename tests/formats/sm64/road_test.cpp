// SPDX-License-Identifier: MIT
// Every spelling through glTF: what comes back untouched, what an edit changes, what is named as
// lost, and what becomes of scenes that are not ours (section 10.5).
#include "road.hpp"
#include "formats/sm64/document.hpp"
#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64::test {
namespace {

std::vector<Motion> motions_of(const Document& document, const Options& options = {}) {
  return static_cast<const MotionDocument&>(document).motions({}, options);
}

Options with(std::string name, std::string value = {}) {
  Options options;
  options.set(std::move(name), std::move(value));
  return options;
}

void expect_same_samples(const Motion& a, const Motion& b, const std::string& where) {
  ASSERT_EQ(channel_count(a), channel_count(b)) << where;
  for (std::size_t k = 0; k < channel_count(a); ++k) {
    for (int frame = 0; frame < std::max<int>(a.header.loopEnd, 1); ++frame)
      ASSERT_EQ(sample(a, k, frame), sample(b, k, frame)) << where << " " << k << " " << frame;
  }
}

const char* const kLua =
    "-- what the mod does\nif not network_is_server() then return end\n"
    "local PREFIX = 'mod_'\n"
    "smlua_anim_util_register_animation(PREFIX .. \"wave\", 0, 0, 0, 0, 2,\n"
    "  { 0, 0x4000, -3 }, -- values\n  { 1,0, 1,0, 1,0, 1,0, 1,0, 2,1 })\nprint(\"done\")\n";

TEST(Sm64Import, ScriptsKeepAllTheirText) {
  const Road one = road({{"sm64-c", to_bytes(kLua), "custom-anims.lua"}});
  EXPECT_EQ(one.text("custom-anims.lua"), kLua);
}

TEST(Sm64Import, EditedScriptsKeepTheRestOfTheirText) {
  Road one = road({{"sm64-c", to_bytes(kLua), "custom-anims.lua"}});
  bend(one.scene, 0, 0, 0, kPi / 4);
  std::string wanted = kLua;
  wanted.replace(wanted.find("0x4000"), 6, "0x6000");
  EXPECT_EQ(one.text("custom-anims.lua"), wanted);
}

// Names of animations that variables hold: strings, parts of them, members of tables.
TEST(Sm64Import, ScriptsMayStoreNamesInVariables) {
  const std::string tail = ", 0, 0, 0, 0, 2, { 0, 0x4000 }, { 1,0, 1,0, 1,0, 2,0, 1,0, 1,0 })\n";
  const std::string call = "smlua_anim_util_register_animation(";
  const std::string text =
      "NAME = \"wave\"\nlocal M = { nod = 'nod', n = 3 }\nM.jump = NAME .. '_jump'\n" + call +
      "NAME" + tail + call + "M.nod" + tail + call + "M.jump" + tail + call + "'a' .. \"b\"" + tail;
  Diagnostics diagnostics;
  const auto file = parse_lua(text, diagnostics);
  ASSERT_TRUE(file.has_value());
  EXPECT_FALSE(diagnostics.has_errors());
  std::vector<std::string> names;
  for (const CHeader& header : file->headers)
    names.push_back(header.name);
  EXPECT_EQ(names, (std::vector<std::string>{"wave", "nod", "wave_jump", "ab"}));
  const auto computed =
      parse_lua("NAME = 'a'\nNAME = make()\n" + call + "NAME" + tail, diagnostics);
  ASSERT_TRUE(computed.has_value());
  EXPECT_TRUE(diagnostics.has_errors()) << "the last value counts, which is computed";
}

// What flags keep from being drawn (section 3) is not in the scene; it comes back all the same.
TEST(Sm64Import, RoundTripsHiddenRootMotion) {
  for (const int flags : {0x08, 0x10, 0x40, 0x18}) {
    const std::string text = example_c("flags", std::to_string(flags));
    const auto before = parse("sm64-c", to_bytes(text), "x.inc.c");
    for (const char* id : {"sm64-c", "sm64-dma", "sm64-anim"}) {
      const Road bare = road({{"sm64-c", to_bytes(text), "x.inc.c"}}, false);
      const auto made = parse(id, bare.bytes(id), "x.inc.c");
      ASSERT_TRUE(made->document) << id;
      const Motion now = motions_of(*made->document).front();
      EXPECT_EQ(now.header.flags, flags);
      expect_same_samples(motions_of(*before->document).front(), now, id);
    }
  }
}

TEST(Sm64Import, EditingHiddenRootMotionIsALoss) {
  const std::string text = example_c("flags", "8");  // only Y is drawn
  Road one = road({{"sm64-c", to_bytes(text), "x.inc.c"}});
  shift(one.scene, 0, 0, {25, 0, 0});
  ConversionReport report;
  const auto made = one.back("sm64-c", report);
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(as_text(*made), text);
  const auto found = report.diagnostics.finish();
  const Diagnostic* loss = find(found, "W-LOSS");
  ASSERT_NE(loss, nullptr);
  EXPECT_NE(loss->message.find("translation X"), std::string::npos) << loss->message;
  EXPECT_NE(loss->message.find("25.0"), std::string::npos) << loss->message;
}

// sm64coopdx, section 11: two parts of six channels.
std::string coopdx_text() {
  return "static const s16 x_values[] = {\n    0x0000, 0x0064, 0x0078, 0x0010, 0x0020, 0x1000, "
         "0x2000,\n};\n\nstatic const u16 x_indices[] = {\n"
         "    0x0001, 0x0000, 0x0002, 0x0001, 0x0001, 0x0000, 0x0001, 0x0000, 0x0001, 0x0000, "
         "0x0002, 0x0005,\n    0x0002, 0x0003, 0x0001, 0x0000, 0x0001, 0x0004, 0x0001, 0x0000, "
         "0x0001, 0x0000, 0x0001, 0x0005,\n};\n\nstatic const struct Animation x = {\n"
         "    256,\n    0,\n    0,\n    0,\n    0x02,\n    3,\n    x_values,\n    x_indices,\n"
         "    0,\n};\n";
}

TEST(Sm64Import, RoundTripsTranslationsOfParts) {
  const Options coopdx = with("coopdx");
  const File file{"sm64-c", to_bytes(coopdx_text()), "x.inc.c"};
  EXPECT_EQ(road({file}, true, coopdx).text(), coopdx_text());
  const auto before = parse("sm64-c", file.bytes, "x.inc.c", coopdx);
  EXPECT_EQ(before->document->info().nodes.size(), 2u) << "as many parts as are drawn";
  // Without the file, and after an edit of the second part's place.
  const Road bare = road({file}, false, coopdx);
  const auto made = parse("sm64-c", bare.bytes("sm64-c"), "x.inc.c");
  const Motion old = motions_of(*before->document, coopdx).front();
  Motion now = motions_of(*made->document, coopdx).front();
  EXPECT_EQ(now.header.flags, 256);
  expect_same_samples(old, now, "without the file");
  Road edited = road({file}, true, coopdx);
  shift(edited.scene, 0, 1, {0, 7, 0});
  const auto again = parse("sm64-c", edited.bytes("sm64-c"), "x.inc.c");
  now = motions_of(*again->document, coopdx).front();
  EXPECT_EQ(sample(now, 7, 0), 7);
  EXPECT_EQ(sample(now, 6, 1), sample(old, 6, 1));
  EXPECT_EQ(sample(now, 8, 1), sample(old, 8, 1));
}

// No object of what is written has two members of one name.
void expect_no_repeated_key(JsonValue value, const std::string& path) {
  std::set<std::string> keys;
  for (JsonValue one = value.first(); one; one = one.next()) {
    if (value.is(JsonKind::object)) {
      EXPECT_TRUE(keys.insert(std::string(one.key())).second) << path << "." << one.key();
    }
    expect_no_repeated_key(one, path + "." + std::string(one.key()));
  }
}

TEST(Sm64Import, WrittenJsonHasNoDuplicates) {
  for (const auto& [field, value] : {std::pair("loopStart", "5"), std::pair("loopStart", "1"),
                                     std::pair("flags", "1"), std::pair("flags", "64")}) {
    const std::string text = example_c(field, value);
    const auto loaded = parse("sm64-c", to_bytes(text), "x.inc.c");
    Diagnostics unused;
    const auto scene = loaded->document->to_scene({}, {{}, Options{}}, unused);
    ConversionReport report;
    GltfWriteOptions options;
    options.binary = false;
    const auto file = write_gltf(*scene, options, report);
    ASSERT_TRUE(file.has_value());
    const auto json = JsonDocument::parse(as_text(*file));
    ASSERT_TRUE(json.has_value());
    expect_no_repeated_key(json->root(), "");
    EXPECT_EQ(road({{"sm64-c", to_bytes(text), "x.inc.c"}}).text(), text) << field << value;
    const Road bare = road({{"sm64-c", to_bytes(text), "x.inc.c"}}, false);
    const auto made = parse("sm64-c", bare.bytes("sm64-c"), "x.inc.c");
    EXPECT_EQ(motions_of(*made->document).front().header.loopStart,
              motions_of(*loaded->document).front().header.loopStart);
  }
}

TEST(Sm64Import, RoundTripsClipsWithoutMotion) {
  const std::string still =
      "static const s16 x_values[] = {\n    0x0000,\n};\n\nstatic const u16 x_indices[] = {\n    "
      "0x0001, 0x0000, 0x0001, 0x0000, 0x0001, 0x0000, 0x0001, 0x0000, 0x0001, 0x0000, 0x0001, "
      "0x0000,\n};\n\nstatic const struct Animation x = {\n    0,\n    0,\n    0,\n    0,\n    "
      "END,\n"
      "    ANIMINDEX_NUMPARTS(x_indices),\n    x_values,\n    x_indices,\n    0,\n};\n";
  for (const char* end : {"0x14", "0x01", "0x00", "-3"}) {
    std::string text = still;
    text.replace(text.find("END"), 3, end);
    EXPECT_EQ(road({{"sm64-c", to_bytes(text), "x.inc.c"}}).text(), text) << end;
    // Nothing but the header tells how long it is.
    const Road bare = road({{"sm64-c", to_bytes(text), "x.inc.c"}}, false);
    const auto made = parse("sm64-c", bare.bytes("sm64-c"), "x.inc.c");
    const auto before = parse("sm64-c", to_bytes(text), "x.inc.c");
    EXPECT_EQ(motions_of(*made->document).front().header.loopEnd,
              motions_of(*before->document).front().header.loopEnd);
  }
}

TEST(Sm64Import, MissingLayoutsAreErrors) {
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  Diagnostics unused;
  const Options options = with("geo", "nope");
  const auto scene = loaded->document->to_scene({}, {{}, options}, unused);
  ASSERT_FALSE(scene.has_value());
  EXPECT_EQ(scene.error().code, kBadOption);
  ConversionReport report;
  const Road one = road({{"sm64-c", to_bytes(example_c()), "x.inc.c"}});
  EXPECT_FALSE(one.back("sm64-c", report, {}, options).has_value());
}

// Each call's error is its own, whatever is in the list already.
TEST(Sm64Import, EachBadFileReportsItsOwnError) {
  Diagnostics list;
  const auto first = parse_c("struct Animation a = { 1, 2", list);
  const auto second = parse_c("\n\nstruct Animation a[] = { @ }", list);
  ASSERT_FALSE(first.has_value());
  ASSERT_FALSE(second.has_value());
  EXPECT_NE(first.error().message, second.error().message);
  EXPECT_EQ(second.error().offset, 30u) << second.error().message;
  const auto saturn = parse_saturn("{\"looping\":1}", list);
  ASSERT_FALSE(saturn.has_value());
  EXPECT_NE(saturn.error().message, first.error().message);
  const auto lua = parse_lua("smlua_anim_util_register_animation(1 2", list);
  ASSERT_FALSE(lua.has_value());
  EXPECT_NE(lua.error().message, first.error().message);
}

// ---- Scenes that are not ours ----

// Armature (a tenth of the size) > hips > [leg, spine > head]; a camera and a mesh holder besides,
// and nodes in no good order.
Scene foreign() {
  Scene scene;
  scene.up = UpAxis::z_up;
  scene.metres_per_unit = 1;
  const auto add = [&](const char* name, std::int32_t parent, Vec3 at) -> Node& {
    Node& node = scene.nodes.emplace_back();
    node.name = name;
    node.parent = parent;
    node.id = static_cast<std::int64_t>(scene.nodes.size());
    node.rest.translation = at;
    return node;
  };
  add("head", 3, {0, 0, 3}).bind_matrix = Mat4{};
  add("camera", -1, {0, -9, 2}).camera = 0;
  add("Armature", -1, {0, 0, 0}).rest.scale = {0.1, 0.1, 0.1};
  add("spine", 4, {0, 0, 2}).bind_matrix = Mat4{};
  add("hips", 2, {0, 0, 10}).bind_matrix = Mat4{};
  add("leg", 4, {1, 0, 0}).bind_matrix = Mat4{};
  add("body", 2, {0, 0, 0}).mesh = 0;
  scene.cameras.emplace_back();
  scene.meshes.emplace_back();
  Clip& clip = scene.clips.emplace_back();
  clip.name = "walk";
  clip.rate = 30;
  clip.duration = 2;
  const auto turn = [&](std::uint32_t node, double angle) {
    Track& track = clip.tracks.emplace_back();
    track.node = node;
    track.property = Property::rotation;
    track.interpolation = Interpolation::slerp;
    for (const double share : {0.0, 1.0, 0.0}) {
      const Quat q = from_axis_angle({0, 0, 1}, angle * share);
      track.times.push_back(static_cast<double>(track.times.size()));
      track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
    }
  };
  turn(4, 0.5);
  turn(3, 0.25);
  turn(0, 1.0);
  turn(5, -0.5);
  Track& move = clip.tracks.emplace_back();
  move.node = 4;
  move.times = {0, 1, 2};
  move.values = {0, 0, 10, 5, 0, 10, 0, 0, 10};
  return scene;
}

TEST(Sm64Foreign, JointsBecomePartsDepthFirst) {
  Road one;
  one.scene = foreign();
  ConversionReport report;
  const auto bytes = one.back("sm64-c", report);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  const auto made = parse("sm64-c", *bytes, "x.inc.c");
  const Motion motion = motions_of(*made->document).front();
  ASSERT_EQ(part_count(motion), 4u) << "no camera, no armature, no mesh";
  EXPECT_EQ(motion.header.loopEnd, 2);
  // Ten units up a tenth of a metre each: 1 m, 100 units; half a metre to the side.
  EXPECT_EQ(sample(motion, 0, 0), 0);
  EXPECT_EQ(sample(motion, 1, 0), 100);
  EXPECT_EQ(sample(motion, 0, 1), 50);
  // hips, spine, head, leg rotate about what was z and is y now.
  const double radians[] = {0.5, 0.25, 1.0, -0.5};
  for (std::size_t part = 0; part < 4; ++part) {
    EXPECT_NEAR(sample(motion, rotation_channel(motion, part) + 1, 1), radians[part] * 32768 / kPi,
                1)
        << part;
    EXPECT_EQ(sample(motion, rotation_channel(motion, part), 1), 0) << part;
  }
  EXPECT_EQ(find(report.diagnostics.finish(), "W-LOSS"), nullptr);
}

TEST(Sm64Foreign, ALayoutDecidesTheOrderOfItsParts) {
  const std::string layout =
      "const GeoLayout body[] = {\nGEO_NODE_START(),\nGEO_OPEN_NODE(),\n"
      "GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, hips),\nGEO_OPEN_NODE(),\n"
      "GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 10, 0, leg),\n"
      "GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 20, 0, spine),\nGEO_OPEN_NODE(),\n"
      "GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 30, 0, head),\nGEO_CLOSE_NODE(),\nGEO_CLOSE_NODE(),\n"
      "GEO_CLOSE_NODE(),\nGEO_END(),\n};\n";
  Road one;
  one.scene = foreign();
  ConversionReport report;
  const Bytes geo = to_bytes(layout);
  const Companion companion{"geo.inc.c", geo, nullptr};
  const auto bytes = one.back("sm64-c", report, {}, {}, {&companion, 1});
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  const auto made = parse("sm64-c", *bytes, "x.inc.c");
  const Motion motion = motions_of(*made->document).front();
  const double radians[] = {0.5, -0.5, 0.25, 1.0};
  ASSERT_EQ(part_count(motion), 4u);
  for (std::size_t part = 0; part < 4; ++part) {
    EXPECT_NEAR(sample(motion, rotation_channel(motion, part) + 1, 1), radians[part] * 32768 / kPi,
                1)
        << part;
  }
}

// Without skins: hips > holder > chest > [holder > holder > head, empty], all but "empty" with
// meshes or above them; "view" turns and contains a camera, "lamp" is a light that moves.
Scene rigid() {
  Scene scene = foreign();
  scene.clips[0].tracks.clear();
  scene.nodes.clear();
  const auto add = [&](const char* name, std::int32_t parent, bool mesh, Vec3 at) -> Node& {
    Node& node = scene.nodes.emplace_back();
    node.name = name;
    node.parent = parent;
    node.id = static_cast<std::int64_t>(scene.nodes.size());
    node.mesh = mesh ? 0 : -1;
    node.rest.translation = at;
    return node;
  };
  add("head", 1, true, {0, 0, 3});
  add("inner", 2, false, {0, 0, 1});
  add("outer", 3, false, {0, 0, 1});
  add("chest", 4, true, {0, 0, 1});
  add("holder", 5, false, {0, 0, 1});
  add("hips", -1, true, {});
  add("view", 5, false, {});
  add("eye", 6, false, {}).camera = 0;
  add("lamp", 5, false, {}).extensions = R"({"KHR_lights_punctual":{"light":0}})";
  Clip& clip = scene.clips[0];
  for (const std::uint32_t node : {0u, 3u, 5u, 6u, 8u}) {
    Track& track = clip.tracks.emplace_back();
    track.node = node;
    track.property = Property::rotation;
    track.interpolation = Interpolation::slerp;
    const Quat q = from_axis_angle({0, 0, 1}, 0.1 * (node + 1));
    track.times = {0, 1};
    track.values = {0, 0, 0, 1, q.x, q.y, q.z, q.w};
  }
  return scene;
}

TEST(Sm64Foreign, HoldersAndViewsAreNotParts) {
  Road one;
  one.scene = rigid();
  // A key that changes nothing does not make a part.
  Track& still = one.scene.clips[0].tracks.emplace_back();
  still.node = 4;
  still.times = {0};
  still.values = {0, 0, 1};
  ConversionReport report;
  const auto bytes = one.back("sm64-c", report);
  ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
  const auto made = parse("sm64-c", *bytes, "x.inc.c");
  const Motion motion = motions_of(*made->document).front();
  ASSERT_EQ(part_count(motion), 3u) << "hips, chest, head";
  const double radians[] = {0.6, 0.4, 0.1};
  for (std::size_t part = 0; part < 3; ++part)
    EXPECT_NEAR(sample(motion, rotation_channel(motion, part) + 1, 1), radians[part] * 32768 / kPi,
                1)
        << part;
  EXPECT_EQ(report.nodes, (std::vector<std::size_t>{5, 3, 0}));
  // One that moves, and one that contains two, are parts.
  one.scene.clips[0].tracks.back() = one.scene.clips[0].tracks.front();
  one.scene.clips[0].tracks.back().node = 2;
  one.scene.nodes[1].parent = 4;
  const auto more = one.back("sm64-c", report);
  ASSERT_TRUE(more.has_value()) << more.error().message;
  EXPECT_EQ(part_count(motions_of(*parse("sm64-c", *more, "x.inc.c")->document).front()), 5u);
}

TEST(Sm64Foreign, CamerasAreNotParts) {
  Road one;
  one.scene = rigid();
  one.scene.nodes.erase(one.scene.nodes.begin(), one.scene.nodes.begin() + 6);
  one.scene.nodes.resize(2);
  one.scene.nodes[0].parent = -1;
  one.scene.nodes[1].parent = 0;
  one.scene.clips[0].tracks.resize(1);
  ConversionReport report;
  ASSERT_TRUE(one.back("sm64-c", report).has_value());
  EXPECT_EQ(report.nodes, std::vector<std::size_t>{2}) << "behind the last: none of them";
}

TEST(Sm64Foreign, ReportsAndMeasuresLosses) {
  Road one;
  one.scene = foreign();
  Track& move = one.scene.clips[0].tracks.emplace_back();
  move.node = 0;
  move.times = {0, 1};
  move.values = {0, 0, 3, 0, 2, 3};
  Track& grow = one.scene.clips[0].tracks.emplace_back();
  grow.node = 5;
  grow.property = Property::scale;
  grow.times = {0, 1};
  grow.values = {1, 1, 1, 2, 2, 2};
  ConversionReport report;
  ASSERT_TRUE(one.back("sm64-c", report).has_value());
  std::string text;
  for (const Diagnostic& loss : report.diagnostics.finish())
    text += loss.code + " " + loss.message + "\n";
  EXPECT_NE(text.find("translation of 'head' moves it by up to 20.0"), std::string::npos) << text;
  EXPECT_NE(text.find("scale of 'leg'"), std::string::npos) << text;
  double head = 0;
  for (const FitLine& line : report.fits) {
    if (line.what == "walk: node head, position") head = line.error;
  }
  EXPECT_NEAR(head, 20, 0.01) << "a tenth of two metres, in units of a centimetre";
}

}  // namespace
}  // namespace anmkit::sm64::test
