// SPDX-License-Identifier: MIT
// Checks that both spellings of animations share (sections 4 and 8.7).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {

// A track as stored: order, values and byte offsets.
struct StoredKey {
  std::uint16_t time = 0;
  std::array<double, 4> value{};
  std::uint64_t offset = 0;  // of the key
};
struct StoredTrack {
  std::string_view name;  // "position"
  std::array<double, 4> neutral{};
  std::vector<StoredKey> keys;
};
struct StoredNode {
  std::string_view list;  // "nodes" or "nodeAnimations"
  std::size_t index = 0;
  std::string_view name;
  std::uint64_t name_offset = 0;
  std::array<StoredTrack, kChannelCount> tracks;  // in the spelling's order

  std::string path(std::string_view track) const { return path_of(list, index, track); }
  std::string path(std::string_view track, std::size_t key, std::string_view member) const {
    return path_of(path(track), key, member);
  }
};

bool is_neutral(const StoredKey& key, const StoredTrack& track);
// Times, hold, empty and neutral tracks.
void check_node(const StoredNode& node, double duration, bool hold, Findings& findings);
// W-EMPTY-NAME and W-DUPLICATE-NODE over all names.
void check_names(const std::vector<StoredNode>& nodes, Findings& findings);
// I-UNKNOWN-NODE, W-SIZE-NEGATIVE, I-SCALE-ZERO; `size` and `scale` are indices into `tracks`.
void check_against(const RestModel& model, const std::vector<StoredNode>& nodes, std::size_t size,
                   std::size_t scale, Findings& findings);

}  // namespace anmkit::craftstudio
