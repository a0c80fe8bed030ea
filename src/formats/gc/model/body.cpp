// SPDX-License-Identifier: MIT
// Nodes and skins as numbered display objects.
#include "formats/gc/model/body.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bodies/textures.hpp"
#include "core/paths.hpp"
#include "formats/gc/findings.hpp"
#include "scene/reference.hpp"

namespace anmkit::gc {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

bool has_part(const Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives, [](const Primitive& primitive) {
    return !is_skinned(primitive) && !primitive.positions.empty();
  });
}
bool has_skin(const Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives, is_skinned);
}

const Actor* original_actor(const FromScene& from) {
  if (const auto* found = as<ActorDocument>(from.original, kActorId)) return &found->file;
  for (const Origin& origin : from.origins)
    if (const auto* found = as<ActorDocument>(origin.document, kActorId)) return &found->file;
  return nullptr;
}

class Numbering {
 public:
  Numbering(const FromScene& from, Body& body)
      : from_(from),
        scene_(from.scene),
        body_(body),
        actor_(original_actor(from)),
        rest_(rest_pose(from.scene)) {}

  Result<void> run() {
    body_.object_of.assign(body_.skeleton.scene.nodes.size(), kNoObject);
    if (actor_ != nullptr) keep_numbers();
    // Vertices that follow nothing follow the first bone, where there is one.
    body_.shows_skin = !body_.skeleton.scene.nodes.empty() &&
                       std::ranges::any_of(scene_.nodes, [&](const Node& node) {
                         const Mesh* mesh = mesh_of(scene_, node);
                         return mesh != nullptr && has_skin(*mesh);
                       });
    // Without its actor nobody knows what of an export the skin was: all of it may be.
    join_all_ = actor_ == nullptr && !from_.origins.empty() && body_.shows_skin;
    if (body_.shows_skin && body_.skin == kNoObject) body_.skin = next();
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      add(i);
    if (next_ > kNoObject) {
      return fail(prefixed("SIZE"), "there are more than 65535 display objects");
    }
    std::ranges::stable_sort(body_.parts, {}, &Body::Part::object);
    body_.objects = next_;
    return {};
  }

 private:
  std::uint16_t next() {
    return static_cast<std::uint16_t>(std::min<std::size_t>(next_++, kNoObject - 1));
  }

  void keep_numbers() {
    std::map<std::int64_t, std::uint16_t> known;
    for (const Bone& bone : actor_->bones) {
      known.try_emplace(bone.bone_id, bone.geo_file_id);
      known_.insert(bone.bone_id);
      count(bone.geo_file_id);
    }
    body_.skin = actor_->skin_file_id;
    count(body_.skin);
    for (std::size_t i = 0; i < body_.object_of.size(); ++i) {
      const auto found = known.find(body_.skeleton.names[i].id);
      if (found != known.end()) body_.object_of[i] = found->second;
    }
  }
  void count(std::uint16_t object) {
    if (object != kNoObject) next_ = std::max(next_, std::size_t{object} + 1);
  }

  void add(std::size_t node) {
    const Mesh* mesh = mesh_of(scene_, scene_.nodes[node]);
    const std::uint32_t bone = body_.skeleton.place[node];
    if (mesh == nullptr || !has_part(*mesh) || bone == kNone) return;
    const Vec3 scale = own_scale(scene_.nodes[node], rest_[node]);
    std::uint16_t& object = body_.object_of[bone];
    if (object == body_.skin) object = kNoObject;
    // Nodes that show one mesh share an object; two meshes cannot be one.
    const bool bare = actor_ != nullptr && actor_->skin_file_id != kNoObject &&
                      object == kNoObject && known_.contains(body_.skeleton.names[bone].id);
    if (join_all_ || bare) return join(*mesh, node, scale);
    const auto shared = shared_.find({scene_.nodes[node].mesh, scale.x, scale.y, scale.z});
    if (shared != shared_.end()) {
      object = shared->second;
      return;
    }
    if (object == kNoObject || !taken_.insert(object).second) {
      object = next();
      taken_.insert(object);
    }
    shared_[{scene_.nodes[node].mesh, scale.x, scale.y, scale.z}] = object;
    body_.parts.push_back({object, node, scale});
  }

  // Meshes that move with a node become a skin that follows it.
  void join(const Mesh& mesh, std::size_t node, Vec3 scale) {
    if (world_.empty()) world_ = world_matrices(scene_, rest_);
    const Mat4 bind = scene_.nodes[node].bind_matrix.value_or(world_[node]) * scale_matrix(scale);
    for (const Primitive& part : mesh.primitives) {
      if (is_skinned(part)) continue;
      Primitive& skin = body_.joined.emplace_back(part);
      for (auto& position : skin.positions)
        position = to_floats(transform_point(bind, vec(position)));
      for (auto& normal : skin.normals)
        normal = to_floats(transform_vector(bind, vec(normal)));
      skin.joints.assign(skin.positions.size(), {static_cast<std::uint32_t>(node), 0, 0, 0});
      skin.weights.assign(skin.positions.size(), {1, 0, 0, 0});
    }
    body_.shows_skin = true;
  }

  const FromScene& from_;
  const Scene& scene_;
  Body& body_;
  const Actor* actor_;
  std::set<std::int64_t> known_;  // numbers of the actor's bones
  Pose rest_;
  std::vector<Mat4> world_;  // at rest
  bool join_all_ = false;
  std::size_t next_ = 0;
  std::set<std::uint16_t> taken_;
  std::map<std::tuple<std::int32_t, double, double, double>, std::uint16_t> shared_;
};

}  // namespace

Result<Body> body_of(const FromScene& from) {
  Body body;
  body.skeleton = skeleton_of(from.scene);
  body.stem = std::string(stem_of(from.output));
  if (body.stem.empty()) body.stem = "body";
  if (auto good = Numbering(from, body).run(); !good) return std::unexpected(good.error());
  return body;
}

std::optional<std::size_t> number_behind(std::string_view word, std::string_view name) {
  if (!name.starts_with(word)) return std::nullopt;
  name.remove_prefix(word.size());
  if (name.empty() || name.size() > 6) return std::nullopt;
  std::size_t value = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::size_t>(c - '0');
  }
  return value;
}

RestBones rest_bones(const Actor& actor) {
  RestBones bones;
  bones.number.assign(actor.bones.size(), 0);
  const std::vector<std::uint32_t> order = bone_array(actor);
  for (std::size_t i = 0; i < order.size(); ++i)
    bones.number[order[i]] = static_cast<std::uint16_t>(i);
  Scene scene;
  add_bones(actor, scene);
  bones.world = world_matrices(scene, rest_pose(scene));
  return bones;
}

TextureNumbers number_textures(const Scene& scene) {
  TextureNumbers numbers;
  numbers.of.assign(scene.images.size(), -1);
  std::vector<bool> seen(scene.images.size(), false);
  for (const std::int32_t material : textured_materials(scene)) {
    const std::int32_t image = material_at(scene, material)->image;
    if (image >= 0) seen[static_cast<std::size_t>(image)] = true;
  }
  std::set<std::size_t> taken;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto number = number_behind("texture", scene.images[i].name);
    if (seen[i] && number && *number < kMostTextures && taken.insert(*number).second)
      numbers.of[i] = static_cast<std::int32_t>(*number);
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!seen[i] || numbers.of[i] >= 0) continue;
    while (taken.contains(next))
      ++next;
    taken.insert(next);
    numbers.of[i] = static_cast<std::int32_t>(next);
  }
  numbers.count = taken.empty() ? 0 : *taken.rbegin() + 1;
  return numbers;
}

}  // namespace anmkit::gc
