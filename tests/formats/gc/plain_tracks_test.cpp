// SPDX-License-Identifier: MIT
// Tracks in which all is well are passed over as a whole. So each finding about keys is computed
// here once more, key by key and from the words of section 7, for good tracks with a few bytes
// changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "generator.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

using Found = std::set<std::string>;  // "ANM061 3": the code and the key

class Expected {
 public:
  Expected(const Bank& bank, const Track& track) : bank_(bank), track_(track) {}

  Found operator()() {
    for (index_ = 0; index_ < bank_.keys.size(); ++index_) {
      times();
      places();
      values(decode_key(bank_, track_, bank_.keys[index_]));
    }
    return found_;
  }

 private:
  void add(const char* code) { found_.insert(std::string(code) + ' ' + std::to_string(index_)); }
  bool has(unsigned bit) const { return (track_.anim_type & bit) != 0; }
  bool floats() const { return track_.quantize_info >> 4u == 4 && has(3); }

  void times() {
    const float time = bank_.keys[index_].time;
    if (!std::isfinite(time)) return add("ANM041");
    if (time > track_.anim_time) add("ANM045");
    if (index_ == 0) {
      if (time > 0) add("ANM044");
      return;
    }
    const float before = bank_.keys[index_ - 1].time;
    if (time < before) add("ANM042");
    if (time == before) add("ANM043");
  }

  void places() {
    const Key& key = bank_.keys[index_];
    constexpr std::array<unsigned, 5> kSizes = {1, 1, 2, 2, 4};
    const unsigned triple = 3 * kSizes[track_.quantize_info >> 4u];
    const std::uint64_t size = (has(1) ? triple : 0) + (has(2) ? triple : 0) + (has(8) ? 8u : 0);
    const std::uint64_t data = 24 + 12 + 16 + 12 * bank_.keys.size();
    if (key.setting < data || key.setting + size > bank_.bytes.size()) add("ANM050");
    if (floats() && key.setting % 4 != 0) add("ANM052");
    if (key.interpolation != 0) add("ANM053");
  }

  void values(const KeyFrame& key) {
    bool finite = true, flat = false;
    for (std::size_t k = 0; k < 3; ++k) {
      if (key.scale) flat = flat || component(*key.scale, k) == 0;
      for (const auto* part : {&key.scale, &key.translation})
        finite = finite && (!*part || std::isfinite(component(**part, k)));
    }
    if (!finite) add("ANM060");
    if (flat) add("ANM066");
    if (key.quaternion) {
      double square = 0, turn = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        square += std::pow((*key.quaternion)[k] / 16384.0, 2);
        if (before_) turn += 1.0 * (*key.quaternion)[k] * (*before_)[k];
      }
      if (square == 0 || std::fabs(std::sqrt(square) - 1) > 1.0 / 1024) add("ANM061");
      if (turn < 0 && (track_.interpolation_type >> 4u) >= 4) add("ANM062");
    }
    before_ = key.quaternion;
  }

  static double component(const Triple& triple, std::size_t k) {
    return triple.floats ? double{(*triple.floats)[k]} : (*triple.integers)[k];
  }

  const Bank& bank_;
  const Track& track_;
  std::size_t index_ = 0;
  std::optional<std::array<std::int16_t, 4>> before_;
  Found found_;
};

Found found_in(const Bytes& bytes) {
  Found found;
  for (const Diagnostic& finding : check(*parse("gc-anm", bytes))) {
    const std::string& path = finding.path;
    if (!path.starts_with("keyFrames[")) continue;
    const std::string code = finding.code.substr(3);
    if (code != "ANM014" && code != "ANM015")  // owners, not keys
      found.insert(code + ' ' + path.substr(10, path.find(']') - 10));
  }
  return found;
}

// Keys that follow one another on one side, as exporters write them.
MadeTrack good_track(Generator& random, unsigned bits, unsigned type, unsigned rotation_mode) {
  MadeTrack track = random.track(bits, type, 1, 1, rotation_mode, false);
  for (std::size_t i = 0; i < track.keys.size(); ++i) {
    MadeKey& key = track.keys[i];
    for (double& v : key.scale.value)
      if (v == 0) v = std::ldexp(1, -static_cast<int>(track.frac));
    if (i > 0 && track.rotation_mode >= 4) key.quaternion = track.keys[0].quaternion;
  }
  return track;
}

// What is no number says nothing to the player either: such keys are left out.
TEST(GcPlainTracks, KeysWithoutNumbersAreLeftOut) {
  for (const unsigned mode : {1u, 2u}) {
    for (const int part : {0, 1, 2}) {
      Generator random(mode);
      MadeTrack track = random.track(1, 4, mode, 1, 0, false);
      while (track.keys.size() < 3)
        track = random.track(1, 4, mode, 1, 0, false);
      MadeVector& moved = track.keys[1].translation;
      (part == 0 ? moved.value : part == 1 ? moved.in : moved.out)[0] = NAN;
      Diagnostics diagnostics;
      const auto scene = parse("gc-anm", BankBytes::of({track}))
                             ->document->to_scene({}, {{}, {}}, diagnostics)
                             .value();
      ASSERT_EQ(scene.clips.at(0).tracks.size(), 1u);
      const auto& times = scene.clips[0].tracks[0].times;
      const bool kept = std::ranges::find(times, track.keys[1].time) != times.end();
      // Tangents are in Bézier curves only.
      EXPECT_EQ(kept, part != 0 && mode == 1) << mode << " " << part;
    }
  }
}

TEST(GcPlainTracks, DamageIsFoundAsKeyByKey) {
  Generator random(20);
  std::map<std::string, int> seen;
  constexpr std::array kBytes = {0x00, 0x01, 0x3F, 0x40, 0x7F, 0x80, 0xC0, 0xFF};
  for (int round = 0; round < 6000; ++round) {
    const unsigned type = static_cast<unsigned>(random.whole(0, 4));
    const unsigned bits =
        std::array{1u, 2u, 3u, 8u, 9u, 10u, 11u}[static_cast<std::size_t>(random.whole(0, 6))];
    Bytes bytes = BankBytes::of({good_track(random, bits, type, random.whole(0, 1) == 0 ? 0 : 6)});
    ASSERT_EQ(found_in(bytes), Found()) << round;
    const std::size_t from = 24 + 12 + 16, to = bytes.size() - 1;
    for (int i = random.whole(1, 4); i > 0; --i) {
      const auto at =
          static_cast<std::size_t>(random.whole(static_cast<int>(from), static_cast<int>(to)));
      bytes[at] = static_cast<std::byte>(kBytes[static_cast<std::size_t>(random.whole(0, 7))]);
    }
    Diagnostics unused;
    const Bank bank = parse_bank(bytes, unused).value();
    const Found wanted = Expected(bank, bank.tracks[0])();
    ASSERT_EQ(found_in(bytes), wanted) << round;
    for (const std::string& one : wanted)
      ++seen[one.substr(0, 6)];
  }
  EXPECT_EQ(seen.size(), 12u);
  for (const auto& [code, count] : seen)
    EXPECT_GT(count, 10) << code;
}

}  // namespace
}  // namespace anmkit::gc::test
