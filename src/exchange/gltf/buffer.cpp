// SPDX-License-Identifier: MIT
// Bytes, views and accessors in the order in which they were asked for.
#include "exchange/gltf/buffer.hpp"

#include "exchange/gltf/json_lines.hpp"

namespace anmkit {
namespace {

std::uint64_t hash_of(ByteView bytes) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + i, 4);
    hash = (hash ^ word) * 0x100000001B3u;
  }
  return hash;
}

std::string_view type_name(std::uint8_t components) {
  switch (components) {
    case 1:
      return "SCALAR";
    case 2:
      return "VEC2";
    case 3:
      return "VEC3";
    case 4:
      return "VEC4";
    default:
      return "MAT4";
  }
}

}  // namespace

void GltfBuffer::begin_view(GltfTarget target) {
  blocks_.align(4);
  views_.push_back({blocks_.size(), 0, target});
}

std::pair<std::uint64_t, const std::byte*> GltfBuffer::append(ByteView bytes) {
  View& view = views_.back();
  blocks_.align(4);
  const std::uint64_t at = blocks_.size();
  const std::byte* data = blocks_.append(bytes);
  view.length = blocks_.size() - view.offset;
  return {at - view.offset, data};
}

std::size_t GltfBuffer::add_bytes(ByteView bytes) {
  begin_view(GltfTarget::none);
  append(bytes);
  return views_.size() - 1;
}

std::size_t GltfBuffer::add_times(std::span<const float> times) {
  std::vector<float> swapped;
  const ByteView bytes = little_endian(times, swapped);
  const std::uint64_t hash = hash_of(bytes);
  const auto [begin, end] = times_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Accessor& known = accessors_[it->second];
    if (known.count == times.size() && std::memcmp(known.data, bytes.data(), bytes.size()) == 0) {
      return it->second;
    }
  }
  const std::size_t accessor = add(times, 1, true);
  times_.emplace(hash, accessor);
  return accessor;
}

void GltfBuffer::write(JsonWriter& json) const {
  json.key("bufferViews");
  json.begin_array();
  for (const View& view : views_) {
    json.begin_object();
    json.member("buffer", 0);
    json.member("byteOffset", view.offset);
    json.member("byteLength", view.length);
    if (view.target != GltfTarget::none) json.member("target", static_cast<int>(view.target));
    json.end_object();
  }
  json.end_array();
  if (accessors_.empty()) return;
  json.key("accessors");
  json.begin_array();
  for (const Accessor& accessor : accessors_) {
    if (accessor.component == GltfComponent::f32 && accessor.components == 4) {
      // Nearly all of an animation's.
      if (accessor.offset == 0) {
        write_line(json, R"({"bufferView":#,"componentType":5126,"count":#,"type":"VEC4"})",
                   {accessor.view, accessor.count});
        continue;
      }
      write_line(json,
                 R"({"bufferView":#,"byteOffset":#,"componentType":5126,"count":#,"type":"VEC4"})",
                 {accessor.view, accessor.offset, accessor.count});
      continue;
    }
    json.begin_object();
    json.member("bufferView", accessor.view);
    if (accessor.offset != 0) json.member("byteOffset", accessor.offset);
    json.member("componentType", static_cast<int>(accessor.component));
    json.member("count", accessor.count);
    json.member("type", type_name(accessor.components));
    if (accessor.bounds) {
      for (const bool low : {true, false}) {
        json.key(low ? "min" : "max");
        json.begin_array(true);
        for (std::size_t k = 0; k < accessor.components; ++k)
          json.value(low ? accessor.low[k] : accessor.high[k]);
        json.end_array();
      }
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace anmkit
