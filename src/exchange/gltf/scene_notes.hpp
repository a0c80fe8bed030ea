// SPDX-License-Identifier: MIT
// Lists in scenes[0].extras.anmkit that repeat what animations and nodes have in theirs.
#pragma once

#include <string_view>
#include <unordered_map>

#include "exchange/gltf/file.hpp"

namespace anmkit {

class SceneNotes {
 public:
  // `key` names the member of an item that says whose it is. Borrows from the file.
  SceneNotes(GltfFile& file, std::string_view list, std::string_view key);
  // Absent when the list has none of the name.
  JsonValue of(std::string_view name) const;
  // The item of a list of one; absent for other lists.
  JsonValue only() const { return by_name_.size() == 1 ? by_name_.begin()->second : JsonValue(); }
  // The number that this member is in every item, else 0.
  double common_number(std::string_view member) const;

 private:
  std::unordered_map<std::string_view, JsonValue> by_name_;
};

}  // namespace anmkit
