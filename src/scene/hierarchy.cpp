// SPDX-License-Identifier: MIT
// World matrices of 32-bit transforms.
#include <algorithm>

#include "anmkit/sampler.hpp"
#include "scene/four.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

struct Matrix {
  Four x, y, z, origin;
};

std::span<const float, 4> column(const Mat4f& m, std::size_t c) {
  return std::span<const float, 16>(m.m).subspan(4 * c).first<4>();
}
std::span<float, 4> column(Mat4f& m, std::size_t c) {
  return std::span<float, 16>(m.m).subspan(4 * c).first<4>();
}

Matrix load(const Mat4f& m) {
  return {anmkit::load(column(m, 0)), anmkit::load(column(m, 1)), anmkit::load(column(m, 2)),
          anmkit::load(column(m, 3))};
}

// `m` * (x, y, z, 0).
inline Four turned(const Matrix& m, float x, float y, float z) {
  return m.x * x + m.y * y + m.z * z;
}

// `parent` * T(translation) * R(rotation) * T(pivot) * S(scale).
inline void place(const Matrix& parent, const Transformf& t, const std::array<float, 4>& scale,
                  Mat4f& out) {
  const auto [x, y, z, w] = t.rotation;
  // Quaternions of other lengths turn as those of length 1.
  const float length = x * x + y * y + z * z + w * w;
  const float two = length > 0 ? 2 / length : 0;
  const float x2 = two * x, y2 = two * y, z2 = two * z;
  const float xx = x2 * x, yy = y2 * y, zz = z2 * z;
  const float xy = x2 * y, xz = x2 * z, yz = y2 * z;
  const float wx = x2 * w, wy = y2 * w, wz = z2 * w;
  const Four right = turned(parent, 1 - yy - zz, xy + wz, xz - wy);
  const Four up = turned(parent, xy - wz, 1 - xx - zz, yz + wx);
  const Four back = turned(parent, xz + wy, yz - wx, 1 - xx - yy);
  const Four origin = turned(parent, t.translation[0], t.translation[1], t.translation[2]);
  const Four pivot = right * t.pivot[0] + up * t.pivot[1] + back * t.pivot[2];
  store(right * scale[0], column(out, 0));
  store(up * scale[1], column(out, 1));
  store(back * scale[2], column(out, 2));
  store(parent.origin + origin + pivot, column(out, 3));
}

constexpr std::array<float, 4> kNoScale{1, 1, 1, 0};
constexpr Matrix kWorld{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};

// `parent` * `offset`.
Matrix times(const Matrix& parent, const Mat4f& offset) {
  const auto moved = [&](int c) {
    return turned(parent, offset.at(0, c), offset.at(1, c), offset.at(2, c));
  };
  return {moved(0), moved(1), moved(2), parent.origin + moved(3)};
}

}  // namespace

Hierarchy::Hierarchy(const Scene& scene) {
  std::vector<bool> ready(scene.nodes.size(), false);
  for (const std::uint32_t i : parents_first(scene)) {
    const Node& node = scene.nodes[i];
    const auto parent = static_cast<std::size_t>(node.parent);
    // A parent that is not ready closes a cycle; such a node counts as a root.
    const bool has =
        node.parent >= 0 && node.inherit_parent && parent < ready.size() && ready[parent];
    Link link{i, has ? node.parent : -1, -1, node.inherit_scale};
    if (node.offset != Mat4{}) {
      link.offset = static_cast<std::int32_t>(offsets_.size());
      Mat4f& offset = offsets_.emplace_back();
      for (std::size_t k = 0; k < 16; ++k)
        offset.m[k] = static_cast<float>(node.offset.m[k]);
    }
    links_.push_back(link);
    ready[i] = true;
  }
}

void Hierarchy::world_matrices(std::span<const Transformf> locals, std::span<Mat4f> out) const {
  for (const Link& link : links_) {
    const Matrix parent =
        link.parent < 0 ? kWorld : load(out[static_cast<std::size_t>(link.parent)]);
    const Transformf& own = locals[link.node];
    const auto& scale = link.inherit_scale ? own.scale : kNoScale;
    if (link.offset < 0) {
      place(parent, own, scale, out[link.node]);
    } else {
      const Mat4f& offset = offsets_[static_cast<std::size_t>(link.offset)];
      place(times(parent, offset), own, scale, out[link.node]);
    }
  }
}

}  // namespace anmkit
