// SPDX-License-Identifier: MIT
// Extras of a clip besides its curves, for the import to a bank.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "anmkit/document.hpp"

namespace anmkit::gc {

// Time units per second, which files do not store (section 6.1, section 12, item 7).
inline constexpr double kRate = 60;
double rate_of(const Options& options);
// A clip at another rate says so, so that it comes back at the same units.
void set_rate(Clip& clip, double rate);
double rate_of(const Options& options, const Clip& clip);

// A track of a bank that was shown without its actor: curves that equal the rest pose are left out
// of exports, and what is absent means something else on the actor.
struct TrackNote {
  std::uint8_t anim_type = 0;
  std::uint8_t replaces = 0;  // replaceHierarchyCtrl
};
using TrackNotes = std::map<std::string, TrackNote>;  // by the node's name
void set_notes(Clip& clip, const TrackNotes& notes);
std::optional<TrackNotes> track_notes(const Clip& clip);

}  // namespace anmkit::gc
