// SPDX-License-Identifier: MIT
// From planned sheets to rows.
#pragma once

#include "playback/compiled.hpp"
#include "playback/plan.hpp"

namespace anmkit {

// The number of the float in a pose where the values of a track begin; pivots have no place.
std::uint32_t place_of(const Track& track);

void add_sheet(double period, bool holds, const SheetPlan& plan, CompiledClip& out);

}  // namespace anmkit
