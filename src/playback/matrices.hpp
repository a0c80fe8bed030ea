// SPDX-License-Identifier: MIT
// Parts of `Hierarchy`.
#pragma once

#include <span>

#include "anmkit/sampler.hpp"

namespace anmkit {

// The world matrices of all linked nodes.
void link_matrices(std::span<const Hierarchy::Link> links, std::span<const Mat4f> offsets,
                   std::span<const Transformf> locals, std::span<Mat4f> out);
// As many products as there are in `out`.
void multiply_matrices(std::span<const Mat4f> a, std::span<const Mat4f> b, std::span<Mat4f> out);

}  // namespace anmkit
