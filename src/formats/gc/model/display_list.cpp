// SPDX-License-Identifier: MIT
// Commands of a display list, with their indices proved.
#include "formats/gc/model/display_list.hpp"

#include <cmath>

namespace anmkit::gc {

float AttributeArray::component(ByteView bytes, std::uint64_t at, unsigned index) const {
  constexpr std::uint64_t kSizes[] = {1, 1, 2, 2, 4};
  if (type > 4 || index >= components) return 0;
  at += kSizes[type] * index;
  if (!fits(at, kSizes[type], bytes.size())) return 0;
  const std::byte* from = &bytes[static_cast<std::size_t>(at)];
  float value = 0;
  switch (type) {
    case 0:
      value = load<std::uint8_t, std::endian::big>(from);
      break;
    case 1:
      value = load<std::int8_t, std::endian::big>(from);
      break;
    case 2:
      value = load<std::uint16_t, std::endian::big>(from);
      break;
    case 3:
      value = load<std::int16_t, std::endian::big>(from);
      break;
    default: {
      value = load<float, std::endian::big>(from);
      return std::isfinite(value) ? value : 0;
    }
  }
  return value / static_cast<float>(1u << frac);
}

AttributeArray attribute_array(const VertexArray& array, std::uint64_t base, unsigned counts) {
  constexpr std::uint64_t kSizes[] = {1, 1, 2, 2, 4};
  AttributeArray result;
  result.offset = base + array.array;
  result.count = array.count;
  result.type = array.quantize >> 4u;
  result.frac = array.quantize & 15u;
  result.components = array.components;
  const bool allowed = array.components < 32 && (counts >> array.components & 1u) != 0;
  result.stride = result.type > 4 || !allowed ? 0 : kSizes[result.type] * array.components;
  return result;
}

AttributeArray color_array(const VertexArray& array, std::uint64_t base) {
  constexpr std::uint64_t kSizes[] = {2, 3, 4, 2, 3, 4};
  AttributeArray result = attribute_array(array, base, 0);
  result.stride = result.type > 5 ? 0 : kSizes[result.type];
  return result;
}

std::array<float, 4> color_at(ByteView bytes, const AttributeArray& array, std::uint64_t at) {
  if (array.stride == 0 || !fits(at, array.stride, bytes.size())) return {1, 1, 1, 1};
  std::uint32_t v = 0;
  for (std::uint64_t i = 0; i < array.stride; ++i)
    v = v << 8u | std::to_integer<std::uint32_t>(bytes[static_cast<std::size_t>(at + i)]);
  const auto part = [&](unsigned shift, unsigned bits) {
    const std::uint32_t top = (1u << bits) - 1;
    return static_cast<float>((v >> shift) & top) / static_cast<float>(top);
  };
  switch (array.type) {
    case 0:
      return {part(11, 5), part(5, 6), part(0, 5), 1};
    case 1:
      return {part(16, 8), part(8, 8), part(0, 8), 1};
    case 2:
      return {part(24, 8), part(16, 8), part(8, 8), 1};
    case 3:
      return {part(12, 4), part(8, 4), part(4, 4), part(0, 4)};
    case 4:
      return {part(18, 6), part(12, 6), part(6, 6), part(0, 6)};
    default:
      return {part(24, 8), part(16, 8), part(8, 8), part(0, 8)};
  }
}

namespace {

// Bytes of a vertex that an attribute takes.
std::uint64_t width_of(unsigned mode, std::size_t attribute, const AttributeArray& array) {
  if (mode == 0) return 0;
  if (attribute == 0) return 1;  // a matrix slot is one byte
  return mode == 1 ? array.stride : mode - 1;
}

// Loads of registers and matrices. False when the command is unknown or cut off.
bool skip_command(BigReader& in, unsigned opcode) {
  std::uint64_t size = 4;
  switch (opcode) {
    case 0x08:
      size = 5;
      break;
    case 0x10:
      size = 2 + 4 * (std::uint64_t{in.get<std::uint16_t>("count")} + 1);
      break;
    case 0x20:
    case 0x28:
    case 0x30:
    case 0x38:
    case 0x61:
      break;
    default:
      return false;
  }
  in.get_bytes(size, "command");
  return in.ok();
}

class CornerReader {
 public:
  CornerReader(ByteView bytes, std::uint32_t description,
               const std::array<AttributeArray, kAttributes>& arrays)
      : bytes_(bytes), description_(description), arrays_(arrays) {
    for (std::size_t a = 0; a < kAttributes; ++a)
      stride_ += widths_[a] = width_of(mode(a), a, arrays[a]);
  }
  std::uint64_t stride() const { return stride_; }

  // Reads the attributes of one vertex. False when an index is outside its array.
  bool read(BigReader& in, Corner& corner) const {
    bool good = true;
    for (std::size_t a = 0; a < kAttributes; ++a) {
      if (widths_[a] == 0) continue;
      const std::uint64_t at = in.offset();
      in.get_bytes(widths_[a], "attribute");
      corner.present[a] = true;
      corner.at[a] = at;
      if (a == 0 || mode(a) == 1) continue;
      const std::byte* from = &bytes_[static_cast<std::size_t>(at)];
      corner.index[a] = mode(a) == 2 ? load<std::uint8_t, std::endian::big>(from)
                                     : load<std::uint16_t, std::endian::big>(from);
      corner.at[a] = arrays_[a].offset + corner.index[a] * arrays_[a].stride;
      good = good && (corner.index[a] < arrays_[a].count || !is_checked(a));
    }
    return good;
  }

 private:
  unsigned mode(std::size_t attribute) const { return (description_ >> (2 * attribute)) & 3u; }
  bool is_checked(std::size_t attribute) const {
    if (attribute == kPosition) return true;
    const bool color = attribute == kColor || attribute == kColor + 1;
    return arrays_[attribute].stride != 0 && !(color && arrays_[attribute].count == 1);
  }

  ByteView bytes_;
  std::uint32_t description_;
  const std::array<AttributeArray, kAttributes>& arrays_;
  std::array<std::uint64_t, kAttributes> widths_{};
  std::uint64_t stride_ = 0;
};

}  // namespace

ListEnd read_list(ByteView bytes, std::uint64_t offset, std::uint64_t size,
                  std::uint32_t description, const std::array<AttributeArray, kAttributes>& arrays,
                  const std::function<void(const DrawnPrimitive&)>& draw) {
  ListEnd end;
  const auto cut = [&] {
    end.whole = false;
    return end;
  };
  if (!fits(offset, size, bytes.size())) return cut();
  const CornerReader corners(bytes, description, arrays);
  BigReader in(bytes.first(static_cast<std::size_t>(offset + size)), offset);
  while (in.left() > 0) {
    const unsigned opcode = in.get<std::uint8_t>("opcode");
    if (opcode == 0) continue;
    if (opcode < 0x80) {
      if (!skip_command(in, opcode)) return cut();
      continue;
    }
    const std::uint64_t count = in.get<std::uint16_t>("count");
    if (!in.ok() || opcode > 0xBF || (opcode & 0xF8u) == 0x88 || corners.stride() == 0 ||
        count * corners.stride() > in.left())
      return cut();
    DrawnPrimitive drawn{opcode & 0xF8u, {}};
    drawn.corners.resize(static_cast<std::size_t>(count));
    bool good = true;
    for (Corner& corner : drawn.corners)
      good = corners.read(in, corner) && good;
    if (good) {
      if (draw) draw(drawn);
    } else {
      ++end.left_out;
    }
  }
  return end;
}

}  // namespace anmkit::gc
