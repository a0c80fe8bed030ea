// SPDX-License-Identifier: MIT
// Motion that retargeting leaves out.
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

// Whether scales are a change of the rest scale by one factor on all sides, where they change.
bool is_even(const Track& scales, Vec3 rest);
// Driving bones whose motion is more than a rotation, and not the way of the whole: it is left out.
// `driven`: the bone of each node of the target; -1 = none.
std::vector<std::size_t> stretched(const Scene& source, const Scene& target,
                                   const std::vector<std::int64_t>& driven);

// Nodes above the driving bones that are no bones, do not move, and are not at the origin as they
// are: they are part of the source's rest pose, which is not carried over. `driven` as
// above.
std::vector<std::size_t> still_above(const Scene& source, const std::vector<std::int64_t>& driven);

}  // namespace anmkit::bones
