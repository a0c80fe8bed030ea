// SPDX-License-Identifier: MIT
// The player of the tests against the specification's numbers and the general sampler.
#include "clip_sampler.hpp"

#include <cmath>
#include <limits>

#include "formats/psx/document.hpp"
#include "random_clips.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

// Section 11.1: vertex (100, 100, 0) of object 0 in frame 0, by the order of rotations.
TEST(PsxClipSampler, WorkedExample) {
  Diagnostics diagnostics;
  const Anm anm = parse_anm(example_anm(), diagnostics).value();
  struct Case {
    const char* order;
    Vec3 vertex;
  };
  for (const Case& test : {Case{"xyz", {100, -150, -100}}, Case{"zyx", {100, -250, 100}},
                           Case{"zxy", {200, -200, 50}}}) {
    Options options;
    options.set("rotation", test.order);
    const ClipSampler sampler(anm, options);
    std::vector<ObjectPose> pose(sampler.slots().size());
    sampler.sample(0, pose);
    const auto& [q, t, s, visible] = pose[0];
    const Vec3 scaled{100.0 * s[0], 100.0 * s[1], 0};
    const Vec3 p = rotate({q[0], q[1], q[2], q[3]}, scaled) + Vec3{t[0], t[1], t[2]};
    EXPECT_NEAR(p.x, test.vertex.x, 1e-4) << test.order;
    EXPECT_NEAR(p.y, test.vertex.y, 1e-4) << test.order;
    EXPECT_NEAR(p.z, test.vertex.z, 1e-4) << test.order;
    EXPECT_TRUE(pose[1].visible);
    sampler.sample(1, pose);
    EXPECT_TRUE(pose[0].visible);
    EXPECT_FALSE(pose[1].visible);
  }
}

void expect_same(const NodePose& wanted, const ObjectPose& got) {
  const Transform& local = wanted.local;
  EXPECT_EQ(got.visible, wanted.visible);
  if (!wanted.visible) return;
  const Quat q{got.rotation[0], got.rotation[1], got.rotation[2], got.rotation[3]};
  EXPECT_NEAR(std::fabs(dot(q, local.rotation)), 1, 1e-6);
  const std::array translation{local.translation.x, local.translation.y, local.translation.z};
  const std::array scale{local.scale.x, local.scale.y, local.scale.z};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(got.translation[i], translation[i], 0.01);  // of 32768, in 24 bits
    EXPECT_NEAR(got.scale[i], scale[i], 1e-5);
  }
}

TEST(PsxClipSampler, SameAsTheGeneralSampler) {
  for (std::uint32_t seed = 0; seed < 24; ++seed) {
    const AnmDocument document(random_clip(seed));
    Options options;
    options.set("absent", seed % 2 == 0 ? "identity" : "previous");
    Diagnostics diagnostics;
    const Scene scene = document.to_scene({}, {{}, options}, diagnostics).value();
    const ReferenceSampler general(scene, scene.clips[0]);
    const ClipSampler quick(document.anm, options);
    ASSERT_EQ(quick.slots().size(), scene.nodes.size());
    std::vector<ObjectPose> poses(scene.nodes.size());
    Pose pose;
    for (const double frame : {0.0, 0.25, 1.0, 3.75, 5.5, 7.999, 11.0, 11.5, 12.0, 13.25, -0.75}) {
      SCOPED_TRACE(std::to_string(seed) + " frame " + std::to_string(frame));
      general.sample(clamp_frame(scene.clips[0], frame), pose);
      quick.sample(frame, poses);
      for (std::size_t i = 0; i < pose.size(); ++i) {
        EXPECT_EQ(quick.slots()[i], scene.nodes[i].id);
        expect_same(pose[i], poses[i]);
      }
    }
  }
}

TEST(PsxClipSampler, EmptyAndOddFrames) {
  const ClipSampler none(Anm{}, {}, 2);
  std::vector<ObjectPose> pose(2);
  pose[0].visible = true;
  none.sample(3, pose);
  EXPECT_FALSE(pose[0].visible);
  Diagnostics diagnostics;
  const ClipSampler some(parse_anm(example_anm(), diagnostics).value());
  std::vector<ObjectPose> short_one(1);
  for (const double frame :
       {std::nan(""), 1e300, -1e300, std::numeric_limits<double>::infinity()}) {
    some.sample(frame, short_one);
    EXPECT_TRUE(short_one[0].visible) << frame;
  }
}

}  // namespace
}  // namespace anmkit::psx::test
