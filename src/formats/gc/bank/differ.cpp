// SPDX-License-Identifier: MIT
// Local matrices of two scenes side by side, as far as exports tell them apart.
#include "formats/gc/bank/differ.hpp"

#include <algorithm>
#include <cmath>

#include "import/unedited.hpp"

namespace anmkit::gc {
namespace {

constexpr double kMostKeys = 65535;  // of a bank

bool same(const Mat4& original, const Mat4& now) {
  return same_matrix(original, now, unedited::kGcTrack);
}

Mat4 without_shear(const Mat4& a) {
  const Transform parts = decompose(a);
  return trs_matrix(parts.translation, parts.rotation, parts.scale);
}

// Whether an export of a node's pose would come back as `b`. glTF contains no shear: it is lost
// from the offset, from the whole, or from both.
bool same_export(const Node& node, const NodePose& pose, const Mat4& b) {
  const Mat4 whole = local_matrix(node, pose);
  if (same(whole, b) || same(without_shear(whole), b)) return true;
  if (pose.is_matrix || pose.offset == Mat4{}) return false;
  NodePose straight = pose;
  straight.offset = without_shear(pose.offset);
  const Mat4 joined = local_matrix(node, straight);
  return same(joined, b) || same(without_shear(joined), b);
}

}  // namespace

std::vector<bool> differ(FrameWalk& now, const Scene& scene, const Scene& expected,
                         const Clip& wanted) {
  FrameWalk before(expected, wanted);
  if (std::fabs(before.length() - now.length()) > 1e-3)
    return std::vector<bool>(scene.nodes.size(), true);
  std::vector<bool> moved(scene.nodes.size(), false);
  const auto compare = [&](double frame) {
    const Pose &a = before.pose(frame), &b = now.pose(frame);
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (!moved[i])
        moved[i] = !same_export(expected.nodes[i], a[i], local_matrix(scene.nodes[i], b[i]));
    }
  };
  const double frames = std::min(std::floor(now.length()), kMostKeys);
  for (double frame = 0; frame <= frames; ++frame)
    compare(frame);
  if (now.length() > frames) compare(now.length());
  return moved;
}

}  // namespace anmkit::gc
