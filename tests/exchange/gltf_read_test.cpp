// SPDX-License-Identifier: MIT
// Files from elsewhere: what glTF allows, and what nobody should send.
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "anmkit/gltf.hpp"
#include "core/bytes.hpp"
#include "exchange/random_scene.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

using Json = nlohmann::json;

// A triangle strip of four vertices under a moving node, written by hand from the glTF
// specification; the buffer contains positions, indices, times and translations.
Json small_file() {
  LittleWriter data;
  for (const float f : {0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 1.0F, 1.0F, 0.0F})
    data.put(f);
  for (std::uint16_t i = 0; i < 4; ++i)
    data.put(i);
  for (const float f : {0.0F, 0.5F})
    data.put(f);
  for (const float f : {0.0F, 0.0F, 0.0F, 3.0F, 0.0F, 0.0F})
    data.put(f);
  const Bytes bytes = data.take();
  return {
      {"asset", {{"version", "2.0"}}},
      {"scenes", {{{"nodes", {0}}}}},
      {"nodes",
       {{{"name", "root"}, {"children", {1}}},
        {{"name", "leaf"}, {"mesh", 0}, {"translation", {0, 2, 0}}}}},
      {"meshes",
       {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}, {"mode", 5}}}}}}},
      {"animations",
       {{{"name", "slide"},
         {"samplers", {{{"input", 2}, {"output", 3}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}}}}},
      {"accessors",
       {{{"bufferView", 0}, {"componentType", 5126}, {"count", 4}, {"type", "VEC3"}},
        {{"bufferView", 1}, {"componentType", 5123}, {"count", 4}, {"type", "SCALAR"}},
        {{"bufferView", 2}, {"componentType", 5126}, {"count", 2}, {"type", "SCALAR"}},
        {{"bufferView", 2},
         {"byteOffset", 8},
         {"componentType", 5126},
         {"count", 2},
         {"type", "VEC3"}}}},
      {"bufferViews",
       {{{"buffer", 0}, {"byteLength", 48}},
        {{"buffer", 0}, {"byteOffset", 48}, {"byteLength", 8}},
        {{"buffer", 0}, {"byteOffset", 56}, {"byteLength", 32}}}},
      {"buffers",
       {{{"byteLength", bytes.size()},
         {"uri", "data:application/octet-stream;base64," + to_base64(bytes)}}}}};
}

Result<Scene> read(const Json& json, double rate = 0) {
  return read_gltf(to_bytes(json.dump()), rate);
}

// Two nodes, the second below the first, and a turn by 90 degrees of one of them from frame 0
// to 15.
Json turning_file(const Json& first, const Json& second, int turned, const Quat& from,
                  const Quat& to) {
  LittleWriter data;
  for (const double f : {0.0, 0.5, from.x, from.y, from.z, from.w, to.x, to.y, to.z, to.w})
    data.put(static_cast<float>(f));
  Json json = small_file();
  json.erase("meshes");
  json["nodes"] = {first, second};
  json["animations"][0]["channels"][0]["target"] = {{"node", turned}, {"path", "rotation"}};
  json["animations"][0]["samplers"][0] = {{"input", 0}, {"output", 1}};
  json["accessors"] = {
      {{"bufferView", 0}, {"componentType", 5126}, {"count", 2}, {"type", "SCALAR"}},
      {{"bufferView", 0},
       {"byteOffset", 8},
       {"componentType", 5126},
       {"count", 2},
       {"type", "VEC4"}}};
  const Bytes bytes = data.take();
  json["bufferViews"] = {{{"buffer", 0}, {"byteLength", 40}}};
  json["buffers"] = {
      {{"byteLength", 40}, {"uri", "data:application/octet-stream;base64," + to_base64(bytes)}}};
  return json;
}

const double kHalf = std::sqrt(0.5);

// An editor laid the bone along another axis: a quarter rotation about z after the joint's own
// axes.
TEST(GltfRead, RestoresJointAxes) {
  const Json own = {{"part", "node"}, {"node", 0}, {"turn", {0, 0, 0, 1}}};
  const Json below = {{"part", "node"}, {"node", 1}, {"turn", {0, 0, 0, 1}}};
  const Quat z{0, 0, kHalf, kHalf}, x{kHalf, 0, 0, kHalf};
  const auto scene = read(turning_file({{"name", "arm"},
                                        {"rotation", {0, 0, kHalf, kHalf}},
                                        {"children", {1}},
                                        {"extras", {{"anmkit", own}}}},
                                       {{"name", "hand"},
                                        {"translation", {1, 0, 0}},
                                        {"scale", {2, 3, 4}},
                                        {"extras", {{"anmkit", below}}}},
                                       0, z, z * x));
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_LT(angle_between(scene->nodes[0].rest.rotation, Quat{}), 1e-6);
  // The hand lay along the turned x: that is y in the axes that came back.
  EXPECT_LT(length(scene->nodes[1].rest.translation - Vec3{0, 1, 0}), 1e-6);
  EXPECT_LT(angle_between(scene->nodes[1].rest.rotation, Quat{}), 1e-6);
  EXPECT_LT(length(scene->nodes[1].rest.scale - Vec3{3, 2, 4}), 1e-6);
  // Turning about the editor's x is turning about y.
  double out[4] = {};
  evaluate(scene->clips[0].tracks[0], 15, out);
  EXPECT_LT(angle_between({out[0], out[1], out[2], out[3]}, Quat{0, kHalf, 0, kHalf}), 1e-6);
}

// A centre half a metre below its pivot, rotated by a quarter about z: the block turns around its
// centre, which stays where it was.
TEST(GltfRead, ARotatedCentreRotatesTheNode) {
  const Quat z{0, 0, kHalf, kHalf};
  const auto scene =
      read(turning_file({{"name", "arm.pivot"}, {"translation", {0, 1, 0}}, {"children", {1}}},
                        {{"name", "arm"}, {"translation", {0, -0.5, 0}}}, 1, {0, 0, 0, 1}, z));
  ASSERT_TRUE(scene) << scene.error().message;
  ASSERT_EQ(scene->nodes.size(), 1u);
  EXPECT_EQ(scene->nodes[0].rest.translation, (Vec3{0, 1, 0}));
  ASSERT_EQ(scene->clips[0].tracks.size(), 2u);
  for (const Track& track : scene->clips[0].tracks) {
    double out[4] = {};
    evaluate(track, 15, out);
    if (track.property == Property::rotation) {
      EXPECT_LT(angle_between({out[0], out[1], out[2], out[3]}, z), 1e-6);
    } else {
      ASSERT_EQ(track.property, Property::pivot);
      EXPECT_LT(length(Vec3{out[0], out[1], out[2]} - Vec3{-0.5, 0, 0}), 1e-6);
    }
  }
}

// What a file of ours says of its rate counts where it can be one; else 30 per second is the
// custom.
TEST(GltfRead, RejectsInvalidRates) {
  const auto clip = [](const Json& rate) {
    Json json = small_file();
    json["animations"][0]["extras"]["anmkit"] = {{"rate", rate}};
    const auto scene = read(json);
    EXPECT_TRUE(scene) << rate;
    return std::pair{scene->clips.at(0).rate, scene->clips[0].duration};
  };
  EXPECT_EQ(clip(60), (std::pair{60.0, 30.0})) << "half a second";
  EXPECT_EQ(clip(0.5), (std::pair{0.5, 0.25}));
  for (const double none : {0.0, -30.0, 1e-7, 1e7})
    EXPECT_EQ(clip(none), (std::pair{30.0, 15.0})) << none;
  EXPECT_EQ(clip("fast"), (std::pair{30.0, 15.0}));
}

TEST(GltfRead, ReadsAHandwrittenFile) {
  const auto scene = read(small_file());
  ASSERT_TRUE(scene) << scene.error().message;
  ASSERT_EQ(scene->nodes.size(), 2u);
  EXPECT_EQ(scene->nodes[1].name, "leaf");
  EXPECT_EQ(scene->nodes[1].parent, 0);
  EXPECT_EQ(scene->nodes[1].rest.translation, (Vec3{0, 2, 0}));
  ASSERT_EQ(scene->meshes.size(), 1u);
  const Primitive& strip = scene->meshes[0].primitives[0];
  EXPECT_EQ(strip.indices, (std::vector<std::uint32_t>{0, 1, 2, 1, 3, 2}));
  ASSERT_EQ(scene->clips.size(), 1u);
  EXPECT_EQ(scene->clips[0].rate, 30);
  EXPECT_EQ(scene->clips[0].duration, 15) << "half a second";
  double out[3] = {};
  evaluate(scene->clips[0].tracks[0], 5, out);
  EXPECT_NEAR(out[0], 1, 1e-6);
  EXPECT_EQ(read(small_file(), 60)->clips[0].duration, 30);
}

// GLTFLoader and GLTFExporter of three.js.
TEST(GltfRead, RestoresNamesThatThreeJsChanges) {
  const auto name = [](const char* written, const char* own) {
    Json json = small_file();
    json["nodes"][1]["name"] = written;
    json["nodes"][1]["extras"] = {{"name", own}};
    return read(json)->nodes[1].name;
  };
  EXPECT_EQ(name("Left_Arm01", "Left Arm.[01]"), "Left Arm.[01]");
  EXPECT_EQ(name("Bip01LArm", "Bip01:L/Arm"), "Bip01:L/Arm");
  EXPECT_EQ(name("Left_Arm_12", "Left Arm"), "Left Arm");
  EXPECT_EQ(name("Left_Arm_", "Left Arm"), "Left_Arm_");
  EXPECT_EQ(name("Left_Arm_1b", "Left Arm"), "Left_Arm_1b");
  EXPECT_EQ(name("Right_Arm", "Left Arm"), "Right_Arm");
}

TEST(GltfRead, ReadsStridedAccessors) {
  Json json = small_file();
  // From the fourth float on: 1 0 0, then, five floats later, 0 1 1.
  json["bufferViews"].push_back(
      {{"buffer", 0}, {"byteOffset", 12}, {"byteLength", 32}, {"byteStride", 20}});
  json["accessors"][3]["bufferView"] = 3;
  json["accessors"][3]["byteOffset"] = 0;
  const auto scene = read(json);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->clips[0].tracks[0].values, (std::vector<double>{1, 0, 0, 0, 1, 1}));
}

// KHR_mesh_quantization: the scale of a leaf that draws integers is the unit of its mesh.
TEST(GltfRead, DequantizationIsNotPartOfThePose) {
  Json json = small_file();
  json["extensionsUsed"] = json["extensionsRequired"] = {"KHR_mesh_quantization"};
  json["bufferViews"][0]["byteStride"] = 12;
  json["accessors"][0]["componentType"] = 5123;
  const double unit = 1.0 / 16256;  // 1.0F is 0x3F800000, whose upper half is 16256
  json["nodes"][1]["scale"] = {unit, unit, unit};
  const auto is_taken = [](const Json& file, double scale, float y) {
    const auto scene = read(file);
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_EQ(scene->nodes[1].rest.translation, (Vec3{0, 2, 0}));
    EXPECT_EQ(scene->nodes[1].rest.scale, (Vec3{scale, scale, scale}));
    EXPECT_EQ(scene->meshes[0].primitives[0].positions[1][1], y);
  };
  is_taken(json, 1, 1);
  // Two nodes of one unit share it; of two units they do not.
  Json two = json;
  two["nodes"][0]["children"] = {1, 2};
  two["nodes"].push_back(two["nodes"][1]);
  is_taken(two, 1, 1);
  two["nodes"][2]["scale"] = {1, 1, 1};
  is_taken(two, unit, 16256);
  // A pose: floats, an uneven scale, children, a scale that moves.
  Json floats = small_file();
  floats["nodes"][1]["scale"] = {2, 2, 2};
  is_taken(floats, 2, 0);
  Json below = json;
  below["nodes"].push_back({{"name", "below"}});
  below["nodes"][1]["children"] = {2};
  is_taken(below, unit, 16256);
  Json grows = json;
  grows["animations"][0]["channels"][0]["target"] = {{"node", 1}, {"path", "scale"}};
  is_taken(grows, unit, 16256);
  Json uneven = json;
  uneven["nodes"][1]["scale"] = {unit, unit, 1};
  const auto scene = read(uneven);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->meshes[0].primitives[0].positions[1][1], 16256.0F);
}

TEST(GltfRead, SparseAccessorsReplaceValues) {
  Json file = small_file();
  // One replaced position: index 3 of the indices (value 3), its place is that of translation 1.
  file["accessors"][0]["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", 1}, {"byteOffset", 6}, {"componentType", 5123}}},
      {"values", {{"bufferView", 2}, {"byteOffset", 20}}}};
  const auto scene = read(file);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->meshes[0].primitives[0].positions[3], (std::array<float, 3>{3, 0, 0}));
  file["accessors"][0]["sparse"]["values"]["byteOffset"] = 21;
  EXPECT_FALSE(read(file));
  file["accessors"][0]["sparse"]["count"] = 5;
  EXPECT_FALSE(read(file));
}

// RFC 2397: data is base64 or percent-encoded, and base64 itself may be percent-encoded.
TEST(GltfRead, DataUrisInEverySpelling) {
  Json file = small_file();
  const std::string base64 = file["buffers"][0]["uri"].get<std::string>().substr(37);
  const auto bytes = from_base64(base64);
  ASSERT_TRUE(bytes);
  std::string escaped, plain;
  for (const char c : base64)
    escaped += c == '+' ? "%2B" : c == '/' ? "%2f" : c == '=' ? "%3D" : std::string(1, c);
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (const std::byte b : *bytes)
    plain += {'%', kDigits[static_cast<int>(b) / 16], kDigits[static_cast<int>(b) % 16]};
  for (const std::string& uri : {"data:application/gltf-buffer;base64," + escaped,
                                 "data:application/octet-stream," + plain, "data:," + plain}) {
    file["buffers"][0]["uri"] = uri;
    const auto scene = read(file);
    ASSERT_TRUE(scene) << uri << scene.error().message;
    EXPECT_EQ(scene->meshes[0].primitives[0].positions[1], (std::array<float, 3>{1, 0, 0})) << uri;
  }
}

// What nothing refers to is not needed; what is needed is named.
TEST(GltfRead, UnusedBuffersMayBeMissing) {
  Json file = small_file();
  file["buffers"].push_back({{"byteLength", 4}, {"uri", "my%20other.bin"}});
  file["buffers"].push_back({{"byteLength", 1000}, {"uri", "data:,1"}});
  EXPECT_TRUE(read(file));
  for (const auto& [buffer, words] :
       {std::pair(1, "'my other.bin'"), std::pair(2, "at most the 1 byte")}) {
    file["bufferViews"][0]["buffer"] = buffer;
    const auto scene = read(file);
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.error().path, "buffers[" + std::to_string(buffer) + "]");
    EXPECT_NE(scene.error().message.find(words), std::string::npos) << scene.error().message;
  }
}

// A copy of the small file whose animation turns the root by `keys`, four numbers per key.
Json keyed_file(const std::vector<float>& times, const std::vector<float>& keys) {
  LittleWriter data;
  for (const float f : times)
    data.put(f);
  for (const float f : keys)
    data.put(f);
  const Bytes bytes = data.take();
  Json file = small_file();
  file["buffers"].push_back(
      {{"byteLength", bytes.size()}, {"uri", "data:;base64," + to_base64(bytes)}});
  file["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 4 * times.size()}});
  file["bufferViews"].push_back(
      {{"buffer", 1}, {"byteOffset", 4 * times.size()}, {"byteLength", 4 * keys.size()}});
  file["accessors"][2] = {
      {"bufferView", 3}, {"componentType", 5126}, {"count", times.size()}, {"type", "SCALAR"}};
  file["accessors"][3] = {
      {"bufferView", 4}, {"componentType", 5126}, {"count", keys.size() / 4}, {"type", "VEC4"}};
  file["animations"][0]["channels"][0]["target"]["path"] = "rotation";
  return file;
}

TEST(GltfRead, NormalizesRotations) {
  Diagnostics notes;
  const Bytes bytes = to_bytes(keyed_file({0, 1, 2}, {0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 4}).dump());
  const auto scene = read_gltf(bytes, 30, {}, &notes);
  ASSERT_TRUE(scene) << scene.error().message;
  const std::vector<double> expected = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.6, 0, 0.8};
  ASSERT_EQ(scene->clips[0].tracks[0].values.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(scene->clips[0].tracks[0].values[i], expected[i], 1e-12) << i;
  const auto found = notes.finish();
  ASSERT_EQ(found.size(), 1u) << "only the rotation of length 0";
  EXPECT_EQ(found.front().code, "anmkit.GLTF-ROTATION");
}

TEST(GltfRead, ReportsWrongKeys) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> still = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const auto unsorted = read(keyed_file({0, 0.5F, 0.25F}, still));
  ASSERT_FALSE(unsorted);
  EXPECT_NE(unsorted.error().message.find("key 2 is at 0.25 s, after one at 0.5 s"),
            std::string::npos)
      << unsorted.error().message;
  const auto no_time = read(keyed_file({0, nan, 1}, still));
  ASSERT_FALSE(no_time);
  EXPECT_EQ(no_time.error().path, "accessors[2]");
  EXPECT_NE(no_time.error().message.find("element 1 is NaN"), std::string::npos);
  auto values = still;
  values[9] = nan;
  const auto no_value = read(keyed_file({0, 0.5F, 1}, values));
  ASSERT_FALSE(no_value);
  EXPECT_EQ(no_value.error().path, "accessors[3]");
  EXPECT_NE(no_value.error().message.find("element 2 is NaN"), std::string::npos);
  EXPECT_FALSE(read(keyed_file({0, 0.5F}, still))) << "three values for two keys";
}

TEST(GltfRead, ReportsUnusualChannels) {
  Json file = small_file();
  Json& animation = file["animations"][0];
  animation["channels"].push_back(animation["channels"][0]);
  animation["samplers"].push_back({{"input", 2}, {"output", 3}, {"interpolation", "BEZIER"}});
  animation["channels"][1]["sampler"] = 1;
  Diagnostics notes;
  const auto scene = read_gltf(to_bytes(file.dump()), 30, {}, &notes);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->clips[0].tracks.size(), 1u) << "one track per target";
  std::string all;
  for (const Diagnostic& note : notes.finish())
    all += note.code + ": " + note.message + "\n";
  EXPECT_NE(all.find("anmkit.GLTF-SAMPLER"
                     ": expected the interpolation LINEAR, STEP or CUBICSPLINE, "
                     "found 'BEZIER'; read as LINEAR"),
            std::string::npos)
      << all;
  EXPECT_NE(all.find("the translation of 'root'"), std::string::npos) << all;
}

// Each of these must be an error with a place in the file, and none may crash or eat memory.
TEST(GltfRead, HostileFilesAreErrors) {
  const std::vector<std::pair<const char*, Json>> edits = {
      {"/nodes/0/children", {1, 1}},
      {"/nodes/0/children", {0}},
      {"/nodes/1/children", {0}},
      {"/nodes/0/children", {7}},
      {"/nodes/0/children", {-1}},
      {"/nodes/1/mesh", 1},
      {"/nodes/1/mesh", "x"},
      {"/nodes/1/skin", 0},
      {"/nodes/1/translation", {1, 2}},
      {"/nodes/1/rotation", "abcd"},
      {"/accessors/0/count", 4294967295u},
      {"/accessors/0/count", 5},
      {"/accessors/0/count", -1},
      {"/accessors/0/count", 1e300},
      {"/accessors/0/bufferView", 3},
      {"/accessors/0/byteOffset", 1e18},
      {"/accessors/0/byteOffset", -4},
      {"/accessors/0/componentType", 5},
      {"/accessors/0/type", "VEC9"},
      {"/accessors/1/type", "VEC2"},
      {"/accessors/1/componentType", 5126},
      {"/accessors/2/count", 1},
      {"/accessors/2/count", 3},
      {"/bufferViews/0/byteLength", 1e300},
      {"/bufferViews/0/byteOffset", 41},
      {"/bufferViews/0/byteStride", 1},
      {"/bufferViews/0/buffer", 1},
      {"/buffers/0/byteLength", 1000},
      {"/buffers/0/uri", "other.bin"},
      {"/buffers/0/uri", "data:application/octet-stream;base64,####"},
      {"/animations/0/channels/0/sampler", 1},
      {"/animations/0/channels/0/target/node", 2},
      {"/animations/0/samplers/0/input", 4},
      {"/asset/version", "1.0"},
      {"/nodes", 5},
      {"/nodes/0/name", 5},
      {"/nodes/0/children", "x"},
      {"/animations/0/name", 5},
      {"/extensionsRequired", {"KHR_node_unheard_of"}},
  };
  for (const auto& [where, value] : edits) {
    Json file = small_file();
    file[Json::json_pointer(where)] = value;
    const auto scene = read(file);
    ASSERT_FALSE(scene) << where << " = " << value;
    EXPECT_EQ(scene.error().code, "anmkit.GLTF-READ") << where;
    EXPECT_FALSE(scene.error().message.empty()) << where;
  }
}

TEST(GltfRead, ZerosWithoutDataAreLimitedByTheFile) {
  Json file = small_file();
  file["accessors"][0].erase("bufferView");
  EXPECT_TRUE(read(file)) << "an accessor without a view holds zeros";
  file["accessors"][0]["count"] = 100000000;
  EXPECT_FALSE(read(file));
}

TEST(GltfRead, LimitsReferencesToOneAccessor) {
  Json file = small_file();
  Json& primitives = file["meshes"][0]["primitives"];
  const Json one = primitives[0];
  for (int i = 0; i < 3000; ++i)
    primitives.push_back(one);
  EXPECT_TRUE(read(file)) << "small ones are fine";
  file["accessors"][0].erase("bufferView");
  file["accessors"][0]["count"] = 100000;
  const auto drawn = read(file);
  ASSERT_TRUE(drawn) << drawn.error().message;
  const auto& parts = drawn->meshes[0].primitives;
  EXPECT_EQ(parts.size(), 3001u);
  EXPECT_EQ(parts.back().positions.size(), 4u) << "each keeps the vertices that it draws";
  EXPECT_EQ(parts.back().indices, parts.front().indices);
  for (Json& primitive : primitives)
    primitive.erase("indices");
  const auto all = read(file);
  ASSERT_FALSE(all);
  EXPECT_NE(all.error().message.find("share accessors"), std::string::npos) << all.error().message;
}

TEST(GltfRead, LongChainsNeedNoStack) {
  Json file = small_file();
  Json nodes = Json::array();
  for (int i = 0; i < 20000; ++i)
    nodes.push_back({{"children", {i + 1}}});
  nodes.push_back(Json::object());
  file["nodes"] = nodes;
  const auto scene = read(file);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->nodes.size(), 20001u);
  EXPECT_FALSE(read_gltf(to_bytes(std::string(100000, '['))));
}

Bytes generated_file(std::uint32_t seed, bool binary) {
  GltfWriteOptions options;
  options.binary = binary;
  ConversionReport report;
  return *write_gltf(test::SceneMaker(seed).make(), options, report);
}

TEST(GltfRead, TruncatedFilesAreErrorsAtEveryLength) {
  const Bytes file = generated_file(2, true);
  for (std::size_t length = 0; length < file.size(); ++length)
    ASSERT_FALSE(read_gltf(ByteView(file).first(length))) << length;
  const Bytes text = generated_file(4, false);
  for (std::size_t length = 0; length + 1 < text.size(); length += 7)
    ASSERT_FALSE(read_gltf(ByteView(text).first(length))) << length;
}

TEST(GltfRead, DamagedFilesNeverCrash) {
  std::mt19937 random(11);
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const Bytes good = generated_file(seed, seed % 2 == 0);
    for (int round = 0; round < 300; ++round) {
      Bytes file = good;
      for (int i = 0; i < 1 + round % 4; ++i) {
        static constexpr std::string_view kBytes = "0123456789-,]}[{\"e.:";
        file[random() % file.size()] = static_cast<std::byte>(kBytes[random() % kBytes.size()]);
      }
      const auto scene = read_gltf(file);
      if (!scene) continue;
      // What still reads must be a scene that can be posed and written again.
      ConversionReport report;
      (void)write_gltf(*scene, {}, report);
    }
  }
}

// As Blender writes it: no extras, other order, bones instead of nodes. Names must do.
TEST(GltfRead, IdentifiesPartsByNameWithoutExtras) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    Scene before = test::SceneMaker(seed).make();
    for (std::size_t i = 0; i < before.nodes.size(); ++i) {
      Node& node = before.nodes[i];
      node.name = "bone" + std::to_string(i);
      node.inherit_parent = true;
      node.offset = {};
      node.block_size.reset();
      node.visible = true;
    }
    for (Clip& clip : before.clips) {
      std::erase_if(clip.tracks, [](const Track& t) {
        return t.property == Property::static_offset || t.property == Property::block_size;
      });
    }
    GltfWriteOptions options;
    options.binary = false;
    ConversionReport report;
    Json file = Json::parse(as_text(*write_gltf(before, options, report)));
    for (Json& node : file["nodes"])
      node.erase("extras");
    const auto listed = read(file);
    ASSERT_TRUE(listed) << listed.error().message;
    // The scene lists what the nodes lost.
    ASSERT_EQ(listed->nodes.size(), before.nodes.size()) << seed;
    for (std::size_t n = 0; n < before.nodes.size(); ++n)
      EXPECT_EQ(listed->nodes[n].id, before.nodes[n].id) << seed;
    file["scenes"][0]["extras"]["anmkit"].erase("nodes");
    const auto after = read(file);
    ASSERT_TRUE(after) << after.error().message;
    ASSERT_EQ(after->nodes.size(), before.nodes.size()) << seed;
    const ReferenceSampler old_sampler(before, before.clips[0]),
        new_sampler(*after, after->clips[0]);
    Pose old_pose, new_pose;
    old_sampler.sample(before.clips[0].duration, old_pose);
    new_sampler.sample(before.clips[0].duration, new_pose);
    std::vector<Mat4> old_world, new_world;
    world_matrices(before, old_pose, old_world);
    world_matrices(*after, new_pose, new_world);
    for (std::size_t n = 0; n < old_world.size(); ++n) {
      EXPECT_EQ(old_pose[n].visible, new_pose[n].visible) << seed << " node " << n;
      for (std::size_t k = 0; k < 16; ++k) {
        EXPECT_NEAR(old_world[n].m[k], new_world[n].m[k], 1e-4 * (1 + std::fabs(old_world[n].m[k])))
            << "seed " << seed << " node " << n;
      }
    }
  }
}

// Editors write a mirror along two axes as half a rotation about the third.
TEST(GltfRead, RotatingABoxBy180DegreesMirrorsIt) {
  const Json arm = {{"name", "arm"}, {"children", {1}}};
  const auto box = [](Quat q, Vec3 at = {}) {
    return Json{{"name", "arm.box"},
                {"mesh", 0},
                {"translation", {at.x, at.y, at.z}},
                {"rotation", {q.x, q.y, q.z, q.w}},
                {"scale", {2, 3, 0.5}}};
  };
  const auto scene_of = [&](const Json& second) {
    Json json = small_file();
    json["nodes"] = {arm, second};
    return read(json).value();
  };
  const std::pair<Quat, Vec3> mirrors[] = {{{0, 0, 0, 1}, {2, 3, 0.5}},
                                           {{0, 0, 1, 0}, {-2, -3, 0.5}},
                                           {{0, -1, 0, 0}, {-2, 3, -0.5}},
                                           {{1, 0, 0, 0}, {2, -3, -0.5}}};
  for (const auto& [rotation, scale] : mirrors) {
    const Scene scene = scene_of(box(rotation));
    ASSERT_EQ(scene.nodes.size(), 1U);
    EXPECT_FALSE(scene.nodes[0].inherit_scale);
    EXPECT_EQ(scene.nodes[0].rest.scale, scale);
    EXPECT_EQ(scene.nodes[0].rest.rotation, Quat{});
  }
  // Any other rotation, and a position of its own, stay: the box is a node.
  const Quat turned = from_axis_angle({0, 0, 1}, 0.5);
  for (const Json& second : {box(turned), box({}, {0, 1, 0})}) {
    const Scene scene = scene_of(second);
    ASSERT_EQ(scene.nodes.size(), 2U);
    EXPECT_EQ(scene.nodes[1].name, "arm.box");
    EXPECT_EQ(scene.nodes[1].parent, 0);
    EXPECT_EQ(scene.nodes[1].rest.scale, (Vec3{2, 3, 0.5}));
  }
  EXPECT_NEAR(angle_between(scene_of(box(turned)).nodes[1].rest.rotation, turned), 0, 1e-6);
}

TEST(GltfRead, KeepsRotationsOfBoxes) {
  const Json arm = {{"name", "arm"}, {"children", {1}}};
  const Json box = {{"name", "arm.box"}, {"scale", {2, 3, 0.5}}};
  const Quat end = from_axis_angle({0, 1, 0}, 0.5);
  const Scene turning = read(turning_file(arm, box, 1, {}, end)).value();
  ASSERT_EQ(turning.nodes.size(), 2U);
  ASSERT_EQ(turning.clips.at(0).tracks.size(), 1U);
  EXPECT_EQ(turning.clips[0].tracks[0].node, 1U);
  // A channel that holds the rest value says nothing.
  EXPECT_EQ(read(turning_file(arm, box, 1, {}, {})).value().nodes.size(), 1U);
  // Joints have the axes that their editor gives them.
  Json skinned = turning_file(arm, box, 1, {}, {});
  skinned["nodes"][1]["rotation"] = {end.x, end.y, end.z, end.w};
  skinned["skins"] = {{{"joints", {0, 1}}}};
  EXPECT_EQ(read(skinned).value().nodes.size(), 1U);
}

}  // namespace
}  // namespace anmkit
