// SPDX-License-Identifier: MIT
// Names that survive other tools: unique, not empty, and short enough for Blender.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit {

// Of the nodes and meshes that an export adds.
inline constexpr std::string_view kAxesName = "anmkit_axes";
inline constexpr std::string_view kMeshName = "anmkit_mesh";
inline constexpr std::string_view kProxyName = "anmkit_proxy";

// Blender cuts names after 63 bytes and renames repeated ones ("arm.001").
inline constexpr std::size_t kLongestName = 63;

// Well-formed UTF-8 of at most `limit` bytes, cut between characters; control characters and bytes
// that are no UTF-8 become '_'.
std::string clean_name(std::string_view name, std::size_t limit);

// Unique names, handed out in order: the first keeps its name, later ones get "_2", "_3" ...
class UniqueNames {
 public:
  // `suffixes` are endings under which the name must be free too.
  std::string take(std::string_view wanted, std::string_view fallback,
                   std::span<const std::string_view> suffixes = {});
  void reserve(std::string name) { taken_.insert(std::move(name)); }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> last_number_;
};

// Names of all nodes of a scene, free also with the suffixes of the parts of a chain.
class GltfNames {
 public:
  explicit GltfNames(const Scene& scene);
  const std::string& base(std::size_t node) const { return bases_[node]; }

 private:
  std::vector<std::string> bases_;
};

}  // namespace anmkit
