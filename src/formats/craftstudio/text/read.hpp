// SPDX-License-Identifier: MIT
// Reading the JSON exports (section 8) with the positions of values.
#pragma once

#include "anmkit/craftstudio.hpp"
#include "core/json.hpp"

namespace anmkit::craftstudio {

inline constexpr std::array<std::string_view, 5> kJsTrackNames = {"position", "offsetFromPivot",
                                                                  "size", "rotation", "stretch"};

// The five tracks in the order of kJsTrackNames.
inline std::array<JsNodeAnimation::Track*, 5> tracks_of(JsNodeAnimation& node) {
  return {&node.position, &node.offset_from_pivot, &node.size, &node.rotation, &node.stretch};
}
inline std::array<const JsNodeAnimation::Track*, 5> tracks_of(const JsNodeAnimation& node) {
  return {&node.position, &node.offset_from_pivot, &node.size, &node.rotation, &node.stretch};
}

// Byte offsets of the checked values.
struct JsBlockPlaces {
  std::uint64_t name = 0, corners = 0, texture = 0;
};
struct JsPlaces {
  std::uint64_t duration = 0, nodes = 0;  // those of a model are its tree
  std::vector<JsBlockPlaces> blocks;
  std::vector<std::uint64_t> names;                             // of each node
  std::vector<std::array<std::vector<std::uint64_t>, 5>> keys;  // node, track, key
};

// Parses and, where asked, keeps places and notes: warnings and information about the text
// (W-JSON-..., I-JSON-...). Errors go to `diagnostics`.
struct JsNotes {
  JsPlaces places;
  Diagnostics findings;
};
Result<JsAnimation> read_js_animation(std::string_view text, Diagnostics& diagnostics,
                                      JsNotes* notes);
Result<JsModel> read_js_model(std::string_view text, Diagnostics& diagnostics, JsNotes* notes);

}  // namespace anmkit::craftstudio
