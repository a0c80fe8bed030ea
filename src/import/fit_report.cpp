// SPDX-License-Identifier: MIT
// Both clips played side by side, and the largest difference of each part.
#include "import/fit_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace anmkit {
namespace {

enum Measure : std::size_t { kPosition, kRotation, kScale, kPivot, kSize, kShear, kMeasures };

constexpr std::array<std::string_view, kMeasures> kWords = {"position", "rotation",   "scale",
                                                            "pivot",    "block size", "shear"};
// Below these a difference is rounding.
constexpr std::array<double, kMeasures> kNoise = {1e-6, 1e-4, 1e-6, 1e-6, 1e-6, 1e-3};
constexpr double kZero = 1e-7;  // of scales

// The compared values of one node at one time.
struct Shown {
  Transform parts;
  Vec3 pivot, size;
  double shear = 0;
  bool visible = true, difference = false;
};

Shown shown_locally(const NodePose& pose, const Node& node) {
  const Transform& local = pose.local;
  Shown shown{{local.translation, normalize(local.rotation), local.scale},
              local.pivot,
              {},
              0,
              pose.visible};
  if (node.block_size) shown.size = pose.block_size;
  if (pose.is_matrix) shown.parts = decompose(pose.offset);
  return shown;
}

// The parts of a matrix, and of the scale that only the node's own shape has.
Shown shown_as(const Mat4& matrix, Vec3 own, const NodePose& pose) {
  const Mat4 whole = matrix * scale_matrix(own);
  Shown shown{decompose(whole), {}, {}, 0, pose.visible && !(own == Vec3{})};
  const Mat4 again = trs_matrix(shown.parts.translation, shown.parts.rotation, shown.parts.scale);
  for (std::size_t i = 0; i < 12; ++i)
    shown.shear = std::max(shown.shear, std::fabs(whole.m[i] - again.m[i]));
  return shown;
}

using Distances = std::array<double, kMeasures>;

int zeros(const Shown& shown) {
  if (shown.difference) return 0;
  const Vec3& s = shown.parts.scale;
  int count = 0;
  for (const double one : {s.x, s.y, s.z})
    count += std::fabs(one) < kZero ? 1 : 0;
  return count;
}

// At scale 0 there is a scale, and nothing else that can be seen. A line has no rotation about
// itself, which a matrix would have to tell.
Distances distances(const Shown& a, const Shown& b, bool local) {
  const int none = std::max(zeros(a), zeros(b));
  const double scale = length(a.parts.scale - b.parts.scale);
  if (none == 3) {
    Distances only{};
    only[kScale] = scale;
    return only;
  }
  if (none == 2 && !local)
    return {
        length(a.parts.translation - b.parts.translation), 0, scale, 0, length(a.size - b.size), 0};
  return {length(a.parts.translation - b.parts.translation),
          to_degrees(angle_between(a.parts.rotation, b.parts.rotation)),
          scale,
          length(a.pivot - b.pivot),
          length(a.size - b.size),
          std::max(a.shear - b.shear, 0.0)};
}

bool is_seen(const Shown& shown) {
  return shown.visible && zeros(shown) < 3;
}

struct Line {
  Distances worst{}, motion{};
  Shown first;
  std::size_t unseen = 0;  // frames in which only one of the two is visible
};

}  // namespace

void report_fits(const Scene& wanted, const Clip& wanted_clip, const Scene& made,
                 const Clip& made_clip, std::span<const NodePair> pairs, const FitRequest& request,
                 ConversionReport& report) {
  const double rate = request.rate > 0 ? request.rate : made_clip.rate;
  FrameWalk a(wanted, wanted_clip, rate), b(made, made_clip, rate);
  const auto shown = [&](FrameWalk& walk, const Pose& pose, std::size_t index) {
    const Node& node = walk.scene().nodes[index];
    switch (request.space) {
      case FitRequest::Space::world:
        return shown_as(walk.world()[index], own_scale(node, pose[index]), pose[index]);
      case FitRequest::Space::matrix:
        return shown_as(local_matrix(node, pose[index]), {1, 1, 1}, pose[index]);
      default:
        return shown_locally(pose[index], node);
    }
  };
  std::vector<Line> lines(pairs.size());
  for (std::size_t frame = 0; frame <= std::max(a.last(), b.last()); ++frame) {
    const Pose& x = a.pose(static_cast<double>(frame));
    const Pose& y = b.pose(static_cast<double>(frame));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      Shown should = shown(a, x, pairs[i].wanted), is = shown(b, y, pairs[i].made);
      should.difference = is.difference = request.differences;
      Line& line = lines[i];
      if (frame == 0) line.first = should;
      // An invisible node has no position to compare.
      if (!is_seen(should) && !is_seen(is)) continue;
      if (should.visible != is.visible) ++line.unseen;
      if (!should.visible || !is.visible) continue;
      const bool local = request.space == FitRequest::Space::local;
      const Distances now = distances(should, is, local),
                      moved = distances(should, line.first, local);
      for (std::size_t k = 0; k < kMeasures; ++k) {
        line.worst[k] = std::max(line.worst[k], now[k]);
        line.motion[k] = std::max(line.motion[k], moved[k]);
      }
    }
  }
  const std::array<std::string_view, kMeasures> units = {request.length_unit, "degrees", "factor",
                                                         request.length_unit, "pixels",  "factor"};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Line& line = lines[i];
    for (std::size_t k = 0; k < kMeasures; ++k) {
      const bool moves = k != kShear && line.motion[k] > kNoise[k];
      if (!moves && line.worst[k] <= kNoise[k]) continue;
      report.fits.push_back(
          {pairs[i].name + ", " + std::string(kWords[k]), line.worst[k], std::string(units[k])});
    }
    if (line.unseen > 0) {
      report.fits.push_back(
          {pairs[i].name + ", visibility", static_cast<double>(line.unseen), "frames"});
    }
  }
}

}  // namespace anmkit
