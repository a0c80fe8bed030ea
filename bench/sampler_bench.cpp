// SPDX-License-Identifier: MIT
// The public sampler: whole poses, beside a search and a formula for each track. Time is also given
// for one node of them.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

#include "anmkit/sampler.hpp"
#include "scene/reference.hpp"
#include "scene/sampler/highway.hpp"

namespace anmkit {
namespace {

enum class Kind { dense, keyed, spline, between, spline_between, squad, eased };
constexpr const char* kNames[] = {"dense",          "keyed", "spline", "between_frames",
                                  "spline_between", "squad", "eased"};

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
    const bool spline = kind == Kind::spline || kind == Kind::spline_between;
    const bool between = kind == Kind::between || kind == Kind::spline_between;
    const auto lines = spline ? Interpolation::cubic : Interpolation::linear;
    for (const auto& [property, count] :
         {std::pair(Property::translation, 30u), std::pair(Property::scale, 10u)}) {
      Track& track = add(clips, node, property, lines);
      track.times = some_times(random, 121, count, between);
      for (std::size_t i = 0; i < count * track.stride(); ++i)
        track.values.push_back(std::sin(static_cast<double>(i)));
      if (kind == Kind::eased) track.ease.assign(2 * std::size_t{count}, 0.3);
    }
    const Property turn = spline ? Property::euler : Property::rotation;
    Track& track = add(clips, node, turn,
                       spline                ? Interpolation::cubic
                       : kind == Kind::squad ? Interpolation::squad
                                             : Interpolation::slerp);
    track.times = some_times(random, 121, 60, between);
    if (kind == Kind::eased) track.ease.assign(2 * track.times.size(), 0.3);
    for (const double time : track.times) {
      for (int i = kind == Kind::squad ? -1 : 0; !spline && i <= (kind == Kind::squad ? 1 : 0); ++i)
        put_turn(track, time + 0.3 * i, node);
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
            std::int64_t target, Sampler::RowSize rows = Sampler::RowSize::floats) {
  const Only only(target);
  const Clips clips = make(kind, nodes);
  const Sampler sampler(clips.scene, clips.scene.clips[0], rows);
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
void cold(benchmark::State& state, std::uint32_t nodes, bool many) {
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
  constexpr std::size_t kCharacters = 256;
  std::vector<Transformf> poses(nodes * kCharacters);
  std::vector<PoseRequest> requests(kCharacters);
  for (auto _ : state) {
    if (many) {
      for (std::size_t k = 0; k < kCharacters; ++k) {
        const auto& [clip, frame] = asked[i++ % asked.size()];
        requests[k] = {&samplers[clip], frame, std::span(poses).subspan(k * nodes, nodes)};
      }
      sample_many(requests);
      benchmark::DoNotOptimize(poses.data());
      continue;
    }
    const auto& [clip, frame] = asked[i++ % asked.size()];
    samplers[clip].sample(frame, pose);
    benchmark::DoNotOptimize(pose.data());
  }
  count_nodes(state, nodes * (many ? kCharacters : 1));
}

// Characters that play on, each its own of those clips, in one call or in as many calls.
void cold_crowd(benchmark::State& state, std::uint32_t nodes, bool crowd) {
  const Clips clips = make(Kind::dense, nodes);
  const std::vector<Sampler> samplers = more_than_caches(clips);
  Crowd characters(samplers.size(), nodes);
  std::vector<Transformf> poses(crowd ? 0 : nodes * samplers.size());
  std::vector<Crowd::Moment> shown(samplers.size());
  for (std::size_t i = 0; i < shown.size(); ++i)
    shown[i].sampler = &samplers[i];
  std::mt19937 random(3);
  std::ranges::shuffle(shown, random);
  for (Crowd::Moment& at : shown)
    at.frame = std::uniform_real_distribution<double>(0, clips.frames)(random);
  for (auto _ : state) {
    for (Crowd::Moment& at : shown)
      at.frame = at.frame + 0.5 < clips.frames ? at.frame + 0.5 : 0;
    if (crowd) {
      characters.sample(shown);
      benchmark::DoNotOptimize(characters.poses().data());
    } else {
      for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i].sampler->sample(shown[i].frame, std::span(poses).subspan(i * nodes, nodes));
      benchmark::DoNotOptimize(poses.data());
    }
  }
  count_nodes(state, nodes * samplers.size());
}

enum class Way { each, many, crowd };
constexpr const char* kWays[] = {"each/", "many/", "crowd/"};

// What memory alone takes of `sample_moments` and `sample_mixed` with rotations on each frame: the
// two rows of a moment are copied into a pose of 40 bytes a node, and so is what they lack of it.
void move_bytes(benchmark::State& state, std::uint32_t nodes, bool forward, bool mixed) {
  constexpr std::size_t kFrames = 300, kCount = 64;
  const std::size_t clips = mixed ? 4 : 1, apart = mixed ? 61 : 1, step = mixed ? 1 : kCount;
  const std::size_t row = std::size_t{4} * nodes, rest = std::size_t{2} * nodes;
  const std::vector<std::vector<float>> rows(clips, std::vector<float>((kFrames + 2) * row, 1.0F));
  const std::vector<float> still(rest, 1.0F);
  const std::vector<double> frames = moments(kFrames, forward);
  std::vector<float> poses(kCount * (2 * row + rest));
  std::size_t i = 0;
  for (auto _ : state) {
    float* out = poses.data();
    for (std::size_t k = 0; k < kCount; ++k) {
      const auto frame = static_cast<std::size_t>(frames[(i + apart * k) % 4096]);
      out = std::copy_n(rows[k % clips].data() + frame * row, 2 * row, out);
      out = std::copy_n(still.data(), rest, out);
    }
    i += step;
    benchmark::DoNotOptimize(poses.data());
  }
  count_nodes(state, nodes * kCount);
}

// As `sample`, 64 moments in as many calls into as much memory, in one call, or as characters that
// play on. Forward every other moment is a whole frame, which a random one never is.
void sample_moments(benchmark::State& state, Kind kind, std::uint32_t nodes, Way way,
                    bool forward) {
  const Clips clips = make(kind, nodes);
  const Sampler sampler(clips.scene, clips.scene.clips[0]);
  const std::vector<double> frames = moments(clips.frames, forward);
  constexpr std::size_t kMoments = 64;
  std::vector<Transformf> poses(nodes * kMoments);
  Crowd crowd(way == Way::crowd ? kMoments : 0, nodes);
  std::vector<Crowd::Moment> shown(kMoments, {.sampler = &sampler});
  std::size_t i = 0;
  for (auto _ : state) {
    const auto asked = std::span(frames).subspan(i % 4096, kMoments);
    if (way == Way::many) {
      sampler.sample_many(asked, poses);
    } else if (way == Way::crowd) {
      for (std::size_t k = 0; k < kMoments; ++k)
        shown[k].frame = asked[k];
      crowd.sample(shown);
      benchmark::DoNotOptimize(crowd.poses().data());
    } else {
      for (std::size_t k = 0; k < kMoments; ++k)
        sampler.sample(asked[k], std::span(poses).subspan(k * nodes, nodes));
    }
    i += kMoments;
    benchmark::DoNotOptimize(poses.data());
  }
  count_nodes(state, nodes * kMoments);
}

// 64 characters at moments of their own of four clips in turn.
void sample_mixed(benchmark::State& state, std::uint32_t nodes, Way way) {
  const Clips clips = make(Kind::dense, nodes);
  std::vector<Sampler> samplers;
  for (int i = 0; i < 4; ++i)
    samplers.emplace_back(clips.scene, clips.scene.clips[0]);
  const std::vector<double> frames = moments(clips.frames, true);
  constexpr std::size_t kCount = 64;
  std::vector<Transformf> poses(nodes * kCount);
  Crowd crowd(way == Way::crowd ? kCount : 0, nodes);
  std::vector<Crowd::Moment> shown(kCount);
  std::vector<PoseRequest> requests(kCount);
  for (std::size_t k = 0; k < kCount; ++k) {
    shown[k].sampler = &samplers[k % 4];
    requests[k] = {&samplers[k % 4], 0, std::span(poses).subspan(k * nodes, nodes)};
  }
  std::size_t i = 0;
  for (auto _ : state) {
    for (std::size_t k = 0; k < kCount; ++k)
      shown[k].frame = requests[k].frame = frames[(i + 61 * k) % 4096];
    if (way == Way::many) {
      sample_many(requests);
    } else if (way == Way::crowd) {
      crowd.sample(shown);
      benchmark::DoNotOptimize(crowd.poses().data());
    } else {
      for (const PoseRequest& one : requests)
        one.sampler->sample(one.frame, one.out);
    }
    ++i;
    benchmark::DoNotOptimize(poses.data());
  }
  count_nodes(state, nodes * kCount);
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
    for (const Kind kind : {Kind::dense, Kind::keyed, Kind::spline, Kind::between,
                            Kind::spline_between, Kind::squad, Kind::eased}) {
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
    for (const Kind kind : {Kind::dense, Kind::keyed}) {
      const std::string name = kNames[static_cast<std::size_t>(kind)];
      add_benchmark("shorts/" + name + "/forward" + size, [=](benchmark::State& state) {
        sample(state, kind, nodes, true, 0, Sampler::RowSize::shorts);
      });
      for (const Way way : {Way::each, Way::many, Way::crowd}) {
        add_benchmark(
            kWays[static_cast<std::size_t>(way)] + name + size,
            [=](benchmark::State& state) { sample_moments(state, kind, nodes, way, true); });
        add_benchmark(
            kWays[static_cast<std::size_t>(way)] + name + "_random" + size,
            [=](benchmark::State& state) { sample_moments(state, kind, nodes, way, false); });
      }
    }
    for (const auto& [name, forward, mixed] : {std::tuple("dense", true, false),
                                               {"dense_random", false, false},
                                               {"mixed", true, true}}) {
      add_benchmark(std::string("moved/") + name + size,
                    [=](benchmark::State& state) { move_bytes(state, nodes, forward, mixed); });
    }
    for (const Way way : {Way::each, Way::many, Way::crowd}) {
      add_benchmark(kWays[static_cast<std::size_t>(way)] + ("mixed" + size),
                    [=](benchmark::State& state) { sample_mixed(state, nodes, way); });
    }
    for (const bool many : {false, true}) {
      add_benchmark((many ? "cold_many" : "cold") + size,
                    [=](benchmark::State& state) { cold(state, nodes, many); });
    }
    for (const bool crowd : {false, true}) {
      add_benchmark((crowd ? "cold_crowd" : "cold_each") + size,
                    [=](benchmark::State& state) { cold_crowd(state, nodes, crowd); });
    }
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
