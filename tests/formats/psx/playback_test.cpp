// SPDX-License-Identifier: MIT
// The player, in-between frames, sequences, and the import from scenes.
#include <cmath>
#include <functional>

#include "anmkit/gltf.hpp"
#include "formats/psx/animation/sequence.hpp"
#include "formats/psx/model/packet.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

Bytes clip_of(const std::vector<std::vector<Keyframe>>& frames) {
  Anm anm;
  for (const auto& frame : frames)
    anm.add_frame(frame);
  return write(anm).value();
}
Keyframe at(std::uint8_t object, std::int16_t x, std::int16_t turn = 0) {
  Keyframe key;
  key.object_index = object;
  key.flags = 7;
  key.pos = {x, 0, 0};
  key.rot = {0, turn, 0};
  return key;
}

std::vector<double> played(const Bytes& bytes, const Options& options, std::int64_t ticks) {
  const auto loaded = parse("psx-anm", bytes);
  const auto playback = loaded->document->play({.clip = {}, .ticks = ticks}, {{}, options});
  std::vector<double> frames;
  for (const FrameTick& tick : std::get<FramePlayback>(playback.value()).ticks)
    frames.push_back(tick.frame);
  return frames;
}
Options with(std::initializer_list<std::pair<const char*, const char*>> values) {
  Options options;
  for (const auto& [name, value] : values)
    options.set(name, value);
  return options;
}

// Section 14: at 30 frames per second the shown frames are 0 1 1 2 2 3 ...
TEST(PsxPlay, HalfAFrameIn) {
  const Bytes four = clip_of({{at(0, 0)}, {at(0, 1)}, {at(0, 2)}, {at(0, 3)}});
  using Frames = std::vector<double>;
  EXPECT_EQ(played(four, {}, 10), (Frames{0, 1, 1, 2, 2, 3, 3, 0, 0, 1}));
  EXPECT_EQ(played(four, with({{"once", ""}}), 10), (Frames{0, 1, 1, 2, 2, 3, 3, 3, 3, 3}));
  EXPECT_EQ(played(four, with({{"rate", "60"}}), 6), (Frames{0, 1, 2, 3, 0, 1}));
  EXPECT_EQ(played(four, with({{"rate", "-60"}}), 6), (Frames{0, 3, 2, 1, 0, 3}));
  EXPECT_EQ(played(four, with({{"rate", "-60"}, {"once", ""}}), 3), (Frames{0, 0, 0}));
  EXPECT_TRUE(played(clip_of({}), {}, 5).empty());
}

TEST(PsxScene, BetweenFrames) {
  const auto loaded = parse(
      "psx-anm", clip_of({{at(0, 0, 0), at(1, 5)}, {at(0, 10, 1024)}, {}, {at(0, 30), at(1, 7)}}));
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {{}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  const ReferenceSampler sampler(*scene, scene->clips[0]);
  Pose pose;
  sampler.sample(0.5, pose);
  EXPECT_DOUBLE_EQ(pose[0].local.translation.x, 5);
  EXPECT_NEAR(angle_between(pose[0].local.rotation, from_axis_angle({0, 1, 0}, kPi / 4)), 0, 1e-9);
  // The next frame hides object 1: it stays where it is until then.
  EXPECT_TRUE(pose[1].visible);
  EXPECT_DOUBLE_EQ(pose[1].local.translation.x, 5);
  sampler.sample(2.5, pose);
  EXPECT_FALSE(pose[0].visible);
  sampler.sample(3, pose);
  EXPECT_TRUE(pose[1].visible);
  EXPECT_DOUBLE_EQ(pose[1].local.translation.x, 7);
}

TEST(PsxScene, SecondKeyframeOfAnObjectIsACopy) {
  const auto loaded = parse("psx-anm", clip_of({{at(0, 1), at(0, 2)}, {at(0, 3)}}));
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {{}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  ASSERT_EQ(scene->nodes.size(), 2u);
  EXPECT_EQ(scene->nodes[1].name, "obj000_1");
  EXPECT_EQ(scene->nodes[1].id, 0);
  EXPECT_TRUE(scene->nodes[1].transient);
  const ReferenceSampler sampler(*scene, scene->clips[0]);
  Pose pose;
  sampler.sample(0, pose);
  EXPECT_DOUBLE_EQ(pose[1].local.translation.x, 2);
  sampler.sample(1, pose);
  EXPECT_FALSE(pose[1].visible);
}

TEST(PsxScene, AbsentComponentsMayHold) {
  Keyframe turn;
  turn.flags = kHasRotation;
  turn.rot = {0, 0, 1024};
  const auto loaded = parse("psx-anm", clip_of({{at(0, 9)}, {turn}}));
  for (const auto& [reading, x] : {std::pair{"identity", 0.0}, std::pair{"previous", 9.0}}) {
    Diagnostics diagnostics;
    const auto scene =
        loaded->document->to_scene({}, {{}, with({{"absent", reading}})}, diagnostics);
    const ReferenceSampler sampler(*scene, scene->clips[0]);
    Pose pose;
    sampler.sample(1, pose);
    EXPECT_DOUBLE_EQ(pose[0].local.translation.x, x) << reading;
  }
}

TEST(PsxScene, CameraLooksAtItsTarget) {
  const auto loaded = parse("psx-anc", example_anc());
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {{}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  const ReferenceSampler sampler(*scene, scene->clips[0]);
  Pose pose;
  sampler.sample(1, pose);
  EXPECT_DOUBLE_EQ(pose[0].local.translation.x, 100);
  EXPECT_DOUBLE_EQ(pose[0].local.translation.z, -1000);
  EXPECT_DOUBLE_EQ(pose[0].target.z, 0);
  EXPECT_NEAR(to_degrees(pose[0].field_of_view), 683 * 360 / 4096.0, 1e-9);
}

TEST(PsxSequence, NaturalOrder) {
  const char* order[] = {"A", "A_1", "A_2", "A_10", "B"};
  for (std::size_t i = 0; i < std::size(order); ++i)
    for (std::size_t j = 0; j < std::size(order); ++j)
      EXPECT_EQ(natural_less(order[i], order[j]), i < j) << order[i] << " " << order[j];
}

TEST(PsxSequence, JoinWithStartTimes) {
  Anm a, b;
  a.add_frame(std::vector{at(0, 1)});
  a.add_frame(std::vector{at(0, 2)});
  b.add_frame(std::vector{at(0, 3)});
  Diagnostics diagnostics;
  const SequencePart parts[] = {{&a, 1}, {&b, 4}};
  const auto joined = join(parts, diagnostics);
  ASSERT_TRUE(joined.has_value());
  // Nothing before the first start; the last frame is held until the next start.
  ASSERT_EQ(joined->frame_count(), 5u);
  EXPECT_TRUE(joined->frame(0).empty());
  EXPECT_EQ(joined->frame(1)[0].pos[0], 1);
  EXPECT_EQ(joined->frame(2)[0].pos[0], 2);
  EXPECT_EQ(joined->frame(3)[0].pos[0], 2);
  EXPECT_EQ(joined->frame(4)[0].pos[0], 3);
  const SequencePart early[] = {{&a, -1}};
  EXPECT_FALSE(join(early, diagnostics).has_value());
}

TEST(PsxSequence, CamerasWithStartTimes) {
  const auto key = [](std::int16_t x) { return CameraKey{.vp = {x, 0, 0}, .fov = 683}; };
  const Anc a{.keyframes = {key(1), key(2)}};
  const Anc b{.rate_hint = 15, .keyframes = {key(3), key(4)}};
  Diagnostics diagnostics;
  const CameraPart parts[] = {{&b, 5}, {&a, 1}};
  const auto joined = join(parts, diagnostics);
  ASSERT_TRUE(joined.has_value());
  std::vector<int> eyes;
  for (const CameraKey& shown : joined->keyframes)
    eyes.push_back(shown.vp[0]);
  // The camera waits at its first keyframe, and holds each clip's last one until the next starts.
  EXPECT_EQ(eyes, (std::vector<int>{1, 1, 2, 2, 2, 3, 4}));
  EXPECT_EQ(joined->rate_hint, kDefaultRate);
  ASSERT_EQ(diagnostics.finish().size(), 1u);
  EXPECT_EQ(diagnostics.finish()[0].code, "psx.SEQ-02");
  const Anc* const clips[] = {&a, &b};
  EXPECT_EQ(join(back_to_back(clips), diagnostics).value().keyframes.size(), 4u);
  const CameraPart early[] = {{&a, -1}};
  EXPECT_FALSE(join(early, diagnostics).has_value());
}

// 16 objects at 20 bytes and 2 bytes of table a frame: 407 frames fit (section 9.2).
TEST(PsxSequence, SplitAtTheLimit) {
  Anm anm;
  std::vector<Keyframe> frame;
  for (std::uint8_t object = 0; object < 16; ++object)
    frame.push_back(at(object, 0));
  for (int n = 0; n < 1000; ++n)
    anm.add_frame(frame);
  EXPECT_FALSE(write(anm).has_value());
  const auto parts = split(anm);
  ASSERT_TRUE(parts.has_value());
  ASSERT_EQ(parts->size(), 3u);
  EXPECT_EQ((*parts)[0].frame_count(), 407u);
  std::vector<const Anm*> clips;
  for (const Anm& part : *parts) {
    clips.push_back(&part);
    EXPECT_TRUE(write(part).has_value());
  }
  Diagnostics diagnostics;
  EXPECT_EQ(join(back_to_back(clips), diagnostics).value(), anm);
}

// Sizes that are no size of a file: each error names what is too much.
TEST(PsxSequence, RejectsSequencesThatDoNotFit) {
  Anm anm;
  // A keyframe of three parts is ten words; three of the header and three of the table are 65546.
  const std::vector<Keyframe> frame(6554, Keyframe{.flags = 7});
  anm.add_frame({});
  anm.add_frame(frame);
  const auto whole = write(anm);
  const auto parts = split(anm);
  ASSERT_FALSE(whole.has_value());
  ASSERT_FALSE(parts.has_value());
  EXPECT_EQ(whole.error().code, "psx.SIZE");
  EXPECT_NE(whole.error().message.find("ends at 65546 words"), std::string::npos);
  EXPECT_EQ(parts.error().code, "psx.SIZE");
  EXPECT_NE(parts.error().message.find("frame 1 alone"), std::string::npos);
  Anc anc;
  anc.keyframes.resize(65535);
  EXPECT_TRUE(write(anc).has_value());
  anc.keyframes.resize(65536);
  const auto camera = write(anc);
  ASSERT_FALSE(camera.has_value());
  EXPECT_EQ(camera.error().code, "psx.SIZE");
  EXPECT_TRUE(camera.error().message.starts_with("65536 keyframes"));
}

struct Back {
  Anm anm;
  ConversionReport report;
};
Back through_gltf(const Document& document, const Document* original, const Options& options,
                  const std::function<void(Scene&)>& edit = {}) {
  Diagnostics diagnostics;
  const auto scene = document.to_scene({}, {{}, options}, diagnostics);
  ConversionReport report;
  const auto bytes = write_gltf(scene.value(), {}, report);
  auto read = read_gltf(bytes.value()).value();
  if (edit) edit(read);
  Back back;
  const auto built =
      document_from_scene(*find_format("psx-anm"), read, original, options, back.report);
  EXPECT_TRUE(built.has_value());
  Diagnostics unused;
  const Bytes written = (*built)->write().value();
  back.anm = parse_anm(written, unused).value();
  return back;
}

TEST(PsxFromScene, UneditedGivesTheSameBytes) {
  const auto loaded = parse("psx-anm", example_anm());
  for (const char* order : {"xyz", "zyx", "zxy"}) {
    const auto back =
        through_gltf(*loaded->document, loaded->document.get(), with({{"rotation", order}}));
    EXPECT_EQ(write(back.anm).value(), example_anm()) << order;
  }
}

// Without the original: the same image in both encodings, and rounding within a unit.
TEST(PsxFromScene, FreshKeyframes) {
  Keyframe key = at(2, -300, 700);
  key.rot = {100, 700, -2000};
  key.scale = {2048, 8192, 4096};
  const auto loaded = parse("psx-anm", clip_of({{at(0, 5), key}, {at(0, 6)}, {key}}));
  for (const char* order : {"xyz", "zyx", "zxy"}) {
    const auto back = through_gltf(*loaded->document, nullptr, with({{"rotation", order}}));
    ASSERT_EQ(back.anm.frame_count(), 3u);
    ASSERT_EQ(back.anm.frame(0).size(), 2u) << order;
    EXPECT_EQ(back.anm.frame(1).size(), 1u);
    const Keyframe& again = back.anm.frame(0)[1];
    EXPECT_EQ(again.object_index, 2);
    EXPECT_EQ(again.flags, 7);
    EXPECT_EQ(again.pos, key.pos);
    EXPECT_EQ(again.scale, key.scale);
    const auto turn = [&](const Keyframe& k) {
      Anm one;
      one.add_frame(std::vector{k});
      const auto document = parse("psx-anm", write(one).value());
      Diagnostics diagnostics;
      const auto scene =
          document->document->to_scene({}, {{}, with({{"rotation", order}})}, diagnostics);
      Pose pose;
      ReferenceSampler(*scene, scene->clips[0]).sample(0, pose);
      return pose[k.object_index].local.rotation;
    };
    EXPECT_LT(to_degrees(angle_between(turn(again), turn(key))), 0.15) << order;
  }
  const auto compact = through_gltf(*loaded->document, nullptr, with({{"encoding", "compact"}}));
  EXPECT_EQ(compact.anm.frame(1)[0].flags, kHasPosition);
  EXPECT_EQ(compact.anm.frame(1)[0].pos[0], 6);
}

// Asked for by name, an encoding holds for untouched keyframes too; the order of drawing stays.
TEST(PsxFromScene, EncodingsOfUntouchedKeyframes) {
  Keyframe turned = at(0, 9);
  turned.flags = 0x87;
  turned.rot = {0, 5000, 0};
  const auto loaded = parse("psx-anm", clip_of({{at(1, 5), turned}}));
  for (const char* encoding : {"safe", "compact"}) {
    const auto back =
        through_gltf(*loaded->document, loaded->document.get(), with({{"encoding", encoding}}));
    const bool safe = std::string_view(encoding) == "safe";
    const auto frame = back.anm.frame(0);
    ASSERT_EQ(frame.size(), 2u);
    EXPECT_EQ(frame[0].object_index, 1) << encoding;
    EXPECT_EQ(frame[0].flags, safe ? 7 : kHasPosition) << encoding;
    EXPECT_EQ(frame[0].pos[0], 5) << encoding;
    EXPECT_EQ(frame[1].flags, 0x80 | (safe ? 7 : kHasRotation | kHasPosition)) << encoding;
    EXPECT_EQ(frame[1].rot[1], 5000) << encoding;
  }
}

TEST(PsxFromScene, AnEditKeepsTheRest) {
  Keyframe odd = at(1, 40);
  odd.flags = 0x87;  // unknown bits and unwrapped angles survive next to an edit
  odd.rot = {0, 5000, 0};
  const auto loaded = parse("psx-anm", clip_of({{at(0, 1), odd}, {at(0, 2), odd}}));
  const auto back = through_gltf(*loaded->document, loaded->document.get(), {}, [](Scene& scene) {
    for (Track& track : scene.clips[0].tracks) {
      if (scene.nodes[track.node].name != "obj000" || track.property != Property::translation)
        continue;
      for (double& value : track.values)
        value += 5;
    }
  });
  EXPECT_EQ(back.anm.frame(1)[1], odd);
  EXPECT_NE(back.anm.frame(1)[0].pos[0], 2);
}

TEST(PsxFromScene, OutOfRangeIsAnError) {
  const auto loaded = parse("psx-anm", example_anm());
  Diagnostics diagnostics;
  auto scene = loaded->document->to_scene({}, {{}, {}}, diagnostics).value();
  for (Track& track : scene.clips[0].tracks) {
    if (track.property != Property::translation) continue;
    for (double& value : track.values)
      value *= 1000;
  }
  ConversionReport report;
  const auto built = document_from_scene(*find_format("psx-anm"), scene, nullptr, {}, report);
  ASSERT_FALSE(built.has_value());
  EXPECT_EQ(built.error().code, "psx.RANGE");
}

TEST(PsxFromScene, ModelThroughGltf) {
  const auto loaded = parse("psx-tmd", example_tmd());
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {{}, with({{"facing", ""}})}, diagnostics);
  ConversionReport report;
  const auto read = read_gltf(write_gltf(scene.value(), {}, report).value()).value();
  const auto same = document_from_scene(*find_format("psx-tmd"), read, loaded->document.get(),
                                        with({{"facing", ""}}), report);
  ASSERT_TRUE(same.has_value());
  EXPECT_EQ((*same)->write().value(), example_tmd());
  const auto fresh = document_from_scene(*find_format("psx-tmd"), read, nullptr, {}, report);
  ASSERT_TRUE(fresh.has_value());
  Diagnostics unused;
  const auto tmd = parse_tmd((*fresh)->write().value(), unused).value();
  ASSERT_EQ(tmd.objects.size(), 2u);
  EXPECT_EQ(tmd.objects[0].vertices.size(), 3u);
  EXPECT_EQ(tmd.objects[0].primitives.size(), 4u);
  EXPECT_EQ(tmd.objects[1].primitives.size(), 2u);
  std::size_t dots = 0;
  for (const TmdPrimitive& primitive : tmd.objects[1].primitives) {
    const auto face = decode_packet(tmd, tmd.objects[1], primitive);
    dots += face && face->vertex[0] == face->vertex[1] ? 1 : 0;
  }
  EXPECT_EQ(dots, 1u);
}

}  // namespace
}  // namespace anmkit::psx::test
