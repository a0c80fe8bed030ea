// SPDX-License-Identifier: MIT
// GameCube banks: checking the pointer graph, decoding and keyed sampling compared with plain
// baselines.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>

#include "anmkit/gc.hpp"
#include "anmkit/registry.hpp"
#include "anmkit/sampler.hpp"
#include "core/bytes.hpp"
#include "scene/reference.hpp"

namespace anmkit::gc {
namespace {

constexpr std::uint32_t kTracks = 40, kKeys = 60;

// One sequence of 40 bones with 60 keys each at uneven times: quaternion by SLERP, translation
// linear, s16 with 8 fraction bits.
Bytes make_bank(std::uint32_t seed) {
  const auto random = [&] { return (seed = seed * 1664525u + 1013904223u) >> 16u; };
  constexpr std::uint32_t kKeysAt = 0x24 + 16 * kTracks;
  constexpr std::uint32_t kData = kKeysAt + 12 * kTracks * kKeys;
  BigWriter out, data;
  for (const std::uint32_t word : {8092000u, 0x18u})
    out.put(word);
  for (const std::uint32_t half : {0u, 1u, kTracks, kTracks * kKeys})
    out.put(static_cast<std::uint16_t>(half));
  for (const std::uint32_t word : {0u, 0u, 0u, 0x24u})
    out.put(word);
  out.put(static_cast<std::uint16_t>(kTracks));
  out.put(std::uint16_t{0});
  for (std::uint32_t i = 0; i < kTracks; ++i) {
    out.put(static_cast<float>(kKeys * 4));
    out.put(kKeysAt + 12 * kKeys * i);
    out.put(static_cast<std::uint16_t>(kKeys));
    out.put(static_cast<std::uint16_t>(i));
    for (const unsigned byte : {0x38u, 0x09u, 0x61u, 1u})
      out.put(static_cast<std::uint8_t>(byte));
  }
  for (std::uint32_t i = 0; i < kTracks; ++i) {
    double angle = 0;
    for (std::uint32_t k = 0; k < kKeys; ++k) {
      out.put(static_cast<float>(k * 4 + (k == 0 ? 0 : random() % 3)));
      out.put(kData + 16 * (i * kKeys + k));
      out.put(std::uint32_t{0});
      angle += (random() % 1000) / 2000.0;
      for (const double v : {0.0, 0.0, std::sin(angle / 2), std::cos(angle / 2)})
        data.put(static_cast<std::int16_t>(std::lround(v * 16384)));
      for (int axis = 0; axis < 3; ++axis)
        data.put(static_cast<std::int16_t>(random()));
      data.put(std::uint16_t{0});
    }
  }
  out.put_bytes(data.take());
  return out.take();
}

const std::vector<Bytes>& banks() {
  static const std::vector<Bytes> kBanks = [] {
    std::vector<Bytes> list;
    for (std::uint32_t i = 0; i < 64; ++i)
      list.push_back(make_bank(i * 77 + 5));
    return list;
  }();
  return kBanks;
}

std::int64_t total_bytes() {
  std::int64_t total = 0;
  for (const Bytes& bank : banks())
    total += static_cast<std::int64_t>(bank.size());
  return total;
}

// What a straightforward reader does: it follows each offset and reads each field, bounds-checked.
bool plain_validate(ByteView bytes) {
  BigReader in(bytes, 10);
  const std::uint32_t sequences = in.get<std::uint16_t>("numSequences");
  const std::uint32_t tracks = in.get<std::uint16_t>("numTracks");
  bool good = true;
  for (std::uint32_t i = 0; i < tracks && good; ++i) {
    BigReader track(bytes, 0x18 + 12 * std::uint64_t{sequences} + 16 * i);
    benchmark::DoNotOptimize(track.get<float>("animTime"));
    const auto first = track.get<std::uint32_t>("keyFrames");
    const std::uint32_t count = track.get<std::uint16_t>("totalFrames");
    BigReader key(bytes, first);
    for (std::uint32_t k = 0; k < count && good; ++k) {
      benchmark::DoNotOptimize(key.get<float>("time"));
      BigReader setting(bytes, key.get<std::uint32_t>("setting"));
      key.get<std::uint32_t>("interpolation");
      for (int n = 0; n < 7; ++n)
        benchmark::DoNotOptimize(setting.get<std::int16_t>("value"));
      good = setting.ok() && key.ok();
    }
    good = good && track.ok();
  }
  return good && in.ok();
}

void GcCopy(benchmark::State& state) {
  Bytes to(banks()[0].size());
  for (auto _ : state) {
    for (const Bytes& bank : banks()) {
      std::memcpy(to.data(), bank.data(), bank.size());
      benchmark::DoNotOptimize(to.data());
    }
  }
  state.SetBytesProcessed(state.iterations() * total_bytes());
}
void GcValidatePlain(benchmark::State& state) {
  for (auto _ : state)
    for (const Bytes& bank : banks())
      benchmark::DoNotOptimize(plain_validate(bank));
  state.SetBytesProcessed(state.iterations() * total_bytes());
}
void GcValidate(benchmark::State& state) {
  bool good = true;
  for (auto _ : state)
    for (const Bytes& bank : banks())
      good = good && is_bank(bank);
  if (!good) state.SkipWithError("a made bank is refused");
  state.SetBytesProcessed(state.iterations() * total_bytes());
}
void GcParse(benchmark::State& state) {
  for (auto _ : state) {
    for (const Bytes& bank : banks()) {
      Diagnostics diagnostics;
      benchmark::DoNotOptimize(parse_bank(bank, diagnostics));
    }
  }
  state.SetBytesProcessed(state.iterations() * total_bytes());
}
void GcCheck(benchmark::State& state) {
  std::vector<DocumentPtr> documents;
  for (const Bytes& bank : banks()) {
    Diagnostics diagnostics;
    documents.push_back(find_format("gc-anm")->parse({bank, "x.anm"}, {}, diagnostics));
  }
  for (auto _ : state) {
    for (const DocumentPtr& document : documents) {
      Diagnostics diagnostics;
      document->check({{}, {}}, diagnostics);
      benchmark::DoNotOptimize(diagnostics);
    }
  }
  state.SetBytesProcessed(state.iterations() * total_bytes());
}

Scene scene_of(const Bytes& bank) {
  Diagnostics diagnostics;
  const auto document = find_format("gc-anm")->parse({bank, "x.anm"}, {}, diagnostics);
  return document->to_scene({}, {{}, {}}, diagnostics).value();
}

// From the file's bytes to the curves of a scene.
void GcDecode(benchmark::State& state) {
  for (auto _ : state) {
    for (const Bytes& bank : banks())
      benchmark::DoNotOptimize(scene_of(bank));
  }
  state.SetBytesProcessed(state.iterations() * total_bytes());
}

// The plain evaluator, as any reader would write it: a search, then the formulas.
void GcSamplePlain(benchmark::State& state) {
  const Scene scene = scene_of(banks()[0]);
  double frame = 0, out[4];
  for (auto _ : state) {
    for (const anmkit::Track& track : scene.clips[0].tracks) {
      evaluate(track, frame, out);
      benchmark::DoNotOptimize(out);
    }
    frame += state.range(0) != 0 ? 0.37 : 97.3;
    if (frame > scene.clips[0].duration) frame -= scene.clips[0].duration;
  }
  state.SetItemsProcessed(state.iterations() * kTracks);
}
void GcSample(benchmark::State& state) {
  const Scene scene = scene_of(banks()[0]);
  const ReferenceSampler sampler(scene, scene.clips[0]);
  ReferenceSampler::Cursor cursor;
  Pose pose;
  double frame = 0;
  for (auto _ : state) {
    sampler.sample(frame, pose, cursor);
    benchmark::DoNotOptimize(pose.data());
    frame += state.range(0) != 0 ? 0.37 : 97.3;
    if (frame > scene.clips[0].duration) frame -= scene.clips[0].duration;
  }
  state.SetItemsProcessed(state.iterations() * kTracks);
}

void GcSampleTransforms(benchmark::State& state) {
  const Scene scene = scene_of(banks()[0]);
  const Sampler sampler(scene, scene.clips[0]);
  std::vector<Transformf> pose(scene.nodes.size());
  double frame = 0;
  for (auto _ : state) {
    sampler.sample(frame, pose);
    benchmark::DoNotOptimize(pose.data());
    frame += state.range(0) != 0 ? 0.37 : 97.3;
    if (frame > scene.clips[0].duration) frame -= scene.clips[0].duration;
  }
  state.SetItemsProcessed(state.iterations() * kTracks);
}

BENCHMARK(GcCopy);
BENCHMARK(GcValidatePlain);
BENCHMARK(GcValidate);
BENCHMARK(GcParse);
BENCHMARK(GcCheck);
BENCHMARK(GcDecode);
BENCHMARK(GcSamplePlain)->ArgName("forward")->Arg(1)->Arg(0);
BENCHMARK(GcSample)->ArgName("forward")->Arg(1)->Arg(0);
BENCHMARK(GcSampleTransforms)->ArgName("forward")->Arg(1)->Arg(0);

}  // namespace
}  // namespace anmkit::gc
