// SPDX-License-Identifier: MIT
// Reading C source and sampling tables, compared with plain baselines.
#include <benchmark/benchmark.h>

#include <string>

#include "anmkit/sm64.hpp"
#include "scene/reference.hpp"

namespace anmkit::sm64 {
namespace {

// A data set of 20 parts and `frames` frames in Mario's dialect.
std::string make_text(std::size_t frames) {
  CFile file;
  CArray index, values;
  index.name = "anim_00_indices";
  values.name = "anim_00_values";
  for (std::size_t channel = 0; channel < 63; ++channel) {
    index.elements.push_back(static_cast<std::uint16_t>(frames));
    index.elements.push_back(static_cast<std::uint16_t>(values.elements.size()));
    for (std::size_t frame = 0; frame < frames; ++frame)
      values.elements.push_back(static_cast<std::uint16_t>(channel * 977 + frame * 131));
  }
  CHeader header;
  header.name = "anim_00";
  header.header.loopEnd = static_cast<std::int16_t>(frames);
  header.values = values.name;
  header.index = index.name;
  file.headers = {header};
  file.arrays = {index, values};
  return write_c(file, {}, Profile::mario_dma);
}

void parse_source(benchmark::State& state) {
  const std::string text = make_text(60);
  for (auto _ : state) {
    Diagnostics diagnostics;
    benchmark::DoNotOptimize(parse_c(text, diagnostics));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(parse_source);

// The least that a reader of the text could do: look at every byte.
void count_commas(benchmark::State& state) {
  const std::string text = make_text(60);
  for (auto _ : state) {
    std::size_t commas = 0;
    for (const char c : text)
      commas += c == ',' ? 1u : 0u;
    benchmark::DoNotOptimize(commas);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(count_commas);

void sample_channels(benchmark::State& state) {
  Diagnostics diagnostics;
  const auto file = parse_c(make_text(60), diagnostics);
  Motion motion;
  motion.index = file->arrays[0].elements;
  motion.values = file->arrays[1].elements;
  std::int32_t frame = 0;
  for (auto _ : state) {
    std::int32_t sum = 0;
    for (std::size_t channel = 0; channel < 63; ++channel)
      sum += sample(motion, channel, frame);
    benchmark::DoNotOptimize(sum);
    frame = (frame + 17) % 60;
  }
  state.SetItemsProcessed(state.iterations() * 63);
}
BENCHMARK(sample_channels);

}  // namespace
}  // namespace anmkit::sm64
