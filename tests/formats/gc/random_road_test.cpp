// SPDX-License-Identifier: MIT
// Random banks through glTF and back, with and without their actor: untouched they are the same
// bytes, and of an edit the report gives what a player of the written file sees.
#include <gtest/gtest.h>

#include <map>

#include "anmkit/gltf.hpp"
#include "bones.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

constexpr unsigned kBones = 4;

MadeTrack random_track(Generator& random) {
  const unsigned bits = kTypes[random.whole(0, 11)];
  const auto mode = [&](bool there) {
    return there ? static_cast<unsigned>(random.whole(0, 3)) : 0;
  };
  constexpr unsigned kTurns[] = {0, 4, 5, 6};
  const unsigned turn = (bits & 4U) != 0   ? mode(true)
                        : (bits & 8U) != 0 ? kTurns[random.whole(0, 3)]
                                           : 0;
  MadeTrack track =
      random.track(bits, static_cast<unsigned>(random.whole(0, 4)), mode((bits & 1U) != 0),
                   mode((bits & 2U) != 0), turn, random.whole(0, 1) == 0);
  track.replace = random.whole(0, 1) == 0;
  return track;
}

std::vector<MadeSequence> random_sequences(Generator& random) {
  std::vector<MadeSequence> sequences;
  const int count = random.whole(1, 4);
  for (int i = 0; i < count; ++i) {
    MadeSequence& made = sequences.emplace_back();
    made.name = random.whole(0, 3) == 0 ? "same" : "clip" + std::to_string(i);
    for (unsigned id = 0; id < kBones; ++id) {
      if (random.whole(0, 3) == 0) continue;
      made.tracks.push_back(random_track(random));
      made.tracks.back().id = id;
    }
  }
  return sequences;
}

// A rest matrix that glTF can express: half the size, rotated and moved.
Parts unsheared(Parts rest) {
  if (rest.bits == 16) rest.matrix = {0, -0.5, 0, 3, 0.5, 0, 0, -2, 0, 0, 0.5, 1};
  return rest;
}

// A bank and what it is shown with.
struct Made {
  Bytes bytes, skeleton;
  DocumentPtr bank, actor;
  std::vector<Companion> companions;
};

Made make(Generator& random, bool with_actor) {
  Made made;
  made.bytes = BankBytes::of(random_sequences(random));
  Diagnostics unused;
  made.bank = find_format("gc-anm")->parse({made.bytes, "a.anm"}, {}, unused);
  std::vector<Parts> rests;
  for (unsigned i = 0; i < kBones; ++i)
    rests.push_back(unsheared(rest_of(random)));
  made.skeleton = actor_bytes(rests);
  made.actor = find_format("gc-act")->parse({made.skeleton, "a.act"}, {}, unused);
  if (with_actor) made.companions = {{"a.act", made.skeleton, made.actor.get()}};
  return made;
}

Result<Scene> shown(const Document& bank, const Made& made) {
  Diagnostics unused;
  return bank.to_scene({}, {made.companions, {}}, unused);
}

// Through a .glb, as the tool writes and reads it; clips of one name get numbers.
Scene exported(const Made& made) {
  Scene scene = shown(*made.bank, made).value();
  std::map<std::string, int> used;
  for (Clip& clip : scene.clips) {
    if (const int number = ++used[clip.name]; number > 1) clip.name += "_" + std::to_string(number);
  }
  ConversionReport unused;
  Scene again = read_gltf(write_gltf(scene, {}, unused).value()).value();
  change_frame(again, find_format("gc-anm")->frame);
  return again;
}

Result<Bytes> back(const Scene& scene, const Made& made, ConversionReport& report) {
  return find_format("gc-anm")->from_scene({scene, made.bank.get()}, {{}, {}}, report);
}

TEST(GcRandomImport, RoundTripsUneditedFiles) {
  Generator random(41);
  for (std::size_t clips = 0; clips < random_clip_count();) {
    for (const bool with_actor : {false, true}) {
      const Made made = make(random, with_actor);
      const Scene scene = exported(made);
      ConversionReport report;
      const auto bytes = back(scene, made, report);
      ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
      ASSERT_EQ(*bytes, made.bytes) << "after " << clips << " clips, actor " << with_actor;
      EXPECT_TRUE(report.fits.empty());
      clips += scene.clips.size();
    }
  }
}

// The largest distances of two matrices' parts.
struct Distance {
  double position = 0, degrees = 0, factor = 0;
  void take(const Mat4& a, const Mat4& b) {
    const Transform x = decompose(a), y = decompose(b);
    position = std::max(position, length(x.translation - y.translation));
    degrees = std::max(degrees, to_degrees(angle_between(x.rotation, y.rotation)));
    factor = std::max(factor, length(x.scale - y.scale));
  }
};

std::size_t place_of(const std::vector<Node>& nodes, std::string_view name) {
  const auto found = std::ranges::find(nodes, name, &Node::name);
  EXPECT_NE(found, nodes.end()) << name;
  return static_cast<std::size_t>(found - nodes.begin());
}

// One node of one clip gets other positions and rotations, without a shear.
void edit(Generator& random, Clip& clip, std::uint32_t node) {
  std::erase_if(clip.tracks, [&](const anmkit::Track& track) { return track.node == node; });
  anmkit::Track move, turn;
  move.node = turn.node = node;
  turn.property = Property::rotation;
  turn.interpolation = Interpolation::slerp;
  for (double time = 0; time < clip.duration; time += random.whole(1, 5)) {
    move.times.push_back(time);
    for (int k = 0; k < 3; ++k)
      move.values.push_back(random.real(-20, 20));
    turn.times.push_back(time);
    const Quat q = normalize({random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), 1});
    turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
  }
  clip.tracks.push_back(std::move(move));
  clip.tracks.push_back(std::move(turn));
}

TEST(GcRandomImport, OnlyTheEditChangesAndItsErrorIsMeasured) {
  Generator random(42);
  for (std::size_t clips = 0; clips < random_clip_count();) {
    for (const bool with_actor : {false, true}) {
      const Made made = make(random, with_actor);
      Scene scene = exported(made);
      if (scene.nodes.empty()) continue;
      const auto node =
          static_cast<std::uint32_t>(random.whole(0, static_cast<int>(scene.nodes.size()) - 1));
      Clip& clip = scene.clips.front();
      edit(random, clip, node);
      ConversionReport report;
      const auto bytes = back(scene, made, report);
      ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
      const auto written = parse("gc-anm", *bytes);
      ASSERT_TRUE(written->document);
      const auto played = shown(*written->document, made), before = shown(*made.bank, made);
      ASSERT_TRUE(played.has_value() && before.has_value());
      ASSERT_EQ(played->clips.size(), before->clips.size());
      for (std::size_t c = 0; c < played->clips.size(); ++c) {
        const ReferenceSampler now(*played, played->clips[c]), was(*before, before->clips[c]);
        const ReferenceSampler wanted(scene, scene.clips[c]);
        Distance distance;
        Pose a, b, w;
        for (double frame = 0; frame <= scene.clips[c].duration; ++frame) {
          now.sample(frame, a);
          was.sample(frame, b);
          wanted.sample(frame, w);
          for (std::size_t i = 0; i < b.size(); ++i) {
            // Without an actor nodes are in the order of their first tracks.
            const auto at = place_of(played->nodes, before->nodes[i].name);
            const Mat4 is = local_matrix(played->nodes[at], a[at]);
            if (c == 0 && i == node) {
              distance.take(is, local_matrix(scene.nodes[i], w[i]));
            } else {
              ASSERT_EQ(is, local_matrix(before->nodes[i], b[i])) << "clip " << c << " node " << i;
            }
          }
        }
        if (c > 0) continue;
        EXPECT_LT(distance.position, 2e-3);
        EXPECT_LT(distance.degrees, 0.02);
        const auto said = [&](std::string_view what) {
          for (const FitLine& line : report.fits) {
            if (line.what.ends_with(what)) return line.error;
          }
          return 0.0;
        };
        EXPECT_NEAR(said(", position"), distance.position, 1e-6);
        EXPECT_NEAR(said(", rotation"), distance.degrees, 1e-4);
        EXPECT_NEAR(said(", scale"), distance.factor, 1e-6);
      }
      clips += scene.clips.size();
    }
  }
}

}  // namespace
}  // namespace anmkit::gc::test
