// SPDX-License-Identifier: MIT
// How far a scene's value may be from the original's and still counts as not edited.
#pragma once

#include <algorithm>
#include <cmath>

#include "anmkit/document.hpp"
#include "anmkit/math.hpp"

namespace anmkit {

// Parts of 1 and the number.
template <class Number>
bool same_number(Number original, Number now, Number part) {
  return std::fabs(original - now) <= part * (1 + std::fabs(original));
}

// Of an axis: parts of 1 and each number, or of 1 and its length. Of a position: units, where each
// number grows by itself, and parts of the distance from the origin.
struct MatrixSlack {
  double axis = 0;
  bool by_length = false;
  double place = 0;
  bool place_grows = false;
  double far = 0;
};
inline bool same_matrix(const Mat4& original, const Mat4& now, const MatrixSlack& slack) {
  for (int column = 0; column < 4; ++column) {
    const double size =
        length(Vec3{original.at(0, column), original.at(1, column), original.at(2, column)});
    for (int row = 0; row < 3; ++row) {
      const double x = original.at(row, column), part = std::fabs(x);
      const double limit =
          column < 3 ? slack.axis * (1 + (slack.by_length ? size : part))
                     : slack.place * (1 + (slack.place_grows ? part : 0)) + slack.far * size;
      if (!(std::fabs(x - now.at(row, column)) <= limit)) return false;
    }
  }
  return true;
}

struct ValueSlack {
  double angle = 0, place = 0, scale = 0;  // radians, units, factors
};

// What editors change without an edit, because they keep 32-bit numbers and metres, and take
// matrices apart. Each slack is below what the format can store.
namespace unedited {

// 16 bits: whole units, and 4096 steps per turn (0.0015).
inline constexpr MatrixSlack kPsxClip{.axis = 1e-4, .place = 0.02};
inline constexpr ValueSlack kPsxCamera{.angle = 1e-4, .place = 0.02};
inline constexpr double kPsxFieldOfView = 1e-5;
// Floats of any size: the slack grows with the length of an axis and with the distance.
inline constexpr MatrixSlack kGcTrack{
    .axis = 2e-4, .by_length = true, .place = 2e-4, .place_grows = true, .far = 2e-6};
// Floats of rest poses, whose matrices nobody takes apart.
inline constexpr double kGcRest = 1e-5, kCsModel = 1e-5;
// Less than half of one of 65536 steps per turn; whole units.
inline constexpr ValueSlack kSm64Clip{.angle = 4e-5, .place = 1e-2, .scale = 1e-4};
inline constexpr double kSm64ScaleStep = 0.25;  // of a scale as it is stored
inline constexpr MatrixSlack kSm64Layout{.axis = 1e-4, .place = 1e-4, .place_grows = true};
// Sizes of blocks are whole pixels. Other values differ by what the user allows, or a few
// roundings.
inline constexpr double kCsSize = 0.25, kCsRounding = 0x1p-22;

}  // namespace unedited

// Units, factors or radians by which fitted keys may miss a scene.
inline double tolerance_of(const Options& options) {
  return std::max(options.number("tolerance", 1e-4), 0.0);
}

}  // namespace anmkit
