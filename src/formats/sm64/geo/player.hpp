// SPDX-License-Identifier: MIT
// Colors of sm64coopdx's playable characters, where players chose none (section 8.7).
#pragma once

#include <optional>
#include <string_view>

#include "formats/sm64/geo/model.hpp"

namespace anmkit::sm64 {

inline constexpr std::size_t kPlayerParts = 8;

// The number of a part such as CAP.
std::optional<std::size_t> find_player_part(std::string_view name);
std::string_view player_part_name(std::size_t part);
// The light of a part of the character whose folder a source is in; Mario's for others.
Light player_light(std::string_view path, std::size_t part);

}  // namespace anmkit::sm64
