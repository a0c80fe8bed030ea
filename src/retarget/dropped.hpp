// SPDX-License-Identifier: MIT
// What of a motion nothing takes over.
#pragma once

#include <cstddef>
#include <vector>

#include "anmkit/scene.hpp"
#include "retarget/skeleton.hpp"

namespace anmkit::bones {

// Bones whose own motion is lost, in the scene's order: they leave their rest pose, carry no
// driver, and are not as if fixed to one. Where a skin hangs on a body's bones only these count,
// since controls and targets show in what they move.
std::vector<std::size_t> left_out(const Scene& source, const std::vector<std::size_t>& drivers,
                                  const Stance& rest);

}  // namespace anmkit::bones
