// SPDX-License-Identifier: MIT
// The one enum for the order of rotations (section 10.3), and what follows from it.
#pragma once

#include "anmkit/document.hpp"
#include "anmkit/math.hpp"
#include "anmkit/psx.hpp"

namespace anmkit::psx {

// Named by the axes in the order in which they turn.
enum class RotationOrder : std::uint8_t {
  xyz,  // Rz * Ry * Rx: the recommended reading
  zyx,  // Rx * Ry * Rz: Sony's RotMatrix
  zxy,  // Ry * Rx * Rz: LightWave
};

inline RotationOrder rotation_order(const Options& options) {
  const std::string_view text = options.text("rotation", "xyz");
  return text == "zyx"   ? RotationOrder::zyx
         : text == "zxy" ? RotationOrder::zxy
                         : RotationOrder::xyz;
}

inline EulerOrder euler_order(RotationOrder order) {
  return order == RotationOrder::zyx   ? EulerOrder::zyx
         : order == RotationOrder::zxy ? EulerOrder::zxy
                                       : EulerOrder::xyz;
}

inline constexpr double kRadiansPerUnit = 2 * kPi / kUnitsPerTurn;

inline Quat quaternion_of(const std::array<std::int16_t, 3>& rot, RotationOrder order) {
  return from_euler({rot[0] * kRadiansPerUnit, rot[1] * kRadiansPerUnit, rot[2] * kRadiansPerUnit},
                    euler_order(order));
}

// R * S, then T (section 3.3).
inline Mat4 matrix_of(const Keyframe& key, RotationOrder order) {
  constexpr double kUnit = 1.0 / kOne;
  return trs_matrix({double(key.pos[0]), double(key.pos[1]), double(key.pos[2])},
                    quaternion_of(key.rot, order),
                    {key.scale[0] * kUnit, key.scale[1] * kUnit, key.scale[2] * kUnit});
}

}  // namespace anmkit::psx
