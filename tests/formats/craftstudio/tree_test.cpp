// SPDX-License-Identifier: MIT
// Trees of blocks in text: every block is a node, below the one that it is in (section 8).
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/motion.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

std::string block(std::string_view name, int x, int size, std::string_view children) {
  return R"({"name":")" + std::string(name) + R"(","position":[)" + std::to_string(x) +
         R"(,0,0],"offsetFromPivot":[0,1,0],"size":[)" + std::to_string(size) +
         R"(,2,3],"rotation":[0,0,0],"texOffset":[8,16],"children":[)" + std::string(children) +
         "]}";
}

TEST(CraftStudioTree, EveryBlockIsANodeBelowItsOwn) {
  const std::string tree =
      block("Hip", 1, 4,
            block("Leg", 2, 5, block("Foot", 3, 6, "")) + "," + block("Tail", 4, 7, "")) +
      "," + block("Hat", 5, 8, "");
  Diagnostics diagnostics;
  const auto model = parse_js_model(R"({"title":"a","tree":[)" + tree + "]}", diagnostics);
  ASSERT_TRUE(model.has_value());
  const RestModel rest = rest_of(*model);
  ASSERT_EQ(rest.nodes.size(), 5u);
  struct Wanted {
    const char* name;
    int parent;
    double x, size;
  };
  const Wanted wanted[] = {
      {"Hip", -1, 1, 4}, {"Leg", 0, 2, 5}, {"Foot", 1, 3, 6}, {"Tail", 0, 4, 7}, {"Hat", -1, 5, 8}};
  for (const Wanted& want : wanted) {
    const auto found = std::ranges::find(rest.nodes, want.name, &RestNode::name);
    ASSERT_NE(found, rest.nodes.end()) << want.name;
    EXPECT_EQ(found->position, (Vec3{want.x, 0, 0}));
    EXPECT_EQ(found->pivot, (Vec3{0, 1, 0}));
    EXPECT_EQ(found->size, (Vec3{want.size, 2, 3}));
    EXPECT_EQ(found->scale, (Vec3{1, 1, 1}));
    EXPECT_EQ(found->id, found - rest.nodes.begin());
    if (want.parent < 0) {
      EXPECT_LT(found->parent, 0) << want.name;
    } else {
      EXPECT_EQ(rest.nodes.at(static_cast<std::size_t>(found->parent)).name,
                wanted[want.parent].name);
    }
  }
}

}  // namespace
}  // namespace anmkit::craftstudio::test
