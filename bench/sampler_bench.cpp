// SPDX-License-Identifier: MIT
// The public sampler: whole poses, beside a search and a formula for each track. Time is also given
// for one node of them.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "anmkit/sampler.hpp"
#include "playback/highway.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

enum class Kind { dense, keyed, between, spline };
constexpr const char* kNames[] = {"dense", "keyed", "between_frames", "spline"};

struct Clips {
  Scene scene;
  double frames = 0;
};

Track& add(Clips& clips, std::uint32_t node, Property property, Interpolation interpolation) {
  Track& track = clips.scene.clips[0].tracks.emplace_back();
  track.node = node;
  track.property = property;
  track.interpolation = interpolation;
  return track;
}

void put_turn(Track& track, double time, std::uint32_t node) {
  const Quat q = normalize({std::sin(time * 0.03 + node), std::sin(time * 0.05 + 2 * node),
                            std::sin(time * 0.04 + 3 * node), 2});
  track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
}

// So many of all frames, the first one among them; or moments between frames.
std::vector<double> some_times(std::mt19937& random, int frames, std::size_t count, bool between) {
  std::vector<double> times(static_cast<std::size_t>(frames));
  for (int i = 0; i < frames; ++i)
    times[static_cast<std::size_t>(i)] = i + (between ? 0.37 : 0);
  std::shuffle(times.begin() + 1, times.end(), random);
  times.resize(count);
  std::ranges::sort(times);
  return times;
}

// dense: all rotations and the root's place on each of 301 frames. The others have 30 places, 60
// rotations and 10 scales a node in 121 frames.
Clips make(Kind kind, std::uint32_t nodes) {
  Clips clips;
  clips.scene.nodes.resize(nodes);
  clips.scene.clips.resize(1);
  clips.frames = kind == Kind::dense ? 300 : 120;
  clips.scene.clips[0].duration = clips.frames;
  std::mt19937 random(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    Node& at = clips.scene.nodes[node];
    at.parent = node == 0 ? -1 : static_cast<std::int32_t>((node - 1) / 2);
    at.rest.translation = {1, 2, 3};
    if (kind == Kind::dense) {
      Track& turn = add(clips, node, Property::rotation, Interpolation::slerp);
      for (int frame = 0; frame <= 300; ++frame) {
        turn.times.push_back(frame);
        put_turn(turn, frame, node);
      }
      if (node > 0) continue;
      const std::vector<double> times = turn.times;
      Track& place = add(clips, 0, Property::translation, Interpolation::linear);
      place.times = times;
      for (const double time : place.times)
        place.values.insert(place.values.end(), {time, std::sin(time), 0});
      continue;
    }
    const bool spline = kind == Kind::spline, between = kind == Kind::between;
    const auto lines = spline ? Interpolation::cubic : Interpolation::linear;
    for (const auto& [property, count] :
         {std::pair(Property::translation, 30u), std::pair(Property::scale, 10u)}) {
      Track& track = add(clips, node, property, lines);
      track.times = some_times(random, 121, count, between);
      for (std::size_t i = 0; i < count * track.stride(); ++i)
        track.values.push_back(std::sin(static_cast<double>(i)));
    }
    Track& track = add(clips, node, spline ? Property::euler : Property::rotation,
                       spline ? Interpolation::cubic : Interpolation::slerp);
    track.times = some_times(random, 121, 60, between);
    for (const double time : track.times) {
      if (!spline) put_turn(track, time, node);
      for (int i = 0; spline && i < 9; ++i)
        track.values.push_back(i / 3 == 1 ? 90 * std::sin(time + i) : std::sin(time * i));
    }
  }
  return clips;
}

std::vector<double> moments(double frames, bool forward) {
  std::mt19937 random(7);
  std::vector<double> list;
  for (int i = 0; i < 4096; ++i) {
    list.push_back(forward ? std::fmod(i * 0.5, frames)
                           : std::uniform_real_distribution<double>(0, frames)(random));
  }
  return list;
}

// The processor time of one node.
void count_nodes(benchmark::State& state, std::size_t nodes) {
  state.counters["node"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(nodes),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// One instruction set for a while.
class Only {
 public:
  explicit Only(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  ~Only() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
  }
  Only(const Only&) = delete;
  Only& operator=(const Only&) = delete;
};

void plainly(benchmark::State& state, Kind kind, std::uint32_t nodes) {
  const Clips clips = make(kind, nodes);
  const std::vector<double> frames = moments(clips.frames, true);
  std::size_t i = 0;
  double out[4];
  for (auto _ : state) {
    for (const Track& track : clips.scene.clips[0].tracks) {
      evaluate(track, frames[i % 4096], out);
      benchmark::DoNotOptimize(out[0]);
    }
    ++i;
  }
  count_nodes(state, nodes);
}

void sample(benchmark::State& state, Kind kind, std::uint32_t nodes, bool forward,
            std::int64_t target) {
  const Only only(target);
  const Clips clips = make(kind, nodes);
  const Sampler sampler(clips.scene, clips.scene.clips[0]);
  const std::vector<double> frames = moments(clips.frames, forward);
  std::vector<Transformf> pose(nodes);
  std::size_t i = 0;
  for (auto _ : state) {
    sampler.sample(frames[i++ % 4096], pose);
    benchmark::DoNotOptimize(pose.data());
  }
  count_nodes(state, nodes);
  state.counters["bytes"] = static_cast<double>(sampler.bytes());
}

std::vector<Sampler> more_than_caches(const Clips& clips) {
  std::vector<Sampler> samplers;
  for (std::size_t bytes = 0; bytes < 256'000'000; bytes += samplers.back().bytes())
    samplers.emplace_back(clips.scene, clips.scene.clips[0]);
  return samplers;
}

// Any frame of any of so many clips that no cache has them.
void cold(benchmark::State& state, std::uint32_t nodes) {
  const Clips clips = make(Kind::dense, nodes);
  const std::vector<Sampler> samplers = more_than_caches(clips);
  std::vector<Transformf> pose(nodes);
  std::mt19937 random(3);
  std::vector<std::pair<std::size_t, double>> asked(1 << 16);
  for (auto& [clip, frame] : asked) {
    clip = random() % samplers.size();
    frame = std::uniform_real_distribution<double>(0, clips.frames)(random);
  }
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& [clip, frame] = asked[i++ % asked.size()];
    samplers[clip].sample(frame, pose);
    benchmark::DoNotOptimize(pose.data());
  }
  count_nodes(state, nodes);
}

// As `sample`, 64 moments in one call.
void sample_many(benchmark::State& state, std::uint32_t nodes) {
  const Clips clips = make(Kind::dense, nodes);
  const Sampler sampler(clips.scene, clips.scene.clips[0]);
  const std::vector<double> frames = moments(clips.frames, true);
  constexpr std::size_t kMoments = 64;
  std::vector<Transformf> poses(nodes * kMoments);
  std::size_t i = 0;
  for (auto _ : state) {
    sampler.sample_many(std::span(frames).subspan(i % 4096, kMoments), poses);
    i += kMoments;
    benchmark::DoNotOptimize(poses.data());
  }
  count_nodes(state, nodes * kMoments);
}

void compile(benchmark::State& state, Kind kind, std::uint32_t nodes) {
  const Clips clips = make(kind, nodes);
  for (auto _ : state) {
    const Sampler sampler(clips.scene, clips.scene.clips[0]);
    benchmark::DoNotOptimize(sampler.node_count());
  }
}

void worlds(benchmark::State& state, std::uint32_t nodes, bool skins, std::int64_t target) {
  const Only only(target);
  const Clips clips = make(Kind::keyed, nodes);
  const Hierarchy hierarchy(clips.scene);
  std::vector<Transformf> pose(nodes);
  Sampler(clips.scene, clips.scene.clips[0]).sample(31, pose);
  std::vector<Mat4f> world(nodes), skin(nodes);
  const std::vector<Mat4f> inverse(nodes);
  for (auto _ : state) {
    if (skins) {
      hierarchy.skin_matrices(pose, inverse, world, skin);
    } else {
      hierarchy.world_matrices(pose, world);
    }
    benchmark::DoNotOptimize(world.data());
    benchmark::DoNotOptimize(skin.data());
  }
  count_nodes(state, nodes);
}

template <class Run>
void add_benchmark(const std::string& name, Run&& run) {
  benchmark::RegisterBenchmark(("sampler/" + name).c_str(), std::forward<Run>(run));
}

const bool kAdded = [] {
  // The processor's own, and what any processor of the last fifteen years has.
  const std::pair<const char*, std::int64_t> targets[] = {{"", 0}, {"sse4/", HWY_SSE4}};
  for (const std::uint32_t nodes : {20u, 60u, 100u}) {
    const std::string size = "/" + std::to_string(nodes);
    for (const Kind kind : {Kind::dense, Kind::keyed, Kind::between, Kind::spline}) {
      const std::string name = kNames[static_cast<std::size_t>(kind)];
      add_benchmark("plainly/" + name + size,
                    [=](benchmark::State& state) { plainly(state, kind, nodes); });
      for (const auto& [prefix, target] : targets) {
        if (target != 0 && (hwy::SupportedTargets() & target) == 0) continue;
        for (const bool forward : {true, false}) {
          add_benchmark(prefix + name + (forward ? "/forward" : "/random") + size,
                        [=, only = target](benchmark::State& state) {
                          sample(state, kind, nodes, forward, only);
                        });
        }
      }
      add_benchmark("compile/" + name + size,
                    [=](benchmark::State& state) { compile(state, kind, nodes); });
    }
    add_benchmark("many/dense" + size, [=](benchmark::State& state) { sample_many(state, nodes); });
    add_benchmark("cold" + size, [=](benchmark::State& state) { cold(state, nodes); });
    for (const auto& [prefix, target] : targets) {
      if (target != 0 && (hwy::SupportedTargets() & target) == 0) continue;
      for (const bool skins : {false, true}) {
        add_benchmark(
            prefix + std::string(skins ? "skin" : "world") + size,
            [=, only = target](benchmark::State& state) { worlds(state, nodes, skins, only); });
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace anmkit
