// SPDX-License-Identifier: MIT
// A scene is refused for each thing that names what is not there, and for nothing else.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "anmkit/gltf.hpp"
#include "anmkit/render.hpp"
#include "anmkit/scene.hpp"

namespace anmkit {
namespace {

// A mesh of a triangle on the second node, with a skin, an image, a camera and a clip.
Scene whole() {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[1].parent = 0;
  scene.nodes[1].mesh = 0;
  scene.nodes[0].camera = 0;
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.normals.assign(3, {0, 0, 1});
  primitive.joints.assign(3, {0, 1, 0, 0});
  primitive.weights.assign(3, {1, 0, 0, 0});
  primitive.indices = {0, 1, 2};
  primitive.material = 0;
  scene.meshes.push_back({"triangle", {primitive}});
  scene.materials.resize(1);
  scene.materials[0].image = 0;
  Image image;
  image.width = image.height = 2;
  image.bytes.resize(16);
  scene.images.push_back(image);
  scene.cameras.resize(1);
  Track track;
  track.node = 1;
  track.times = {0, 1};
  track.values = {0, 0, 0, 1, 2, 3};
  Clip& clip = scene.clips.emplace_back();
  clip.duration = 1;
  clip.tracks = {track};
  return scene;
}

struct Fault {
  const char* name;
  std::function<void(Scene&)> make;
  const char* owner;  // what the message speaks of
};

Primitive& primitive_of(Scene& scene) {
  return scene.meshes[0].primitives[0];
}
Track& track_of(Scene& scene) {
  return scene.clips[0].tracks[0];
}

const std::vector<Fault> kFaults = {
    {"parent", [](Scene& s) { s.nodes[1].parent = 2; }, "node 1"},
    {"parent below", [](Scene& s) { s.nodes[0].parent = -2; }, "node 0"},
    {"mesh", [](Scene& s) { s.nodes[0].mesh = 1; }, "node 0"},
    {"camera", [](Scene& s) { s.nodes[1].camera = 1; }, "node 1"},
    {"material", [](Scene& s) { primitive_of(s).material = 1; }, "mesh 0"},
    {"normals", [](Scene& s) { primitive_of(s).normals.pop_back(); }, "mesh 0"},
    {"uvs", [](Scene& s) { primitive_of(s).uvs.resize(4); }, "mesh 0"},
    {"colors", [](Scene& s) { primitive_of(s).colors.resize(1); }, "mesh 0"},
    {"joints", [](Scene& s) { primitive_of(s).joints.resize(2); }, "mesh 0"},
    {"weights", [](Scene& s) { primitive_of(s).weights.resize(2); }, "mesh 0"},
    {"joints alone", [](Scene& s) { primitive_of(s).weights.clear(); }, "mesh 0"},
    {"joint", [](Scene& s) { primitive_of(s).joints[2][3] = 2; }, "mesh 0"},
    {"image", [](Scene& s) { s.materials[0].image = 1; }, "material 0"},
    {"track", [](Scene& s) { track_of(s).node = 2; }, "clip 0"},
    {"values", [](Scene& s) { track_of(s).values.pop_back(); }, "clip 0"},
    {"cubic", [](Scene& s) { track_of(s).interpolation = Interpolation::cubic; }, "clip 0"},
    {"an arc of a place", [](Scene& s) { track_of(s).interpolation = Interpolation::slerp; },
     "clip 0"},
    {"eases", [](Scene& s) { track_of(s).ease.resize(3); }, "clip 0"},
    {"order", [](Scene& s) { track_of(s).times[0] = 2; }, "clip 0"},
    {"time", [](Scene& s) { track_of(s).times[1] = std::numeric_limits<double>::infinity(); },
     "clip 0"},
    {"no property", [](Scene& s) { track_of(s).property = static_cast<Property>(13); }, "clip 0"},
    {"no interpolation",
     [](Scene& s) { track_of(s).interpolation = static_cast<Interpolation>(7); }, "clip 0"},
};

TEST(Soundness, RejectsEachFaultInChecksAndExports) {
  for (const Fault& fault : kFaults) {
    Scene scene = whole();
    fault.make(scene);
    const auto sound = check_scene(scene);
    ASSERT_FALSE(sound) << fault.name;
    EXPECT_EQ(sound.error().code, "anmkit.SCENE") << fault.name;
    EXPECT_EQ(sound.error().message.substr(0, std::string(fault.owner).size()), fault.owner)
        << fault.name << ": " << sound.error().message;
    ConversionReport report;
    EXPECT_FALSE(write_gltf(scene, {}, report)) << fault.name;
  }
}

// What an image and glTF leave out.
const std::vector<Fault> kLeftOut = {
    {"index", [](Scene& s) { primitive_of(s).indices[1] = 3; }, "mesh 0"},
    {"pixels", [](Scene& s) { s.images[0].bytes.pop_back(); }, "image 0"},
    {"more pixels", [](Scene& s) { s.images[0].width = 3; }, "image 0"},
    {"pixels beyond 32 bits",
     [](Scene& s) { s.images[0].width = s.images[0].height = 0x8000'0000; }, "image 0"},
};

TEST(Soundness, ReportsFaultsThatExportsOmit) {
  for (const Fault& fault : kLeftOut) {
    Scene scene = whole();
    fault.make(scene);
    const auto sound = check_scene(scene);
    ASSERT_FALSE(sound) << fault.name;
    EXPECT_TRUE(sound.error().message.starts_with(fault.owner)) << sound.error().message;
    ConversionReport report;
    EXPECT_TRUE(write_gltf(scene, {}, report)) << fault.name;
    EXPECT_TRUE(report.diagnostics.has_warnings()) << fault.name;
    const auto renderer = Renderer::make(scene);
    ASSERT_TRUE(renderer) << fault.name;
    const auto camera = renderer->fit({}, {});
    ASSERT_TRUE(camera) << fault.name;
    EXPECT_TRUE(renderer->draw(0, *camera, {})) << fault.name;
  }
}

const std::vector<Fault> kLegal = {
    {"nothing changed", [](Scene&) {}, ""},
    {"a circle", [](Scene& s) { s.nodes[0].parent = 1; }, ""},
    {"its own parent", [](Scene& s) { s.nodes[0].parent = 0; }, ""},
    {"no number", [](Scene& s) { track_of(s).values[0] = std::nan(""); }, ""},
    {"keys at one time", [](Scene& s) { track_of(s).times[1] = 0; }, ""},
    {"a track without keys",
     [](Scene& s) {
       track_of(s).times.clear();
       track_of(s).values.clear();
     },
     ""},
    {"two corners of three", [](Scene& s) { primitive_of(s).indices.pop_back(); }, ""},
    {"half a line",
     [](Scene& s) {
       primitive_of(s).mode = PrimitiveMode::lines;
       primitive_of(s).indices.clear();
     },
     ""},
    {"corners in order", [](Scene& s) { primitive_of(s).indices.clear(); }, ""},
    {"an encoded image",
     [](Scene& s) {
       s.images[0].media_type = "image/png";
       s.images[0].bytes.resize(3);
     },
     ""},
    {"no image", [](Scene& s) { s.images[0].bytes.clear(); }, ""},
    {"nothing at all", [](Scene& s) { s = {}; }, ""},
};

TEST(Soundness, AcceptsLegalScenes) {
  for (const Fault& legal : kLegal) {
    Scene scene = whole();
    legal.make(scene);
    const auto sound = check_scene(scene);
    EXPECT_TRUE(sound) << legal.name << ": " << (sound ? "" : sound.error().message);
    ConversionReport report;
    EXPECT_TRUE(write_gltf(scene, {}, report)) << legal.name;
  }
}

}  // namespace
}  // namespace anmkit
