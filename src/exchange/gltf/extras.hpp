// SPDX-License-Identifier: MIT
// extras.anmkit: what glTF has no words for. One object contains anmkit's own members first and,
// for scenes and clips, the members that the format's family keeps for its way back.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/result.hpp"
#include "anmkit/scene.hpp"
#include "core/json.hpp"

namespace anmkit {

// Own members of scenes[0].extras.anmkit and animations[i].extras.anmkit. Programs keep the extras
// of scenes more often than others, so that "clips" and "nodes" repeat there what animations and
// nodes have, with the names "name" and "joint" of those.
inline constexpr std::array<std::string_view, 7> kSceneKeys = {
    "metresPerUnit", "unit", "up", "title", "titleBytes", "clips", "nodes"};
inline constexpr std::array<std::string_view, 7> kClipKeys = {
    "name", "rate", "duration", "loops", "loopStart", "title", "titleBytes"};

// Begin and end extras.anmkit in the object that is open in `json`.
inline void begin_extras(JsonWriter& json) {
  json.key("extras");
  json.begin_object();
  json.key("anmkit");
  json.begin_object();
}
inline void end_extras(JsonWriter& json) {
  json.end_object();
  json.end_object();
}

// A name as the file has it, bit for bit: as text, or, where its bytes are no UTF-8 text that other
// tools keep, as base64 under KEY + "Bytes". `read_name` gives `fallback` where there is neither.
void write_name(std::string_view key, std::string_view name, JsonWriter& json);
std::string read_name(JsonValue object, std::string_view key, std::string_view fallback);

// "y_up", "y_down" or "z_up".
std::string_view up_name(UpAxis up);

// Appends the members of the JSON object `text` to the object that is open in `json`, spelled as
// they are. Empty text has none; text that is no object is an error.
Result<void> append_members(std::string_view text, JsonWriter& json);

// Adds the names of the extensions in the JSON object `text` to `names`, each once. Empty text has
// none; text that is no object is an error.
Result<void> collect_extensions(std::string_view text, std::vector<std::string>& names);

// The extensions of a glTF object as an object's text; empty when there are none.
std::string extensions_of(const JsonDocument& document, JsonValue object);

// The members of an extras object that are not anmkit's own, as an object's text; empty when there
// are none. Untouched text comes back byte for byte.
std::string foreign_members(const JsonDocument& document, JsonValue object,
                            std::span<const std::string_view> own);

}  // namespace anmkit
