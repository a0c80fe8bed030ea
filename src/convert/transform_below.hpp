// SPDX-License-Identifier: MIT
// Applies the transform of a parent to the values of its children.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "anmkit/scene.hpp"

namespace anmkit {

// What a transform above a node changes in it.
constexpr std::array kMoved = {Property::translation, Property::rotation, Property::scale,
                               Property::pivot};

std::array<double, 4> value_of(Transform rest, Property part);
void set_value(Transform& rest, Property part, std::span<const double> v);
bool is_even(Vec3 scale);
// Applies `above`, which scales all axes alike, to a value of a child. Tangents of a position are
// not moved.
void put_value_below(const Transform& above, Property part, bool tangent, double* v);
void put_track_below(const Transform& above, Track& track);
// `above`, converted to apply after the offset of a node. Empty where the offset is not a rotation,
// a translation and one scale.
std::optional<Transform> below_offset(const Transform& above, const Mat4& offset);

}  // namespace anmkit
