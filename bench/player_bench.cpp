// SPDX-License-Identifier: MIT
// 10,000 instances advanced in one call, next to a loop over as many plain counters; and one clip
// of a table played.
#include <benchmark/benchmark.h>

#include <memory>
#include <random>

#include "anmkit/cs2.hpp"
#include "anmkit/psx.hpp"
#include "anmkit/registry.hpp"
#include "anmkit/sm64.hpp"
#include "core/bytes.hpp"

namespace anmkit {
namespace {

constexpr std::size_t kInstances = 10000;

void set_ticks(benchmark::State& state, std::size_t ticks = kInstances) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(ticks));
}

// The least a player can be: a number that counts and starts again.
void players_plain(benchmark::State& state) {
  struct Counter {
    std::int32_t frame = 0, end = 0;
  };
  std::mt19937 random(1);
  std::vector<Counter> counters(kInstances);
  for (Counter& counter : counters)
    counter.end = 1 + static_cast<std::int32_t>(random() % 60);
  for (auto _ : state) {
    for (Counter& counter : counters) {
      if (++counter.frame == counter.end) counter.frame = 0;
    }
    benchmark::DoNotOptimize(counters.data());
    benchmark::ClobberMemory();
  }
  set_ticks(state);
}
BENCHMARK(players_plain);

void players_sm64(benchmark::State& state) {
  std::mt19937 random(1);
  std::vector<sm64::Header> headers(209);
  for (sm64::Header& header : headers) {
    header.flags = static_cast<std::int16_t>(random() % 4);
    header.loopEnd = static_cast<std::int16_t>(7 + random() % 60);
  }
  std::vector<sm64::Player> players;
  std::vector<const sm64::Header*> animations;
  for (std::size_t i = 0; i < kInstances; ++i) {
    animations.push_back(&headers[random() % headers.size()]);
    const auto accel = random() % 2 == 0 ? 0 : static_cast<std::int32_t>(random() % 0x20000);
    players.push_back(sm64::Player::start(*animations.back(), accel, true));
  }
  for (auto _ : state) {
    sm64::advance(players, animations);
    benchmark::ClobberMemory();
  }
  set_ticks(state);
}
BENCHMARK(players_sm64);

void players_psx(benchmark::State& state) {
  std::mt19937 random(1);
  std::vector<psx::Player> players;
  for (std::size_t i = 0; i < kInstances; ++i) {
    const double rate = random() % 4 == 0 ? -30 : static_cast<double>(10 + random() % 50);
    players.push_back(psx::Player::start(1 + random() % 90, rate, random() % 4 == 0));
  }
  for (auto _ : state) {
    psx::advance(players);
    benchmark::ClobberMemory();
  }
  set_ticks(state);
}
BENCHMARK(players_psx);

void players_cs2(benchmark::State& state) {
  Diagnostics unused;
  const auto script = cs2::compile(
      "#a\n\t1 4\n\tpos 1 2\n\t2 6\n\tset 3 5\n#b\n\t3 2\n\tloop 3 b\n\tjump a\n", {}, unused);
  std::vector<cs2::Machine> machines(kInstances, cs2::Machine(*script, {}));
  std::mt19937 random(1);
  for (cs2::Machine& machine : machines) {
    for (auto steps = random() % 9; steps > 0; --steps)
      (void)machine.run_to_block();
  }
  std::int64_t now = 100;
  for (auto _ : state) {
    benchmark::DoNotOptimize(cs2::update(machines, ++now));
    benchmark::ClobberMemory();
  }
  set_ticks(state);
}
BENCHMARK(players_cs2);

// 1,000 ticks of one of 209 animations.
void play_one_of_a_table(benchmark::State& state) {
  constexpr std::uint32_t kCount = 209, kSize = 24 + 24 + 2;
  BigWriter table;
  table.put(kCount);
  table.put(std::uint32_t{0});
  for (std::uint32_t i = 0; i < kCount; ++i) {
    table.put(8 + 8 * kCount + i * kSize);
    table.put(kSize);
  }
  for (std::uint32_t i = 0; i < kCount; ++i) {
    for (const int field : {0, 189, 0, 0, 1, 1})
      table.put(static_cast<std::int16_t>(field));
    for (const std::uint32_t field : {48u, 24u, kSize})
      table.put(field);
    for (int channel = 0; channel < 6; ++channel) {
      table.put(std::uint16_t{1});
      table.put(std::uint16_t{0});
    }
    table.put(std::uint16_t{7});
  }
  const Bytes bytes = table.take();
  Diagnostics unused;
  const DocumentPtr document = find_format("sm64-dma")->parse({bytes, "x"}, {}, unused);
  for (auto _ : state)
    benchmark::DoNotOptimize(document->play({"100", 1000}, {}));
  set_ticks(state, 1000);
}
BENCHMARK(play_one_of_a_table);

}  // namespace
}  // namespace anmkit
