// SPDX-License-Identifier: MIT
// CatSystem 2 scripts compared with plain baselines: reading, checking, running, compiling.
#include <benchmark/benchmark.h>

#include <cstring>
#include <string>

#include "anmkit/cs2.hpp"

namespace anmkit::cs2 {
namespace {

// Pictures, waits, counters and jumps in the proportions of a long cut scene; it never ends.
std::string make_source(std::size_t blocks) {
  std::string text;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::string n = std::to_string(i);
    text += "#block_" + n + "\n\tset " + std::to_string(i % 64) + " 3\n#again_" + n + "\n\t" +
            std::to_string(i % 100) + " 4\n\tpos " + n + " 0xfffffffb // sway\n\t" +
            std::to_string((i + 1) % 100) + " 2\n\tloop " + std::to_string(i % 64) + " again_" + n +
            "\n";
  }
  return text + "\tjump block_0\n";
}

AnmFile make_script(std::size_t blocks) {
  Diagnostics found;
  return compile(make_source(blocks), {}, found).value_or(AnmFile{});
}

void set_bytes(benchmark::State& state, std::size_t size) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

void cs2_decode(benchmark::State& state) {
  const Bytes bytes = write(make_script(2000));
  for (auto _ : state)
    benchmark::DoNotOptimize(parse_anm(bytes));
  set_bytes(state, bytes.size());
}
BENCHMARK(cs2_decode);

// The floor of decoding: the same bytes into new memory.
void cs2_copy(benchmark::State& state) {
  const Bytes bytes = write(make_script(2000));
  for (auto _ : state) {
    Bytes copy = bytes;
    benchmark::DoNotOptimize(copy.data());
  }
  set_bytes(state, bytes.size());
}
BENCHMARK(cs2_copy);

void cs2_write(benchmark::State& state) {
  const AnmFile file = make_script(2000);
  const std::size_t size = write(file).size();
  for (auto _ : state)
    benchmark::DoNotOptimize(write(file));
  set_bytes(state, size);
}
BENCHMARK(cs2_write);

void cs2_check(benchmark::State& state) {
  const AnmFile file = make_script(2000);
  const std::size_t size = write(file).size();
  for (auto _ : state) {
    Diagnostics found;
    check(file, nullptr, "", found);
    benchmark::DoNotOptimize(found.empty());
  }
  set_bytes(state, size);
}
BENCHMARK(cs2_check);

// The floor of checking: every opcode and every kind of parameter looked at once.
void cs2_look_at_words(benchmark::State& state) {
  const Bytes bytes = write(make_script(2000));
  for (auto _ : state) {
    std::uint32_t bad = 0;
    for (std::size_t at = kHeaderSize; at + kTimelineSize <= bytes.size(); at += kTimelineSize) {
      std::uint32_t words[17];
      std::memcpy(words, bytes.data() + at, sizeof words);
      bad += words[0] >= kOpcodes ? 1u : 0u;
      for (std::size_t slot = 0; slot < 8; ++slot)
        bad += words[1 + 2 * slot] > kLabel ? 1u : 0u;
    }
    benchmark::DoNotOptimize(bad);
  }
  set_bytes(state, bytes.size());
}
BENCHMARK(cs2_look_at_words);

void cs2_ticks(benchmark::State& state) {
  const AnmFile file = make_script(2000);
  Machine machine(file, {});
  std::int64_t now = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(machine.update(now++));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(cs2_ticks);

// From image to image: the machine without its clock.
void cs2_blocks(benchmark::State& state) {
  const AnmFile file = make_script(2000);
  Machine machine(file, {});
  for (auto _ : state)
    benchmark::DoNotOptimize(machine.run_to_block());
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(cs2_blocks);

void cs2_compile(benchmark::State& state) {
  const std::string text = make_source(2000);
  for (auto _ : state) {
    Diagnostics found;
    benchmark::DoNotOptimize(compile(text, {}, found));
  }
  set_bytes(state, text.size());
}
BENCHMARK(cs2_compile);

// The floor of compiling: where the words of the text begin.
void cs2_count_words(benchmark::State& state) {
  const std::string text = make_source(2000);
  for (auto _ : state) {
    std::size_t words = 0;
    bool inside = false;
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\t' || c == '\n';
      words += !blank && !inside ? 1u : 0u;
      inside = !blank;
    }
    benchmark::DoNotOptimize(words);
  }
  set_bytes(state, text.size());
}
BENCHMARK(cs2_count_words);

void cs2_decompile(benchmark::State& state) {
  const AnmFile file = make_script(2000);
  const std::size_t size = decompile(file).size();
  for (auto _ : state)
    benchmark::DoNotOptimize(decompile(file));
  set_bytes(state, size);
}
BENCHMARK(cs2_decompile);

}  // namespace
}  // namespace anmkit::cs2
