// SPDX-License-Identifier: MIT
// Order, range and neutrality of keys.
#include "formats/craftstudio/animation/check_keys.hpp"
#include "core/counted.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace anmkit::craftstudio {
namespace {

std::string where(const StoredNode& node, const StoredTrack& track) {
  return "node " + quoted(node.name) + ", " + std::string(track.name);
}

void check_order(const StoredNode& node, const StoredTrack& track, Findings& findings) {
  const auto not_later = [](const StoredKey& a, const StoredKey& b) { return b.time <= a.time; };
  if (std::ranges::adjacent_find(track.keys, not_later) == track.keys.end()) return;
  std::set<std::uint16_t> seen;
  for (std::size_t i = 0; i < track.keys.size(); ++i) {
    const StoredKey& key = track.keys[i];
    if (i > 0 && key.time < track.keys[i - 1].time) {
      findings.warning("W-UNSORTED",
                       where(node, track) + ": key time " + std::to_string(key.time) +
                           " is after " + std::to_string(track.keys[i - 1].time),
                       key.offset, node.path(track.name, i, "time"));
    }
    if (!seen.insert(key.time).second) {
      findings.warning("W-DUPLICATE-KEY",
                       where(node, track) + ": time " + std::to_string(key.time) +
                           " appears twice; the later record wins",
                       key.offset, node.path(track.name, i, "time"));
    }
  }
}

void check_ends(const StoredNode& node, const StoredTrack& track, double duration, bool hold,
                Findings& findings) {
  const auto frames = static_cast<std::uint32_t>(duration);
  for (std::size_t i = 0; i < track.keys.size(); ++i) {
    const StoredKey& key = track.keys[i];
    if (key.time <= duration) continue;
    findings.error("E-KEY-AFTER-END",
                   where(node, track) + ": key time " + std::to_string(key.time) +
                       " is after the end, the duration is " + std::to_string(frames),
                   key.offset, node.path(track.name, i, "time"));
  }
  const auto first = std::ranges::min_element(track.keys, {}, &StoredKey::time);
  if (hold && first->time > 0) {
    findings.warning("W-HOLD-LATE-START",
                     where(node, track) + ": the file holds and the first key is at " +
                         std::to_string(first->time) + "; before it the last key is shown",
                     first->offset, node.path(track.name));
  }
  const StoredKey& last = track.keys.back();
  if (!hold && last.time < duration && last.value != track.keys.front().value) {
    findings.info("I-WRAP-BLEND",
                  where(node, track) + ": blends back to the first key during " +
                      counted(frames - last.time + track.keys.front().time, "frame"),
                  last.offset, node.path(track.name));
  }
}

}  // namespace

bool is_neutral(const StoredKey& key, const StoredTrack& track) {
  if (key.value == track.neutral) return true;
  // The opposite quaternion is the same orientation.
  return track.neutral[0] == 1 && key.value == std::array<double, 4>{-1, 0, 0, 0};
}

void check_node(const StoredNode& node, double duration, bool hold, Findings& findings) {
  bool empty = true;
  for (const StoredTrack& track : node.tracks) {
    if (track.keys.empty()) continue;
    empty = false;
    check_order(node, track, findings);
    check_ends(node, track, duration, hold, findings);
    if (std::ranges::all_of(track.keys, [&](const auto& key) { return is_neutral(key, track); })) {
      findings.info("I-NEUTRAL-TRACK", where(node, track) + ": every key is neutral",
                    track.keys.front().offset, node.path(track.name));
    }
  }
  if (empty) {
    findings.info("I-EMPTY-TRACKS", "node " + quoted(node.name) + " has five empty tracks",
                  node.name_offset, path_of(node.list, node.index));
  }
}

void check_names(const std::vector<StoredNode>& nodes, Findings& findings) {
  std::set<std::string_view> seen;
  for (const StoredNode& node : nodes) {
    if (node.name.empty()) {
      findings.warning("W-EMPTY-NAME", "node " + std::to_string(node.index) + " has no name",
                       node.name_offset, node.path("name"));
    }
    if (!seen.insert(node.name).second) {
      findings.warning(
          "W-DUPLICATE-NODE",
          "the node name " + quoted(node.name) + " appears twice; the later record wins",
          node.name_offset, node.path("name"));
    }
  }
}

namespace {

constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
double component(Vec3 v, std::size_t axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

void check_size(const StoredNode& node, const StoredTrack& track, const RestNode& rest,
                Findings& findings) {
  for (std::size_t i = 0; i < track.keys.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double size = component(rest.size, axis) + track.keys[i].value[axis];
      if (!(size < 0)) continue;
      findings.warning("W-SIZE-NEGATIVE",
                       where(node, track) + ", key " + std::to_string(i) + ": the block size " +
                           std::string(kAxes[axis]) + " becomes negative",
                       track.keys[i].offset, node.path(track.name, i, "delta"));
    }
  }
}

void check_scale(const StoredNode& node, const StoredTrack& track, const RestNode& rest,
                 Findings& findings) {
  for (std::size_t i = 0; i < track.keys.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      // Decimal spellings need not cancel to the last bit.
      const double scale = component(rest.scale, axis) + track.keys[i].value[axis];
      if (!(std::fabs(scale) < 1e-6)) continue;
      findings.info("I-SCALE-ZERO",
                    where(node, track) + ", key " + std::to_string(i) + ": the scale " +
                        std::string(kAxes[axis]) + " becomes 0, which hides the block",
                    track.keys[i].offset, node.path(track.name, i, "delta"));
    }
  }
}

}  // namespace

void check_against(const RestModel& model, const std::vector<StoredNode>& nodes, std::size_t size,
                   std::size_t scale, Findings& findings) {
  std::map<std::string_view, const RestNode*> by_name;
  for (const RestNode& node : model.nodes)
    by_name.try_emplace(node.name, &node);
  const bool any = std::ranges::any_of(
      nodes, [&](const StoredNode& node) { return by_name.contains(node.name); });
  for (const StoredNode& node : nodes) {
    const auto found = by_name.find(node.name);
    if (found == by_name.end()) {
      findings.add(any ? Severity::info : Severity::warning, "I-UNKNOWN-NODE",
                   "the model has no node " + quoted(node.name) +
                       (any ? "" : ", nor any other name of this animation"),
                   node.name_offset, node.path("name"));
      continue;
    }
    check_size(node, node.tracks[size], *found->second, findings);
    check_scale(node, node.tracks[scale], *found->second, findings);
  }
}

}  // namespace anmkit::craftstudio
