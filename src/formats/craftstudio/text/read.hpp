// SPDX-License-Identifier: MIT
// Reading the JSON exports (section 8) with the positions of values.
#pragma once

#include "anmkit/craftstudio.hpp"
#include "formats/craftstudio/text/notes.hpp"

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

// Errors go to `diagnostics`.
Result<JsAnimation> read_js_animation(std::string_view text, Diagnostics& diagnostics,
                                      JsNotes* notes);
Result<JsModel> read_js_model(std::string_view text, Diagnostics& diagnostics, JsNotes* notes);

}  // namespace anmkit::craftstudio
