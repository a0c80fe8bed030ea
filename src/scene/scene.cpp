// SPDX-License-Identifier: MIT
// Names of properties, order of nodes, cameras that look at a point.
#include "anmkit/scene.hpp"

#include <algorithm>

namespace anmkit {

std::size_t component_count(Property property) {
  switch (property) {
    case Property::rotation:
      return 4;
    case Property::visibility:
    case Property::field_of_view:
    case Property::roll:
      return 1;
    case Property::local_matrix:
    case Property::static_offset:
      return 16;
    default:
      return 3;
  }
}

std::string_view property_name(Property property) {
  static constexpr std::array<std::string_view, kPropertyCount> kNames = {
      "translation", "rotation", "scale",        "pivot",         "block size",
      "visibility",  "angles",   "local matrix", "static offset", "field of view",
      "roll",        "target",   "euler"};
  return kNames[static_cast<std::size_t>(property)];
}

std::size_t Track::stride() const {
  const bool three = interpolation == Interpolation::cubic ||
                     interpolation == Interpolation::bezier ||
                     interpolation == Interpolation::squad;
  return components() * (three ? 3 : 1);
}

std::vector<std::uint32_t> parents_first(const Scene& scene) {
  const std::size_t count = scene.nodes.size();
  std::vector<std::uint32_t> order;
  order.reserve(count);
  enum : std::uint8_t { unseen, open, done };
  std::vector<std::uint8_t> state(count, unseen);
  std::vector<std::uint32_t> chain;
  for (std::uint32_t start = 0; start < count; ++start) {
    // Walk up to the first finished ancestor, then emit the chain top down. A node met twice on
    // the way up closes a cycle: the chain is cut there.
    std::uint32_t node = start;
    while (state[node] == unseen) {
      state[node] = open;
      chain.push_back(node);
      const std::int32_t parent = scene.nodes[node].parent;
      if (parent < 0 || static_cast<std::size_t>(parent) >= count) break;
      node = static_cast<std::uint32_t>(parent);
    }
    while (!chain.empty()) {
      order.push_back(chain.back());
      state[chain.back()] = done;
      chain.pop_back();
    }
  }
  return order;
}

Quat look_at(UpAxis up_axis, Vec3 from, Vec3 target, double roll) {
  const Vec3 up = up_axis == UpAxis::z_up     ? Vec3{0, 0, 1}
                  : up_axis == UpAxis::y_down ? Vec3{0, -1, 0}
                                              : Vec3{0, 1, 0};
  const Vec3 away = from - target;
  const double distance = length(away);
  if (!(distance > 0)) return {};
  const Vec3 z = away * (1 / distance);
  Vec3 x = cross(up, z);
  // Straight up or down: any horizontal direction is as good; take the one nearest to +x.
  x = length(x) > 1e-9 ? x * (1 / length(x)) : Vec3{1, 0, 0};
  const Vec3 y = cross(z, x);
  const Mat4 basis{{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1}};
  return decompose(basis).rotation * from_axis_angle({0, 0, 1}, roll);
}

}  // namespace anmkit
