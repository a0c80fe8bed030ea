// SPDX-License-Identifier: MIT
// Shared parts of the archive code.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace anmkit::cs2 {

inline constexpr std::string_view kKifSignature{"KIF\0", 4};
inline constexpr std::uint64_t kKifHeader = 8;
inline constexpr std::array<std::uint32_t, 2> kKifNameSizes{64, 32};
inline constexpr std::string_view kKifKeyName = "__key__.dat";

// Endings that the engine's archives use: what a name read with the right key looks like.
bool has_known_ending(std::string_view name);

}  // namespace anmkit::cs2
