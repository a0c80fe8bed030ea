// SPDX-License-Identifier: MIT
// Which of several models beside an animation is its own.
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
TEST(CraftStudioModelChoice, MostNamesWin) {
  EXPECT_EQ(chosen({{"g/a.csmodel", model_of({"Arm"})}, {"g/b.csmodel", model_of({"Arm", "Leg"})}},
                   {"Arm", "Leg"}),
            Names{"g/b.csmodel"});
}

TEST(CraftStudioModelChoice, OfEqualOnesTheSameNameWins) {
  EXPECT_EQ(chosen({{"g/arm.csmodel", model_of({"Arm"})}, {"g/walk.csmodel", model_of({"Arm"})}},
                   {"Arm"}),
            Names{"g/walk.csmodel"});
  EXPECT_EQ(
      chosen({{"g/arm.csmodel", model_of({"Arm"})}, {"g/leg.csmodel", model_of({"Arm"})}}, {"Arm"}),
      Names{"g/arm.csmodel"});
}

TEST(CraftStudioModelChoice, HalfOfTheNamesIsEnough) {
  const std::map<std::string, Bytes> models{{"g/a.csmodel", model_of({"Arm", "Leg"})}};
  EXPECT_EQ(chosen(models, {"Arm", "Leg", "C", "D"}), Names{"g/a.csmodel"});
  EXPECT_EQ(chosen(models, {"Arm", "Leg", "C", "D", "E"}), Names{});
}

}  // namespace
}  // namespace anmkit::craftstudio::test
