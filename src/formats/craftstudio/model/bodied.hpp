// SPDX-License-Identifier: MIT
// Nodes of a model that was made from the scene whose motion it gets.
#pragma once

#include <optional>
#include <vector>

#include "formats/craftstudio/motion.hpp"
#include "formats/craftstudio/places.hpp"

namespace anmkit::craftstudio {

// Nodes of the model at the position and rotation of the scene's node of the name, which itself
// has no block. `shows` as in LocalsReader; several blocks of such a node follow it as well.
std::vector<std::optional<Bodied>> find_bodied(const Scene& scene, const Scene& skeleton,
                                               std::vector<std::size_t>& shows);

// Whether only the blocks show the effect of the clip's scales.
bool scales_blocks(const Scene& scene, const Clip& clip);

// The block of such a node as a node below the scene's own.
Node block_on(std::size_t node, const RestNode& block, const Bodied& bodied);

}  // namespace anmkit::craftstudio
