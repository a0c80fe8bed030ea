// SPDX-License-Identifier: MIT
// Both spellings as deltas and rest values in doubles.
#include "formats/craftstudio/motion.hpp"

#include <algorithm>
#include <unordered_map>

#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/text/read.hpp"

namespace anmkit::craftstudio {
namespace {

Vec3 vec(const Float3& v) {
  return {v[0], v[1], v[2]};
}
Vec3 vec(const Double3& v) {
  return {v[0], v[1], v[2]};
}
Quat quat(const Float4& q) {
  return normalize({q[1], q[2], q[3], q[0]});
}

template <class Value>
std::vector<MotionKey> vector_keys(const std::vector<Key<Value>>& keys) {
  std::vector<MotionKey> out;
  out.reserve(keys.size());
  for (const auto& key : keys) {
    MotionKey& to = out.emplace_back();
    to.time = key.time;
    for (std::size_t i = 0; i < 3; ++i)
      to.value[i] = static_cast<double>(key.delta[i]);
  }
  return out;
}

std::vector<MotionKey> rotation_keys(const std::vector<Key<Float4>>& keys) {
  std::vector<MotionKey> out;
  out.reserve(keys.size());
  for (const auto& key : keys) {
    const Quat q = quat(key.delta);
    out.push_back({static_cast<double>(key.time), {q.x, q.y, q.z, q.w}, degrees_from_quat(q)});
  }
  return out;
}

std::vector<MotionKey> js_keys(const JsNodeAnimation::Track& keys, bool rotation) {
  std::vector<MotionKey> out;
  if (!keys) return out;
  out.reserve(keys->size());
  for (const JsKey& key : *keys) {
    const Double3& v = key.delta.value;
    MotionKey& to = out.emplace_back();
    to.time = key.time;
    to.euler = v;
    to.value = {v[0], v[1], v[2], 0};
    if (rotation) {
      const Quat q = quat_from_degrees(v);
      to.value = {q.x, q.y, q.z, q.w};
    }
  }
  return out;
}

}  // namespace

Quat quat_from_degrees(const Double3& degrees) {
  // Fixed axes: Z turns first, then X, then Y.
  return from_euler({to_radians(degrees[0]), to_radians(degrees[1]), to_radians(degrees[2])},
                    EulerOrder::zxy);
}

Double3 degrees_from_quat(Quat q) {
  const Vec3 radians = to_euler(q, EulerOrder::zxy);
  return {to_degrees(radians.x), to_degrees(radians.y), to_degrees(radians.z)};
}

Motion motion_of(const Animation& animation) {
  Motion motion;
  motion.duration = animation.duration;
  motion.hold = animation.hold_last_key_frame != 0;
  motion.rate = 30;
  motion.nodes.reserve(animation.nodes.size());
  for (const NodeAnimation& node : animation.nodes) {
    MotionNode& to = motion.nodes.emplace_back();
    to.name = node.name.bytes;
    to.at(Channel::position) = vector_keys(node.position);
    to.at(Channel::rotation) = rotation_keys(node.orientation);
    to.at(Channel::size) = vector_keys(node.block_size);
    to.at(Channel::pivot) = vector_keys(node.pivot_offset);
    to.at(Channel::scale) = vector_keys(node.scale);
  }
  return motion;
}

Motion motion_of(const JsAnimation& animation) {
  Motion motion;
  motion.duration = animation.duration;
  motion.hold = animation.hold_last_keyframe;
  motion.rate = 60;
  motion.pixels = true;
  motion.nodes.reserve(animation.node_animations.size());
  for (const JsNodeAnimation& node : animation.node_animations) {
    MotionNode& to = motion.nodes.emplace_back();
    to.name = node.name;
    to.at(Channel::position) = js_keys(node.position, false);
    to.at(Channel::rotation) = js_keys(node.rotation, true);
    to.at(Channel::size) = js_keys(node.size, false);
    to.at(Channel::pivot) = js_keys(node.offset_from_pivot, false);
    to.at(Channel::scale) = js_keys(node.stretch, false);
  }
  return motion;
}

RestModel rest_of(const Model& model) {
  RestModel rest;
  rest.texture = model.texture;
  std::unordered_map<std::uint16_t, std::int32_t> index_of;
  for (std::size_t i = 0; i < model.nodes.size(); ++i)
    index_of.try_emplace(model.nodes[i].id, static_cast<std::int32_t>(i));
  rest.nodes.reserve(model.nodes.size());
  for (const ModelNode& node : model.nodes) {
    RestNode& to = rest.nodes.emplace_back();
    to.name = node.name.bytes;
    to.id = node.id;
    const auto parent = index_of.find(node.parent_id);
    if (node.parent_id != kNoParent && parent != index_of.end()) to.parent = parent->second;
    to.position = vec(node.position);
    to.pivot = vec(node.pivot_offset);
    to.scale = vec(node.scale);
    to.orientation = quat(node.orientation);
    to.size = {static_cast<double>(node.block_size[0]), static_cast<double>(node.block_size[1]),
               static_cast<double>(node.block_size[2])};
    to.quad_offset = node.quad_offset;
    to.quad_transform = node.quad_transform;
  }
  return rest;
}

RestModel rest_of(const JsModel& model) {
  RestModel rest;
  rest.pixels = true;
  rest.nodes.reserve(model.blocks.size());
  for (std::size_t i = 0; i < model.blocks.size(); ++i) {
    const JsBlock& block = model.blocks[i];
    RestNode& to = rest.nodes.emplace_back();
    to.name = block.name;
    to.id = static_cast<std::int64_t>(i);
    to.parent = block.parent;
    to.position = vec(block.position.value);
    to.pivot = vec(block.offset_from_pivot.value);
    to.scale = vec(scale_of(block));
    to.orientation = quat_from_degrees(block.rotation.value);
    to.size = vec(block.size.value);
    const auto whole = [](double v) {
      return static_cast<std::int32_t>(std::clamp(v, -1073741824.0, 1073741823.0));
    };
    to.quad_offset = full_unwrap({whole(to.size.x), whole(to.size.y), whole(to.size.z)},
                                 whole(block.tex_offset[0]), whole(block.tex_offset[1]));
  }
  return rest;
}

Double3 scale_of(const JsBlock& block) {
  if (!block.vertex_coords) return {1, 1, 1};
  const Double3& corner = block.vertex_coords->front().value;
  const Double3& size = block.size.value;
  // The first corner is LTb: -x, +y, -z (section 8.2).
  const auto ratio = [](double twice, double length) { return length == 0 ? 1 : twice / length; };
  return {ratio(-2 * corner[0], size[0]), ratio(2 * corner[1], size[1]),
          ratio(-2 * corner[2], size[2])};
}

std::array<std::array<std::int32_t, 2>, kFaceCount> full_unwrap(
    const std::array<std::int32_t, 3>& size, std::int32_t u, std::int32_t v) {
  // Unsigned arithmetic: hostile sizes wrap instead of overflowing.
  const auto sum = [](std::initializer_list<std::int32_t> terms) {
    std::uint32_t total = 0;
    for (const std::int32_t term : terms)
      total += static_cast<std::uint32_t>(term);
    return static_cast<std::int32_t>(total);
  };
  const std::int32_t x = size[0], z = size[2];
  return {{{sum({u, z}), sum({v, z})},
           {sum({u, z, z, x}), sum({v, z})},
           {sum({u, z, x}), sum({v, z})},
           {sum({u, z, x}), v},
           {u, sum({v, z})},
           {sum({u, z}), v}}};
}

std::optional<Motion> motion_of(const Document& document) {
  if (const auto* binary = as<AnimationDocument>(&document, kAnimationId)) {
    return motion_of(binary->animation);
  }
  if (const auto* js = as<JsAnimationDocument>(&document, kJsAnimationId)) {
    return motion_of(js->animation);
  }
  return std::nullopt;
}

std::optional<RestModel> rest_of(const Document& document) {
  if (const auto* binary = as<ModelDocument>(&document, kModelId)) {
    RestModel rest = rest_of(binary->model);
    rest.title = binary->title;
    return rest;
  }
  if (const auto* js = as<JsModelDocument>(&document, kJsModelId)) {
    RestModel rest = rest_of(js->model);
    rest.title = js->model.title;
    return rest;
  }
  return std::nullopt;
}

ByteView find_picture(Companions companions) {
  static constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
  for (const Companion& companion : companions) {
    if (companion.document == nullptr && as_text(companion.bytes).starts_with(kSignature)) {
      return companion.bytes;
    }
  }
  return {};
}

std::optional<RestModel> find_model(Companions companions) {
  for (const Companion& companion : companions) {
    if (companion.document == nullptr) continue;
    auto rest = rest_of(*companion.document);
    if (!rest) continue;
    if (rest->texture.empty()) rest->texture = find_picture(companions);
    return rest;
  }
  return std::nullopt;
}

Result<Reading> reading_of(const Options& options) {
  Reading reading;
  reading.minecraft = options.text("runtime") == "minecraft";
  const std::string_view compose = options.text("compose");
  if (compose == "delta-rest") reading.compose = Reading::Compose::delta_rest;
  if (compose == "euler-add" || (compose.empty() && reading.minecraft)) {
    reading.compose = Reading::Compose::euler_add;
  }
  reading.rate = options.number("rate", 0);
  if (options.has("rate") && !(reading.rate > 0)) {
    return fail(std::string(kBadOption), "--rate expects a number above 0");
  }
  return reading;
}

}  // namespace anmkit::craftstudio
