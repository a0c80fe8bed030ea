// SPDX-License-Identifier: MIT
// A node's motion is kept where the file has the node or something that it carries along.
#include "convert/left_out.hpp"
#include "core/listing.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "scene/mesh_parts.hpp"

namespace anmkit {
namespace {

bool is_lens(Property property) {
  return property == Property::field_of_view || property == Property::roll ||
         property == Property::target;
}

// Whether any key has another value than the first one, as a rotation of either sign.
bool moves(const Track& track) {
  const std::size_t stride = track.stride(), count = track.components();
  const std::size_t skip = stride == count ? 0 : count;
  if (track.values.size() < stride) return false;
  const auto differs = [&](std::size_t key, double sign) {
    for (std::size_t k = skip; k < skip + count; ++k) {
      const double first = track.values[k];
      if (!(std::abs(sign * track.values[key + k] - first) <= 1e-6 * (1 + std::abs(first))))
        return true;
    }
    return false;
  };
  for (std::size_t key = stride; key + stride <= track.values.size(); key += stride) {
    if (differs(key, 1) && (track.property != Property::rotation || differs(key, -1))) return true;
  }
  return false;
}

std::vector<bool> carried(const Scene& scene, const ConversionReport& report) {
  std::vector<bool> kept(scene.nodes.size());
  for (std::size_t node : report.nodes) {
    while (node < kept.size() && !kept[node]) {
      kept[node] = true;
      const std::int32_t parent = scene.nodes[node].parent;
      if (parent < 0) break;
      node = static_cast<std::size_t>(parent);
    }
  }
  return kept;
}

std::string named(const Scene& scene, std::size_t index) {
  const Node& node = scene.nodes[index];
  std::string text = node.name.empty() ? "node " + std::to_string(index) : node.name;
  if (node.camera >= 0) text += " (a camera)";
  if (node.extensions.find("KHR_lights_punctual") != std::string::npos) text += " (a light)";
  return text;
}

}  // namespace

void report_left_out(const Scene& scene, std::span<const std::size_t> clips, const Format& target,
                     ConversionReport& report) {
  if (report.nodes.empty()) return;
  const std::vector<bool> kept = carried(scene, report);
  std::set<std::size_t> lost, lenses;
  for (const std::size_t i : clips) {
    for (const Track& track : scene.clips[i].tracks) {
      if (track.node >= kept.size() || !moves(track)) continue;
      // The game rotates it to the camera, not the animation.
      if (scene.nodes[track.node].billboard) continue;
      const bool skin = only_holds_a_skin(scene, scene.nodes[track.node]);
      if (!kept[track.node] && !skin) {
        lost.insert(track.node);
      } else if (is_lens(track.property)) {
        lenses.insert(track.node);
      }
    }
  }
  const auto say = [&](const std::set<std::size_t>& nodes, const std::string& what) {
    if (nodes.empty()) return;
    report.diagnostics.add(
        Severity::warning, "anmkit.LEFT-OUT",
        what + listed(nodes, 6, [&](std::size_t node) { return named(scene, node); }) + "; " +
            std::string(target.id) + " has no place for it");
  };
  say(lost, "motion is left out: ");
  say(lenses, "an animated field of view is left out: ");
}

}  // namespace anmkit
