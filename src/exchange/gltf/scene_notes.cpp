// SPDX-License-Identifier: MIT
// Lists in the extras of a scene, by name.
#include "exchange/gltf/scene_notes.hpp"

#include <algorithm>

namespace anmkit {

SceneNotes::SceneNotes(GltfFile& file, std::string_view list, std::string_view key) {
  const JsonValue items = file.shown_scene()["extras"]["anmkit"][list];
  for (JsonValue item = items.first(); item; item = item.next()) {
    if (const auto name = item[key].string()) by_name_.try_emplace(*name, item);
  }
}

JsonValue SceneNotes::of(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? JsonValue() : found->second;
}

double SceneNotes::common_number(std::string_view member) const {
  if (by_name_.empty()) return 0;
  const double first = by_name_.begin()->second[member].number().value_or(0);
  const bool same = std::ranges::all_of(by_name_, [&](const auto& item) {
    return item.second[member].number().value_or(0) == first;
  });
  return same ? first : 0;
}

}  // namespace anmkit
