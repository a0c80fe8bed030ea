// SPDX-License-Identifier: MIT
// Blocks as meshes (sections 6.2, 6.3).
#pragma once

#include "anmkit/scene.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {

// Adds a mesh per node, the texture and its materials: one for blocks with depth, one for flat
// ones. `units_per_pixel` scales the corners.
void add_geometry(Scene& scene, const RestModel& model, double units_per_pixel,
                  const std::vector<bool>& resized);

// The texture corners of a face in pixels, v0 ... v3 in the order of section 6.2.
std::array<std::array<double, 2>, 4> face_uvs(const std::array<std::int32_t, 2>& offset,
                                              std::uint8_t transform, double width, double height);
// Width and height of a face in pixels.
std::array<double, 2> face_size(std::size_t face, Vec3 size);
// On which side of the block's centre a corner of a face is, along each axis: v0 ... v3 as above.
Vec3 corner_side(std::size_t face, std::size_t corner);

}  // namespace anmkit::craftstudio
