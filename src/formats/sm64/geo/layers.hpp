// SPDX-License-Identifier: MIT
// Drawing layers: their names, their order, and how they mix with what is behind (section 8.5).
#pragma once

#include <optional>
#include <string_view>

#include "anmkit/scene.hpp"

namespace anmkit::sm64 {

// Numbers 0 ... 7 are the game's. HackerSM64 has five more between 4 and 5, from 16 on here.
inline constexpr std::int32_t kOpaqueLayer = 1;
std::optional<std::int32_t> find_layer(std::string_view name);
// Of a number as a source or a binary stores it; 8 ... 12 are numbers of HackerSM64 only.
std::int32_t layer_of_number(std::int32_t number);
bool is_layer_number(std::int32_t number);
AlphaMode blending_of(std::int32_t layer);
// Its triangles are in the plane of an earlier surface and are drawn on it.
bool is_decal(std::int32_t layer);
// Layers with a lower order are drawn before others.
std::int32_t order_of(std::int32_t layer);

}  // namespace anmkit::sm64
