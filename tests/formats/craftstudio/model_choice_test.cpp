// SPDX-License-Identifier: MIT
// The choice among several models next to an animation.
#include "formats/folders.hpp"
#include "support.hpp"
#include "support/shelf.hpp"

namespace anmkit::craftstudio::test {
namespace {

Bytes model_of(const std::vector<std::string>& names) {
  Diagnostics unused;
  Model model = parse_model(example_model(), unused).value();
  const ModelNode node = model.nodes[0];
  model.nodes.clear();
  for (const std::string& name : names) {
    ModelNode& added = model.nodes.emplace_back(node);
    added.id = static_cast<std::uint16_t>(model.nodes.size());
    added.name.bytes = name;
  }
  return write(model).value();
}

std::vector<std::string> chosen(const std::map<std::string, Bytes>& models,
                                const std::vector<std::string>& names) {
  Animation animation;
  animation.duration = 20;
  for (const std::string& name : names)
    animation.nodes.emplace_back().name.bytes = name;
  Shelf shelf;
  shelf.files = models;
  const Bytes bytes = write(animation).value();
  shelf.files["g/walk.csmodelanim"] = bytes;
  Folders around(shelf);
  return parse("csmodelanim", bytes)->document->find_companions("g/walk.csmodelanim", around);
}

using Names = std::vector<std::string>;

// Section 11: the model that has most of the animation's names.
TEST(CraftStudioModelChoice, PrefersTheModelWithMostNames) {
  EXPECT_EQ(chosen({{"g/a.csmodel", model_of({"Arm"})}, {"g/b.csmodel", model_of({"Arm", "Leg"})}},
                   {"Arm", "Leg"}),
            Names{"g/b.csmodel"});
}

TEST(CraftStudioModelChoice, BreaksTiesByEqualFileName) {
  EXPECT_EQ(chosen({{"g/arm.csmodel", model_of({"Arm"})}, {"g/walk.csmodel", model_of({"Arm"})}},
                   {"Arm"}),
            Names{"g/walk.csmodel"});
  EXPECT_EQ(
      chosen({{"g/arm.csmodel", model_of({"Arm"})}, {"g/leg.csmodel", model_of({"Arm"})}}, {"Arm"}),
      Names{"g/arm.csmodel"});
}

TEST(CraftStudioModelChoice, HalfOfTheNamesSuffices) {
  const std::map<std::string, Bytes> models{{"g/a.csmodel", model_of({"Arm", "Leg"})}};
  EXPECT_EQ(chosen(models, {"Arm", "Leg", "C", "D"}), Names{"g/a.csmodel"});
  EXPECT_EQ(chosen(models, {"Arm", "Leg", "C", "D", "E"}), Names{});
}

// A mod: models, animations and textures in folders of their own (section 3.6).
struct Mod {
  Shelf shelf;
  void add_model(const std::string& path, const std::vector<std::string>& names) {
    std::string tree;
    for (const std::string& name : names)
      tree += std::string(tree.empty() ? "" : ",") + R"({"name":")" + name +
              R"(","position":[0,0,0],"offsetFromPivot":[0,0,0],"size":[4,4,4],)" +
              R"("rotation":[0,0,0],"texOffset":[0,0],"children":[]})";
    shelf.files[path] = to_bytes(R"({"title":"m","tree":[)" + tree + "]}");
  }
  Names of_animation(const std::string& path, const std::vector<std::string>& names) {
    JsAnimation animation;
    animation.duration = 20;
    for (const std::string& name : names)
      animation.node_animations.emplace_back().name = name;
    const Bytes bytes = to_bytes(write_text(animation));
    shelf.files[path] = bytes;
    Folders around(shelf);
    return parse("csjsmodelanim", bytes)->document->find_companions(path, around);
  }
  Names of_model(const std::string& path) {
    Folders around(shelf);
    return parse("csjsmodel", shelf.files[path])->document->find_companions(path, around);
  }
};

TEST(CraftStudioModelChoice, FindsModelsInFoldersOfAMod) {
  const std::string craft = "assets/demo/craftstudio/", skin = "assets/demo/textures/entity/";
  Mod mod;
  mod.add_model(craft + "models/entity/dup.csjsmodel", {"Body", "Leg"});
  mod.add_model(craft + "models/block/chest.csjsmodel", {"Lid"});
  mod.shelf.files[skin + "dup.png"] = {};
  mod.shelf.files["assets/demo/textures/blocks/chest.png"] = {};
  EXPECT_EQ(mod.of_animation(craft + "animations/entity/dup_walk.csjsmodelanim", {"Body", "Leg"}),
            (Names{craft + "models/entity/dup.csjsmodel", skin + "dup.png"}));
  // Another folder than its model's, and textures by another name of the kind.
  EXPECT_EQ(
      mod.of_animation(craft + "animations/open.csjsmodelanim", {"Lid"}),
      (Names{craft + "models/block/chest.csjsmodel", "assets/demo/textures/blocks/chest.png"}));
  EXPECT_EQ(mod.of_model(craft + "models/entity/dup.csjsmodel"), Names{skin + "dup.png"});
  // Seen from inside the folder of animations.
  Mod inside;
  inside.shelf.here = "/demo/animations/entity/";
  inside.add_model("../../models/entity/dup.csjsmodel", {"Body", "Leg"});
  EXPECT_EQ(inside.of_animation("dup_walk.csjsmodelanim", {"Body"}),
            Names{"../../models/entity/dup.csjsmodel"});
}

TEST(CraftStudioModelChoice, BreaksTiesByNamePrefix) {
  Mod mod;
  for (const char* name : {"bird", "dragon", "dragon_red"})
    mod.add_model("c/models/entity/" + std::string(name) + ".csjsmodel", {"Wing"});
  const auto choice = [&](const std::string& name) {
    return mod.of_animation("c/animations/entity/" + name + ".csjsmodelanim", {"Wing"});
  };
  EXPECT_EQ(choice("dragon_fly"), Names{"c/models/entity/dragon.csjsmodel"});
  EXPECT_EQ(choice("dragon_red_fly"), Names{"c/models/entity/dragon_red.csjsmodel"});
  EXPECT_EQ(choice("dragonfly"), Names{"c/models/entity/bird.csjsmodel"});
}

}  // namespace
}  // namespace anmkit::craftstudio::test
