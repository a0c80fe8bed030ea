// SPDX-License-Identifier: MIT
// Which channel of an animation moves what: three per part, or six or nine in sm64coopdx
// (section 11).
#pragma once

#include <cstddef>

#include "anmkit/sm64.hpp"

namespace anmkit::sm64 {

// A scale channel stores 256 for the size of the model.
inline constexpr double kScaleOne = 256;

// 3: only the first part has a translation, before all rotations. 6: translation, then rotation.
// 9: then scale.
std::size_t channels_per_part(const Motion& motion);
inline bool moves_parts(const Motion& motion) {
  return channels_per_part(motion) > 3;
}
inline bool scales_parts(const Motion& motion) {
  return channels_per_part(motion) == 9;
}
// The X channel of a part's translation; where parts have none, only part 0 has one.
inline std::size_t translation_channel(const Motion& motion, std::size_t part) {
  return part * channels_per_part(motion);
}
inline std::size_t scale_channel(const Motion& motion, std::size_t part) {
  return part * channels_per_part(motion) + 6;
}
constexpr bool is_rotation(std::size_t per_part, std::size_t channel) {
  return per_part == 3 ? channel >= 3 : channel % per_part / 3 == 1;
}

// Whether flags and length of the index table fit sm64coopdx, whose bits have no effect elsewhere.
bool proves_coopdx(const Motion& motion);
// Why the channels cannot be distinguished: bits of sm64coopdx that ask for an unknown order
// (E-FLAGBITS), or an index table that does not hold whole parts (E-INDEXLEN).
struct ChannelProblem {
  std::string_view code, field;
  std::string message;
};
std::optional<ChannelProblem> channel_problem(const Motion& motion);
// The same as an error.
Result<void> check_channels(const Motion& motion);

}  // namespace anmkit::sm64
