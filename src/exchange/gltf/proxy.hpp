// SPDX-License-Identifier: MIT
// Bone shapes for scenes that have no mesh, so that a bare skeleton is something to see.
#pragma once

#include <cstdint>
#include <span>

#include "exchange/gltf/skin.hpp"

namespace anmkit {

// A small octahedron at every joint and a spike to each child, all in the bind pose.
SkinPrimitive bone_shapes(const Rig& rig, std::span<const Mat4> bind,
                          std::span<const std::int32_t> joints);

}  // namespace anmkit
