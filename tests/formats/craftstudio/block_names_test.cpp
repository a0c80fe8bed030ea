// SPDX-License-Identifier: MIT
// Every block gets a name of its own: what moves keeps its name, others of that name are numbered.
#include "formats/craftstudio/model/body.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

std::vector<std::string> named(const std::vector<std::string>& names,
                               const std::vector<std::uint32_t>& moving = {}) {
  Scene scene;
  for (const std::string& name : names)
    scene.nodes.emplace_back().name = name;
  Clip& clip = scene.clips.emplace_back();
  for (const std::uint32_t node : moving)
    clip.tracks.emplace_back().node = node;
  return names_of_blocks(scene);
}

using Names = std::vector<std::string>;

TEST(CraftStudioBlockNames, NamesAreUnique) {
  EXPECT_EQ(named({"A", "B"}), (Names{"A", "B"}));
  EXPECT_EQ(named({"A", "A", "A"}), (Names{"A", "A 2", "A 3"}));
  EXPECT_EQ(named({"A", "A", "A 2"}), (Names{"A", "A 3", "A 2"}));
  EXPECT_EQ(named({"", "", "node 1"}), (Names{"node 0", "node 1_", "node 1"}));
}

TEST(CraftStudioBlockNames, AnimatedNodesKeepTheirNames) {
  EXPECT_EQ(named({"A", "A", "B"}, {1, 9}), (Names{"A 2", "A", "B"}));
}

}  // namespace
}  // namespace anmkit::craftstudio::test
