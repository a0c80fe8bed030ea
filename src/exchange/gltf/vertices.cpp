// SPDX-License-Identifier: MIT
// One pass over each array of a primitive.
#include "exchange/gltf/vertices.hpp"

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
  constexpr std::uint32_t kUnused = 0xFFFFFFFFu;
  std::vector<std::uint32_t> place(from.positions.size(), kUnused);
  for (const std::uint32_t i : to.indices)
    place[i] = 0;
  std::uint32_t count = 0;
  for (std::uint32_t& one : place) {
    if (one != kUnused) one = count++;
  }
  for_each_array(from, to, [&](const auto& rows, auto& picked) {
    if (rows.empty()) return;
    picked.resize(count);
    for (std::size_t i = 0; i < place.size(); ++i) {
      if (place[i] != kUnused) picked[place[i]] = rows[i];
    }
  });
  for (std::uint32_t& i : to.indices)
    i = place[i];
}

}  // namespace anmkit
