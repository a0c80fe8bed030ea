// SPDX-License-Identifier: MIT
// Faces of a scene's meshes as packets of a model's object (section 7.3).
#pragma once

#include <algorithm>
#include <cmath>
#include <map>

#include "bodies/colors.hpp"
#include "formats/psx/model/packet.hpp"
#include "formats/psx/scene.hpp"
#include "formats/psx/texture/new_textures.hpp"
#include "scene/mesh_parts.hpp"

namespace anmkit::psx {

// Appends to one object, and the data of its packets to the model.
class ObjectWriter {
 public:
  // `textures`: those that get a page.
  ObjectWriter(Tmd& tmd, TmdObject& object, const NewTextures& textures)
      : tmd_(tmd), object_(object), textures_(textures) {}

  // False when a position does not fit into 16 bits.
  bool add(const Scene& scene, const Primitive& primitive) {
    const Material* material = material_at(scene, primitive.material);
    bool good = true;
    for_each_face(primitive, [&](std::span<const std::uint32_t> face) {
      good = good && add_face(primitive, material, face);
    });
    return good;
  }
  double error() const { return error_; }
  // Faces that go over the edge of a new texture, and lit ones whose texture hides their colour.
  std::size_t repeated() const { return repeated_; }
  std::size_t uncolored() const { return uncolored_; }

 private:
  using Color = std::array<std::uint8_t, 3>;
  static constexpr Color kWhite{255, 255, 255};
  static constexpr double kSlack = 1e-4;  // of texture coordinates

  std::optional<std::uint16_t> vertex(const std::array<float, 3>& position) {
    std::array<std::int16_t, 3> key{};
    for (std::size_t a = 0; a < 3; ++a) {
      const double value = double{position[a]};
      const double rounded = portable::round(value);
      if (!(rounded >= -32768 && rounded <= 32767)) return std::nullopt;
      error_ = std::max(error_, std::fabs(value - rounded));
      key[a] = static_cast<std::int16_t>(rounded);
    }
    return store(key, places_, object_.vertices);
  }

  // The index of three numbers in a list that has each once.
  using Key = std::array<std::int16_t, 3>;
  template <class List>
  static std::optional<std::uint16_t> store(const Key& key, std::map<Key, std::size_t>& known,
                                            List& list) {
    const auto [at, added] = known.emplace(key, list.size());
    if (added) list.push_back({key[0], key[1], key[2], 0});
    if (at->second > 0xFFFF) return std::nullopt;
    return static_cast<std::uint16_t>(at->second);
  }

  static Color color(const Primitive& primitive, const Material* material, std::uint32_t index) {
    std::array<float, 4> c{1, 1, 1, 1};
    if (material != nullptr) c = material->base_color;
    if (index < primitive.colors.size()) {
      for (std::size_t i = 0; i < 4; ++i)
        c[i] *= primitive.colors[index][i];
    }
    return {display_byte(c[0]), display_byte(c[1]), display_byte(c[2])};
  }

  // A vertex of a face on its way into a packet.
  struct Point {
    std::uint16_t vertex = 0, normal = 0;
    Color color{};
    std::uint8_t u = 0, v = 0;
  };

  // 4096 = 1 (section 7.2); each direction is stored once.
  std::optional<std::uint16_t> normal(const std::array<float, 3>& direction) {
    Vec3 own = vec(direction);
    own = own * (length(own) > 0 ? 1 / length(own) : 0.0);
    const std::array<double, 3> values{own.x, own.y, own.z};
    std::array<std::int16_t, 3> key{};
    for (std::size_t a = 0; a < 3; ++a) {
      const double value = std::clamp(values[a], -1.0, 1.0);
      key[a] = static_cast<std::int16_t>(portable::lround(value * kOne));
    }
    return store(key, directions_, object_.normals);
  }

  bool add_face(const Primitive& primitive, const Material* material,
                std::span<const std::uint32_t> corners) {
    const Style style(primitive, material, textures_);
    const std::array<double, 2> copy = first_copy(primitive, corners);
    bool over = false;
    std::vector<Point> points;
    for (const std::uint32_t index : corners) {
      Point& point = points.emplace_back();
      const auto v = vertex(primitive.positions[index]);
      if (!v) return false;
      point.vertex = *v;
      point.color = color(primitive, material, index);
      if (style.lit) {
        const auto n = index < primitive.normals.size() ? normal(primitive.normals[index])
                                                        : normal({0, 0, -1});
        if (!n) return false;
        point.normal = *n;
      }
      if (!style.texture || index >= primitive.uvs.size()) continue;
      const auto& uv = primitive.uvs[index];
      if (style.made == nullptr) {
        point.u = texel(uv[0]);
        point.v = texel(uv[1]);
      } else {
        point.u = texel(double{uv[0]} - copy[0], style.made->width, over);
        point.v = texel(double{uv[1]} - copy[1], style.made->height, over);
      }
    }
    repeated_ += over ? 1 : 0;
    const auto is_colored = [](const Point& point) { return point.color != kWhite; };
    uncolored_ += style.lit && style.texture && std::ranges::any_of(points, is_colored) ? 1 : 0;
    if (points.size() == 1) points.push_back(points[0]);      // a dot is a line of length 0
    if (points.size() == 3) std::swap(points[1], points[2]);  // front faces are clockwise
    put_packet(style, points);
    return true;
  }

  // How the faces of a primitive are drawn, by its material.
  struct Style {
    Style(const Primitive& primitive, const Material* material, const NewTextures& textures) {
      const bool faces = primitive.mode == PrimitiveMode::triangles;
      lit = faces && is_lit(primitive, material);
      if (material == nullptr) return;
      blend = material->alpha == AlphaMode::blend;
      if (!faces) return;
      double_sided = material->double_sided;
      if (primitive.uvs.empty()) return;
      texture = texture_of(material->name);
      const auto found = textures.of.find(material->image);
      if (texture || found == textures.of.end()) return;
      made = &found->second;
      texture = std::uint32_t{made->tsb} << 16 | made->cba;
    }
    // Exports say it in the names of their materials, which editors keep where they drop the
    // extension for unlit ones. Other materials are lit as in glTF, where there are normals.
    static bool is_lit(const Primitive& primitive, const Material* material) {
      if (material != nullptr) {
        const std::string_view name = material->name;
        if (texture_of(name)) return name.substr(19).starts_with(" lit");
        if (name.starts_with("lit")) return true;
        if (name.starts_with("plain") || material->unlit) return false;
      }
      return !primitive.normals.empty();
    }
    bool lit = false, double_sided = false, blend = false;
    std::optional<std::uint32_t> texture;
    const NewTexture* made = nullptr;  // where the texture is new
  };

  // Which of a repeating image's copies a face begins in.
  static std::array<double, 2> first_copy(const Primitive& primitive,
                                          std::span<const std::uint32_t> corners) {
    std::array<double, 2> least{0, 0};
    for (std::size_t a = 0; a < 2; ++a) {
      bool first = true;
      for (const std::uint32_t index : corners) {
        if (index >= primitive.uvs.size()) continue;
        const double value = double{primitive.uvs[index][a]};
        least[a] = first ? value : std::min(least[a], value);
        first = false;
      }
      least[a] = std::floor(least[a] + kSlack);
    }
    return least;
  }
  // Of an image that is in the corner of its page.
  static std::uint8_t texel(double coordinate, std::uint32_t size, bool& over) {
    over = over || !(coordinate <= 1 + kSlack);
    const double last = static_cast<double>(size) - 1;
    const double whole = std::floor(coordinate * static_cast<double>(size));
    return whole > 0 ? static_cast<std::uint8_t>(std::min(whole, last)) : 0;
  }

  static std::uint8_t texel(double coordinate) {
    const double inside = coordinate - std::floor(coordinate);  // pages repeat
    return inside > 0 ? static_cast<std::uint8_t>(std::min(std::floor(inside * 256), 255.0)) : 0;
  }

  // Flag, mode and fields in the order of section 7.3.
  void put_packet(const Style& style, const std::vector<Point>& points) {
    const bool line = points.size() == 2;
    const auto differ = [&](auto member) {
      return std::ranges::any_of(points,
                                 [&](const Point& p) { return p.*member != points[0].*member; });
    };
    const bool colors = differ(&Point::color), normals = style.lit && differ(&Point::normal);
    const bool white = !colors && points[0].color == kWhite;
    unsigned mode = line ? 0x40u : 0x20u;
    mode |= style.texture ? 0x04u : 0u;
    mode |= (style.lit ? normals : colors) ? 0x10u : 0u;
    mode |= style.blend ? 0x02u : 0u;
    // Unlit polygons show their texture as it is, unless colours change it.
    mode |= !line && !style.lit && (!style.texture || white) ? 0x01u : 0u;
    unsigned flag = (style.lit ? 0u : 1u) | (style.double_sided ? 2u : 0u);
    if (style.lit && !style.texture && colors) flag |= 4;
    const auto lengths =
        packet_lengths(static_cast<std::uint8_t>(flag), static_cast<std::uint8_t>(mode));
    object_.primitives.push_back({lengths->olen, lengths->ilen, static_cast<std::uint8_t>(flag),
                                  static_cast<std::uint8_t>(mode),
                                  static_cast<std::uint32_t>(tmd_.packet_data.size())});
    if (style.texture) put_texture(*style.texture, points);
    if (!style.lit || !style.texture) {
      for (std::size_t i = 0; i < (colors ? points.size() : 1); ++i) {
        for (const std::uint8_t c : points[i].color)
          put8(style.texture ? (c * 128u + 127) / 255 : c);  // 128 leaves a texture as it is
        put8(i == 0 && !style.texture ? mode : 0);
      }
    }
    std::size_t count = points.size();
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (style.lit && (i == 0 || normals)) put16(points[i].normal), ++count;
      put16(points[i].vertex);
    }
    if (count % 2 != 0) put16(0);
  }

  void put_texture(std::uint32_t texture, const std::vector<Point>& points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      put8(points[i].u);
      put8(points[i].v);
      put16(i == 0 ? texture & 0xFFFF : i == 1 ? texture >> 16 : 0);
    }
  }
  void put8(unsigned value) { tmd_.packet_data.push_back(static_cast<std::byte>(value & 0xFF)); }
  void put16(unsigned value) {
    put8(value);
    put8(value >> 8u);
  }

  Tmd& tmd_;
  TmdObject& object_;
  const NewTextures& textures_;
  double error_ = 0;
  std::size_t repeated_ = 0, uncolored_ = 0;
  std::map<Key, std::size_t> places_, directions_;
};

}  // namespace anmkit::psx
