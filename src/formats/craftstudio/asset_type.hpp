// SPDX-License-Identifier: MIT
// The kinds of assets (section 9.1): the first byte of every file, and a field of the tables.
#pragma once

#include <cstdint>
#include <string>

namespace anmkit::craftstudio {

enum class AssetType : std::uint8_t {
  model,
  map,
  scene,
  tile_set,
  document,
  sprite,
  model_animation,
  script,
  sound,
  font
};
// "Model", "ModelAnimation" ...; "unknown type N" beyond the last.
std::string asset_type_name(std::uint8_t type);

}  // namespace anmkit::craftstudio
