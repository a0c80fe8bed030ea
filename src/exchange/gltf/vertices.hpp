// SPDX-License-Identifier: MIT
// Vertices of primitives that share accessors.
#pragma once

#include <cstdint>

#include "anmkit/scene.hpp"

namespace anmkit {

// Bytes of all arrays.
std::uint64_t bytes_of(const Primitive& primitive);

// Gives a primitive all vertices of another one, which has none then.
void take_vertices(Primitive& from, Primitive& to);
// Gives it copies of those that its indices name, in their order. Indices name vertices that are
// there, and arrays have one length.
void pick_vertices(const Primitive& from, Primitive& to);

}  // namespace anmkit
