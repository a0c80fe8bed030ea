// SPDX-License-Identifier: MIT
// Keys and the bytes that they are made from. What a key must name is known from where the formats'
// specifications put it.
#include "convert/key_origins.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/examples.hpp"

namespace anmkit {
namespace {

class Origins {
 public:
  explicit Origins(const char* name, std::size_t clip = 0)
      : opened_(open(example(name), name)),
        what_(KeyOrigins::make(std::get<Parsed>(opened_), {}, kNoOptions, clip)) {
    Diagnostics unused;
    auto scene = std::get<Parsed>(opened_).document->to_scene({}, {}, unused);
    shown_ = std::move(scene->clips[clip]);
    names_ = std::move(scene->nodes);
  }
  std::uint32_t track(std::string_view node, Property property) const {
    for (std::uint32_t i = 0; i < shown_.tracks.size(); ++i)
      if (names_[shown_.tracks[i].node].name == node && shown_.tracks[i].property == property)
        return i;
    ADD_FAILURE() << "no track of " << node;
    return 0;
  }
  // Paths of the fields that make nothing else, or as little.
  std::vector<std::string> fields(ClipKey key) const {
    const auto found = what_->fields_of(key);
    std::vector<std::string> paths;
    for (const auto& one : found)
      if (one.keys == found.front().keys) paths.push_back(one.leaf.path);
    std::ranges::sort(paths);
    return paths;
  }
  const KeyOrigins& operator*() const { return *what_; }
  bool good() const { return what_.has_value(); }

 private:
  Opened opened_;
  Result<KeyOrigins> what_;
  Clip shown_;
  std::vector<Node> names_;
};

using Paths = std::vector<std::string>;

TEST(KeyOrigins, FramesOfPlayStation) {
  const Origins origins("psx/HOP.ANM");
  ASSERT_TRUE(origins.good());
  EXPECT_EQ(origins.fields({origins.track("obj000", Property::translation), 3}),
            (Paths{"frames[3].keyframes[0].pos.x", "frames[3].keyframes[0].pos.y",
                   "frames[3].keyframes[0].pos.z"}));
  EXPECT_EQ(origins.fields({origins.track("obj002", Property::rotation), 5}).size(), 3U);
}

TEST(KeyOrigins, KeysOfGameCube) {
  const Origins origins("gc/stalk.anm");
  ASSERT_TRUE(origins.good());
  const ClipKey key{origins.track("track1", Property::translation), 2};
  EXPECT_EQ(origins.fields(key),
            (Paths{"tracks[1].settings[2].translation.x", "tracks[1].settings[2].translation.y",
                   "tracks[1].settings[2].translation.z"}));
}

TEST(KeyOrigins, KeysOfCraftStudioWithTheirTimes) {
  const Origins origins("craftstudio/robot-walk.csmodelanim");
  ASSERT_TRUE(origins.good());
  const auto paths = origins.fields({origins.track("Left Arm", Property::rotation), 1});
  ASSERT_FALSE(paths.empty());
  for (const std::string& path : paths)
    EXPECT_TRUE(path.starts_with("nodes[0].orientation[1].")) << path;
  EXPECT_TRUE(std::ranges::count(paths, "nodes[0].orientation[1].delta[1]"));
}

TEST(KeyOrigins, NumbersOfASourceText) {
  const Origins origins("sm64/wave.inc.c");
  ASSERT_TRUE(origins.good());
  for (const std::string& path : origins.fields({origins.track("part1", Property::rotation), 4}))
    EXPECT_TRUE(path.starts_with("wave_values[")) << path;
}

// Either way leads back.
TEST(KeyOrigins, RoundTripsKeysAndFields) {
  for (const char* name :
       {"psx/HOP.ANM", "gc/stalk.anm", "craftstudio/robot-wave.csmodelanim", "sm64/wave.inc.c"}) {
    const Origins origins(name);
    ASSERT_TRUE(origins.good()) << name;
    for (const ClipKey key : {ClipKey{0, 0}, ClipKey{0, 1}, ClipKey{1, 1}}) {
      const auto found = (*origins).fields_of(key);
      ASSERT_FALSE(found.empty()) << name;
      for (const auto& one : found) {
        const auto keys = (*origins).keys_of(one.leaf.offset);
        EXPECT_TRUE(std::ranges::count(keys, key)) << name << " " << one.leaf.path;
        EXPECT_EQ(keys.size(), one.keys) << name << " " << one.leaf.path;
      }
    }
  }
}

TEST(KeyOrigins, FieldsWithoutKeysHaveNoOrigin) {
  const Origins origins("psx/HOP.ANM");
  EXPECT_TRUE((*origins).keys_of(0).empty());           // part of the header
  EXPECT_TRUE((*origins).keys_of(1u << 20).empty());    // beyond the end
  EXPECT_TRUE((*origins).fields_of({999, 0}).empty());  // no such track
  EXPECT_TRUE((*origins).fields_of({0, 999}).empty());
  const Opened opened = open(example("psx/HOP.ANM"), "HOP.ANM");
  const auto none = KeyOrigins::make(std::get<Parsed>(opened), {}, kNoOptions, 7);
  EXPECT_FALSE(none);
}

}  // namespace
}  // namespace anmkit
