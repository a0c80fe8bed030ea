// SPDX-License-Identifier: MIT
// From the nodes of a scene to an actor (section 8.4).
#include <algorithm>
#include <map>

#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/bank/scene.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/layout.hpp"
#include "formats/gc/model/body.hpp"
#include "formats/gc/skeleton.hpp"
#include "import/unedited.hpp"

namespace anmkit::gc {
namespace {

bool near(double a, double b) {
  return same_number(a, b, unedited::kGcRest);
}

// The rest transform of a bone as a control; type 0 for the identity.
Control control_of(const Rest& rest) {
  Control control;
  auto& v = control.values;
  const auto put = [&](std::size_t at, double x, double y, double z) {
    v[at] = static_cast<float>(x);
    v[at + 1] = static_cast<float>(y);
    v[at + 2] = static_cast<float>(z);
  };
  if (rest.type == kControlMatrix) {
    control.type = kControlMatrix;
    for (int i = 0; i < 12; ++i)
      v[static_cast<std::size_t>(i)] = static_cast<float>(rest.matrix.at(i / 4, i % 4));
    return control;
  }
  const Quat q = normalize(rest.parts.rotation);
  const Vec3 s = rest.parts.scale, t = rest.parts.translation;
  put(0, s.x, s.y, s.z);
  put(3, q.x, q.y, q.z);
  v[6] = static_cast<float>(q.w);
  put(7, t.x, t.y, t.z);
  unsigned type = 0;
  if (!near(1, s.x) || !near(1, s.y) || !near(1, s.z)) type |= kControlScale;
  if (!near(0, q.x) || !near(0, q.y) || !near(0, q.z)) type |= kControlQuaternion;
  if (!near(0, t.x) || !near(0, t.y) || !near(0, t.z)) type |= kControlTranslation;
  control.type = static_cast<std::uint8_t>(type);
  return control;
}

bool same_rest(const Node& a, const Node& b) {
  return std::ranges::equal(rest_matrix(a).m, rest_matrix(b).m, near);
}

bool same_tree(const Scene& a, const Scene& b) {
  if (a.nodes.size() != b.nodes.size()) return false;
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    const Node &x = a.nodes[i], &y = b.nodes[i];
    if (node_name(x).id != node_name(y).id || x.parent != y.parent ||
        x.inherit_parent != y.inherit_parent || !same_rest(x, y))
      return false;
  }
  return true;
}

std::uint32_t link_to(std::size_t position) {
  return static_cast<std::uint32_t>(kActorHeaderSize + kBoneSize * position);
}

// Bones in the order of the nodes, linked by index; the canonical layout puts them depth first.
void add_bones(const Skeleton& skeleton, Actor& actor) {
  const Scene& scene = skeleton.scene;
  std::vector<std::int64_t> last(scene.nodes.size() + 1, -1);  // youngest child so far; roots last
  actor.bones.resize(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    Bone& bone = actor.bones[i];
    bone.bone_id = static_cast<std::uint16_t>(skeleton.names[i].id);
    bone.inheritance_flag = node.inherit_parent ? 1 : 0;
    const bool root = node.parent < 0;
    const std::size_t family = root ? scene.nodes.size() : static_cast<std::size_t>(node.parent);
    if (!root) bone.parent = link_to(family);
    if (last[family] >= 0) {
      const auto before = static_cast<std::size_t>(last[family]);
      actor.bones[before].next_sibling = link_to(i);
      bone.previous_sibling = link_to(before);
    } else if (root) {
      actor.root_bone = link_to(i);
    } else {
      actor.bones[family].first_child = link_to(i);
    }
    last[family] = static_cast<std::int64_t>(i);
  }
}

// Values of a bone that a scene lacks come from the original's bone of this number.
void keep_from(const Actor& before, const Scene& was, const Scene& scene, Actor& actor) {
  std::map<std::uint16_t, std::size_t> known;
  const std::vector<std::uint32_t> order = bone_array(before);
  for (std::size_t i = 0; i < order.size(); ++i)
    known.try_emplace(before.bones[order[i]].bone_id, i);
  std::map<std::uint32_t, const Control*> controls;
  for (const Control& control : before.controls)
    controls.try_emplace(control.offset, &control);
  for (std::size_t i = 0; i < actor.bones.size(); ++i) {
    Bone& bone = actor.bones[i];
    const auto found = known.find(bone.bone_id);
    if (found == known.end()) continue;
    const Bone& old = before.bones[order[found->second]];
    bone.drawing_priority = old.drawing_priority;
    if (bone.inheritance_flag == 0 && old.inheritance_flag != 1)
      bone.inheritance_flag = old.inheritance_flag;
    const auto control = controls.find(old.orientation_control);
    if (control == controls.end() || !same_rest(was.nodes[found->second], scene.nodes[i])) continue;
    const std::uint32_t offset = actor.controls[i].offset;
    actor.controls[i] = *control->second;
    actor.controls[i].offset = offset;
  }
}

// Whether the bones of the original draw the same as the body.
bool same_objects(const Actor& before, const Body& body) {
  const std::vector<std::uint32_t> order = bone_array(before);
  for (std::size_t i = 0; i < order.size() && i < body.object_of.size(); ++i) {
    if (before.bones[order[i]].geo_file_id != body.object_of[i]) return false;
  }
  return before.skin_file_id == body.skin;
}

}  // namespace

Result<Actor> actor_of(const FromScene& from, const Body& body) {
  const Skeleton& skeleton = body.skeleton;
  const Scene& scene = skeleton.scene;
  if (scene.nodes.size() > 65535) return fail(prefixed("SIZE"), "an actor has at most 65535 bones");
  Actor actor;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const std::int64_t id = skeleton.names[i].id;
    if (id < 0 || id > 65535) {
      return fail(prefixed("RANGE"), "node " + quoted(scene.nodes[i].name) + " has the number " +
                                         std::to_string(id) + ", expected 0 to 65535");
    }
    Control& control = actor.controls.emplace_back(control_of(skeleton.rests[i]));
    control.offset = static_cast<std::uint32_t>(i + 1);  // a name until the layout is made
  }
  add_bones(skeleton, actor);
  if (const std::size_t reached = bone_array(actor).size(); reached != scene.nodes.size()) {
    return fail(prefixed("ACT006"), "the nodes' parents form a ring: " + std::to_string(reached) +
                                        " of " + std::to_string(scene.nodes.size()) +
                                        " are reached from a root");
  }
  actor.skin_file_id = body.skin;
  for (std::size_t i = 0; i < actor.bones.size(); ++i) {
    actor.bones[i].orientation_control = static_cast<std::uint32_t>(i + 1);
    actor.bones[i].geo_file_id = body.object_of[i];
  }
  if (const auto* source = as<ActorDocument>(from.original, kActorId)) {
    Diagnostics unused;
    Scene was;
    if (auto made = source->to_scene({}, {{}, {}}, unused)) was = std::move(*made);
    actor.actor_id = source->file.actor_id;
    keep_from(source->file, was, scene, actor);
  }
  return actor;
}

Result<Bytes> actor_from_scene(const FromScene& from, const Context&, ConversionReport& report) {
  const auto body = body_of(from);
  if (!body) return std::unexpected(body.error());
  const Scene& scene = body->skeleton.scene;
  const auto* source = as<ActorDocument>(from.original, kActorId);
  if (source != nullptr) {
    Diagnostics unused;
    const auto was = source->to_scene({}, {{}, {}}, unused);
    if (was && same_tree(*was, scene) && same_objects(source->file, *body)) {
      report.summary = "unchanged: the original bytes";
      return source->write();
    }
  }
  const auto actor = actor_of(from, *body);
  if (!actor) return std::unexpected(actor.error());
  std::string palette = body->objects > 0 ? body->stem + ".gpl" : std::string();
  Bytes user_data;
  if (source != nullptr) {
    const Actor& before = source->file;
    palette = text_at(before.geo_palette_name, before.gaps, before.size);
    user_data = bytes_at(before.user_data, before.user_data_size, before.gaps, before.size);
    report_layout(report.diagnostics);
  }
  return gc::write(canonical(*actor, palette, user_data));
}

}  // namespace anmkit::gc
