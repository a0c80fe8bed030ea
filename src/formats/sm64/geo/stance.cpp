// SPDX-License-Identifier: MIT
// The rest pose of characters with Mario's skeleton (section 8.4).
#include <algorithm>
#include <array>

#include "formats/sm64/geo/geo.hpp"

namespace anmkit::sm64 {
namespace {

struct Limb {
  std::int32_t parent;
  std::array<double, 3> degrees;  // about X, Y, Z, in this order
};
// Parts point along their X axis. The body goes up, the legs go down, the arms out to the sides.
constexpr std::array<Limb, 20> kMario = {{
    {-1, {0, 90, 0}},   {0, {0, 0, 90}},   {1, {0, 0, 0}},    {2, {0, 0, 0}},    {2, {0, 0, -90}},
    {4, {0, -45, -60}}, {5, {0, 0, -15}},  {6, {0, 0, -15}},  {2, {0, 0, -90}},  {8, {0, 45, -60}},
    {9, {0, 0, -15}},   {10, {0, 0, -15}}, {1, {0, 0, -90}},  {12, {0, 0, -90}}, {13, {0, 0, 0}},
    {14, {0, 0, -75}},  {1, {0, 0, -90}},  {16, {0, 0, -90}}, {17, {0, 0, 0}},   {18, {0, 0, -75}},
}};

}  // namespace

bool has_marios_shape(const Skeleton& skeleton) {
  return std::ranges::equal(skeleton.parts, kMario, {}, &DrawnPart::parent, &Limb::parent);
}

void stand_like_mario(std::span<Node> parts) {
  for (std::size_t i = 0; i < std::min(parts.size(), kMario.size()); ++i) {
    const auto [x, y, z] = kMario[i].degrees;
    parts[i].rest.rotation =
        from_euler({x * (kPi / 180), y * (kPi / 180), z * (kPi / 180)}, EulerOrder::xyz);
  }
}

}  // namespace anmkit::sm64
