// SPDX-License-Identifier: MIT
// Detection of boxes in a surface.
#pragma once

#include <optional>
#include <span>

#include "formats/craftstudio/model/boxes.hpp"
#include "scene/bounds.hpp"

namespace anmkit::craftstudio {

using Facets = std::span<const std::uint32_t>;  // of a surface

// Right angles, flat sides and whole faces make a box; subdivided ones count, and single
// rectangles. One face of the six may be missing.
std::optional<Box> as_box(const Surface& surface, Facets facets);

}  // namespace anmkit::craftstudio
