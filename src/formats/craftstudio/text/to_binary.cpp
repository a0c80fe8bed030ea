// SPDX-License-Identifier: MIT
// JSON to binary (sections 8.1 to 8.3, 13).
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/json.hpp"
#include "core/portable.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {
namespace {

// A white 1x1 PNG, for models whose image nobody gave.
constexpr std::string_view kBlankPicture(
    "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89"
    "\0\0\0\x0bIDAT\x78\xda\x63\xf8\x0f\x04\0\x09\xfb\x03\xfd\x68\xfa\x1c\xcc"
    "\0\0\0\0IEND\xae\x42\x60\x82",
    68);

Float4 binary_quat(const Double3& degrees) {
  const Quat q = quat_from_degrees(degrees);
  return {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
          static_cast<float>(q.z)};
}

Float3 binary_vec(const Double3& v, double factor) {
  return {static_cast<float>(v[0] * factor), static_cast<float>(v[1] * factor),
          static_cast<float>(v[2] * factor)};
}

// Sizes are integers; others are rounded and reported, those out of range are an error.
template <class Int>
Result<std::array<Int, 3>> binary_size(const Double3& size, const std::string& path,
                                       Findings& findings) {
  std::array<Int, 3> out{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double whole = portable::round(size[axis]);
    if (!(whole >= static_cast<double>(std::numeric_limits<Int>::min()) &&
          whole <= static_cast<double>(std::numeric_limits<Int>::max()))) {
      std::string text = "the size ";
      append_number(text, size[axis]);
      return fail(prefixed("E-RANGE"), text + " does not fit the binary format", {}, path);
    }
    if (whole != size[axis]) {
      findings.warning("W-JSON-SIZE", "a size is not an integer and was rounded", {}, path);
    }
    out[axis] = static_cast<Int>(whole);
  }
  return out;
}

std::vector<Key<Float3>> vector_track(const JsNodeAnimation::Track& track, double factor) {
  std::vector<Key<Float3>> keys;
  if (!track) return keys;
  keys.reserve(track->size());
  for (const JsKey& key : *track)
    keys.push_back({key.time, 0, binary_vec(key.delta.value, factor)});
  return keys;
}

}  // namespace

Result<Animation> to_binary(const JsAnimation& js, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  Animation animation;
  animation.duration = js.duration;
  animation.hold_last_key_frame = js.hold_last_keyframe ? 1 : 0;
  for (std::size_t i = 0; i < js.node_animations.size(); ++i) {
    const JsNodeAnimation& from = js.node_animations[i];
    NodeAnimation& node = animation.nodes.emplace_back();
    node.name.bytes = from.name;
    node.position = vector_track(from.position, 1 / kPixelsPerUnit);
    node.pivot_offset = vector_track(from.offset_from_pivot, 1 / kPixelsPerUnit);
    node.scale = vector_track(from.stretch, 1);
    if (from.rotation) {
      for (const JsKey& key : *from.rotation)
        node.orientation.push_back({key.time, 0, binary_quat(key.delta.value)});
    }
    if (!from.size) continue;
    for (std::size_t k = 0; k < from.size->size(); ++k) {
      const JsKey& key = (*from.size)[k];
      const auto size = binary_size<std::int32_t>(
          key.delta.value, path_of(path_of("nodeAnimations", i, "size"), k, "delta"), findings);
      if (!size) return std::unexpected(size.error());
      node.block_size.push_back({key.time, 0, *size});
    }
  }
  findings.info("I-JSON-RATE",
                "frame numbers are kept; consumers of JSON play 60 per second, the engine 30");
  return animation;
}

Result<Model> to_binary(const JsModel& js, ByteView texture, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  Model model;
  if (js.blocks.size() >= kNoParent) {
    return fail(prefixed("E-RANGE"), "more than 65534 blocks do not fit", {}, "blocks");
  }
  for (std::size_t i = 0; i < js.blocks.size(); ++i) {
    const JsBlock& block = js.blocks[i];
    ModelNode& node = model.nodes.emplace_back();
    node.id = static_cast<std::uint16_t>(i);
    node.parent_id = block.parent < 0 ? kNoParent : static_cast<std::uint16_t>(block.parent);
    node.name.bytes = block.name;
    node.position = binary_vec(block.position.value, 1 / kPixelsPerUnit);
    node.pivot_offset = binary_vec(block.offset_from_pivot.value, 1 / kPixelsPerUnit);
    node.scale = binary_vec(scale_of(block), 1);
    node.orientation = binary_quat(block.rotation.value);
    const auto size =
        binary_size<std::uint16_t>(block.size.value, path_of("blocks", i, "size"), findings);
    if (!size) return std::unexpected(size.error());
    node.block_size = *size;
    node.unwrap_mode = static_cast<std::uint8_t>(UnwrapMode::full);
    const auto whole = [](double v) {
      return static_cast<std::int32_t>(std::clamp(portable::round(v), -1073741824.0, 1073741823.0));
    };
    node.quad_offset = full_unwrap({(*size)[0], (*size)[1], (*size)[2]}, whole(block.tex_offset[0]),
                                   whole(block.tex_offset[1]));
  }
  model.next_node_id = static_cast<std::uint16_t>(js.blocks.size());
  if (texture.empty()) {
    findings.warning("W-JSON-TEXTURE",
                     "no PNG was given for the texture: a white 1x1 image is written; name the "
                     "model's PNG as companion");
    texture = as_bytes(kBlankPicture);
  }
  model.texture.assign(texture.begin(), texture.end());
  findings.info("I-JSON-ANIMATIONS",
                "the model is linked to no animation: JSON has no animation ids");
  return model;
}

}  // namespace anmkit::craftstudio
