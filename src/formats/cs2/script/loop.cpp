// SPDX-License-Identifier: MIT
// Intro and period of scripts without chance (section 7.9).
#include <algorithm>

#include "anmkit/cs2.hpp"

namespace anmkit::cs2 {
namespace {

// All that decides the future at a blocking point; the visible state counts because a period
// must also look the same.
bool same(const Machine& a, const Machine& b) {
  return a.pc() == b.pc() && a.duration() == b.duration() && a.variables() == b.variables() &&
         a.state() == b.state();
}

bool advance(Machine& machine) {
  const auto more = machine.run_to_block();
  return more && *more;
}

}  // namespace

std::optional<LoopInfo> find_loop(const AnmFile& file, MachineOptions options,
                                  std::uint64_t steps) {
  // Small budgets: a script that computes for long between two images is not worth waiting for.
  options.budget = std::min<std::uint64_t>(options.budget, 1000);
  Machine hare(file, options);
  Machine tortoise = hare;
  // Brent's algorithm: the tortoise jumps to the hare at each power of two.
  std::uint64_t power = 1, length = 0;
  bool found = false;
  for (std::uint64_t i = 0; i < steps && !found; ++i) {
    if (!advance(hare)) {
      if (!hare.ended() || hare.draws() > 0) return std::nullopt;
      return LoopInfo{hare.base() + hare.duration(), 0};
    }
    if (hare.draws() > 0) return std::nullopt;
    ++length;
    found = i > 0 && same(tortoise, hare);
    if (!found && length == power) {
      tortoise = hare;
      power *= 2;
      length = 0;
    }
  }
  if (!found) return std::nullopt;
  const std::int64_t period = hare.base() - tortoise.base();
  if (period == 0) return std::nullopt;  // never waits
  Machine first(file, options);
  Machine ahead(file, options);
  advance(first);
  advance(ahead);
  for (std::uint64_t i = 0; i < length; ++i)
    advance(ahead);
  while (!same(first, ahead)) {
    advance(first);
    advance(ahead);
  }
  return LoopInfo{first.base(), period};
}

}  // namespace anmkit::cs2
