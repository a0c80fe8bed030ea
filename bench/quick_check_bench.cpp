// SPDX-License-Identifier: MIT
// Looking whether files are sound (Format::passes_quick_check, `check --quick`) next to reading
// them and next to copying their bytes. Banks and PlayStation animations have theirs in gc_bench
// and psx_bench.
#include <benchmark/benchmark.h>

#include <random>

#include "anmkit/craftstudio.hpp"
#include "anmkit/cs2.hpp"
#include "anmkit/registry.hpp"
#include "core/bytes.hpp"
#include "quick_check_files.hpp"

namespace anmkit {
namespace {

// 209 animations of 20 parts, about half of whose channels hold still.
Bytes make_table() {
  constexpr std::uint32_t kCount = 209, kChannels = 63;
  std::mt19937 random(1);
  BigWriter directory, entries;
  directory.put(kCount);
  directory.put(std::uint32_t{0});
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const std::uint16_t frames = static_cast<std::uint16_t>(7 + random() % 60);
    BigWriter index;
    std::uint16_t samples = 0;
    for (std::uint32_t channel = 0; channel < kChannels; ++channel) {
      const std::uint16_t count = random() % 100 < 46 ? std::uint16_t{1} : frames;
      index.put(count);
      index.put(samples);
      samples = static_cast<std::uint16_t>(samples + count);
    }
    const std::uint32_t size = 24 + 4 * kChannels + 2 * std::uint32_t{samples};
    directory.put(static_cast<std::uint32_t>(8 + 8 * kCount + entries.size()));
    directory.put(size);
    for (const int field : {1, 189, 0, 0, int{frames}, 20})
      entries.put(static_cast<std::int16_t>(field));
    for (const std::uint32_t field : {24 + 4 * kChannels, 24u, size})
      entries.put(field);
    entries.put_bytes(index.take());
    for (std::uint32_t sample = 0; sample < samples; ++sample)
      entries.put(static_cast<std::uint16_t>(random()));
  }
  directory.put_bytes(entries.take());
  return directory.take();
}

Bytes make_script() {
  cs2::AnmFile file;
  for (std::uint32_t i = 0; i < 8000; ++i) {
    cs2::Timeline line;
    line.op = i % 5 == 4 ? 2 : i % 5 == 3 ? 14 : 0;
    line.params[0].value = i % 60;
    line.params[1].value = i % 100;
    file.lines.push_back(line);
  }
  return cs2::write(file);
}

Bytes make_animation() {
  std::mt19937 random(1);
  craftstudio::Animation animation;
  animation.duration = 120;
  for (int joint = 0; joint < 60; ++joint) {
    auto& node = animation.nodes.emplace_back();
    node.name.bytes = "joint" + std::to_string(joint);
    for (std::uint16_t key = 0; key < 60; ++key) {
      const auto some = static_cast<float>(random() % 1000) / 1000;
      node.position.push_back({key, 0, {some, 1, 2}});
      node.orientation.push_back({key, 0, {1, some, 0, 0}});
    }
  }
  return craftstudio::write(animation).value();
}

void set_bytes(benchmark::State& state, const Bytes& bytes) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}

void look(benchmark::State& state, std::string_view id, Bytes (*make)()) {
  const Bytes bytes = make();
  const Format& format = *find_format(id);
  bool sound = true;
  for (auto _ : state)
    sound = sound && format.passes_quick_check(bytes);
  if (!sound) state.SkipWithError("a made file is refused");
  set_bytes(state, bytes);
}

void read(benchmark::State& state, std::string_view id, Bytes (*make)()) {
  const Bytes bytes = make();
  const Format& format = *find_format(id);
  for (auto _ : state) {
    Diagnostics found;
    benchmark::DoNotOptimize(format.parse({bytes, "x"}, {}, found));
  }
  set_bytes(state, bytes);
}

void check(benchmark::State& state, std::string_view id, Bytes (*make)()) {
  const Bytes bytes = make();
  Diagnostics unused;
  const DocumentPtr document = find_format(id)->parse({bytes, "x"}, {}, unused);
  for (auto _ : state) {
    Diagnostics found;
    document->check({}, found);
    benchmark::DoNotOptimize(found.empty());
  }
  set_bytes(state, bytes);
}

void copy(benchmark::State& state, Bytes (*make)()) {
  const Bytes bytes = make();
  for (auto _ : state) {
    Bytes other = bytes;
    benchmark::DoNotOptimize(other.data());
  }
  set_bytes(state, bytes);
}

BENCHMARK_CAPTURE(look, sm64_dma, "sm64-dma", &make_table)->Name("quick_check/look/sm64-dma");
BENCHMARK_CAPTURE(read, sm64_dma, "sm64-dma", &make_table)->Name("quick_check/read/sm64-dma");
BENCHMARK_CAPTURE(check, sm64_dma, "sm64-dma", &make_table)->Name("quick_check/check/sm64-dma");
BENCHMARK_CAPTURE(copy, sm64_dma, &make_table)->Name("quick_check/copy/sm64-dma");
BENCHMARK_CAPTURE(look, cs2_anm, "cs2-anm", &make_script)->Name("quick_check/look/cs2-anm");
BENCHMARK_CAPTURE(read, cs2_anm, "cs2-anm", &make_script)->Name("quick_check/read/cs2-anm");
BENCHMARK_CAPTURE(copy, cs2_anm, &make_script)->Name("quick_check/copy/cs2-anm");
BENCHMARK_CAPTURE(look, csmodelanim, "csmodelanim", &make_animation)
    ->Name("quick_check/look/csmodelanim");
BENCHMARK_CAPTURE(read, csmodelanim, "csmodelanim", &make_animation)
    ->Name("quick_check/read/csmodelanim");
BENCHMARK_CAPTURE(copy, csmodelanim, &make_animation)->Name("quick_check/copy/csmodelanim");

#define SOUND_ROWS(name, id, make)                                       \
  BENCHMARK_CAPTURE(look, name, id, make)->Name("quick_check/look/" id); \
  BENCHMARK_CAPTURE(read, name, id, make)->Name("quick_check/read/" id); \
  BENCHMARK_CAPTURE(copy, name, make)->Name("quick_check/copy/" id)
SOUND_ROWS(csmodel, "csmodel", &make_cs_model);
SOUND_ROWS(gc_anm_compact, "gc-anm-compact", &make_compact_clip);
SOUND_ROWS(gc_act, "gc-act", &make_actor);
SOUND_ROWS(gc_gpl, "gc-gpl", &make_geometry);
SOUND_ROWS(gc_skn, "gc-skn", &make_skin);
SOUND_ROWS(gc_tpl, "gc-tpl", &make_gc_textures);
SOUND_ROWS(psx_tmd, "psx-tmd", &make_tmd);
SOUND_ROWS(psx_tim, "psx-tim", &make_tim);
SOUND_ROWS(psx_pak, "psx-pak", &make_pak);

}  // namespace
}  // namespace anmkit
