// SPDX-License-Identifier: MIT
// Fitting: from dense samples to few keys, with the error known.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "anmkit/math.hpp"

namespace anmkit {

// Indices of the samples that must stay as keys so that a curve through them differs from every
// sample by at most `tolerance` in each component. Samples are evenly spaced, `components` numbers
// each. The first sample always stays; the last one too unless the curve is constant.
std::vector<std::size_t> fit_linear(std::span<const double> samples, std::size_t components,
                                    double tolerance);

// The same for orientations between which the engine turns along the shorter arc; tolerance in
// radians.
std::vector<std::size_t> fit_slerp(std::span<const Quat> samples, double tolerance);

// For properties that jump: a key wherever the value changes.
std::vector<std::size_t> fit_step(std::span<const double> samples, std::size_t components);

}  // namespace anmkit
