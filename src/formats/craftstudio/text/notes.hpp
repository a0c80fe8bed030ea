// SPDX-License-Identifier: MIT
// Positions of values in a JSON export, and findings about its text.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "anmkit/result.hpp"

namespace anmkit::craftstudio {

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

// What a reader keeps where asked; findings are warnings and information about the text
// (W-JSON-..., I-JSON-...).
struct JsNotes {
  JsPlaces places;
  Diagnostics findings;
};

}  // namespace anmkit::craftstudio
