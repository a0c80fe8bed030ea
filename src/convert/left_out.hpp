// SPDX-License-Identifier: MIT
// Motion of a scene that the file made from it does not have, whatever the family.
#pragma once

#include "anmkit/registry.hpp"

namespace anmkit {

// Names the nodes that move in `clips`, which were taken, and that are in ConversionReport::nodes
// neither themselves nor with anything below them, and the lenses that move. Formats that do not
// fill the list are left alone.
void report_left_out(const Scene& scene, std::span<const std::size_t> clips, const Format& target,
                     ConversionReport& report);

}  // namespace anmkit
