// SPDX-License-Identifier: MIT
// Scenes of runs of nodes of which the same moves, on every frame and without pivots.
#pragma once

#include <cstdint>
#include <random>
#include <span>

#include "anmkit/scene.hpp"

namespace anmkit::testing {

class Patchwork {
 public:
  // What moves of a node.
  enum class Moves : std::uint8_t { nothing, turn, turn_and_place, all, all_by_angles, lines };
  // Nodes that follow each other.
  struct Run {
    Moves moves = Moves::nothing;
    std::size_t count = 0;
    double period = 0;
    bool steps = false;
  };

  Patchwork(std::uint32_t seed, std::span<const Run> runs) : random_(seed) {
    clip.duration = 6;
    for (const Run& run : runs) {
      for (std::size_t i = 0; i < run.count; ++i)
        add(run.moves, run.period, run.steps);
    }
  }
  explicit Patchwork(std::uint32_t seed) : random_(seed) {
    clip.duration = 6;
    for (int run = 0; run < 4; ++run) {
      const auto moves = static_cast<Moves>(random_() % 6);
      // Now and then a second sheet, by another period or by steps.
      const double period = random_() % 4 == 0 ? 3 : 0;
      const bool steps = random_() % 5 == 0;
      for (std::size_t i = random_() % 20; i > 0; --i)
        add(moves, period, steps);
    }
  }

  Scene scene;
  Clip clip;

 private:
  double number() { return std::uniform_real_distribution<double>(-3, 3)(random_); }

  void add(Moves moves, double period, bool steps) {
    Node& node = scene.nodes.emplace_back();
    node.rest = {{number(), number(), number()},
                 normalize({number(), number(), number(), 2}),
                 {number(), number(), number()},
                 {}};
    const bool angles = moves == Moves::all_by_angles;
    if (moves != Moves::nothing && moves != Moves::lines)
      put(angles ? Property::euler : Property::rotation, period, steps);
    if (moves != Moves::nothing && moves != Moves::turn) put(Property::translation, period, steps);
    if (moves == Moves::all || angles || moves == Moves::lines) put(Property::scale, period, steps);
  }

  void put(Property property, double period, bool steps) {
    Track& track = clip.tracks.emplace_back();
    track.node = static_cast<std::uint32_t>(scene.nodes.size() - 1);
    track.property = property;
    track.period = period;
    const bool turns = property == Property::rotation;
    track.interpolation = steps   ? Interpolation::step
                          : turns ? Interpolation::slerp
                                  : Interpolation::linear;
    for (int frame = 0; frame <= 6; ++frame) {
      track.times.push_back(frame);
      if (turns) {
        const Quat q = normalize({number() / 9, number() / 9, number() / 9, 2});
        track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
      } else {
        for (int i = 0; i < 3; ++i)
          track.values.push_back(number());
      }
    }
  }

  std::mt19937 random_;
};

}  // namespace anmkit::testing
