// SPDX-License-Identifier: MIT
// The contents of a primitive packet (section 7.3).
#include <algorithm>

#include "anmkit/psx.hpp"
#include "core/bytes.hpp"
#include "formats/psx/model/packet.hpp"

namespace anmkit::psx {
namespace {

constexpr std::uint8_t kDoubleSided = 2, kGradation = 4;
constexpr unsigned kPolygon = 1, kLine = 2, kSprite = 3;

// The counts that decide a packet's layout.
struct Shape {
  unsigned corners = 0, textured = 0, colors = 0, normals = 0;
  unsigned ilen = 0, olen = 0;
};

Shape polygon_shape(std::uint8_t flag, std::uint8_t mode, bool lit) {
  Shape shape;
  const bool gouraud = (mode & 0x10) != 0, textured = (mode & 0x04) != 0;
  const bool gradation = lit && !textured && (flag & kGradation) != 0;
  shape.corners = (mode & 0x08) != 0 ? 4 : 3;
  shape.textured = textured ? shape.corners : 0;
  if (lit) {
    shape.colors = textured ? 0 : gradation ? shape.corners : 1;
    shape.normals = gouraud ? shape.corners : 1;
  } else {
    shape.colors = gouraud ? shape.corners : 1;
  }
  shape.ilen = shape.textured + shape.colors + (shape.normals + shape.corners + 1) / 2;
  const bool many = gouraud || gradation;
  const unsigned n = shape.corners;
  shape.olen = textured ? (many ? 3 * n : 2 * n + 1) : many ? 2 * n : n + 1;
  return shape;
}

std::uint16_t u16(ByteView data, std::size_t at) {
  return load<std::uint16_t, std::endian::little>(data.data() + at);
}

// Light as the flag specifies it, or as the mode's TGE bit does where only that fits the length.
bool is_lit(const TmdObject& object, const TmdPrimitive& primitive, ByteView data) {
  const bool by_flag = (primitive.flag & kTmdUnlit) == 0, by_mode = (primitive.mode & 1) == 0;
  if (by_flag == by_mode) return by_flag;
  const Shape flag_shape = polygon_shape(primitive.flag, primitive.mode, by_flag);
  const Shape mode_shape = polygon_shape(primitive.flag, primitive.mode, by_mode);
  const bool flag_fits = flag_shape.ilen == primitive.ilen;
  const bool mode_fits = mode_shape.ilen == primitive.ilen;
  if (flag_fits != mode_fits) return flag_fits ? by_flag : by_mode;
  if (!flag_fits) return by_flag;
  const auto in_range = [&](const Shape& shape) {
    std::size_t at = std::size_t{4} * (shape.textured + shape.colors);
    for (unsigned i = 0; i < shape.corners; ++i) {
      const bool normal = i < shape.normals;
      if (normal && u16(data, at) >= object.normals.size()) return false;
      if (normal) at += 2;
      if (u16(data, at) >= object.vertices.size()) return false;
      at += 2;
    }
    return true;
  };
  return in_range(flag_shape) || !in_range(mode_shape) ? by_flag : by_mode;
}

// Reads a packet's fields in their order.
class PacketReader {
 public:
  PacketReader(ByteView data, TmdFace& face) : data_(data), face_(face) {}

  void texture(unsigned count) {
    for (unsigned i = 0; i < count; ++i, at_ += 4) {
      face_.uv[i] = {byte(0), byte(1)};
      const std::uint16_t extra = u16(data_, at_ + 2);
      if (i == 0) face_.cba = extra;
      if (i == 1) face_.tsb = extra;
      if (i > 1 && extra != 0) face_.pad_set = true;
    }
  }
  void colors(unsigned count) {
    face_.color_count = static_cast<std::uint8_t>(count);
    for (unsigned i = 0; i < count; ++i, at_ += 4) {
      face_.color[i] = {byte(0), byte(1), byte(2), byte(3)};
      if (at_ > 0 && byte(3) != 0) face_.pad_set = true;
    }
  }
  std::uint16_t index() {
    const std::uint16_t value = u16(data_, at_);
    at_ += 2;
    return value;
  }
  // Flat packets have one normal first; Gouraud ones a normal before each vertex.
  void indices(unsigned normals, unsigned corners) {
    face_.normal_count = static_cast<std::uint8_t>(normals);
    face_.corners = static_cast<std::uint8_t>(corners);
    for (unsigned i = 0; i < corners; ++i) {
      if (i < normals) face_.normal[i] = index();
      face_.vertex[i] = index();
    }
    if (at_ % 4 != 0 && index() != 0) face_.pad_set = true;
  }
  void sprite(bool sized) {
    face_.corners = 1;
    face_.vertex[0] = index();
    face_.tsb = index();
    face_.uv[0] = {byte(0), byte(1)};
    at_ += 2;
    face_.cba = index();
    if (sized) face_.sprite_size = {index(), index()};
  }

 private:
  std::uint8_t byte(std::size_t i) const { return static_cast<std::uint8_t>(data_[at_ + i]); }
  ByteView data_;
  TmdFace& face_;
  std::size_t at_ = 0;
};

std::optional<TmdLengths> lengths_of(std::uint8_t flag, std::uint8_t mode, bool lit) {
  switch (mode >> 5) {
    case kPolygon: {
      const Shape shape = polygon_shape(flag, mode, lit);
      return TmdLengths{static_cast<std::uint8_t>(shape.ilen),
                        static_cast<std::uint8_t>(shape.olen)};
    }
    case kLine:
      return (mode & 0x10) != 0 ? TmdLengths{3, 4} : TmdLengths{2, 3};
    case kSprite:
      return (mode & 0x18) == 0 ? TmdLengths{3, 5} : TmdLengths{2, 4};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<TmdLengths> packet_lengths(std::uint8_t flag, std::uint8_t mode) {
  return lengths_of(flag, mode, (flag & kTmdUnlit) == 0);
}

std::optional<TmdIndices> packet_indices(std::uint8_t flag, std::uint8_t mode, bool lit) {
  const auto lengths = lengths_of(flag, mode, lit);
  if (!lengths) return std::nullopt;
  TmdIndices indices{lengths->ilen, 0, 1, 0};
  if (mode >> 5 == kPolygon) {
    const Shape shape = polygon_shape(flag, mode, lit);
    indices.first = static_cast<std::uint8_t>(4 * (shape.textured + shape.colors));
    indices.vertices = static_cast<std::uint8_t>(shape.corners);
    indices.normals = static_cast<std::uint8_t>(shape.normals);
  } else if (mode >> 5 == kLine) {
    indices.first = (mode & 0x10) != 0 ? 8 : 4;
    indices.vertices = 2;
  }
  return indices;
}

std::optional<TmdFace> decode_packet(const Tmd& tmd, const TmdObject& object,
                                     const TmdPrimitive& primitive) {
  const ByteView data = tmd.data(primitive);
  const unsigned code = primitive.mode >> 5;
  TmdFace face;
  const bool lit = code == kPolygon && is_lit(object, primitive, data);
  const auto wanted = lengths_of(primitive.flag, primitive.mode, lit);
  if (!wanted || wanted->ilen > primitive.ilen) return std::nullopt;
  PacketReader in(data, face);
  face.lit = lit;
  face.semi_transparent = (primitive.mode & 0x02) != 0;
  if (code == kPolygon) {
    const Shape shape = polygon_shape(primitive.flag, primitive.mode, lit);
    face.gouraud = (primitive.mode & 0x10) != 0;
    face.textured = shape.textured > 0;
    face.raw_texture = face.textured && (primitive.mode & 0x01) != 0;
    face.double_sided = (primitive.flag & kDoubleSided) != 0;
    in.texture(shape.textured);
    in.colors(shape.colors);
    in.indices(shape.normals, shape.corners);
  } else if (code == kLine) {
    face.kind = TmdFace::Kind::line;
    face.gouraud = (primitive.mode & 0x10) != 0;
    in.colors(face.gouraud ? 2 : 1);
    in.indices(0, 2);
  } else {
    face.kind = TmdFace::Kind::sprite;
    face.textured = true;
    constexpr std::array<std::uint16_t, 4> kSides{0, 1, 8, 16};
    const std::uint16_t side = kSides[primitive.mode >> 3 & 3];
    face.sprite_size = {side, side};
    in.sprite(side == 0);
  }
  return face;
}

}  // namespace anmkit::psx
