// SPDX-License-Identifier: MIT
// Tracks in which all is well are stored by their ends only, unless a model is compared with each
// key. What is found in a damaged animation is the same either way.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "formats/craftstudio/document.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

using Random = std::mt19937;
int below(Random& random, int most) {
  return std::uniform_int_distribution<int>(0, most - 1)(random);
}

// Times from 0 or 1 on, and values that do not turn or move in every third track.
template <class Value>
std::vector<Key<Value>> random_track(Random& random, Value neutral) {
  std::vector<Key<Value>> keys;
  const bool still = below(random, 3) == 0;
  int time = below(random, 4) / 3;
  for (int i = below(random, 6); i > 0; --i) {
    Key<Value>& key = keys.emplace_back();
    key.time = static_cast<std::uint16_t>(time);
    time += 1 + below(random, 4);
    key.delta = neutral;
    if (still || below(random, 3) == 0) continue;
    if constexpr (std::same_as<Value, Float4>) {
      const int axis = below(random, 4);
      key.delta = {0, 0, 0, 0};
      key.delta[static_cast<std::size_t>(axis)] = below(random, 2) == 0 ? 1.0F : -1.0F;
    } else {
      for (auto& v : key.delta)
        v = static_cast<std::remove_reference_t<decltype(v)>>(below(random, 5) - 2);
    }
  }
  return keys;
}

Bytes random_animation(Random& random) {
  Animation animation;
  animation.duration = static_cast<std::uint16_t>(5 + below(random, 12));
  animation.hold_last_key_frame = static_cast<std::uint8_t>(below(random, 2));
  for (int i = 0; i < 2; ++i) {
    NodeAnimation& node = animation.nodes.emplace_back();
    node.name.bytes = i == 0 ? "Arm" : "Leg";
    node.position = random_track<Float3>(random, {});
    node.orientation = random_track<Float4>(random, {1, 0, 0, 0});
    node.block_size = random_track<Int3>(random, {});
    node.pivot_offset = random_track<Float3>(random, {});
    node.scale = random_track<Float3>(random, {});
  }
  return write(animation).value();
}

// What only a model can bring is left out.
std::string found(const Loaded& animation, Companions companions) {
  std::vector<Diagnostic> all = check(animation, companions);
  std::erase_if(all, [](const Diagnostic& d) {
    return d.code == "craftstudio.I-UNKNOWN-NODE" || d.code == "craftstudio.W-SIZE-NEGATIVE" ||
           d.code == "craftstudio.I-SCALE-ZERO";
  });
  std::string text;
  for (const Diagnostic& d : all)
    text += d.code + ' ' + std::to_string(d.offset.value_or(0)) + ' ' + d.path + ": " + d.message +
            '\n';
  return text;
}

TEST(CraftStudioPlainTracks, DamageIsFoundAsWithAModel) {
  Random random(3);
  const auto model = parse("csmodel", example_model());
  const std::array companions = {Companion{"model.csmodel", model->bytes, model->document.get()}};
  std::map<std::string, int> seen;
  int good = 0;
  constexpr std::array kBytes = {0x00, 0x01, 0x03, 0x3F, 0x7F, 0x80, 0xC0, 0xFF};
  for (int round = 0; round < 6000; ++round) {
    Bytes bytes = random_animation(random);
    for (int i = below(random, 3); i > 0; --i) {
      const auto at =
          static_cast<std::size_t>(8 + below(random, static_cast<int>(bytes.size()) - 8));
      bytes[at] = static_cast<std::byte>(kBytes[static_cast<std::size_t>(below(random, 8))]);
    }
    const auto animation = parse("csmodelanim", bytes);
    if (!animation->document) continue;
    ++good;
    ASSERT_EQ(found(*animation, {}), found(*animation, companions)) << round;
    for (const Diagnostic& finding : check(*animation))
      ++seen[finding.code];
  }
  EXPECT_GT(good, 3000);
  for (const char* code :
       {"E-NONFINITE", "W-INTERPOLATION", "W-QUAT-NORM", "W-UNSORTED", "W-DUPLICATE-KEY",
        "E-KEY-AFTER-END", "W-HOLD-LATE-START", "I-WRAP-BLEND", "I-NEUTRAL-TRACK"})
    EXPECT_GT(seen["craftstudio." + std::string(code)], 5) << code;
}

}  // namespace
}  // namespace anmkit::craftstudio::test
