// SPDX-License-Identifier: MIT
// Random animations in every spelling through glTF: untouched the same bytes; edited, the printed
// error is what an independent look at the written file finds, and nothing else has changed.
#include <random>

#include "formats/sm64/document.hpp"
#include "formats/sm64/source/profiles.hpp"
#include "formats/sm64/write.hpp"
#include "road.hpp"
#include "scene/reference.hpp"

namespace anmkit::sm64::test {
namespace {

struct RandomClips {
  std::mt19937 rng;
  OwnTables own;

  int below(int n) { return static_cast<int>(rng() % static_cast<unsigned>(n)); }

  Motion one(std::size_t parts, const std::string& name) {
    const int frames = 1 + below(12);
    std::vector<std::uint16_t> index, values(1, static_cast<std::uint16_t>(rng()));
    for (std::size_t k = 0; k < 3 + 3 * parts; ++k) {
      const int kind = below(4);
      // Constant, all frames, cut short where it holds, or longer than is shown.
      const int count = kind == 0 ? 1 : kind == 1 ? frames : 1 + below(frames + 3);
      const bool shared = below(5) == 0 && static_cast<int>(values.size()) >= count;
      index.push_back(static_cast<std::uint16_t>(count));
      index.push_back(static_cast<std::uint16_t>(shared ? 0 : values.size()));
      for (int i = 0; i < count && !shared; ++i) {
        const bool moves = k < 3;
        values.push_back(static_cast<std::uint16_t>(moves ? below(4000) - 2000 : below(65536)));
      }
    }
    if (below(2) == 0) values.push_back(0);
    Motion motion;
    motion.name = name;
    motion.header.flags = static_cast<std::int16_t>(below(3) == 0 ? below(0x80) : below(2));
    motion.header.startFrame = static_cast<std::int16_t>(below(frames));
    motion.header.loopStart = static_cast<std::int16_t>(below(4) == 0 ? below(frames) : 0);
    motion.header.loopEnd = static_cast<std::int16_t>(frames);
    motion.header.unusedBoneCount = static_cast<std::int16_t>(parts);
    motion.index = own.tables.emplace_back(std::move(index));
    motion.values = own.tables.emplace_back(std::move(values));
    return motion;
  }

  std::vector<Motion> several() {
    const std::size_t parts = 1 + static_cast<std::size_t>(below(4));
    std::vector<Motion> motions;
    for (int i = 0, count = 1 + below(3); i < count; ++i) {
      if (i > 0 && below(3) == 0) {  // a variant of the data set
        motions.push_back(motions.back());
        motions.back().name = "clip" + std::to_string(i);
        motions.back().header.loopEnd = static_cast<std::int16_t>(1 + below(12));
        continue;
      }
      motions.push_back(one(parts, "clip" + std::to_string(i)));
    }
    return motions;
  }
};

File spelled(const std::vector<Motion>& motions, int spelling) {
  if (spelling == 0 || spelling == 1) {
    const Profile profile = spelling == 0 ? Profile::vanilla_actor : Profile::mario_dma;
    auto all = motions;
    if (spelling == 1) {
      for (Motion& motion : all)
        motion.header.animYTransDivisor = 189;
    }
    return {"sm64-c", to_bytes(write_c(make_c(all, "table").value(), {}, profile)),
            spelling == 0 ? "x.inc.c" : "assets/anims/x.inc.c"};
  }
  if (spelling == 2) return {"sm64-dma", make_dma(motions, 0x100000).value(), "x.bin"};
  if (spelling == 3) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < motions.size(); ++i)
      order.push_back(i);
    return {"sm64-anim", make_insertable(motions, order).value(), "x.insertable"};
  }
  if (spelling == 4) return {"sm64-c", to_bytes(write_lua(motions)), "x.lua"};
  return {"sm64-c", to_bytes(write_saturn(motions.front(), {})), "x.json"};
}

TEST(Sm64RandomImport, UntouchedIsTheSameBytes) {
  for (int i = 0; i < static_cast<int>(random_clip_count()); ++i) {
    RandomClips random{std::mt19937(static_cast<unsigned>(i)), {}};
    const File file = spelled(random.several(), i % 6);
    const Road one = road({file});
    ASSERT_TRUE(one.bytes(file.id, file.path) == file.bytes) << i << " " << file.path;
  }
}

TEST(Sm64RandomImport, EditedFilesMatchTheReport) {
  for (int i = 0; i < static_cast<int>(random_clip_count()); ++i) {
    RandomClips random{std::mt19937(static_cast<unsigned>(i)), {}};
    const auto motions = random.several();
    const int spelling = i % 6;
    const File file = spelled(motions, spelling);
    Road one = road({file});
    const auto clip =
        static_cast<std::size_t>(random.below(static_cast<int>(one.scene.clips.size())));
    const auto node =
        static_cast<std::uint32_t>(random.below(static_cast<int>(one.scene.nodes.size())));
    const int frames = std::max<int>(motions[clip].header.loopEnd, 1);
    const int frame = random.below(frames);
    const Scene untouched = one.scene;
    bend(one.scene, clip, node, frame, 0.1 + random.below(100) * 0.01);
    ConversionReport report;
    const auto made = one.back(file.id, report, file.path);
    ASSERT_TRUE(made.has_value()) << i << " " << made.error().message;
    const auto before = parse(file.id, file.bytes, file.path),
               now = parse(file.id, *made, file.path);
    ASSERT_TRUE(now->document) << i;
    const auto olds = static_cast<const MotionDocument&>(*before->document).motions({}, {});
    const auto news = static_cast<const MotionDocument&>(*now->document).motions({}, {});
    ASSERT_EQ(olds.size(), news.size()) << i;
    // Nothing but the turns of that part, at that frame and on the way to the keys around it.
    const ReferenceSampler was(untouched, untouched.clips[clip]),
        is(one.scene, one.scene.clips[clip]);
    const auto turned = [&](int f) {
      Pose a, b;
      was.sample(f, a);
      is.sample(f, b);
      return angle_between(a[node].local.rotation, b[node].local.rotation) > 1e-9;
    };
    for (std::size_t c = 0; c < olds.size(); ++c) {
      // The order of the headers is that of the animations in the game's table.
      if (spelling < 2) {
        ASSERT_EQ(olds[c].name, news[c].name) << i;
      }
      ASSERT_EQ(olds[c].header.loopEnd, news[c].header.loopEnd) << i;
      for (std::size_t k = 0; k < channel_count(olds[c]); ++k) {
        for (int f = 0; f < std::max<int>(olds[c].header.loopEnd, 1); ++f) {
          if (c == clip && k / 3 == node + 1 && turned(f)) continue;
          ASSERT_EQ(sample(olds[c], k, f), sample(news[c], k, f))
              << i << " spelling " << spelling << " clip " << c << " channel " << k << " frame "
              << f;
        }
      }
    }
    // The rotation itself, by matrices of its own (section 6.5).
    const std::size_t k = 3 + 3 * node;
    const auto turn = [&](const Motion& m, int f) {
      const auto angle = [&](std::size_t axis) { return sample(m, k + axis, f) * (kPi / 32768); };
      return from_axis_angle({0, 0, 1}, angle(2)) *
             (from_axis_angle({0, 1, 0}, angle(1)) * from_axis_angle({1, 0, 0}, angle(0)));
    };
    double worst = 0;
    const ReferenceSampler sampler(one.scene, one.scene.clips[clip]);
    Pose pose;
    for (int f = 0; f < frames; ++f) {
      sampler.sample(f, pose);
      worst = std::max(worst, to_degrees(angle_between(normalize(pose[node].local.rotation),
                                                       turn(news[clip], f))));
    }
    EXPECT_LT(worst, 0.01) << i;  // half a binary angle on each axis
    const std::string line =
        news[clip].name + ": node " + one.scene.nodes[node].name + ", rotation";
    for (const FitLine& fit : report.fits) {
      if (fit.what == line) {
        EXPECT_NEAR(fit.error, worst, 1e-5) << i;
      }
    }
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
