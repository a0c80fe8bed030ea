// SPDX-License-Identifier: MIT
// Contents of exported files, read by a parser that shares nothing with the exporter.
#include <gtest/gtest.h>

#include <limits>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "anmkit/anmkit.hpp"
#include "exchange/random_scene.hpp"
#include "pictures/png.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

using Json = nlohmann::json;

struct Glb {
  Json json;
  Bytes binary;

  explicit Glb(const Bytes& file) {
    std::uint32_t json_length = 0, total = 0;
    std::memcpy(&total, file.data() + 8, 4);
    std::memcpy(&json_length, file.data() + 12, 4);
    EXPECT_EQ(total, file.size());
    EXPECT_EQ(json_length % 4, 0u);
    json = Json::parse(as_text(ByteView(file).subspan(20, json_length)));
    binary.assign(file.begin() + 28 + json_length, file.end());
    EXPECT_EQ(json["buffers"][0]["byteLength"], binary.size());
  }

  std::vector<float> floats(std::size_t accessor) const {
    const Json& a = json["accessors"][accessor];
    EXPECT_EQ(a["componentType"], 5126);
    const std::map<std::string, std::size_t> sizes = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    std::vector<float> values(a["count"].get<std::size_t>() * sizes.at(a["type"]));
    const std::size_t at =
        json["bufferViews"][a["bufferView"].get<std::size_t>()]["byteOffset"].get<std::size_t>() +
        a.value("byteOffset", std::size_t{0});
    EXPECT_EQ(at % 4, 0u);
    EXPECT_LE(at + 4 * values.size(), binary.size());
    std::memcpy(values.data(), binary.data() + at, 4 * values.size());
    return values;
  }

  const Json& node(const std::string& name) const {
    for (const Json& node : json["nodes"]) {
      if (node["name"] == name) return node;
    }
    ADD_FAILURE() << "no node " << name;
    return json["nodes"][0];
  }
  std::size_t index_of(const std::string& name) const {
    for (std::size_t i = 0; i < json["nodes"].size(); ++i) {
      if (json["nodes"][i]["name"] == name) return i;
    }
    return 9999;
  }
  // The sampler of a node's path in the first animation; null when there is none.
  Json sampler(const std::string& name, const std::string& path) const {
    const Json& animation = json["animations"][0];
    for (const Json& channel : animation["channels"]) {
      if (channel["target"]["node"] == index_of(name) && channel["target"]["path"] == path) {
        return animation["samplers"][channel["sampler"].get<std::size_t>()];
      }
    }
    return nullptr;
  }
  std::vector<float> times(const Json& sampler) const {
    return floats(sampler["input"].get<std::size_t>());
  }
  std::vector<float> values(const Json& sampler) const {
    return floats(sampler["output"].get<std::size_t>());
  }
};

Glb write(const Scene& scene, GltfWriteOptions::Keys keys = GltfWriteOptions::Keys::bake) {
  ConversionReport report;
  GltfWriteOptions options;
  options.keys = keys;
  auto file = write_gltf(scene, options, report);
  EXPECT_TRUE(file);
  return Glb(*file);
}

Scene one_node() {
  Scene scene;
  scene.nodes.emplace_back().name = "arm";
  Clip& clip = scene.clips.emplace_back();
  clip.name = "wave";
  clip.rate = 10;
  clip.duration = 4;
  return scene;
}

Track& add_track(Scene& scene, Property property, Interpolation interpolation,
                 std::vector<double> times, std::vector<double> values) {
  Track& track = scene.clips[0].tracks.emplace_back();
  track.property = property;
  track.interpolation = interpolation;
  track.times = std::move(times);
  track.values = std::move(values);
  return track;
}

TEST(GltfWrite, BakedKeysAreOnePerFrameInMetres) {
  Scene scene = one_node();
  scene.metres_per_unit = 0.5;
  add_track(scene, Property::translation, Interpolation::linear, {0, 4}, {0, 0, 0, 8, 0, 0});
  const Glb glb = write(scene);
  const Json sampler = glb.sampler("arm", "translation");
  const auto times = glb.times(sampler);
  ASSERT_EQ(times.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_FLOAT_EQ(times[i], 0.1F * static_cast<float>(i));
  EXPECT_EQ(glb.values(sampler), (std::vector<float>{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}));
  const Json& input = glb.json["accessors"][sampler["input"].get<std::size_t>()];
  EXPECT_EQ(input["min"][0], 0);
  EXPECT_FLOAT_EQ(input["max"][0].get<float>(), 0.4F);
  EXPECT_EQ(glb.json["animations"][0]["extras"]["anmkit"]["rate"], 10);
  EXPECT_EQ(glb.json["asset"]["generator"], std::string("anmkit ") + kVersion);
}

// Programs that count frames in 32 bits must not fall short of a clip's last frame.
TEST(GltfWrite, TheLastKeyReachesItsFrame) {
  for (const double rate : {24.0, 30.0, 60.0}) {
    for (int frames = 1; frames <= 300; ++frames) {
      Scene scene = one_node();
      scene.clips[0].rate = rate;
      scene.clips[0].duration = frames;
      add_track(scene, Property::translation, Interpolation::linear, {0, double(frames)},
                {0, 0, 0, 8, 0, 0});
      const Glb glb = write(scene);
      const float end = glb.times(glb.sampler("arm", "translation")).back();
      EXPECT_GE(static_cast<float>(double{end} * rate), static_cast<float>(frames)) << rate;
      EXPECT_NEAR(double{end} * rate, frames, 3e-7 * frames) << rate;
    }
  }
}

// Blender takes bind matrices to be seen from the node that a skin names as its skeleton.
TEST(GltfWrite, OmitsASkeletonWithRotatedAxes) {
  Scene scene = one_node();
  add_track(scene, Property::translation, Interpolation::linear, {0, 4}, {0, 0, 0, 8, 0, 0});
  EXPECT_EQ(write(scene).json["skins"][0]["skeleton"], 0);
  scene.up = UpAxis::y_down;
  EXPECT_FALSE(write(scene).json["skins"][0].contains("skeleton"));
}

// The rotation of the axes is known wherever an editor put it; any other turn is one that is seen.
TEST(GltfWrite, AxesBelowAnObjectOfAnEditor) {
  Scene scene = one_node();
  scene.up = UpAxis::y_down;
  add_track(scene, Property::translation, Interpolation::linear, {0, 4}, {1, 2, 3, 8, 0, 0});
  ConversionReport report;
  GltfWriteOptions options;
  options.binary = false;
  Json json = Json::parse(as_text(write_gltf(scene, options, report).value()));
  json["nodes"].push_back({{"name", "Armature"}, {"children", json["scenes"][0]["nodes"]}});
  const std::size_t above = json["nodes"].size() - 1;
  json["scenes"][0]["nodes"] = Json::array({above});
  const auto place = [](const Json& file) {
    Scene read = read_gltf(to_bytes(file.dump()), 0).value();
    change_frame(read, {UpAxis::y_down, 1});
    Pose pose;
    std::vector<Mat4> world;
    ReferenceSampler(read, read.clips.at(0)).sample(0, pose);
    world_matrices(read, pose, world);
    const auto arm = std::ranges::find(read.nodes, "arm", &Node::name);
    const Mat4& m = world.at(static_cast<std::size_t>(arm - read.nodes.begin()));
    return Vec3{m.m[12], m.m[13], m.m[14]};
  };
  EXPECT_LT(length(place(json) - Vec3{1, 2, 3}), 1e-6);
  // The rotation in the object, the axes node at rest.
  json["nodes"][above]["rotation"] = {1, 0, 0, 0};
  json["nodes"][0].erase("rotation");
  EXPECT_LT(length(place(json) - Vec3{1, 2, 3}), 1e-6);
  // Turned about the upright axis as well: what is seen counts.
  json["nodes"][above]["rotation"] = {0, 0, 1, 0};
  EXPECT_LT(length(place(json) - Vec3{-1, 2, -3}), 1e-6);
}

// Blender drops the extras of animations and keeps those of scenes.
TEST(GltfWrite, ClipsAreKnownWithoutTheirOwnExtras) {
  Scene scene = one_node();
  Clip& clip = scene.clips[0];
  clip.rate = 60;
  clip.duration = 10.75;
  clip.loops = false;
  clip.loop_start = 3;
  clip.extras = R"({"bank":7})";
  add_track(scene, Property::translation, Interpolation::linear, {0, 4, 10},
            {0, 0, 0, 8, 0, 0, 9, 0, 0});
  ConversionReport report;
  GltfWriteOptions options;
  options.binary = false;
  Json json = Json::parse(as_text(write_gltf(scene, options, report).value()));
  json["animations"][0].erase("extras");
  const Clip read = read_gltf(to_bytes(json.dump()), 0).value().clips.at(0);
  EXPECT_EQ(read.rate, 60);
  EXPECT_EQ(read.duration, 10.75);
  EXPECT_FALSE(read.loops);
  EXPECT_EQ(read.loop_start, 3);
  EXPECT_EQ(read.extras, clip.extras);
  // A single animation may be renamed.
  json["animations"][0]["name"] = "run";
  const Clip renamed = read_gltf(to_bytes(json.dump()), 0).value().clips.at(0);
  EXPECT_EQ(renamed.name, "run");
  EXPECT_EQ(renamed.rate, 60);
  EXPECT_EQ(renamed.extras, clip.extras);
  // Of several, those of other names are new and have the rate of all.
  json["animations"].push_back(json["animations"][0]);
  const Clip added = read_gltf(to_bytes(json.dump()), 0).value().clips.at(1);
  EXPECT_EQ(added.rate, 60);
  EXPECT_TRUE(added.loops);
  EXPECT_EQ(added.extras, "");
  Json& list = json["scenes"][0]["extras"]["anmkit"]["clips"];
  list.push_back(list[0]);
  list[1]["name"] = "other";
  list[1]["rate"] = 10;
  EXPECT_EQ(read_gltf(to_bytes(json.dump()), 0).value().clips.at(1).rate, 30) << "no rate of all";
}

// Of keys at one time the last counts, also where the keys before are the frames themselves.
TEST(GltfWrite, BakedKeysOfJumps) {
  Scene scene = one_node();
  add_track(scene, Property::translation, Interpolation::linear, {0, 1, 1, 2, 3, 4},
            {0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0, 7, 0, 0, 8, 0, 0});
  EXPECT_EQ(write(scene).values(write(scene).sampler("arm", "translation")),
            (std::vector<float>{0, 0, 0, 5, 0, 0, 6, 0, 0, 7, 0, 0, 8, 0, 0}));
  scene.clips[0].tracks[0].times = {0, 0, 1, 2, 3, 4};
  EXPECT_EQ(write(scene).values(write(scene).sampler("arm", "translation")),
            (std::vector<float>{1, 0, 0, 5, 0, 0, 6, 0, 0, 7, 0, 0, 8, 0, 0}));
}

TEST(GltfWrite, KeysAreNeverLaterThanTheFrame) {
  Scene scene = one_node();
  scene.clips[0].rate = 30;
  scene.clips[0].duration = 200;
  add_track(scene, Property::translation, Interpolation::linear, {0, 200}, {0, 0, 0, 1, 0, 0});
  const Glb glb = write(scene);
  const auto times = glb.times(glb.sampler("arm", "translation"));
  ASSERT_EQ(times.size(), 201u);
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_LE(static_cast<double>(times[i]), static_cast<double>(i) / 30);
}

TEST(GltfWrite, SparseKeysAreTheFilesOwnAndStartAtZero) {
  Scene scene = one_node();
  add_track(scene, Property::translation, Interpolation::linear, {1, 3}, {1, 0, 0, 2, 0, 0});
  // One frame of slope 2 is 20 per second.
  add_track(scene, Property::scale, Interpolation::cubic, {0, 4},
            {0, 0, 0, 1, 1, 1, 2, 0, 0, 2, 0, 0, 3, 1, 1, 0, 0, 0});
  const Glb glb = write(scene, GltfWriteOptions::Keys::sparse);
  const Json move = glb.sampler("arm", "translation");
  EXPECT_EQ(glb.times(move).size(), 3u);
  EXPECT_EQ(glb.times(move)[0], 0);
  EXPECT_EQ(glb.values(move), (std::vector<float>{1, 0, 0, 1, 0, 0, 2, 0, 0}));
  const Json grow = glb.sampler("arm", "scale");
  EXPECT_EQ(grow["interpolation"], "CUBICSPLINE");
  EXPECT_EQ(glb.values(grow), (std::vector<float>{0, 0, 0, 1, 1, 1, 20, 0, 0,  //
                                                  20, 0, 0, 3, 1, 1, 0, 0, 0}));
}

TEST(GltfWrite, SparseBakesUnsupportedInterpolation) {
  Scene scene = one_node();
  Track& track =
      add_track(scene, Property::translation, Interpolation::linear, {0, 4}, {0, 0, 0, 4, 0, 0});
  track.ease = {0.5, 0.5, 0.5, 0.5};
  const Glb eased = write(scene, GltfWriteOptions::Keys::sparse);
  EXPECT_EQ(eased.times(eased.sampler("arm", "translation")).size(), 5u);
  track.ease.clear();
  track.period = 2;
  const Glb folded = write(scene, GltfWriteOptions::Keys::sparse);
  EXPECT_EQ(folded.times(folded.sampler("arm", "translation")).size(), 5u);
}

TEST(GltfWrite, PivotsBecomeAChain) {
  Scene scene = one_node();
  scene.nodes[0].rest.translation = {1, 2, 3};
  scene.nodes[0].rest.pivot = {0, 5, 0};
  scene.nodes.emplace_back().name = "hand";
  scene.nodes[1].parent = 0;
  const Glb glb = write(scene);
  EXPECT_EQ(glb.node("arm.pivot")["translation"], (Json{1, 2, 3}));
  EXPECT_EQ(glb.node("arm.pivot")["children"], Json::array({glb.index_of("arm")}));
  EXPECT_EQ(glb.node("arm")["translation"], (Json{0, 5, 0}));
  EXPECT_EQ(glb.node("arm")["children"], Json::array({glb.index_of("hand")}));
}

TEST(GltfWrite, HiddenNodesStepToZeroAndTheirChildrenStay) {
  Scene scene = one_node();
  scene.nodes.emplace_back().name = "hand";
  scene.nodes[1].parent = 0;
  add_track(scene, Property::visibility, Interpolation::step, {0, 2, 3}, {1, 0, 1});
  const Glb glb = write(scene);
  const Json sampler = glb.sampler("arm.box", "scale");
  EXPECT_EQ(sampler["interpolation"], "STEP");
  // Only changes, and one closing key so that the clip keeps its length.
  EXPECT_EQ(glb.values(sampler), (std::vector<float>{1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1}));
  EXPECT_FLOAT_EQ(glb.times(sampler)[1], 0.2F);
  EXPECT_FLOAT_EQ(glb.times(sampler)[3], 0.4F);
  EXPECT_FALSE(glb.node("arm.box").contains("children"));
  EXPECT_TRUE(glb.sampler("arm", "scale").is_null());
}

TEST(GltfWrite, AxesTurnInOneRoot) {
  const double half = std::sqrt(0.5);
  for (const auto& [up, x, w] :
       {std::tuple{UpAxis::y_down, 1.0, 0.0}, {UpAxis::z_up, -half, half}}) {
    Scene scene = one_node();
    scene.up = up;
    const Glb glb = write(scene);
    const Json& rotation = glb.json["nodes"][0]["rotation"];
    EXPECT_EQ(glb.json["nodes"][0]["name"], "anmkit_axes");
    EXPECT_NEAR(rotation[0].get<double>(), x, 1e-7);
    EXPECT_NEAR(rotation[3].get<double>(), w, 1e-7);
  }
}

TEST(GltfWrite, QuaternionsKeepTheirSign) {
  Scene scene = one_node();
  scene.clips[0].duration = 40;
  const auto at = [](double degrees) { return from_axis_angle({0, 0, 1}, to_radians(degrees)); };
  std::vector<double> times, values;
  for (int frame = 0; frame <= 40; ++frame) {
    Quat q = at(20.0 * frame);
    if (frame % 2 == 1) q = -q;  // a file may store either
    times.push_back(frame);
    values.insert(values.end(), {q.x, q.y, q.z, q.w});
  }
  add_track(scene, Property::rotation, Interpolation::slerp, times, values);
  const Glb glb = write(scene);
  const auto out = glb.values(glb.sampler("arm", "rotation"));
  ASSERT_EQ(out.size(), 41u * 4);
  for (std::size_t i = 4; i < out.size(); i += 4) {
    EXPECT_GT(out[i + 2] * out[i - 2] + out[i + 3] * out[i - 1], 0) << i / 4;
  }
}

TEST(GltfWrite, OmitsConstantChannels) {
  Scene scene = one_node();
  scene.nodes[0].rest.translation = {1, 2, 3};
  add_track(scene, Property::translation, Interpolation::linear, {0, 4}, {1, 2, 3, 1, 2, 3});
  add_track(scene, Property::scale, Interpolation::linear, {0, 4}, {2, 2, 2, 2, 2, 2});
  const Glb glb = write(scene);
  EXPECT_TRUE(glb.sampler("arm", "translation").is_null());
  EXPECT_EQ(glb.values(glb.sampler("arm", "scale")).size(), 6u) << "first value and the end";
}

TEST(GltfWrite, BlocksOfNoWidthCanGrow) {
  Scene scene = one_node();
  Node& node = scene.nodes[0];
  node.block_size = Vec3{4, 0, 4};
  node.mesh = 0;
  Primitive box;
  box.positions = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}};
  scene.meshes.push_back({"box", {box}});
  add_track(scene, Property::block_size, Interpolation::step, {0, 2}, {4, 0, 4, 8, 6, 4});
  const Glb glb = write(scene);
  EXPECT_EQ(glb.values(glb.sampler("arm.box", "scale")),
            (std::vector<float>{1, 0, 1, 2, 6, 1, 2, 6, 1}));
  const auto inverse = glb.floats(glb.json["skins"][0]["inverseBindMatrices"].get<std::size_t>());
  for (std::size_t i = 0; i < inverse.size(); i += 16) {
    for (const std::size_t k : {0u, 5u, 10u})
      EXPECT_EQ(inverse[i + k], 1) << "bound at size 1, so that it can be inverted";
  }
}

TEST(GltfWrite, NamesAreUniqueAndFitBlender) {
  Scene scene;
  const std::string longest(100, 'x');
  for (const std::string name :
       {"arm", "arm", "arm.box", "", "anmkit_axes", longest.c_str(), longest.c_str(), "\xFF\x01"}) {
    scene.nodes.emplace_back().name = name;
    scene.nodes.back().visible = false;
  }
  const Glb glb = write(scene);
  std::set<std::string> names;
  for (const Json& node : glb.json["nodes"]) {
    const auto name = node["name"].get<std::string>();
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_LE(name.size(), 63u);
    EXPECT_FALSE(name.empty());
  }
}

TEST(GltfWrite, ReadsAlphaFromTheImage) {
  for (const auto& [alpha, mode] :
       {std::pair{255, "OPAQUE"}, std::pair{0, "MASK"}, std::pair{100, "BLEND"}}) {
    Scene scene = one_node();
    Bytes pixels(16, std::byte{255});
    pixels[3] = static_cast<std::byte>(alpha);
    scene.images.push_back({"raw", "", pixels, 2, 2});
    scene.images.push_back({"png", "image/png", *encode_png(pixels, 2, 2), 0, 0});
    for (const std::int32_t image : {0, 1}) {
      Material& material = scene.materials.emplace_back();
      material.image = image;
      material.alpha = AlphaMode::mask;
    }
    const Glb glb = write(scene);
    for (const Json& material : glb.json["materials"])
      EXPECT_EQ(material.value("alphaMode", "OPAQUE"), mode);
  }
}

TEST(GltfWrite, WritesFiniteCutoffs) {
  for (const auto& [cutoff, written] :
       {std::pair{-1.0F, 0.0F}, {std::numeric_limits<float>::quiet_NaN(), 0.0F}, {1e30F, 2.0F}}) {
    Scene scene = one_node();
    Material& material = scene.materials.emplace_back();
    material.alpha = AlphaMode::mask;
    material.alpha_cutoff = cutoff;
    EXPECT_EQ(write(scene).json["materials"][0]["alphaCutoff"].get<float>(), written);
  }
}

// A file's own cutoff stays whatever its image contains.
TEST(GltfWrite, RoundTripsCutoffs) {
  Scene scene = one_node();
  scene.images.push_back({"raw", "", Bytes(16, std::byte{100}), 2, 2});
  const std::optional<float> cutoffs[] = {0.0F, 0.05F, 0.5F, 0.9F, 1.5F};
  for (const auto& cutoff : cutoffs) {
    Material& material = scene.materials.emplace_back();
    material.image = 0;
    material.alpha = AlphaMode::mask;
    material.alpha_cutoff = cutoff;
  }
  ConversionReport report;
  const Bytes file = write_gltf(scene, {}, report).value();
  const Glb glb(file);
  for (std::size_t i = 0; i < std::size(cutoffs); ++i) {
    EXPECT_EQ(glb.json["materials"][i]["alphaMode"], "MASK");
    EXPECT_EQ(glb.json["materials"][i]["alphaCutoff"].get<float>(), *cutoffs[i]);
  }
  const auto again = read_gltf(file);
  ASSERT_TRUE(again.has_value());
  for (std::size_t i = 0; i < std::size(cutoffs); ++i)
    EXPECT_EQ(again->materials.at(i).alpha_cutoff, cutoffs[i]);
}

// The numbers are those of the glTF specification, "sampler".
TEST(GltfWrite, RoundTripsAllSamplers) {
  using enum Filter;
  const std::pair<Filter, int> filters[] = {{nearest, 9728},
                                            {linear, 9729},
                                            {nearest_mipmap_nearest, 9984},
                                            {linear_mipmap_nearest, 9985},
                                            {nearest_mipmap_linear, 9986},
                                            {linear_mipmap_linear, 9987}};
  const std::pair<Wrap, int> wraps[] = {
      {Wrap::repeat, 10497}, {Wrap::clamp, 33071}, {Wrap::mirror, 33648}};
  Scene scene = one_node();
  scene.images.push_back({"raw", "", Bytes(16, std::byte{255}), 2, 2});
  std::vector<Json> wanted;
  for (const auto& [s, s_number] : wraps) {
    for (const auto& [t, t_number] : wraps) {
      for (const auto& [min, min_number] : filters) {
        for (const auto& [mag, mag_number] : {filters[0], filters[1]}) {
          Material& material = scene.materials.emplace_back();
          material.image = 0;
          material.wrap_s = s;
          material.wrap_t = t;
          material.min_filter = min;
          material.mag_filter = mag;
          wanted.push_back({{"wrapS", s_number},
                            {"wrapT", t_number},
                            {"minFilter", min_number},
                            {"magFilter", mag_number}});
        }
      }
    }
  }
  ConversionReport report;
  const auto bytes = write_gltf(scene, {}, report);
  ASSERT_TRUE(bytes.has_value());
  const Glb glb = write(scene);
  const auto again = read_gltf(*bytes);
  ASSERT_TRUE(again.has_value());
  ASSERT_EQ(again->materials.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Json& texture =
        glb.json["textures"]
                [glb.json["materials"][i]["pbrMetallicRoughness"]["baseColorTexture"]["index"]
                     .get<std::size_t>()];
    EXPECT_EQ(glb.json["samplers"][texture["sampler"].get<std::size_t>()], wanted[i]);
    const Material &a = scene.materials[i], &b = again->materials[i];
    EXPECT_EQ(std::tuple(b.wrap_s, b.wrap_t, b.min_filter, b.mag_filter),
              std::tuple(a.wrap_s, a.wrap_t, a.min_filter, a.mag_filter));
  }
  // Textures that are looked at alike share their sampler.
  EXPECT_EQ(glb.json["samplers"].size(), wanted.size());
}

// What a sampler leaves open: shrunk images are mixed as enlarged ones are.
TEST(GltfRead, UnspecifiedFilters) {
  const auto filter = [](const std::string& sampler) {
    const std::string text = R"({"asset":{"version":"2.0"},"samplers":[)" + sampler +
                             R"(],"textures":[{"sampler":0}],"materials":[{"pbrMetallicRoughness":)"
                             R"({"baseColorTexture":{"index":0}}}]})";
    return read_gltf(to_bytes(text)).value().materials.at(0).min_filter;
  };
  const Filter open = filter("{}");
  EXPECT_NE(open, Filter::nearest);
  EXPECT_EQ(filter(R"({"magFilter":9728})"), Filter::nearest);
  EXPECT_EQ(filter(R"({"magFilter":9729})"), open);
  EXPECT_EQ(filter(R"({"magFilter":9728,"minFilter":9985})"), Filter::linear_mipmap_nearest);
}

TEST(GltfWrite, RoundTripsExtrasByteForByte) {
  Scene scene = one_node();
  scene.extras = R"({"file": "a\u00e9/b",  "list":[1, 2.50,1e3], "rate":9})";
  scene.clips[0].extras = R"({"bank":7})";
  ConversionReport report;
  const auto back = read_gltf(*write_gltf(scene, {}, report));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->extras, scene.extras);
  EXPECT_EQ(back->clips[0].extras, scene.clips[0].extras);
}

TEST(GltfWrite, ReportsAndKeepsExtensionsOfOtherTools) {
  Scene scene = one_node();
  scene.clips[0].extensions = R"({"OTHER_clip":{"loop":[1, 2]},"OTHER_both":{}})";
  scene.nodes[0].extensions = R"({"OTHER_both":{"a": 1}})";
  const Glb glb = write(scene);
  EXPECT_EQ(glb.json["extensionsUsed"], Json({"OTHER_both", "OTHER_clip"}));
  EXPECT_EQ(glb.json["animations"][0]["extensions"]["OTHER_clip"]["loop"], Json({1, 2}));
  ConversionReport report;
  const auto back = read_gltf(*write_gltf(scene, {}, report));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->clips[0].extensions, scene.clips[0].extensions);
  EXPECT_EQ(back->nodes[0].extensions, scene.nodes[0].extensions);
  scene.clips[0].extensions = "7";
  const auto without = read_gltf(*write_gltf(scene, {}, report));
  ASSERT_TRUE(without);
  EXPECT_EQ(without->clips[0].extensions, "");
  ASSERT_EQ(report.diagnostics.finish().size(), 1U);
  EXPECT_EQ(report.diagnostics.finish()[0].path, "clips[0].extensions");
}

TEST(GltfWrite, BadScenesAreErrorsOrReports) {
  ConversionReport report;
  Scene scene = one_node();
  scene.clips[0].rate = 0;
  EXPECT_FALSE(write_gltf(scene, {}, report));
  scene.clips[0].rate = 30;
  scene.clips[0].duration = 1e15;
  EXPECT_FALSE(write_gltf(scene, {}, report));
  scene.clips[0].duration = 1;
  scene.extras = "[1]";
  EXPECT_TRUE(write_gltf(scene, {}, report));
  EXPECT_TRUE(report.diagnostics.has_warnings());
  scene.metres_per_unit = -1;
  EXPECT_FALSE(write_gltf(scene, {}, report));
  EXPECT_TRUE(write_gltf(Scene{}, {}, report)) << "an empty scene is a scene";
}

TEST(GltfWrite, CamerasLookAtTheirTarget) {
  Scene scene = one_node();
  scene.cameras.push_back({});
  scene.nodes[0].camera = 0;
  scene.nodes[0].rest.translation = {5, 0, 0};
  add_track(scene, Property::target, Interpolation::linear, {0, 4}, {0, 0, 0, 5, 0, 5});
  const Glb glb = write(scene);
  const auto turn = glb.values(glb.sampler("arm.camera", "rotation"));
  const auto view = [&](std::size_t key) {
    const Quat q{static_cast<double>(turn[4 * key]), static_cast<double>(turn[4 * key + 1]),
                 static_cast<double>(turn[4 * key + 2]), static_cast<double>(turn[4 * key + 3])};
    return rotate(q, {0, 0, -1});
  };
  EXPECT_LT(length(view(0) - Vec3{-1, 0, 0}), 1e-6) << "the origin is a target too";
  EXPECT_LT(length(view(4) - Vec3{0, 0, 1}), 1e-6);
  EXPECT_EQ(glb.node("arm.camera")["camera"], 0);
}

// Numbers that glTF cannot store are reported wherever they are, also where a constant or a baked
// channel would hide them.
TEST(GltfWrite, ReportsNonfiniteNumbers) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto told = [](const Scene& scene, GltfWriteOptions::Keys keys) {
    ConversionReport report;
    GltfWriteOptions options;
    options.keys = keys;
    EXPECT_TRUE(write_gltf(scene, options, report));
    for (const Diagnostic& one : report.diagnostics.finish())
      if (one.code == "anmkit.GLTF-NONFINITE") return true;
    return false;
  };
  for (const auto keys : {GltfWriteOptions::Keys::bake, GltfWriteOptions::Keys::sparse}) {
    EXPECT_FALSE(told(one_node(), keys));
    for (const double bad : {none, 1e300}) {
      Scene constant = one_node();
      add_track(constant, Property::translation, Interpolation::linear, {0, 4},
                {bad, 0, 0, bad, 0, 0});
      EXPECT_TRUE(told(constant, keys));
      Scene moving = one_node();
      add_track(moving, Property::translation, Interpolation::linear, {0, 2, 4},
                {0, 0, 0, 1, bad, 0, 2, 0, 0});
      EXPECT_TRUE(told(moving, keys));
      Scene resting = one_node();
      resting.nodes[0].rest.scale.z = bad;
      EXPECT_TRUE(told(resting, keys));
    }
  }
}

}  // namespace
}  // namespace anmkit
