// SPDX-License-Identifier: MIT
// Findings about values; reading has already reported those about the structure.
#pragma once

#include "anmkit/psx.hpp"
#include "formats/psx/findings.hpp"
#include "formats/psx/rotation.hpp"

namespace anmkit::psx {

// ANM-03 and -11 ... -18 (section 2).
void check_values(const Anm& anm, Diagnostics& diagnostics);
// ANM-20 ... -22: an animation on a model (section 2). `order`: of the rotations.
void check_with_model(const Anm& anm, const Tmd& tmd, RotationOrder order,
                      Diagnostics& diagnostics);
// SEQ-01 and SEQ-02: clips of one sequence (section 2).
void check_sequence(std::span<const Anm* const> clips, Diagnostics& diagnostics);
// SEQ-02 of cameras, which draw no objects.
void check_sequence(std::span<const Anc* const> clips, Diagnostics& diagnostics);
void check_values(const Anc& anc, Diagnostics& diagnostics);
void check_values(const Tmd& tmd, Diagnostics& diagnostics);
void check_values(const Tim& tim, Diagnostics& diagnostics);
// PAK-04 ... -09 (section 5.2).
void check_values(const Pak& pak, Diagnostics& diagnostics);

}  // namespace anmkit::psx
