// SPDX-License-Identifier: MIT
// From a scene's skins to lists of vertices that follow one bone, two or more.
#include "formats/gc/model/skin_lists.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bodies/skin_walk.hpp"
#include "core/counted.hpp"
#include "core/portable.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {
namespace {

// Lists begin at multiples of 8 vertices: these are 96 bytes, so that no two lists share a cache
// line of 32 and the lead-in is always 0.
constexpr std::size_t kListStep = 8, kMostVertices = 65535;
constexpr std::uint32_t kNone = 0xFFFFFFFF;

bool is_finite(Vec3 v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
double largest(Vec3 v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

// A vertex on its way into the lists.
struct Bound {
  const Primitive* from = nullptr;
  std::uint32_t vertex = 0;
  Vec3 position, normal;  // in the bind pose of the bones
  std::vector<std::pair<std::uint16_t, double>> bones;
};

// Of each vertex, as its faces are: for skins that have none of their own.
std::vector<Vec3> normals_of(const Primitive& primitive) {
  std::vector<Vec3> normals(primitive.positions.size());
  if (primitive.normals.size() == normals.size()) {
    std::ranges::transform(primitive.normals, normals.begin(), vec);
    return normals;
  }
  if (primitive.mode != PrimitiveMode::triangles) return normals;
  for_each_face(primitive, [&](std::span<const std::uint32_t> face) {
    const Vec3 corner = vec(primitive.positions[face[0]]);
    const Vec3 across = cross(vec(primitive.positions[face[1]]) - corner,
                              vec(primitive.positions[face[2]]) - corner);
    for (const std::uint32_t v : face)
      normals[v] = normals[v] + across;
  });
  return normals;
}

// Shares of 256 whose sum is 256: rounded down, and the largest rests up.
std::vector<std::pair<std::uint16_t, std::uint16_t>> in_256ths(
    const std::vector<std::pair<std::uint16_t, double>>& bones) {
  std::vector<std::pair<std::uint16_t, std::uint16_t>> shares;
  std::vector<std::pair<double, std::size_t>> rests;
  int left = 256;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const double exact = bones[i].second * 256;
    const auto whole = static_cast<std::uint16_t>(std::clamp(std::floor(exact), 0.0, 256.0));
    shares.emplace_back(bones[i].first, whole);
    rests.emplace_back(exact - whole, i);
    left -= whole;
  }
  std::ranges::stable_sort(rests, std::ranges::greater{}, &std::pair<double, std::size_t>::first);
  for (std::size_t i = 0; left > 0; ++i, --left)
    ++shares[rests[i % rests.size()].second].second;
  std::erase_if(shares, [](const auto& share) { return share.second == 0; });
  return shares;
}

class Lister {
 public:
  Lister(const FromScene& from, const Body& body, const RestBones& bones, ConversionReport& report)
      : from_(from), scene_(from.scene), body_(body), bones_(bones), report_(report) {}

  Result<SkinLists> run() {
    place_joints();
    std::set<const Mesh*> done;
    for (const Node& node : scene_.nodes) {
      const Mesh* mesh = mesh_of(scene_, node);
      if (mesh == nullptr || !done.insert(mesh).second) continue;
      for (const Primitive& primitive : mesh->primitives)
        if (is_skinned(primitive) && !take(primitive)) return too_far();
    }
    for (const Primitive& primitive : body_.joined)
      if (!take(primitive)) return too_far();
    if (!choose_fraction()) return too_far();
    sort_into_lists();
    if (lists_.vertices.size() > kMostVertices) {
      return fail(prefixed("SIZE"), "the skin has " + counted(bound_.size(), "vertex", "vertices") +
                                        ", the format counts to 65535 with fillers");
    }
    measure();
    return std::move(lists_);
  }

 private:
  static std::unexpected<Error> too_far() {
    return fail(prefixed("RANGE"),
                "a vertex of the skin is further out than 16383 units, or not finite: skins store "
                "16-bit numbers");
  }

  // Where each joint's vertices go so that its bone at rest has them where the skin has them.
  void place_joints() {
    const std::vector<Mat4> world = world_matrices(scene_, rest_pose(scene_));
    bone_.assign(scene_.nodes.size(), 0);
    to_bind_.resize(scene_.nodes.size());
    from_bind_.resize(scene_.nodes.size());
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const std::uint32_t place = body_.skeleton.place[i];
      if (place == kNone) continue;
      bone_[i] = bones_.number[place];
      from_bind_[i] = affine_inverse(scene_.nodes[i].bind_matrix.value_or(world[i]));
      to_bind_[i] = bones_.world[bone_[i]] * from_bind_[i];
    }
  }

  bool take(const Primitive& primitive) {
    auto& [from, order] = lists_.primitives.emplace_back();
    from = &primitive;
    const std::vector<Vec3> normals = normals_of(primitive);
    for (std::uint32_t v = 0; v < primitive.positions.size(); ++v) {
      Bound bound{&primitive, v, {}, {}, {}};
      const Vec3 place = vec(primitive.positions[v]);
      const Vec3 normal = normals[v];
      double sum = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const double weight = double{primitive.weights[v][k]};
        const std::uint32_t joint = primitive.joints[v][k];
        if (!(weight > 0) || joint >= scene_.nodes.size()) continue;
        const auto same =
            std::ranges::find(bound.bones, bone_[joint], &std::pair<std::uint16_t, double>::first);
        if (same == bound.bones.end()) {
          bound.bones.emplace_back(bone_[joint], weight);
        } else {
          same->second += weight;
        }
        bound.position = bound.position + transform_point(to_bind_[joint], place) * weight;
        bound.normal = bound.normal + transform_vector(to_bind_[joint], normal) * weight;
        sum += weight;
      }
      if (bound.bones.empty()) {
        bound.bones.emplace_back(0, 1);
        bound.position = place;
        bound.normal = normal;
        sum = 1;
      }
      bound.position = bound.position * (1 / sum);
      note_bind(primitive, v, bound);
      for (auto& entry : bound.bones)
        entry.second /= sum;
      const double size = length(bound.normal);
      bound.normal = size > 0 && std::isfinite(size) ? bound.normal * (1 / size) : Vec3{0, 0, 1};
      if (!is_finite(bound.position)) return false;
      std::ranges::sort(bound.bones);
      bound_.push_back(std::move(bound));
    }
    order.resize(primitive.positions.size());
    return true;
  }

  // Where bones at rest have a vertex in several places, its list can contain the mean alone.
  void note_bind(const Primitive& primitive, std::uint32_t v, const Bound& bound) {
    double apart = 0;
    for (std::size_t k = 0; k < 4 && bound.bones.size() > 1; ++k) {
      const std::uint32_t joint = primitive.joints[v][k];
      if (!(primitive.weights[v][k] > 0) || joint >= to_bind_.size()) continue;
      const Vec3 place = transform_point(to_bind_[joint], vec(primitive.positions[v]));
      apart = std::max(apart, length(place - bound.position));
    }
    if (apart > 1e-4 * (1 + length(bound.position))) ++posed_;
  }

  // The most bits with which every number fits into 16.
  bool choose_fraction() {
    double most = 1;
    for (const Bound& bound : bound_)
      most = std::max(most, largest(bound.position));
    unsigned& fraction = lists_.fraction;
    fraction = 14;
    while (fraction > 0 && portable::round(std::ldexp(most, static_cast<int>(fraction))) > 32767)
      --fraction;
    return fraction > 0;
  }

  ListedVertex stored(const Bound& bound) const {
    const auto number = [&](double value) {
      return static_cast<std::int16_t>(
          portable::lround(std::ldexp(value, static_cast<int>(lists_.fraction))));
    };
    const Vec3 p = bound.position, n = bound.normal;
    return {{number(p.x), number(p.y), number(p.z), number(n.x), number(n.y), number(n.z)},
            in_256ths(bound.bones)};
  }

  void sort_into_lists() {
    // By the number of bones and their names; equal vertices are one.
    const auto kind = [](const ListedVertex& v) {
      return std::min<std::size_t>(v.bones.size(), 3);
    };
    const auto names = [&](const ListedVertex& v) {
      std::array<std::uint32_t, 3> key{static_cast<std::uint32_t>(kind(v)), 0, 0};
      for (std::size_t i = 0; key[0] < 3 && i < v.bones.size(); ++i)
        key[i + 1] = v.bones[i].first;
      return key;
    };
    std::map<std::pair<std::array<std::uint32_t, 3>, ListedVertex>, std::vector<std::size_t>>
        sorted;
    for (std::size_t i = 0; i < bound_.size(); ++i) {
      ListedVertex vertex = stored(bound_[i]);
      const auto key = names(vertex);
      sorted[{key, std::move(vertex)}].push_back(i);
    }
    std::map<std::pair<const Primitive*, std::uint32_t>, std::uint32_t> index;
    std::array<std::uint32_t, 3> before{};
    auto& vertices = lists_.vertices;
    for (const auto& [key, owners] : sorted) {
      const auto& [list, vertex] = key;
      if (list != before) {
        vertices.resize((vertices.size() + kListStep - 1) / kListStep * kListStep);
        begin(list, vertices.size());
        before = list;
      }
      count(list[0]);
      for (const std::size_t owner : owners)
        index[{bound_[owner].from, bound_[owner].vertex}] =
            static_cast<std::uint32_t>(vertices.size());
      vertices.push_back(vertex);
    }
    vertices.resize((vertices.size() + kListStep - 1) / kListStep * kListStep);
    // A filler at the very end is one too many.
    if (vertices.size() == kMostVertices + 1) vertices.pop_back();
    for (auto& [primitive, order] : lists_.primitives) {
      for (std::uint32_t v = 0; v < order.size(); ++v)
        order[v] = index[{primitive, v}];
    }
  }

  void begin(const std::array<std::uint32_t, 3>& list, std::size_t first) {
    const auto a = static_cast<std::uint16_t>(list[1]), b = static_cast<std::uint16_t>(list[2]);
    if (list[0] == 1) lists_.ones.push_back({a, first, 0});
    if (list[0] == 2) lists_.twos.push_back({{a, b}, first, 0});
    if (list[0] == 3) lists_.many_first = first;
  }
  void count(std::uint32_t kind) {
    if (kind == 1) ++lists_.ones.back().count;
    if (kind == 2) ++lists_.twos.back().count;
    if (kind == 3) ++lists_.many_count;
  }

  // What the lists show next to the scene, with the bones where the scene has them.
  void measure() {
    const std::size_t number = from_.clip.value_or(0);
    const Clip still;
    FrameWalk walk(scene_, number < scene_.clips.size() ? scene_.clips[number] : still);
    const double unit = std::ldexp(1.0, -static_cast<int>(lists_.fraction));
    double most = 0, turned = 0;
    std::vector<Mat4> wanted(scene_.nodes.size()), made(bones_.world.size());
    std::vector<Mat4> unbind;
    for (const Mat4& rest : bones_.world)
      unbind.push_back(affine_inverse(rest));
    walk_skin(walk, bound_.size(), [&](const std::vector<Mat4>& world, std::size_t step) {
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (body_.skeleton.place[i] == kNone) continue;
        wanted[i] = world[i] * from_bind_[i];
        made[bone_[i]] = world[i] * unbind[bone_[i]];
      }
      for (std::size_t v = 0; v < bound_.size(); v += step) {
        const Bound& bound = bound_[v];
        const ListedVertex vertex = stored(bound);
        const Vec3 place =
            Vec3{double(vertex.stored[0]), double(vertex.stored[1]), double(vertex.stored[2])} *
            unit;
        Vec3 shown{};
        for (const auto& [bone, share256] : vertex.bones)
          shown = shown + transform_point(made[bone], place) * (share256 / 256.0);
        const Primitive& from = *bound.from;
        const double far =
            length(shown - skinned(wanted, vec(from.positions[bound.vertex]),
                                   from.joints[bound.vertex], from.weights[bound.vertex]));
        if (std::isfinite(far)) most = std::max(most, far);
        const Vec3 normal{double(vertex.stored[3]), double(vertex.stored[4]),
                          double(vertex.stored[5])};
        const double cosine = dot(normal, bound.normal) / std::max(length(normal), 1e-9);
        turned = std::max(turned, portable::acos(std::clamp(cosine, -1.0, 1.0)));
      }
    });
    if (bound_.empty()) return;
    if (posed_ > 0) {
      Findings(report_.diagnostics)
          .warning("LOSS",
                   counted(posed_, "vertex follows", "vertices follow") +
                       " several bones that are not at rest as they were "
                       "bound; they are stored as the rest pose has them, and bend a little "
                       "otherwise");
    }
    report_.fits.push_back({"vertices of the skin", most, "units"});
    report_.fits.push_back({"normals of the skin", to_degrees(turned), "degrees"});
  }

  const FromScene& from_;
  const Scene& scene_;
  const Body& body_;
  const RestBones& bones_;
  ConversionReport& report_;
  SkinLists lists_;
  std::vector<std::uint16_t> bone_;  // boneArray number, of each node
  std::vector<Mat4> to_bind_, from_bind_;
  std::vector<Bound> bound_;
  std::size_t posed_ = 0;  // vertices whose bones at rest disagree
};

}  // namespace

Result<SkinLists> list_skin(const FromScene& from, const Body& body, const RestBones& bones,
                            ConversionReport& report) {
  return Lister(from, body, bones, report).run();
}

}  // namespace anmkit::gc
