// SPDX-License-Identifier: MIT
// Findings about an animation together with its actor (ANM070 to ANM072).
#pragma once

#include <span>

#include "formats/gc/document.hpp"

namespace anmkit::gc {

// The effect of one track on the bone of its number.
struct DrivenBone {
  std::uint16_t id = 0;
  std::size_t track = 0;
  std::uint64_t offset = 0;  // of the track's record
  // animType bits, when parts of the rest pose that are not among them count twice.
  std::optional<unsigned> appended = {};
};
void check_against(std::span<const DrivenBone> driven, const Actor& actor, Diagnostics& out);

}  // namespace anmkit::gc
