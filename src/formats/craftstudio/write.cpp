// SPDX-License-Identifier: MIT
// Lengths, strings and records back to bytes.
#include "formats/craftstudio/write.hpp"

#include <algorithm>

#include "formats/craftstudio/asset_type.hpp"
#include "formats/craftstudio/findings.hpp"

namespace anmkit::craftstudio {
namespace {

std::uint8_t shortest_size(std::uint64_t length) {
  std::uint8_t size = 1;
  while (length >>= 7)
    ++size;
  return size;
}

std::uint8_t length_size(const Text& text) {
  const std::uint8_t shortest = shortest_size(text.bytes.size());
  return std::max(shortest, std::min<std::uint8_t>(text.length_size.value_or(0), 5));
}

}  // namespace

std::uint64_t encoded_size(const Text& text) {
  return length_size(text) + text.bytes.size();
}

void RecordWriter::put_text(const Text& text) {
  const std::uint8_t size = length_size(text);
  if (size > 5) refuse("a string is longer than a length of 5 bytes can store");
  std::uint64_t length = text.bytes.size();
  for (std::uint8_t i = 0; i < size; ++i, length >>= 7) {
    const bool more = i + 1 < size;
    put(static_cast<std::uint8_t>((length & 0x7F) | (more ? 0x80u : 0u)));
  }
  put_bytes(as_bytes(text.bytes));
}

void RecordWriter::put_count(std::size_t count, std::string_view what) {
  if (count > 65535) {
    refuse(std::to_string(count) + " " + std::string(what) + " do not fit: at most 65535");
  }
  put(static_cast<std::uint16_t>(count));
}

void RecordWriter::refuse(std::string message) {
  if (error_) return;
  error_ = Error{Severity::error, prefixed("E-RANGE"), {}, {}, std::move(message)};
}

Result<Bytes> RecordWriter::finish() {
  if (error_) return std::unexpected(std::move(*error_));
  return out_.take();
}

namespace {

template <class Value>
void write_track(RecordWriter& out, const std::vector<Key<Value>>& keys) {
  out.put_count(keys.size(), "keys of a track");
  for (const Key<Value>& key : keys) {
    out.put(key.time);
    out.put(key.interpolation_mode);
    out.put(key.delta);
  }
}

}  // namespace

Result<Bytes> write(const Animation& animation) {
  RecordWriter out;
  out.put(static_cast<std::uint8_t>(AssetType::model_animation));
  out.put(animation.format_version);
  out.put(animation.duration);
  if (animation.format_version == 3) {
    out.put(animation.hold_last_key_frame);
  } else if (animation.format_version != 2) {
    out.refuse("format version " + std::to_string(animation.format_version) +
               " cannot be written, only 2 and 3");
  } else if (animation.hold_last_key_frame != 0) {
    out.refuse("version 2 does not store the hold flag; write version 3");
  }
  out.put_count(animation.nodes.size(), "nodes");
  for (const NodeAnimation& node : animation.nodes) {
    out.put_text(node.name);
    write_track(out, node.position);
    write_track(out, node.orientation);
    write_track(out, node.block_size);
    write_track(out, node.pivot_offset);
    write_track(out, node.scale);
  }
  out.put_bytes(animation.trailing);
  return out.finish();
}

Result<Bytes> write(const Model& model) {
  RecordWriter out;
  out.put(static_cast<std::uint8_t>(AssetType::model));
  out.put(std::uint16_t{5});
  out.put(model.next_node_id);
  out.put_count(model.nodes.size(), "nodes");
  for (const ModelNode& node : model.nodes) {
    out.put(node.id);
    out.put(node.parent_id);
    out.put_text(node.name);
    out.put(node.position);
    out.put(node.pivot_offset);
    out.put(node.scale);
    out.put(node.orientation);
    out.put(node.block_size);
    out.put(node.unwrap_mode);
    for (const auto& offset : node.quad_offset)
      out.put(offset);
    out.put(node.quad_transform);
  }
  if (model.texture.size() > 0xFFFFFFFFu) out.refuse("the texture is larger than 4 GiB");
  out.put(static_cast<std::uint32_t>(model.texture.size()));
  out.put_bytes(model.texture);
  out.put_count(model.animation_ids.size(), "animation ids");
  for (const std::uint16_t id : model.animation_ids)
    out.put(id);
  out.put_bytes(model.trailing);
  return out.finish();
}

}  // namespace anmkit::craftstudio
