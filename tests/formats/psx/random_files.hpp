// SPDX-License-Identifier: MIT
// Random models and textures of every kind that sections 7 and 8 name, with the oddities of real
// files. Built field by field from the tables of the specification, without the library's writer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bytes.hpp"

namespace anmkit::psx::test {

class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed * 2654435761u + 12345u) {}
  std::uint32_t below(std::uint32_t end) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<std::uint32_t>((std::uint64_t{state_} * end) >> 32);
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::uint32_t state_;
};

inline void put8(Bytes& to, unsigned value) {
  to.push_back(static_cast<std::byte>(value & 255));
}
inline void put16(Bytes& to, unsigned value) {
  put8(to, value);
  put8(to, value >> 8);
}
inline void put32(Bytes& to, std::uint32_t value) {
  put16(to, value & 0xFFFF);
  put16(to, value >> 16);
}

// What the model must show once it is a scene.
struct ShownCounts {
  std::size_t triangles = 0, lines = 0, points = 0, skipped = 0;
  friend bool operator==(const ShownCounts&, const ShownCounts&) = default;
};

struct RandomModel {
  Bytes bytes;
  ShownCounts shown;
};

// A row of the table of section 7.3: words of texture, of colours, normals, corners.
struct PacketKind {
  std::uint8_t flag, mode, ilen, olen;
  std::uint8_t textures, colors, normals, corners;
};
inline constexpr std::array<PacketKind, 32> kPacketKinds{{
    {0, 0x20, 3, 4, 0, 1, 1, 3}, {0, 0x28, 4, 5, 0, 1, 1, 4},   {4, 0x20, 5, 6, 0, 3, 1, 3},
    {4, 0x28, 7, 8, 0, 4, 1, 4}, {0, 0x30, 4, 6, 0, 1, 3, 3},   {0, 0x38, 5, 8, 0, 1, 4, 4},
    {4, 0x30, 6, 6, 0, 3, 3, 3}, {4, 0x38, 8, 8, 0, 4, 4, 4},   {0, 0x24, 5, 7, 3, 0, 1, 3},
    {0, 0x2C, 7, 9, 4, 0, 1, 4}, {0, 0x34, 6, 9, 3, 0, 3, 3},   {0, 0x3C, 8, 12, 4, 0, 4, 4},
    {1, 0x21, 3, 4, 0, 1, 0, 3}, {1, 0x29, 3, 5, 0, 1, 0, 4},   {1, 0x31, 5, 6, 0, 3, 0, 3},
    {1, 0x39, 6, 8, 0, 4, 0, 4}, {1, 0x25, 6, 7, 3, 1, 0, 3},   {1, 0x2D, 7, 9, 4, 1, 0, 4},
    {1, 0x35, 8, 9, 3, 3, 0, 3}, {1, 0x3D, 10, 12, 4, 4, 0, 4}, {1, 0x40, 2, 3, 0, 1, 0, 2},
    {1, 0x50, 3, 4, 0, 2, 0, 2}, {1, 0x64, 3, 5, 0, 0, 0, 1},   {1, 0x6C, 2, 4, 0, 0, 0, 1},
    {1, 0x74, 2, 4, 0, 0, 0, 1}, {1, 0x7C, 2, 4, 0, 0, 0, 1},   {3, 0x21, 3, 4, 0, 1, 0, 3},
    {2, 0x20, 3, 4, 0, 1, 1, 3}, {1, 0x23, 3, 4, 0, 1, 0, 3},   {3, 0x3F, 10, 12, 4, 4, 0, 4},
    {2, 0x36, 6, 9, 3, 0, 3, 3}, {1, 0x42, 2, 3, 0, 1, 0, 2},
}};

class ModelGenerator {
 public:
  explicit ModelGenerator(std::uint32_t seed) : random_(seed) {}

  RandomModel make() {
    objects_.resize(random_.below(7));
    for (Object& object : objects_)
      fill(object);
    place();
    return {std::move(file_), shown_};
  }

 private:
  struct Object {
    std::vector<std::array<std::int16_t, 3>> vertices;
    std::uint32_t normals = 0, primitives = 0;
    Bytes vertex_bytes, normal_bytes, packets;
    std::array<std::uint32_t, 3> top{};
  };

  void fill(Object& object) {
    const std::uint32_t vertices = random_.one_in(8) ? 0 : 1 + random_.below(12);
    for (std::uint32_t v = 0; v < vertices; ++v) {
      std::array<std::int16_t, 3> place{};
      for (std::int16_t& value : place) {
        value = static_cast<std::int16_t>(random_.below(65536) >> random_.below(12));
        put16(object.vertex_bytes, static_cast<std::uint16_t>(value));
      }
      put16(object.vertex_bytes, random_.one_in(20) ? random_.below(65536) : 0);
      object.vertices.push_back(place);
    }
    object.normals = random_.one_in(4) ? 0 : 1 + random_.below(6);
    for (std::uint32_t n = 0; n < object.normals; ++n) {
      const bool zero = random_.one_in(5);
      for (int a = 0; a < 3; ++a)
        put16(object.normal_bytes, zero ? 0 : random_.below(65536));
      put16(object.normal_bytes, 0);
    }
    const std::uint32_t packets = random_.one_in(6) ? 0 : 1 + random_.below(12);
    std::size_t lines = 0, triangles = 0;
    ShownCounts shown;
    for (std::uint32_t k = 0; k < packets; ++k)
      add_packet(object, shown, lines, triangles);
    // The one facing triangle of an object made from lines is left out (section 3.4).
    if (lines > 0 && triangles == 1) --shown.triangles;
    shown_.triangles += shown.triangles;
    shown_.lines += shown.lines;
    shown_.points += shown.points;
    shown_.skipped += shown.skipped;
  }

  void add_packet(Object& object, ShownCounts& shown, std::size_t& lines, std::size_t& triangles) {
    ++object.primitives;
    if (random_.one_in(15)) {  // a mode code that nothing knows, any length
      const unsigned words = random_.below(6);
      put8(object.packets, random_.below(256));
      put8(object.packets, words);
      put8(object.packets, random_.below(256));
      put8(object.packets, random_.below(32) | (random_.one_in(2) ? 0x80u : 0u));
      for (unsigned i = 0; i < words; ++i)
        put32(object.packets, random_.below(0xFFFFFFFF));
      ++shown.skipped;
      return;
    }
    const PacketKind& kind =
        kPacketKinds[random_.below(static_cast<std::uint32_t>(kPacketKinds.size()))];
    const unsigned extra = random_.one_in(12) ? 1 + random_.below(3) : 0;
    put8(object.packets, random_.one_in(6) ? random_.below(256) : kind.olen);
    put8(object.packets, kind.ilen + extra);
    put8(object.packets, kind.flag);
    put8(object.packets, kind.mode);
    std::vector<std::uint32_t> corners;
    bool inside = true;
    const std::size_t begin = object.packets.size();
    kind.mode >> 5 == 3 ? add_sprite(object, kind, corners)
                        : add_fields(object, kind, corners, inside);
    while (object.packets.size() < begin + 4u * (kind.ilen + extra))
      put8(object.packets, 0);
    for (const std::uint32_t v : corners)
      inside = inside && v < object.vertices.size();
    if (!inside) {
      ++shown.skipped;
    } else if (corners.size() == 1) {
      ++shown.points;
    } else if (corners.size() == 2) {
      ++lines;
      const bool dot = object.vertices[corners[0]] == object.vertices[corners[1]];
      ++(dot ? shown.points : shown.lines);
    } else {
      shown.triangles += corners.size() - 2;
      const bool plain = kind.flag & 1 && (kind.mode & 0x1C) == 0;
      triangles += plain ? 1 : 0;
    }
  }

  std::uint32_t vertex(const Object& object) {
    const auto count = static_cast<std::uint32_t>(object.vertices.size());
    return count == 0 || random_.one_in(60) ? count + random_.below(9) : random_.below(count);
  }

  void add_sprite(Object& object, const PacketKind& kind, std::vector<std::uint32_t>& corners) {
    corners.push_back(vertex(object));
    put16(object.packets, corners[0]);
    put16(object.packets, random_.below(512));
    put16(object.packets, random_.below(65536));
    put16(object.packets, random_.below(32768));
    if (kind.ilen == 3) put32(object.packets, 0x00200010);
  }

  void add_fields(Object& object, const PacketKind& kind, std::vector<std::uint32_t>& corners,
                  bool& inside) {
    for (unsigned i = 0; i < kind.textures; ++i) {
      put16(object.packets, random_.below(65536));
      // Few pages and palettes, as in real files.
      put16(object.packets, i == 0   ? random_.below(4) * 64
                            : i == 1 ? random_.below(4) << 7 | random_.below(2)
                                     : 0);
    }
    for (unsigned i = 0; i < kind.colors; ++i) {
      for (int c = 0; c < 3; ++c)
        put8(object.packets, random_.below(256));
      put8(object.packets, i == 0 && kind.textures == 0 ? kind.mode : 0u);
    }
    for (unsigned i = 0; i < kind.corners; ++i) {
      if (i < kind.normals) {
        const std::uint32_t normal =
            object.normals == 0 ? 0 : random_.below(object.normals + (random_.one_in(60) ? 2 : 0));
        inside = inside && normal < object.normals;
        put16(object.packets, normal);
      }
      corners.push_back(vertex(object));
      put16(object.packets, corners.back());
    }
    if ((kind.normals + kind.corners) % 2 != 0) put16(object.packets, 0);
  }

  // Sections in a random order, with gaps, shared arrays, a tail; relative or absolute.
  void place() {
    const auto table = static_cast<std::uint32_t>(28 * objects_.size());
    Bytes body;
    const unsigned order = random_.below(6);
    constexpr std::array<std::array<unsigned, 3>, 6> kOrders{
        {{2, 0, 1}, {0, 1, 2}, {1, 2, 0}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}}};
    const bool gaps = random_.one_in(4), fixp = random_.one_in(4), by_object = random_.one_in(4);
    const auto append = [&](Object& object, unsigned part) {
      const Bytes& bytes = part == 0   ? object.vertex_bytes
                           : part == 1 ? object.normal_bytes
                                       : object.packets;
      // The bias of a dump is found by the lowest array: none may be before it.
      if (gaps && random_.one_in(3) && !(fixp && body.empty())) put32(body, random_.below(99999));
      object.top[part] = table + static_cast<std::uint32_t>(body.size());
      body.insert(body.end(), bytes.begin(), bytes.end());
    };
    if (by_object) {
      for (Object& object : objects_)
        for (const unsigned part : kOrders[order])
          append(object, part);
    } else {
      for (const unsigned part : kOrders[order])
        for (Object& object : objects_)
          append(object, part);
    }
    if (random_.one_in(5)) body.insert(body.end(), random_.below(9), std::byte{0});
    write_header(fixp);
    file_.insert(file_.end(), body.begin(), body.end());
  }

  void write_header(bool fixp) {
    const std::uint32_t base = fixp ? 0x80095000 + 12 : 0;
    put32(file_, 0x41);
    put32(file_, fixp ? 1 : 0);
    put32(file_, static_cast<std::uint32_t>(objects_.size()));
    for (const Object& object : objects_) {
      const std::array<std::uint32_t, 3> counts{static_cast<std::uint32_t>(object.vertices.size()),
                                                object.normals, object.primitives};
      for (unsigned part = 0; part < 3; ++part) {
        put32(file_, base + object.top[part]);
        put32(file_, counts[part]);
      }
      put32(file_, random_.below(12) - 4);
    }
  }

  Random random_;
  std::vector<Object> objects_;
  ShownCounts shown_;
  Bytes file_;
};

inline RandomModel random_model(std::uint32_t seed) {
  return ModelGenerator(seed).make();
}

struct RandomTexture {
  Bytes bytes;
  std::size_t palettes = 1;
  std::uint32_t width = 0, height = 0;
};

// Any depth, several palettes in either shape, odd widths, wrong lengths, dirty flags, a tail.
inline RandomTexture random_texture(std::uint32_t seed) {
  Random random(seed);
  RandomTexture texture;
  Bytes& file = texture.bytes;
  const unsigned depth = random.below(5);
  const bool clut = depth < 2 ? !random.one_in(6) : random.one_in(8);
  put32(file, 0x10);
  put32(file, depth | (clut ? 8u : 0u) | (random.one_in(8) ? random.below(9999) << 4 : 0u));
  const auto block = [&](unsigned x, unsigned y, unsigned w, unsigned h, bool last) {
    const std::uint32_t wrong = last && random.one_in(6) ? random.below(5000) : 0;
    put32(file, wrong != 0 ? wrong : 12 + 2 * w * h);
    put16(file, x);
    put16(file, y);
    put16(file, w);
    put16(file, h);
    for (unsigned i = 0; i < w * h; ++i)
      put16(file, random.one_in(5) ? 0 : random.below(65536));
  };
  if (clut) {
    const unsigned size = depth == 1 ? 256 : 16, count = 1 + random.below(4);
    const bool stacked = random.one_in(2);
    if (depth < 2) texture.palettes = count;
    block(random.below(4) * 16, random.below(4), stacked ? size : size * count, stacked ? count : 1,
          false);
  }
  const unsigned w = 1 + random.below(depth == 3 ? 30 : 20), h = 1 + random.below(24);
  block(random.below(2) * 64 + random.below(40), random.below(200), w, h, true);
  texture.width = depth == 0 ? w * 4 : depth == 1 ? w * 2 : depth == 3 ? w * 2 / 3 : w;
  texture.height = h;
  if (random.one_in(5)) file.insert(file.end(), random.below(40), std::byte{7});
  return texture;
}

}  // namespace anmkit::psx::test
