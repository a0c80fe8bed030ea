// SPDX-License-Identifier: MIT
// Findings about one track and its keys (section 7, ANM030 to ANM066).
#pragma once

#include "formats/gc/bank/check_values.hpp"

namespace anmkit::gc {

// `index` is the track's place in the bank's array.
void check_track(const Bank& bank, std::size_t index, const TrackReport& report);

}  // namespace anmkit::gc
