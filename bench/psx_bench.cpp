// SPDX-License-Identifier: MIT
// PlayStation animations: validating, decoding and sampling compared with plain baselines.
#include <benchmark/benchmark.h>

#include <cstring>

#include "anmkit/psx.hpp"
#include "anmkit/registry.hpp"
#include "core/bytes.hpp"
#include "scene/reference.hpp"

namespace anmkit::psx {
namespace {

// Full-size clips of 16 objects whose components come and go from key to key.
Bytes make_clip(std::uint32_t seed) {
  const auto random = [&] { return seed = seed * 1664525u + 1013904223u; };
  Anm anm;
  for (int n = 0; n < 380; ++n) {
    std::vector<Keyframe> frame;
    for (std::uint8_t object = 0; object < 16; ++object) {
      Keyframe key;
      key.object_index = object;
      key.flags = static_cast<std::uint8_t>(random() >> 29);
      for (auto* part : {&key.rot, &key.scale, &key.pos})
        for (std::int16_t& value : *part)
          value = static_cast<std::int16_t>(random() >> 20);
      frame.push_back(key);
    }
    anm.add_frame(frame);
  }
  return write(anm).value();
}

const std::vector<Bytes>& clips() {
  static const std::vector<Bytes> kClips = [] {
    std::vector<Bytes> list;
    for (std::uint32_t i = 0; i < 64; ++i)
      list.push_back(make_clip(i * 77 + 5));
    return list;
  }();
  return kClips;
}

std::int64_t total_bytes() {
  std::int64_t total = 0;
  for (const Bytes& clip : clips())
    total += static_cast<std::int64_t>(clip.size());
  return total;
}

// What a straightforward reader does: one bounds-checked field after another.
bool plain_validate(ByteView bytes) {
  LittleReader in(bytes);
  if (in.get<std::uint16_t>("tag") != kTag) return false;
  in.get<std::uint16_t>("rateHint");
  const std::size_t frames = in.get<std::uint16_t>("frameCount");
  std::vector<std::size_t> offsets(frames + 1);
  for (std::size_t& offset : offsets)
    offset = std::size_t{in.get<std::uint16_t>("frameOffset")} * 2;
  for (std::size_t n = 0; n < frames; ++n) {
    LittleReader keys(bytes, offsets[n]);
    while (keys.ok() && keys.offset() < offsets[n + 1]) {
      keys.get<std::uint8_t>("objectIndex");
      const unsigned flags = keys.get<std::uint8_t>("flags");
      for (unsigned bit = 0; bit < 3; ++bit) {
        for (int axis = 0; axis < 3 && (flags >> bit & 1u) != 0; ++axis)
          benchmark::DoNotOptimize(keys.get<std::int16_t>("component"));
      }
    }
    if (!keys.ok() || keys.offset() != offsets[n + 1]) return false;
  }
  return in.ok();
}

void PsxValidatePlain(benchmark::State& state) {
  for (auto _ : state)
    for (const Bytes& clip : clips())
      benchmark::DoNotOptimize(plain_validate(clip));
  state.SetBytesProcessed(state.iterations() * total_bytes());
}
void PsxValidate(benchmark::State& state) {
  for (auto _ : state)
    for (const Bytes& clip : clips())
      benchmark::DoNotOptimize(is_anm(clip));
  state.SetBytesProcessed(state.iterations() * total_bytes());
}
void PsxParse(benchmark::State& state) {
  for (auto _ : state) {
    for (const Bytes& clip : clips()) {
      Diagnostics diagnostics;
      benchmark::DoNotOptimize(parse_anm(clip, diagnostics));
    }
  }
  state.SetBytesProcessed(state.iterations() * total_bytes());
}
void PsxCopy(benchmark::State& state) {
  Bytes to(131072);
  for (auto _ : state) {
    for (const Bytes& clip : clips()) {
      std::memcpy(to.data(), clip.data(), clip.size());
      benchmark::DoNotOptimize(to.data());
    }
  }
  state.SetBytesProcessed(state.iterations() * total_bytes());
}
void PsxSample(benchmark::State& state) {
  Diagnostics diagnostics;
  const auto document =
      find_format("psx-anm")->parse({clips()[0], "CLIP.ANM"}, Options{}, diagnostics);
  const Scene scene = document->to_scene({}, {{}, Options{}}, diagnostics).value();
  const ReferenceSampler sampler(scene, scene.clips[0]);
  ReferenceSampler::Cursor cursor;
  Pose pose;
  double frame = 0;
  const double step = state.range(0) != 0 ? 0.37 : 97.3;  // forward, or all over the clip
  for (auto _ : state) {
    sampler.sample(frame, pose, cursor);
    benchmark::DoNotOptimize(pose.data());
    frame += step;
    if (frame > scene.clips[0].duration) frame -= scene.clips[0].duration;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(scene.nodes.size()));
}

BENCHMARK(PsxCopy);
BENCHMARK(PsxValidatePlain);
BENCHMARK(PsxValidate);
BENCHMARK(PsxParse);
BENCHMARK(PsxSample)->ArgName("forward")->Arg(1)->Arg(0);

}  // namespace
}  // namespace anmkit::psx
