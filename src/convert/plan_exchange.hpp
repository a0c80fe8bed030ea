// SPDX-License-Identifier: MIT
// Planning what becomes glTF or BVH, and what stays so.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "anmkit/convert.hpp"
#include "convert/target.hpp"

namespace anmkit {

// The steps to glTF or BVH, but for a glTF that becomes BVH; empty for all other requests. Inputs
// are either all native or all glTF and BVH.
std::optional<Result<std::vector<Step>>> plan_exchange(std::span<const Opened> inputs,
                                                       const ConvertRequest& request,
                                                       const Target& target);

// Gives the scene of a BVH the unit that the request names, or reports the one that is assumed.
void use_bvh_unit(Scene& scene, const ConvertRequest& request, Diagnostics& notes);

}  // namespace anmkit
