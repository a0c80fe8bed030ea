// SPDX-License-Identifier: MIT
// Visibility of nodes (KHR_node_visibility): a hidden node hides everything below it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "anmkit/gltf.hpp"
#include "core/bytes.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

using Json = nlohmann::json;

Json shown(bool visible) {
  return {{"KHR_node_visibility", {{"visible", visible}}}};
}
Json channel(int node, int sampler) {
  const std::string pointer =
      "/nodes/" + std::to_string(node) + "/extensions/KHR_node_visibility/visible";
  return {
      {"sampler", sampler},
      {"target",
       {{"path", "pointer"}, {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}}}};
}

// root > arm > hand, and a fourth node alone. Sampler 0 hides at 1 s and shows again at 2 s;
// sampler 1 hides from 0.5 s on.
Json file() {
  LittleWriter data;
  for (const float f : {0.0F, 1.0F, 2.0F, 0.0F, 0.5F})
    data.put(f);
  for (const unsigned b : {1u, 0u, 1u, 1u, 0u})
    data.put(static_cast<std::uint8_t>(b));
  const Bytes bytes = data.take();
  const auto accessor = [](int at, int type, int count) {
    return Json{{"bufferView", 0},
                {"byteOffset", at},
                {"componentType", type},
                {"count", count},
                {"type", "SCALAR"}};
  };
  return {
      {"asset", {{"version", "2.0"}}},
      {"nodes",
       {{{"name", "root"}, {"children", {1}}},
        {{"name", "arm"}, {"children", {2}}},
        {{"name", "hand"}},
        {{"name", "other"}}}},
      {"scenes", {{{"nodes", {0, 3}}}}},
      {"animations",
       {{{"name", "blink"},
         {"samplers",
          {{{"input", 0}, {"output", 1}, {"interpolation", "STEP"}},
           {{"input", 2}, {"output", 3}, {"interpolation", "STEP"}}}},
         {"channels", Json::array()}}}},
      {"accessors",
       {accessor(0, 5126, 3), accessor(20, 5121, 3), accessor(12, 5126, 2), accessor(23, 5121, 2)}},
      {"bufferViews", {{{"buffer", 0}, {"byteLength", 25}}}},
      {"buffers",
       {{{"byteLength", bytes.size()},
         {"uri", "data:application/octet-stream;base64," + to_base64(bytes)}}}}};
}

// Who is seen at each of the half seconds 0 ... 2: "RAHO", "-" for hidden.
std::vector<std::string> seen(const Json& json, Diagnostics* notes = nullptr) {
  const auto scene = read_gltf(to_bytes(json.dump()), 30, {}, notes);
  EXPECT_TRUE(scene) << (scene ? "" : scene.error().message);
  std::vector<std::string> all;
  if (!scene) return all;
  const ReferenceSampler sampler(*scene, scene->clips.at(0));
  Pose pose;
  for (double frame = 0; frame <= 60; frame += 15) {
    sampler.sample(frame, pose);
    std::string text;
    for (std::size_t i = 0; i < pose.size(); ++i)
      text += pose[i].visible ? "RAHO"[i] : '-';
    all.push_back(text);
  }
  return all;
}
using Texts = std::vector<std::string>;

TEST(GltfVisibility, HiddenNodesHideTheirChildren) {
  Json json = file();
  json["animations"][0]["channels"] = Json::array({channel(1, 0)});
  Diagnostics notes;
  EXPECT_EQ(seen(json, &notes), (Texts{"RAHO", "RAHO", "R--O", "R--O", "RAHO"}));
  EXPECT_TRUE(notes.empty());
  // The clip is as long as its visibility.
  const auto scene = read_gltf(to_bytes(json.dump()), 30).value();
  EXPECT_EQ(scene.clips[0].duration, 60);
  // Both must be shown.
  json["animations"][0]["channels"] = {channel(0, 0), channel(2, 1)};
  EXPECT_EQ(seen(json), (Texts{"RAHO", "RA-O", "---O", "---O", "RA-O"}));
}

TEST(GltfVisibility, InheritsRestVisibility) {
  Json json = file();
  json["nodes"][1]["extensions"] = shown(false);
  json["animations"][0]["channels"] = Json::array({channel(3, 1)});
  EXPECT_EQ(seen(json), (Texts{"R--O", "R---", "R---", "R---", "R---"}));
  // A track of its own represents the rest value, below a hidden node it is of no use.
  json["animations"][0]["channels"] = Json::array({channel(1, 0)});
  EXPECT_EQ(seen(json), (Texts{"RAHO", "RAHO", "R--O", "R--O", "RAHO"}));
  json["animations"][0]["channels"] = Json::array({channel(2, 0)});
  EXPECT_EQ(seen(json), Texts(5, "R--O"));
  json["nodes"][1]["extensions"] = shown(true);
  EXPECT_EQ(seen(json), (Texts{"RAHO", "RAHO", "RA-O", "RA-O", "RAHO"}));
}

TEST(GltfVisibility, OmitsOtherPointers) {
  for (const char* pointer : {"/nodes/4/extensions/KHR_node_visibility/visible",
                              "/nodes/extensions/KHR_node_visibility/visible",
                              "/nodes/1x/extensions/KHR_node_visibility/visible"}) {
    Json json = file();
    json["animations"][0]["channels"] = Json::array({channel(1, 0)});
    json["animations"][0]["channels"][0]["target"]["extensions"]["KHR_animation_pointer"]
        ["pointer"] = pointer;
    Diagnostics notes;
    EXPECT_EQ(seen(json, &notes), Texts(5, "RAHO")) << pointer;
    EXPECT_EQ(notes.finish().at(0).code, "anmkit.GLTF-CHANNEL");
  }
  Json cubic = file();
  cubic["animations"][0]["channels"] = Json::array({channel(1, 0)});
  cubic["animations"][0]["samplers"][0]["interpolation"] = "CUBICSPLINE";
  Diagnostics notes;
  EXPECT_EQ(seen(cubic, &notes), Texts(5, "RAHO"));
  EXPECT_EQ(notes.finish().size(), 1u);
}

// Every node of a chain with keys of its own, in clips without end: the keys that are inherited
// have a bound, which is reported.
TEST(GltfVisibility, LimitsInheritedKeys) {
  Json json = file();
  json["nodes"] = Json::array();
  constexpr int kNodes = 3000;
  for (int i = 0; i < kNodes; ++i)
    json["nodes"].push_back(i + 1 < kNodes ? Json{{"children", {i + 1}}} : Json::object());
  json["scenes"] = {{{"nodes", {0}}}};
  json["animations"][0]["channels"] = Json::array({channel(0, 0)});
  const Json clip = json["animations"][0];
  for (int i = 0; i < 500; ++i)
    json["animations"].push_back(clip);
  Diagnostics notes;
  const auto scene = read_gltf(to_bytes(json.dump()), 30, {}, &notes);
  ASSERT_TRUE(scene);
  const auto list = notes.finish();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_NE(list[0].message.find("4194304 keys"), std::string::npos);
}

}  // namespace
}  // namespace anmkit
