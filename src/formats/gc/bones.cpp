// SPDX-License-Identifier: MIT
// Bones at rest, and the numbers in names of nodes.
#include "formats/gc/bones.hpp"

#include <map>
#include <set>

#include "formats/gc/layout.hpp"

namespace anmkit::gc {
namespace {

Rest rest_of(const Control* found) {
  Rest rest;
  if (found == nullptr) return rest;
  const auto v = [&](std::size_t i) { return double{found->values[i]}; };
  rest.type = found->type;
  if ((rest.type & kControlMatrix) != 0) {
    rest.type = kControlMatrix;
    for (int i = 0; i < 12; ++i)
      rest.matrix.at(i / 4, i % 4) = v(static_cast<std::size_t>(i));
    return rest;
  }
  if ((rest.type & kControlScale) != 0) rest.parts.scale = {v(0), v(1), v(2)};
  if ((rest.type & kControlQuaternion) != 0) {
    rest.parts.rotation = normalize(Quat{v(3), v(4), v(5), v(6)});
  } else if ((rest.type & kControlEuler) != 0) {
    rest.parts.rotation =
        from_euler({to_radians(v(3)), to_radians(v(4)), to_radians(v(5))}, EulerOrder::xyz);
  }
  if ((rest.type & kControlTranslation) != 0) rest.parts.translation = {v(7), v(8), v(9)};
  rest.matrix = trs_matrix(rest.parts.translation, rest.parts.rotation, rest.parts.scale);
  return rest;
}

// The number at the end of "bone4" or "track4_1".
bool take_number(std::string_view& text, std::int64_t& value) {
  std::size_t count = 0;
  value = 0;
  for (; count < text.size() && count < 9 && text[count] >= '0' && text[count] <= '9'; ++count)
    value = value * 10 + (text[count] - '0');
  text.remove_prefix(count);
  return count > 0;
}

}  // namespace

std::vector<Rest> add_bones(const Actor& actor, Scene& scene) {
  const std::vector<std::uint32_t> order = bone_array(actor);
  std::vector<std::int32_t> parent(actor.bones.size(), -1);
  std::vector<Rest> rests;
  std::set<std::uint16_t> used;
  std::map<std::uint32_t, const Control*> controls;
  for (const Control& control : actor.controls)
    controls.try_emplace(control.offset, &control);
  for (const std::uint32_t index : order) {
    const Bone& bone = actor.bones[index];
    const auto here = static_cast<std::int32_t>(scene.nodes.size());
    // Children and siblings follow in this order, so parents are known when they are needed.
    if (const auto child = bone_at(actor, bone.first_child)) parent[*child] = here;
    if (const auto next = bone_at(actor, bone.next_sibling)) parent[*next] = parent[index];
    const auto control = controls.find(bone.orientation_control);
    rests.push_back(rest_of(
        bone.orientation_control == 0 || control == controls.end() ? nullptr : control->second));
    Node& node = scene.nodes.emplace_back();
    node.id = bone.bone_id;
    node.name = "bone" + std::to_string(bone.bone_id);
    if (!used.insert(bone.bone_id).second) node.name += "_" + std::to_string(here);
    node.parent = parent[index];
    node.inherit_parent = bone.inheritance_flag == 1;
    node.rest = rests.back().parts;
    if (rests.back().type == kControlMatrix) node.offset = rests.back().matrix;
  }
  return rests;
}

void show_controls(Scene& scene, std::vector<Rest>& rests) {
  for (std::size_t i = 0; i < rests.size(); ++i) {
    rests[i].matrix = scene.nodes[i].offset = Mat4{};
  }
}

bool is_track(const Node& node) {
  return node.name.starts_with("track");
}

NodeName node_name(const Node& node) {
  std::string_view text = node.name;
  NodeName name{node.id, 0};
  const bool track = is_track(node);
  if (!track && !text.starts_with("bone")) return name;
  text.remove_prefix(track ? 5 : 4);
  std::int64_t id = 0, copy = 0;
  if (!take_number(text, id)) return name;
  if (text.starts_with('_')) {
    text.remove_prefix(1);
    if (!take_number(text, copy)) return name;
  }
  if (!text.empty()) return name;
  // Several bones of one number all follow its first track (section 6.6).
  return {id, track ? static_cast<std::size_t>(copy) : 0};
}

}  // namespace anmkit::gc
