// SPDX-License-Identifier: MIT
// The block that a mesh was made from, as far as the mesh still shows it.
#pragma once

#include <optional>

#include "formats/craftstudio/model/boxes.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {

// Whether two surfaces have the same triangles, in whatever order.
bool is_same(const Surface& a, const Surface& b, double reach);

// Faces of a flat block that are a hair apart are one box with a side of no length.
std::optional<Box> as_known(const Surface& surface, const RestNode& known, double pixels_per_unit);

}  // namespace anmkit::craftstudio
