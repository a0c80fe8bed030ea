// SPDX-License-Identifier: MIT
// Vertices of nodes that share meshes.
#pragma once

#include <cstdint>

#include "anmkit/result.hpp"
#include "anmkit/scene.hpp"

namespace anmkit {

// A few bytes make another node of a mesh, which readers of scenes then draw or copy whole. Refuses
// scenes whose nodes show more vertices than `most` and than 8 times those that the meshes store.
Result<void> check_shared_meshes(const Scene& scene, std::uint64_t most);

}  // namespace anmkit
