// SPDX-License-Identifier: MIT
// Lengths, strings and records, each with its own finding when it is cut.
#include "formats/craftstudio/read.hpp"
#include "core/counted.hpp"

#include <algorithm>

namespace anmkit::craftstudio {

std::string RecordReader::path(std::string_view field) const {
  if (context.list.empty()) return std::string(field);
  std::string path = path_of(context.list, context.index);
  path += '.';
  if (context.track.empty()) return path + std::string(field);
  path += context.track;
  if (field == "count") return path + ".count";
  return path_of(path, context.key, field);
}

void RecordReader::report_truncated(std::string_view field) {
  if (refused_) return;
  const auto& failure = in_.failure();
  std::string message = "the file ends inside " + std::string(field);
  if (!context.name.empty()) message += " of node " + quoted(context.name);
  message += ": expected " + counted(failure.wanted, "byte") + ", " + std::to_string(failure.left) +
             " left";
  findings_.error("E-TRUNCATED", std::move(message), failure.offset, path(field));
}

ByteView RecordReader::get_bytes(std::uint64_t count, std::string_view field) {
  if (!ok()) return {};
  const ByteView view = in_.get_bytes(count, field);
  if (!in_.ok()) report_truncated(field);
  return view;
}

// The length is a varint of at most five bytes, low group first (section 1).
Text RecordReader::get_text(std::string_view field) {
  if (!ok()) return {};
  const std::uint64_t start = in_.offset();
  std::uint64_t length = 0;
  std::uint8_t size = 0;
  for (std::uint8_t more = 0x80; more != 0;) {
    if (size == 5) {
      refuse("E-STRING-LENGTH", "the string length takes more than 5 bytes", start, path(field));
      return {};
    }
    const auto byte = get<std::uint8_t>(field);
    if (!ok()) return {};
    length |= static_cast<std::uint64_t>(byte & 0x7F) << (7 * size);
    ++size;
    more = byte & 0x80;
  }
  const std::uint64_t left = in_.left();
  const ByteView bytes = get_bytes(length, field);
  if (!in_.ok()) {
    refuse("E-STRING-LENGTH",
           "the string length " + std::to_string(length) +
               " is beyond the end of the file: " + counted(left, "byte") + " left",
           start, path(field));
    return {};
  }
  Text text{std::string(as_text(bytes)), {}};
  // Kept only when it is not the shortest form: the last group of a longer one is zero.
  if (size > 1 && length >> (7 * (size - 1)) == 0) text.length_size = size;
  return text;
}

std::uint16_t RecordReader::get_header(AssetType wanted, std::uint16_t oldest,
                                       std::uint16_t newest) {
  const auto type = get<std::uint8_t>("assetType");
  if (!ok()) return 0;
  if (type != static_cast<std::uint8_t>(wanted)) {
    const std::string number = "asset type " + std::to_string(type);
    const std::string name = asset_type_name(type);
    refuse("E-ASSET-TYPE",
           "found " + (name.starts_with("unknown") ? number : name + " (" + number + ")") +
               ", expected a " + asset_type_name(static_cast<std::uint8_t>(wanted)) +
               " (asset type " + std::to_string(static_cast<unsigned>(wanted)) + ")",
           0, "assetType");
    return 0;
  }
  const auto version = get<std::uint16_t>("formatVersion");
  if (ok() && (version < oldest || version > newest)) {
    std::string supported = std::to_string(oldest);
    if (newest != oldest) supported += " to " + std::to_string(newest);
    refuse("E-VERSION",
           "format version " + std::to_string(version) + " is not known, supported: " + supported,
           1, "formatVersion");
  }
  return version;
}

std::string asset_type_name(std::uint8_t type) {
  static constexpr std::array<std::string_view, 10> kNames = {
      "Model",          "Map",    "Scene", "TileSet", "Document", "Sprite",
      "ModelAnimation", "Script", "Sound", "Font"};
  if (type < kNames.size()) return std::string(kNames[type]);
  return "unknown type " + std::to_string(type);
}

namespace {

constexpr std::uint64_t kSmallestNodeAnimation = 11;  // empty name, five counts
constexpr std::uint64_t kSmallestModelNode = 118;     // 117 and the length of an empty name

template <class Value>
void read_track(RecordReader& in, std::string_view track, std::vector<Key<Value>>& keys) {
  constexpr std::uint64_t kKeySize = 3 + sizeof(Value);
  in.context.track = track;
  const auto count = in.get<std::uint16_t>("count");
  if (!in.ok()) return;
  keys.resize(in.bounded(count, kKeySize));
  if (keys.size() == count) {
    const std::byte* at = in.get_bytes(count * kKeySize, "keys").data();
    for (Key<Value>& key : keys) {
      key.time = load<std::uint16_t, std::endian::little>(at);
      key.interpolation_mode = load<std::uint8_t, std::endian::little>(at + 2);
      using Number = typename Value::value_type;
      for (std::size_t c = 0; c < key.delta.size(); ++c)
        key.delta[c] = load<Number, std::endian::little>(at + 3 + c * sizeof(Number));
      at += kKeySize;
    }
    return;
  }
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    in.context.key = i;
    // One more than what fits is read, so that the failure names the field that is cut.
    Key<Value> key;
    key.time = in.get<std::uint16_t>("time");
    key.interpolation_mode = in.get<std::uint8_t>("interpolationMode");
    in.get(key.delta, "delta");
    if (in.ok()) keys[i] = key;
  }
}

void read_node(RecordReader& in, NodeAnimation& node) {
  node.name = in.get_text("name");
  in.context.name = node.name.bytes;
  if (!in.ok()) return;
  read_track(in, "position", node.position);
  read_track(in, "orientation", node.orientation);
  read_track(in, "blockSize", node.block_size);
  read_track(in, "pivotOffset", node.pivot_offset);
  read_track(in, "scale", node.scale);
}

void read_node(RecordReader& in, ModelNode& node) {
  node.id = in.get<std::uint16_t>("id");
  node.parent_id = in.get<std::uint16_t>("parentId");
  node.name = in.get_text("name");
  in.context.name = node.name.bytes;
  in.get(node.position, "position");
  in.get(node.pivot_offset, "pivotOffset");
  in.get(node.scale, "scale");
  in.get(node.orientation, "orientation");
  in.get(node.block_size, "blockSize");
  node.unwrap_mode = in.get<std::uint8_t>("unwrapMode");
  for (auto& offset : node.quad_offset)
    in.get(offset, "quadOffset");
  in.get(node.quad_transform, "quadTransform");
}

template <class Node>
void read_nodes(RecordReader& in, std::uint16_t count, std::uint64_t smallest,
                std::vector<Node>& nodes) {
  nodes.reserve(in.bounded(count, smallest));
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    in.context = {"nodes", i, {}, {}, 0};
    read_node(in, nodes.emplace_back());
  }
  in.context = {};
}

}  // namespace

Result<Animation> parse_animation(ByteView bytes, Diagnostics& diagnostics) {
  Diagnostics found;
  RecordReader in(bytes, found);
  Animation animation;
  animation.format_version = in.get_header(AssetType::model_animation, 2, 3);
  animation.duration = in.get<std::uint16_t>("duration");
  // The hold byte came with version 3 (section 2.1).
  if (animation.format_version == 3) {
    animation.hold_last_key_frame = in.get<std::uint8_t>("holdLastKeyFrame");
  }
  const auto count = in.get<std::uint16_t>("nodeCount");
  if (in.ok()) read_nodes(in, count, kSmallestNodeAnimation, animation.nodes);
  diagnostics.add_all(found);
  if (!in.ok()) return first_error(found);
  animation.trailing = in.rest();
  return animation;
}

Result<Model> parse_model(ByteView bytes, Diagnostics& diagnostics) {
  Diagnostics found;
  RecordReader in(bytes, found);
  Model model;
  in.get_header(AssetType::model, 5, 5);
  model.next_node_id = in.get<std::uint16_t>("nextNodeId");
  const auto count = in.get<std::uint16_t>("nodeCount");
  if (in.ok()) read_nodes(in, count, kSmallestModelNode, model.nodes);
  const auto texture_size = in.get<std::uint32_t>("textureSize");
  const ByteView texture = in.get_bytes(texture_size, "texture");
  model.texture.assign(texture.begin(), texture.end());
  const auto animations = in.get<std::uint16_t>("animationCount");
  if (in.ok()) model.animation_ids.reserve(in.bounded(animations, 2));
  for (std::size_t i = 0; i < animations && in.ok(); ++i) {
    model.animation_ids.push_back(in.get<std::uint16_t>("animationIds"));
  }
  diagnostics.add_all(found);
  if (!in.ok()) return first_error(found);
  model.trailing = in.rest();
  return model;
}

}  // namespace anmkit::craftstudio
