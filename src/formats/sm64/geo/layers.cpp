// SPDX-License-Identifier: MIT
// The game's drawing layers and HackerSM64's.
#include "formats/sm64/geo/layers.hpp"

#include <algorithm>
#include <array>

namespace anmkit::sm64 {
namespace {

struct Layer {
  std::string_view name;
  std::int32_t number;
  AlphaMode blending;
};

// In drawing order.
constexpr std::array<Layer, 13> kLayers = {{
    {"LAYER_FORCE", 0, AlphaMode::opaque},
    {"LAYER_OPAQUE", 1, AlphaMode::opaque},
    {"LAYER_OPAQUE_DECAL", 2, AlphaMode::opaque},
    {"LAYER_OPAQUE_INTER", 3, AlphaMode::opaque},
    {"LAYER_ALPHA", 4, AlphaMode::mask},
    {"LAYER_ALPHA_DECAL", 16, AlphaMode::mask},
    {"LAYER_SILHOUETTE_OPAQUE", 17, AlphaMode::opaque},
    {"LAYER_SILHOUETTE_ALPHA", 18, AlphaMode::mask},
    {"LAYER_OCCLUDE_SILHOUETTE_OPAQUE", 19, AlphaMode::opaque},
    {"LAYER_OCCLUDE_SILHOUETTE_ALPHA", 20, AlphaMode::mask},
    {"LAYER_TRANSPARENT", 5, AlphaMode::blend},
    {"LAYER_TRANSPARENT_DECAL", 6, AlphaMode::blend},
    {"LAYER_TRANSPARENT_INTER", 7, AlphaMode::blend},
}};
// HackerSM64's from 8 on.
constexpr std::array<std::int32_t, 5> kHackerNumbers = {19, 20, 6, 5, 7};

auto find_number(std::int32_t number) {
  return std::ranges::find(kLayers, number, &Layer::number);
}

}  // namespace

std::optional<std::int32_t> find_layer(std::string_view name) {
  const auto found = std::ranges::find(kLayers, name, &Layer::name);
  if (found == kLayers.end()) return {};
  return found->number;
}

bool is_layer_number(std::int32_t number) {
  return number >= 0 && number < 8 + static_cast<std::int32_t>(kHackerNumbers.size());
}

std::int32_t layer_of_number(std::int32_t number) {
  if (number >= 0 && number < 8) return number;
  const auto hacker = static_cast<std::size_t>(number - 8);
  return number >= 8 && hacker < kHackerNumbers.size() ? kHackerNumbers[hacker] : kOpaqueLayer;
}

AlphaMode blending_of(std::int32_t layer) {
  const auto found = find_number(layer);
  return found == kLayers.end() ? AlphaMode::opaque : found->blending;
}

bool is_decal(std::int32_t layer) {
  return std::ranges::any_of(kLayers, [layer](const Layer& one) {
    return one.number == layer && one.name.ends_with("_DECAL");
  });
}

std::int32_t order_of(std::int32_t layer) {
  return static_cast<std::int32_t>(find_number(layer) - kLayers.begin());
}

}  // namespace anmkit::sm64
