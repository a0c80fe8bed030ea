// SPDX-License-Identifier: MIT
// CraftStudio: validating and decoding animations, dumping them, sampling poses; each next to a
// plain baseline in the same run, so that ratios mean something on any machine.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <random>

#include "anmkit/craftstudio.hpp"
#include "anmkit/registry.hpp"
#include "anmkit/sampler.hpp"
#include "core/bytes.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

constexpr int kJoints = 60;
constexpr int kFrames = 120;

// 60 joints, each with 30 position, 60 orientation and 10 scale keys over 120 frames.
craftstudio::Animation make_animation() {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  craftstudio::Animation animation;
  animation.duration = kFrames;
  for (int joint = 0; joint < kJoints; ++joint) {
    auto& node = animation.nodes.emplace_back();
    node.name.bytes = "joint" + std::to_string(joint);
    const auto time = [](int key, int count) {
      return static_cast<std::uint16_t>(key * kFrames / count);
    };
    for (int key = 0; key < 30; ++key) {
      node.position.push_back({time(key, 30), 0, {normal(random), normal(random), normal(random)}});
    }
    for (int key = 0; key < 60; ++key) {
      const Quat q = normalize({normal(random), normal(random), normal(random), normal(random)});
      node.orientation.push_back({time(key, 60),
                                  0,
                                  {static_cast<float>(q.w), static_cast<float>(q.x),
                                   static_cast<float>(q.y), static_cast<float>(q.z)}});
    }
    for (int key = 0; key < 10; ++key) {
      node.scale.push_back({time(key, 10), 0, {normal(random), normal(random), normal(random)}});
    }
    // As in clips that repeat, which makes them files without findings.
    node.position.back().delta = node.position.front().delta;
    node.orientation.back().delta = node.orientation.front().delta;
    node.scale.back().delta = node.scale.front().delta;
  }
  return animation;
}

const Bytes& file() {
  static const Bytes kFile = craftstudio::write(make_animation()).value();
  return kFile;
}

const Scene& scene() {
  static const Scene kScene = [] {
    Diagnostics diagnostics;
    const auto document =
        find_format("csmodelanim")->parse({file(), "bench.csmodelanim"}, {}, diagnostics);
    return document->to_scene({}, {{}, {}}, diagnostics).value();
  }();
  return kScene;
}

void set_bytes(benchmark::State& state, std::size_t size) {
  state.SetBytesProcessed(static_cast<std::int64_t>(size) * state.iterations());
}
void set_joints(benchmark::State& state) {
  state.counters["joints/s"] =
      benchmark::Counter(static_cast<double>(kJoints) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

// --- parsing ---

// What a reader that makes an object a key does (the usual way of generated parsers).
struct HeapKey {
  std::uint16_t time;
  std::uint8_t mode;
  float value[4];
};
void parse_baseline(benchmark::State& state) {
  for (auto _ : state) {
    std::vector<std::unique_ptr<HeapKey>> keys;
    LittleReader reader(file(), 6);
    const auto nodes = reader.get<std::uint16_t>("nodes");
    for (int node = 0; node < nodes; ++node) {
      reader.get_bytes(reader.get<std::uint8_t>("length"), "name");
      for (int track = 0; track < 5; ++track) {
        const auto count = reader.get<std::uint16_t>("count");
        for (int key = 0; key < count; ++key) {
          auto& to = keys.emplace_back(std::make_unique<HeapKey>());
          to->time = reader.get<std::uint16_t>("time");
          to->mode = reader.get<std::uint8_t>("mode");
          for (int i = 0; i < (track == 1 ? 4 : 3); ++i)
            to->value[i] = reader.get<float>("value");
        }
      }
    }
    benchmark::DoNotOptimize(keys.data());
  }
  set_bytes(state, file().size());
}
BENCHMARK(parse_baseline);

void parse(benchmark::State& state) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    auto animation = craftstudio::parse_animation(file(), diagnostics);
    benchmark::DoNotOptimize(animation);
  }
  set_bytes(state, file().size());
}
BENCHMARK(parse);

void parse_and_check(benchmark::State& state) {
  const Format* format = find_format("csmodelanim");
  for (auto _ : state) {
    Diagnostics diagnostics;
    const auto document = format->parse({file(), "bench.csmodelanim"}, {}, diagnostics);
    document->check({{}, {}}, diagnostics);
    benchmark::DoNotOptimize(diagnostics);
  }
  set_bytes(state, file().size());
}
BENCHMARK(parse_and_check);

void dump(benchmark::State& state) {
  Diagnostics diagnostics;
  const auto document =
      find_format("csmodelanim")->parse({file(), "bench.csmodelanim"}, {}, diagnostics);
  std::size_t size = 0;
  for (auto _ : state)
    size = dump_document(*document).size();
  set_bytes(state, size);
}
BENCHMARK(dump);

// --- sampling ---

// The plain evaluator: a binary search a track, arcs from scratch.
void sample_baseline(benchmark::State& state) {
  Pose pose = rest_pose(scene());
  double frame = 0;
  double out[16];
  for (auto _ : state) {
    for (const Track& track : scene().clips[0].tracks) {
      evaluate(track, frame, out);
      benchmark::DoNotOptimize(out[0]);
    }
    frame = frame > kFrames ? 0 : frame + 0.5;
  }
  set_joints(state);
}
BENCHMARK(sample_baseline);

void sample_short(benchmark::State& state, double step) {
  const Sampler sampler(scene(), scene().clips[0]);
  std::vector<Transformf> out(sampler.node_count());
  double frame = 0;
  for (auto _ : state) {
    sampler.sample(frame, out);
    benchmark::DoNotOptimize(out.data());
    frame = std::fmod(frame + step, kFrames);
  }
  set_joints(state);
}
BENCHMARK_CAPTURE(sample_short, forward, 0.5);
BENCHMARK_CAPTURE(sample_short, random, 77.3);

void sample_pose(benchmark::State& state) {
  const ReferenceSampler sampler(scene(), scene().clips[0]);
  ReferenceSampler::Cursor cursor;
  Pose pose;
  double frame = 0;
  for (auto _ : state) {
    sampler.sample(frame, pose, cursor);
    benchmark::DoNotOptimize(pose.data());
    frame = std::fmod(frame + 0.5, kFrames);
  }
  set_joints(state);
}
BENCHMARK(sample_pose);

Scene tree_of_joints() {
  Scene tree = scene();
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    tree.nodes[i].parent = static_cast<std::int32_t>((i - 1) / 2);
  }
  return tree;
}

void world(benchmark::State& state) {
  const Scene tree = tree_of_joints();
  const auto order = parents_first(tree);
  Pose pose;
  ReferenceSampler(tree, tree.clips[0]).sample(31, pose);
  std::vector<Mat4> out;
  for (auto _ : state) {
    world_matrices(tree, order, pose, out);
    benchmark::DoNotOptimize(out.data());
  }
  set_joints(state);
}
BENCHMARK(world);

void world_short(benchmark::State& state) {
  const Scene tree = tree_of_joints();
  const Hierarchy hierarchy(tree);
  std::vector<Transformf> pose(tree.nodes.size());
  Sampler(tree, tree.clips[0]).sample(31, pose);
  std::vector<Mat4f> out(tree.nodes.size());
  for (auto _ : state) {
    hierarchy.world_matrices(pose, out);
    benchmark::DoNotOptimize(out.data());
  }
  set_joints(state);
}
BENCHMARK(world_short);

}  // namespace
}  // namespace anmkit
