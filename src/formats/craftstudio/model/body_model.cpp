// SPDX-License-Identifier: MIT
// Nodes of a model (section 5.2) with the unwrap mode that their faces have (section 5.3).
#include "formats/craftstudio/model/body_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "import/unedited.hpp"

namespace anmkit::craftstudio {
namespace {

using Kind = Block::Face::Kind;

// Zero within the rounding of 32-bit numbers.
float number(double v) {
  return std::fabs(v) < 1e-8 ? 0.0F : static_cast<float>(v);
}
Float3 floats(Vec3 v) {
  return {number(v.x), number(v.y), number(v.z)};
}

// Faces that are seen lie as `offsets` say, none of them rotated or mirrored.
bool lie_so(const Block& block, const decltype(ModelNode::quad_offset)& offsets) {
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    const Block::Face& face = block.faces[f];
    if (face.kind == Kind::none) continue;
    if (face.transform != 0 || face.offset != offsets[f]) return false;
  }
  return true;
}

// The faces of a node that was not touched are the known ones, also where no image shows.
Block with_known_faces(const BodyNode& from) {
  Block block = *from.block;
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    Block::Face& face = block.faces[f];
    if (!from.same || face.kind != Kind::none) continue;
    face.kind = Kind::image;
    face.offset = from.known->quad_offset[f];
    face.transform = from.known->quad_transform[f];
  }
  return block;
}

void put_faces(const Block& block, ModelNode& node) {
  const auto set = [&](UnwrapMode mode) { node.unwrap_mode = static_cast<std::uint8_t>(mode); };
  const auto [x, y, z] = block.size;
  const auto seen = std::ranges::find_if(
      block.faces, [](const Block::Face& face) { return face.kind != Kind::none; });
  const Block::Face& first = seen == block.faces.end() ? block.faces[0] : *seen;
  const auto at = static_cast<std::size_t>(&first - block.faces.data());
  // Where Full would begin for the first face to be where it does.
  const auto base = full_unwrap({x, y, z}, 0, 0);
  const auto full =
      full_unwrap({x, y, z}, first.offset[0] - base[at][0], first.offset[1] - base[at][1]);
  if (lie_so(block, full)) {
    node.quad_offset = full;
    return set(UnwrapMode::full);
  }
  decltype(node.quad_offset) collapsed;
  collapsed.fill(first.offset);
  if (lie_so(block, collapsed)) {
    node.quad_offset = collapsed;
    return set(UnwrapMode::collapsed);
  }
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    node.quad_offset[f] = block.faces[f].offset;
    node.quad_transform[f] = block.faces[f].transform;
  }
  set(UnwrapMode::custom);
}

template <std::size_t N>
void keep_near(const std::array<float, N>& old, std::array<float, N>& now) {
  for (std::size_t i = 0; i < N; ++i)
    if (!same_number(old[i], now[i], static_cast<float>(unedited::kCsModel))) return;
  now = old;
}

void keep_values(const ModelNode& old, bool same, ModelNode& now) {
  now.id = old.id;
  now.name = old.name;
  keep_near(old.position, now.position);
  keep_near(old.pivot_offset, now.pivot_offset);
  keep_near(old.scale, now.scale);
  Float4 other = now.orientation;
  for (float& part : other)
    part = -part;
  keep_near(old.orientation, now.orientation);
  keep_near(old.orientation, other);
  if (other == old.orientation) now.orientation = old.orientation;
  // A quaternion that is none is no rotation.
  if (normalize({double{old.orientation[1]}, double{old.orientation[2]}, double{old.orientation[3]},
                 double{old.orientation[0]}}) == Quat{} &&
      now.orientation == Float4{1, 0, 0, 0})
    now.orientation = old.orientation;
  if (same && now.block_size == old.block_size) {
    now.quad_offset = old.quad_offset;
    now.quad_transform = old.quad_transform;
    now.unwrap_mode = old.unwrap_mode;
  }
}

bool is_near(double a, double b) {
  // NaN cannot be seen, nor its change.
  return !std::isfinite(a) || same_number(a, b, unedited::kCsModel);
}
bool is_near(Vec3 a, Vec3 b) {
  return is_near(a.x, b.x) && is_near(a.y, b.y) && is_near(a.z, b.z);
}

void keep_near(const JsTriple& old, JsTriple& now) {
  for (std::size_t i = 0; i < 3; ++i)
    if (!same_number(old.value[i], now.value[i], unedited::kCsModel)) return;
  now = old;
}

}  // namespace

Model model_of(const Body& body, double units, const Model* original) {
  Model model;
  std::map<std::int64_t, const ModelNode*> old;
  std::set<std::uint16_t> taken;
  if (original != nullptr) {
    model.animation_ids = original->animation_ids;
    model.next_node_id = original->next_node_id;
    for (const ModelNode& node : original->nodes)
      old.try_emplace(node.id, &node);
    for (const BodyNode& from : body.nodes)
      if (from.known != nullptr) taken.insert(static_cast<std::uint16_t>(from.known->id));
  }
  std::uint16_t next = model.next_node_id;
  for (const BodyNode& from : body.nodes) {
    ModelNode& to = model.nodes.emplace_back();
    to.name = {from.name, {}};
    to.position = floats(from.position * units);
    to.pivot_offset = floats(from.pivot * units);
    to.scale = floats(from.scale);
    const Quat q = from.turn;
    to.orientation = {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
                      static_cast<float>(q.z)};
    to.unwrap_mode = static_cast<std::uint8_t>(UnwrapMode::full);
    if (from.block) {
      to.block_size = from.block->size;
      put_faces(with_known_faces(from), to);
    }
    const auto known =
        from.known == nullptr || original == nullptr ? old.end() : old.find(from.known->id);
    if (known != old.end()) {
      keep_values(*known->second, from.same, to);
    } else {
      while (taken.contains(next))
        ++next;
      taken.insert(next);
      to.id = next++;
    }
    if (from.parent >= 0) to.parent_id = model.nodes[static_cast<std::size_t>(from.parent)].id;
    model.next_node_id =
        std::max(model.next_node_id, static_cast<std::uint16_t>(std::min(to.id + 1, 65535)));
    // A parent that is not there stays so.
    if (from.parent < 0 && known != old.end()) {
      const std::uint16_t parent = known->second->parent_id;
      if (!old.contains(parent)) to.parent_id = parent;
    }
  }
  return model;
}

Result<Model> body_of(const Scene& scene, bool pixels) {
  const double per_unit = pixels ? 1 : kPixelsPerUnit;
  auto body = find_body(scene, open_pictures(scene), per_unit, nullptr, nullptr, false);
  if (!body) return std::unexpected(body.error());
  return model_of(*body, pixels ? 1 / kPixelsPerUnit : 1, nullptr);
}

bool shows_the_same(const RestModel& original, const RestModel& made) {
  return std::ranges::equal(original.nodes, made.nodes, [](const RestNode& a, const RestNode& b) {
    return a.name == b.name && a.parent == b.parent && is_near(a.position, b.position) &&
           is_near(a.pivot, b.pivot) && is_near(a.scale, b.scale) && a.size == b.size &&
           angle_between(normalize(a.orientation), normalize(b.orientation)) < 1e-4 &&
           a.quad_offset == b.quad_offset && a.quad_transform == b.quad_transform;
  });
}

void keep_values(JsModel& model, const JsModel& original) {
  const bool alike = std::ranges::equal(
      model.blocks, original.blocks,
      [](const JsBlock& a, const JsBlock& b) { return a.parent == b.parent && a.name == b.name; });
  model.title = original.title;
  model.transparent = original.transparent;
  if (!alike) return;
  for (std::size_t i = 0; i < model.blocks.size(); ++i) {
    const JsBlock& old = original.blocks[i];
    JsBlock& now = model.blocks[i];
    keep_near(old.position, now.position);
    keep_near(old.offset_from_pivot, now.offset_from_pivot);
    // Angles say the same turn in several ways.
    if (angle_between(quat_from_degrees(old.rotation.value),
                      quat_from_degrees(now.rotation.value)) < unedited::kCsModel)
      now.rotation = old.rotation;
    if (now.size == old.size && now.vertex_coords && old.vertex_coords) {
      for (std::size_t k = 0; k < 8; ++k)
        keep_near((*old.vertex_coords)[k], (*now.vertex_coords)[k]);
    }
    if (now.size == old.size && !now.vertex_coords && scale_of(old) == Double3{1, 1, 1})
      now.vertex_coords = old.vertex_coords;
  }
}

}  // namespace anmkit::craftstudio
