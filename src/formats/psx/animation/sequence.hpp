// SPDX-License-Identifier: MIT
// Several clips as one, and one as several (section 4).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "anmkit/psx.hpp"

namespace anmkit::psx {

template <class Clip>
struct PartOf {
  const Clip* clip = nullptr;
  std::int64_t start = 0;  // in frames of 1/30 second
};
using SequencePart = PartOf<Anm>;
using CameraPart = PartOf<Anc>;
// Natural order of file names: digits compare as numbers.
bool natural_less(std::string_view a, std::string_view b);
// Back to back starts for clips in order.
std::vector<SequencePart> back_to_back(std::span<const Anm* const> clips);
std::vector<CameraPart> back_to_back(std::span<const Anc* const> clips);
// Every frame of the sequence in one clip: nothing before the first start, then each clip until
// the next one starts, its last frame held. May be longer than a file can be. Fails with psx.SIZE
// on absurd start times.
Result<Anm> join(std::span<const SequencePart> parts, Diagnostics& diagnostics);
// The same for cameras. A camera has no frame that shows nothing: before the first start the first
// keyframe waits.
Result<Anc> join(std::span<const CameraPart> parts, Diagnostics& diagnostics);
// Clips that each fit into a file, cut between frames, as few as possible in greedy order. Fails
// with psx.SIZE when a single frame is too large.
Result<std::vector<Anm>> split(const Anm& anm);

}  // namespace anmkit::psx
