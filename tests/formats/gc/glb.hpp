// SPDX-License-Identifier: MIT
// A plain reader of exported .glb files, for tests: accessors, nodes, one skinned mesh, animations.
// Follows the glTF 2.0 specification, not the exporter.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "core/json.hpp"
#include "reference.hpp"

namespace anmkit::gc::test {

class Glb {
 public:
  explicit Glb(ByteView file) {
    const auto at = [&](std::size_t offset) {
      return load<std::uint32_t, std::endian::little>(&file[offset]);
    };
    EXPECT_EQ(at(0), 0x46546C67U);
    EXPECT_EQ(at(4), 2U);
    EXPECT_EQ(at(8), file.size());
    const std::size_t size = at(12);
    EXPECT_EQ(at(16), 0x4E4F534AU);
    auto parsed = JsonDocument::parse(as_text(file.subspan(20, size)));
    EXPECT_TRUE(parsed.has_value());
    if (parsed) json_ = std::move(*parsed);
    if (20 + size + 8 <= file.size()) {
      const auto bin = file.subspan(28 + size, at(20 + size));
      bytes_.assign(bin.begin(), bin.end());
    }
    for (JsonValue v = root()["accessors"].first(); v; v = v.next())
      accessors_.push_back(v);
    for (JsonValue v = root()["bufferViews"].first(); v; v = v.next())
      views_.push_back(v);
    for (JsonValue v = root()["nodes"].first(); v; v = v.next())
      nodes_.push_back(v);
    parents_.assign(nodes_.size(), -1);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (JsonValue child = nodes_[i]["children"].first(); child; child = child.next())
        parents_.at(static_cast<std::size_t>(*child.integer())) = static_cast<int>(i);
    }
  }
  JsonValue root() const { return json_.root(); }

  static std::size_t index(JsonValue value) { return static_cast<std::size_t>(*value.integer()); }
  static JsonValue child(JsonValue list, std::size_t index) {
    JsonValue v = list.first();
    while (index-- > 0)
      v = v.next();
    return v;
  }

  // All numbers of an accessor, element after element; every one is inside its view.
  std::vector<double> numbers(JsonValue accessor_index) const {
    const JsonValue accessor = accessors_.at(index(accessor_index));
    const JsonValue view = views_.at(index(accessor["bufferView"]));
    const std::string_view type = *accessor["type"].string();
    const std::size_t components = type == "SCALAR" ? 1
                                   : type == "VEC2" ? 2
                                   : type == "VEC3" ? 3
                                   : type == "MAT4" ? 16
                                                    : 4;
    const auto kind = *accessor["componentType"].integer();
    const std::size_t width = kind == 5121 ? 1 : kind == 5123 ? 2 : 4;
    const std::size_t stride = view["byteStride"] ? index(view["byteStride"]) : width * components;
    const std::size_t offset = accessor["byteOffset"] ? index(accessor["byteOffset"]) : 0;
    const std::size_t first = (view["byteOffset"] ? index(view["byteOffset"]) : 0) + offset;
    std::vector<double> out;
    for (std::size_t i = 0; i < index(accessor["count"]); ++i) {
      for (std::size_t k = 0; k < components; ++k) {
        const std::size_t at = first + stride * i + width * k;
        EXPECT_LE(offset + stride * i + width * (k + 1), index(view["byteLength"]));
        out.push_back(number(at, kind));
      }
    }
    return out;
  }

  // World matrices of the nodes when an animation shows a time in seconds; -1: the rest pose.
  std::vector<Matrix> worlds(int animation, double time) const {
    std::vector<Matrix> locals;
    for (const JsonValue node : nodes_)
      locals.push_back(local(node));
    if (animation >= 0)
      animate(child(root()["animations"], static_cast<std::size_t>(animation)), time, locals);
    std::vector<Matrix> out;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      Matrix m = locals[i];
      for (int up = parents_[i]; up >= 0; up = parents_[static_cast<std::size_t>(up)])
        m = multiply(locals[static_cast<std::size_t>(up)], m);
      out.push_back(m);
    }
    return out;
  }

  // Joint matrices of the only skin: world times inverse bind.
  std::vector<Matrix> joint_matrices(const std::vector<Matrix>& worlds) const {
    const JsonValue skin = root()["skins"].first();
    const std::vector<double> inverse = numbers(skin["inverseBindMatrices"]);
    std::vector<Matrix> out;
    for (JsonValue joint = skin["joints"].first(); joint; joint = joint.next()) {
      Matrix bind{};
      for (std::size_t k = 0; k < 16; ++k)
        bind[k % 4][k / 4] = inverse.at(16 * out.size() + k);
      out.push_back(multiply(worlds.at(index(joint)), bind));
    }
    return out;
  }

  // What a file must keep to beyond its JSON: indices, bounds, unit normals, weights, images.
  void expect_valid() const {
    const std::size_t joints = root()["skins"].first()["joints"].size();
    for (JsonValue mesh = root()["meshes"].first(); mesh; mesh = mesh.next()) {
      for (JsonValue p = mesh["primitives"].first(); p; p = p.next())
        expect_valid_primitive(p, joints);
    }
    for (JsonValue material = root()["materials"].first(); material; material = material.next()) {
      const JsonValue texture = material["pbrMetallicRoughness"]["baseColorTexture"]["index"];
      if (texture) {
        EXPECT_LT(index(texture), root()["textures"].size());
      }
    }
    for (JsonValue texture = root()["textures"].first(); texture; texture = texture.next())
      EXPECT_LT(index(texture["source"]), root()["images"].size());
    for (JsonValue image = root()["images"].first(); image; image = image.next()) {
      const JsonValue view = views_.at(index(image["bufferView"]));
      const std::size_t at = view["byteOffset"] ? index(view["byteOffset"]) : 0;
      ASSERT_LE(at + index(view["byteLength"]), bytes_.size());
      EXPECT_EQ(to_hex(ByteView(bytes_).subspan(at, 8)), "89504e470d0a1a0a");
    }
  }

 private:
  void expect_valid_primitive(JsonValue primitive, std::size_t joints) const {
    const JsonValue attributes = primitive["attributes"];
    const auto positions = numbers(attributes["POSITION"]);
    const std::size_t count = positions.size() / 3;
    ASSERT_GT(count, 0U);
    const JsonValue accessor = accessors_.at(index(attributes["POSITION"]));
    for (std::size_t k = 0; k < 3; ++k) {
      double low = positions[k], high = positions[k];
      for (std::size_t i = k; i < positions.size(); i += 3) {
        low = std::min(low, positions[i]);
        high = std::max(high, positions[i]);
      }
      EXPECT_EQ(static_cast<float>(*child(accessor["min"], k).number()), static_cast<float>(low));
      EXPECT_EQ(static_cast<float>(*child(accessor["max"], k).number()), static_cast<float>(high));
    }
    for (JsonValue a = attributes.first(); a; a = a.next())
      EXPECT_EQ(index(accessors_.at(index(a))["count"]), count) << a.key();
    if (attributes["NORMAL"]) {
      const auto normals = numbers(attributes["NORMAL"]);
      for (std::size_t i = 0; i < normals.size(); i += 3)
        EXPECT_NEAR(std::hypot(normals[i], normals[i + 1], normals[i + 2]), 1, 1e-5);
    }
    const auto weights = numbers(attributes["WEIGHTS_0"]), bones = numbers(attributes["JOINTS_0"]);
    for (std::size_t i = 0; i < weights.size(); i += 4)
      EXPECT_NEAR(weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3], 1, 1e-5);
    for (const double bone : bones)
      EXPECT_LT(bone, static_cast<double>(joints));
    const auto corners = numbers(primitive["indices"]);
    const std::size_t mode = primitive["mode"] ? index(primitive["mode"]) : 4;
    EXPECT_EQ(corners.size() % (mode == 4 ? 3 : mode == 1 ? 2 : 1), 0U);
    for (const double corner : corners)
      EXPECT_LT(corner, static_cast<double>(count));
    if (primitive["material"]) {
      EXPECT_LT(index(primitive["material"]), root()["materials"].size());
    }
  }
  double number(std::size_t at, std::int64_t kind) const {
    const std::byte* from = &bytes_.at(at);
    switch (kind) {
      case 5121:
        return load<std::uint8_t, std::endian::little>(from);
      case 5123:
        return load<std::uint16_t, std::endian::little>(from);
      case 5125:
        return load<std::uint32_t, std::endian::little>(from);
      default:
        return double{load<float, std::endian::little>(from)};
    }
  }
  static Parts parts_of(JsonValue node) {
    Parts parts;
    parts.bits = 11;
    const auto read = [&](const char* name, auto& to) {
      std::size_t i = 0;
      for (JsonValue v = node[name].first(); v; v = v.next())
        to.at(i++) = *v.number();
    };
    read("translation", parts.translation);
    read("scale", parts.scale);
    read("rotation", parts.quaternion);
    return parts;
  }
  static Matrix local(JsonValue node) {
    if (!node["matrix"]) return matrix_of(parts_of(node));
    Matrix out{};
    for (std::size_t k = 0; k < 16; ++k)
      out[k % 4][k / 4] = *child(node["matrix"], k).number();
    return out;
  }
  // Only times that are keys of every sampler, or held ends: no interpolation is needed.
  void animate(JsonValue animation, double time, std::vector<Matrix>& locals) const {
    std::vector<Parts> parts;
    for (const JsonValue node : nodes_)
      parts.push_back(parts_of(node));
    std::vector<bool> moves(nodes_.size());
    for (JsonValue c = animation["channels"].first(); c; c = c.next()) {
      const JsonValue sampler = child(animation["samplers"], index(c["sampler"]));
      const std::vector<double> times = numbers(sampler["input"]);
      const std::vector<double> values = numbers(sampler["output"]);
      const std::size_t node = index(c["target"]["node"]), width = values.size() / times.size();
      std::size_t key = 0;
      while (key + 1 < times.size() && times[key + 1] <= time + 1e-4)
        ++key;
      const bool exact = std::fabs(times[key] - time) < 1e-4;
      EXPECT_TRUE(exact || key + 1 == times.size() || time < times[0]) << time;
      const auto set = [&](auto& to) {
        for (std::size_t i = 0; i < to.size(); ++i)
          to.at(i) = values.at(width * key + i);
      };
      const std::string_view path = *c["target"]["path"].string();
      if (path == "translation") set(parts[node].translation);
      if (path == "scale") set(parts[node].scale);
      if (path == "rotation") set(parts[node].quaternion);
      moves[node] = true;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (moves[i]) locals[i] = matrix_of(parts[i]);
  }

  JsonDocument json_;
  Bytes bytes_;
  std::vector<JsonValue> accessors_, views_, nodes_;
  std::vector<int> parents_;
};

}  // namespace anmkit::gc::test
