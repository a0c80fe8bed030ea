// SPDX-License-Identifier: MIT
// One pass over each array of a primitive.
#include "exchange/gltf/vertices.hpp"

#include <algorithm>
#include <utility>

namespace anmkit {
namespace {

// `visit` gets each array of vertices, and its counterpart.
template <class From, class Visit>
void for_each_array(From& from, Primitive& to, Visit visit) {
  visit(from.positions, to.positions);
  visit(from.normals, to.normals);
  visit(from.uvs, to.uvs);
  visit(from.colors, to.colors);
  visit(from.joints, to.joints);
  visit(from.weights, to.weights);
}

}  // namespace

std::uint64_t bytes_of(const Primitive& primitive) {
  const auto size = [](const auto& rows) { return std::uint64_t{sizeof rows[0]} * rows.size(); };
  return size(primitive.positions) + size(primitive.normals) + size(primitive.uvs) +
         size(primitive.colors) + size(primitive.joints) + size(primitive.weights) +
         size(primitive.indices);
}

void take_vertices(Primitive& from, Primitive& to) {
  for_each_array(from, to, [](auto& rows, auto& taken) { taken = std::exchange(rows, {}); });
}

void pick_vertices(const Primitive& from, Primitive& to) {
  // In time that depends on what is drawn, as many primitives may share many vertices.
  std::vector<std::uint32_t> used = to.indices;
  std::ranges::sort(used);
  used.erase(std::ranges::unique(used).begin(), used.end());
  for_each_array(from, to, [&](const auto& rows, auto& picked) {
    if (rows.empty()) return;
    picked.reserve(used.size());
    for (const std::uint32_t i : used)
      picked.push_back(rows[i]);
  });
  for (std::uint32_t& i : to.indices)
    i = static_cast<std::uint32_t>(std::ranges::lower_bound(used, i) - used.begin());
}

}  // namespace anmkit
