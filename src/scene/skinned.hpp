// SPDX-License-Identifier: MIT
// The one test for meshes that bend with joints.
#pragma once

#include "anmkit/scene.hpp"

namespace anmkit {

// True when each vertex has joints and weights.
inline bool is_skinned(const Primitive& primitive) {
  const std::size_t count = primitive.positions.size();
  return count > 0 && primitive.joints.size() == count && primitive.weights.size() == count;
}

}  // namespace anmkit
