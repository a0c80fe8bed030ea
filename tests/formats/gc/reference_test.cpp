// SPDX-License-Identifier: MIT
// Every combination of animation type, quantisation and interpolation against the plain reference,
// with both readings of ease and rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "anmkit/gc.hpp"
#include "anmkit/registry.hpp"
#include "bones.hpp"
#include "generator.hpp"
#include "reference.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

using test::BankBytes;
using test::EaseReading;
using test::Generator;
using test::MadeTrack;
using test::Matrix;
using test::Parts;

std::vector<unsigned> modes(bool there, std::initializer_list<unsigned> all) {
  return there ? std::vector<unsigned>(all) : std::vector<unsigned>{0};
}

// One track for each combination; 65 tracks and more for a quantise type.
std::vector<MadeTrack> combinations(Generator& generator, unsigned type, bool with_ease) {
  std::vector<MadeTrack> tracks;
  for (const unsigned bits : kTypes) {
    for (const unsigned t : modes((bits & 1u) != 0, {0, 1, 2, 3})) {
      for (const unsigned s : modes((bits & 2u) != 0, {0, 1, 2, 3})) {
        const bool euler = (bits & 4u) != 0, quaternion = (bits & 8u) != 0;
        const auto rotations = euler        ? modes(true, {0, 1, 2, 3})
                               : quaternion ? modes(true, {0, 4, 5, 6})
                                            : modes(false, {});
        for (const unsigned r : rotations) {
          MadeTrack track = generator.track(bits, type, t, s, r, with_ease);
          track.id = static_cast<unsigned>(tracks.size());
          track.replace = generator.whole(0, 1) == 0;
          tracks.push_back(std::move(track));
        }
      }
    }
  }
  return tracks;
}

DocumentPtr parse(std::string_view id, const Bytes& bytes) {
  Diagnostics diagnostics;
  DocumentPtr document = find_format(id)->parse({bytes, "made"}, {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  return document;
}

// The largest difference of elements, relative to how large the wanted ones are.
double difference(const Mat4& found, const Matrix& wanted) {
  double worst = 0, size = 1;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) {
      const double value = wanted[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
      size = std::max(size, std::fabs(value));
      worst = std::max(worst, std::fabs(found.at(r, c) - value));
    }
  }
  return worst / size;
}

struct Reading {
  EaseReading ease;
  bool once;
};

void compare(Generator& generator, unsigned type, Reading reading) {
  const std::vector<MadeTrack> tracks = combinations(generator, type, true);
  std::vector<Parts> rests;
  for (std::size_t i = 0; i < tracks.size(); ++i)
    rests.push_back(rest_of(generator));
  const Bytes bank_bytes = BankBytes::of(tracks), skeleton = actor_bytes(rests);
  const DocumentPtr bank = parse("gc-anm", bank_bytes), actor = parse("gc-act", skeleton);
  ASSERT_TRUE(bank && actor);
  EXPECT_EQ(bank->write().value(), bank_bytes);
  const Companion companion{"made.act", skeleton, actor.get()};
  Options options;
  if (reading.ease == EaseReading::library) options.set("ease", "library");
  if (reading.once) options.set("rest", "once");
  Diagnostics diagnostics;
  const auto scene = bank->to_scene({}, {{&companion, 1}, options}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  ASSERT_EQ(scene->nodes.size(), tracks.size());
  const ReferenceSampler sampler(*scene, scene->clips.at(0));
  std::vector<double> times;
  for (int i = 0; i < 6; ++i) {
    times.push_back(generator.whole(0, 40));
    times.push_back(generator.real(0, 60));
  }
  Pose pose;
  std::vector<Mat4> world;
  for (const double time : times) {
    sampler.sample(time, pose);
    world_matrices(*scene, pose, world);
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      const MadeTrack& track = tracks[i];
      const Matrix wanted =
          test::reference_local(track, rests[i], reading.once, time, reading.ease);
      ASSERT_LT(difference(world[i], wanted), 1e-5)
          << "time " << time << " type " << type << " bits " << track.bits << " modes "
          << track.translation_mode << ' ' << track.scale_mode << ' ' << track.rotation_mode
          << " replace " << track.replace << " rest " << rests[i].bits << " keys "
          << track.keys.size() << " end " << track.anim_time << " once " << reading.once
          << " library ease " << (reading.ease == EaseReading::library);
    }
  }
}

// 5 quantisations, 4 readings, 4 rounds of 155 tracks and 12 times: 148800 matrices.
TEST(GcReference, EveryCombinationMovesAsSpecified) {
  Generator generator(20010425);
  for (unsigned type = 0; type < 5; ++type) {
    for (const Reading reading :
         {Reading{EaseReading::standard, false}, Reading{EaseReading::library, false},
          Reading{EaseReading::standard, true}, Reading{EaseReading::library, true}}) {
      for (int round = 0; round < 4; ++round)
        compare(generator, type, reading);
    }
  }
}

TEST(GcReference, RoundTripsEveryCombinationThroughJson) {
  Generator generator(7);
  for (unsigned type = 0; type < 5; ++type) {
    for (const MadeTrack& track : combinations(generator, type, true)) {
      const Bytes bytes = BankBytes::of({track});
      const DocumentPtr bank = parse("gc-anm", bytes);
      ASSERT_NE(bank, nullptr);
      EXPECT_EQ(bank->write().value(), bytes);
      const auto built = rebuilt(*bank);
      ASSERT_TRUE(built.has_value()) << built.error().message;
      EXPECT_EQ((*built)->write().value(), bytes);
    }
  }
}

// Section 6.1: sampled before the time moves on, and the end itself is shown once.
TEST(GcReference, PlayEqualsSampleOnWholeFrames) {
  Generator generator(3);
  for (unsigned bits : kTypes) {
    MadeTrack track = generator.track(bits, 3, 1, 1, (bits & 8u) != 0 ? 6 : 1, false);
    track.anim_time = 7;
    const DocumentPtr bank = parse("gc-anm", BankBytes::of({track}));
    ASSERT_NE(bank, nullptr);
    const auto played = bank->play({"", 20}, {{}, {}});
    ASSERT_TRUE(played.has_value());
    const auto& ticks = std::get<FramePlayback>(*played).ticks;
    ASSERT_EQ(ticks.size(), 20U);
    double time = 0;
    Diagnostics diagnostics;
    const auto scene = bank->to_scene({}, {{}, {}}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    Pose pose;
    std::vector<Mat4> world;
    for (const FrameTick& tick : ticks) {
      EXPECT_EQ(tick.frame, time);
      ReferenceSampler(*scene, scene->clips[0]).sample(tick.frame, pose);
      world_matrices(*scene, pose, world);
      EXPECT_LT(difference(world[0],
                           test::reference_local(track, {}, false, time, EaseReading::standard)),
                1e-5);
      time += 1;
      if (time > 7) time -= 7;
    }
  }
}

// Section 6.3: between opposite quaternions an arc does not end on its second one. Keys of their
// own are met at u = 0; only the return to the first key reaches u = 1.
TEST(GcReference, ImportHandlesOppositeQuaternions) {
  for (const unsigned mode : {6U, 4U, 5U}) {
    MadeTrack track;
    track.type = 3;
    track.bits = 8;
    track.rotation_mode = mode;
    track.anim_time = 10;
    track.keys.resize(2);
    track.keys[1].time = 5;
    track.keys[0].quaternion.value = {0.5, -0.5, 0.5, 0.5};
    track.keys[1].quaternion.value = {-0.5, 0.5, -0.5, -0.5};
    for (MadeKey& key : track.keys)
      key.quaternion.in = key.quaternion.out = key.quaternion.value;
    const DocumentPtr bank = parse("gc-anm", BankBytes::of({track}));
    ASSERT_NE(bank, nullptr);
    Diagnostics diagnostics;
    const auto scene = bank->to_scene({}, {{}, {}}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    Pose pose;
    std::vector<Mat4> world;
    for (const double time : {0.0, 4.0, 5.0, 7.0, 9.99, 10.0, 20.0}) {
      ReferenceSampler(*scene, scene->clips[0]).sample(time, pose);
      world_matrices(*scene, pose, world);
      EXPECT_LT(difference(world[0],
                           test::reference_local(track, {}, false, time, EaseReading::standard)),
                1e-9)
          << mode << " at " << time;
    }
  }
}

// Section 6.4, for x = y = 0.25 and u = 0.5: 0.5 by the standard constant, -1.125 by the library's.
TEST(GcReference, EaseOfTheExample) {
  MadeTrack track;
  track.type = 4;
  track.bits = 1;
  track.translation_mode = 3;
  track.anim_time = 2;
  track.keys.resize(2);
  track.keys[0].translation.ease_out = track.keys[1].translation.ease_in = 0.25;
  // With tangents of 1 the Hermite curve from 0 to 1 is u itself.
  track.keys[1].time = 2;
  track.keys[1].translation.value = track.keys[1].translation.in = {1, 1, 1};
  track.keys[0].translation.out = {1, 1, 1};
  const DocumentPtr bank = parse("gc-anm", BankBytes::of({track}));
  ASSERT_NE(bank, nullptr);
  for (const auto& [text, wanted] : {std::pair{"standard", 0.5}, std::pair{"library", -1.125}}) {
    Options options;
    options.set("ease", text);
    Diagnostics diagnostics;
    const auto scene = bank->to_scene({}, {{}, options}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    Pose pose;
    ReferenceSampler(*scene, scene->clips.at(0)).sample(1, pose);
    EXPECT_NEAR(pose[0].local.translation.x, wanted, 1e-9) << text;
  }
}

}  // namespace
}  // namespace anmkit::gc::test
