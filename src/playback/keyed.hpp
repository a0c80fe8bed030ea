// SPDX-License-Identifier: MIT
// Lines, arcs and steps whose keys lie between frames: each track is searched.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "anmkit/scene.hpp"
#include "scene/arc.hpp"

namespace anmkit {

class KeyedTracks {
 public:
  // Translations, scales and rotations without eases; of the long way only what is a short one.
  static bool takes(const Track& track);

  // `target` is where the values are written: index of a float in the pose.
  void add(const Track& track, std::uint32_t target);
  // Into a pose of `size` floats.
  void sample(double frame, float* out, std::size_t size) const;
  std::size_t bytes() const;

 private:
  struct Key {
    std::array<float, 4> value;
    Arc arc;               // to the next one
    float inverse_length;  // frames; 0: the value holds until the next one
  };
  struct Keys {
    std::uint32_t target;
    std::uint32_t first, count;
    double period;
    bool turns;
  };

  std::vector<Keys> tracks_;
  std::vector<double> times_;
  std::vector<Key> keys_;
};

}  // namespace anmkit
