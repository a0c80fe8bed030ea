// SPDX-License-Identifier: MIT
// From animations to clips.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "anmkit/math.hpp"
#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {

// Sines and cosines of half of every binary angle, from two short tables: exact to a few units in
// the last place, and much faster than the library's.
class HalfAngles {
 public:
  HalfAngles();
  // A part's rotation: about X first, then Y, then Z, about fixed axes (section 6.5).
  // Rz * Ry * Rx.
  Quat rotation(std::uint16_t x, std::uint16_t y, std::uint16_t z) const {
    return rotation(of(x), of(y), of(z));
  }

  struct SinCos {
    double s, c;
  };
  // Of half an angle.
  SinCos of(std::uint16_t angle) const {
    const SinCos a = high_[angle >> 8], b = low_[angle & 255];
    return {a.s * b.c + a.c * b.s, a.c * b.c - a.s * b.s};
  }
  static Quat rotation(SinCos x, SinCos y, SinCos z) {
    const auto [sx, cx] = x;
    const auto [sy, cy] = y;
    const auto [sz, cz] = z;
    const double cycz = cy * cz, sysz = sy * sz, sycz = sy * cz, cysz = cy * sz;
    return {sx * cycz - cx * sysz, cx * sycz + sx * cysz, cx * cysz - sx * sycz,
            cx * cycz + sx * sysz};
  }

 private:
  std::array<SinCos, 256> high_, low_;
};

// Angles that parts have before an animation adds its own, 65536ths of a turn (section 8.1); empty
// where none has any.
using PartTurns = std::vector<std::array<std::int16_t, 3>>;

Clip clip_of(const Motion& motion, const std::vector<Node>& nodes, const HalfAngles& angles,
             const Options& options, bool stored_angles, const PartTurns& turns = {});
// Nodes without a model: part0, part1 ...
std::vector<Node> plain_nodes(std::size_t parts);

// Puts the drawn parts of a geo layout among the companions into the scene, with the meshes of
// their display lists, and gives the angles of their own. Empty when there is no layout with parts;
// an error when --geo names one that is not there.
// `meshes`: false leaves those out.
Result<std::optional<PartTurns>> add_skeleton(Scene& scene, Companions companions,
                                              const Options& options, std::size_t parts,
                                              Diagnostics& diagnostics, bool meshes,
                                              const SegmentImage* image = nullptr);
// How many parts that layout draws; empty when there is none. What a file that was named has is
// reported.
Result<std::optional<std::size_t>> drawn_parts(Companions companions, const Options& options,
                                               std::size_t parts, Diagnostics& diagnostics);

}  // namespace anmkit::sm64
