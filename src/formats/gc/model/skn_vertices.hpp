// SPDX-License-Identifier: MIT
// The vertices that a skin moves.
#pragma once

#include <utility>

#include "anmkit/math.hpp"
#include "formats/gc/model/model.hpp"

namespace anmkit::gc {

// One vertex of the skinned object in the bind pose (section 10).
struct SkinVertex {
  Vec3 position;  // file units
  Vec3 normal;
  // boneArray index and weight, the four strongest, any sum.
  std::vector<std::pair<std::uint16_t, double>> weights;
  double lost = 0;  // weight of the bones beyond four
};
// The contents of a skin's lists.
struct SkinTarget {
  std::size_t vertices = 0;
  std::size_t bones = 65536;
};
// The vertices that a skin moves; those that no list names have no weights.
std::vector<SkinVertex> skin_vertices(const Skin& skin, ByteView bytes, SkinTarget target,
                                      Diagnostics& diagnostics);

}  // namespace anmkit::gc
