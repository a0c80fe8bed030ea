// SPDX-License-Identifier: MIT
// Rows of tracks that share them.
#pragma once

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/plan.hpp"

namespace anmkit {

void add_sheet(double period, bool steps, const ClipPlan& plan, CompiledClip& out);
void add_curve_sheet(double period, const ClipPlan& plan, CompiledClip& out);

}  // namespace anmkit
