#include "formats/gc/display_list.hpp"

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

AttributeArray attribute_array(const VertexArray& array, std::uint64_t base) {
  constexpr std::uint64_t kSizes[] = {1, 1, 2, 2, 4};
  AttributeArray result;
  result.offset = base + array.array;
  result.count = array.count;
  result.type = array.quantize >> 4u;
  result.frac = array.quantize & 15u;
  result.components = array.components;
  result.stride = result.type > 4 ? 0 : kSizes[result.type] * array.components;
  return result;
}

AttributeArray color_array(const VertexArray& array, std::uint64_t base) {
  constexpr std::uint64_t kSizes[] = {2, 3, 4, 2, 3, 4};
  AttributeArray result = attribute_array(array, base);
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

}  // namespace

bool read_list(ByteView bytes, std::uint64_t offset, std::uint64_t size, std::uint32_t description,
               const std::array<AttributeArray, kAttributes>& arrays,
               std::vector<DrawnPrimitive>& out) {
  if (!fits(offset, size, bytes.size())) return false;
  std::array<std::uint64_t, kAttributes> widths{};
  std::uint64_t stride = 0;
  for (std::size_t a = 0; a < kAttributes; ++a)
    stride += widths[a] = width_of((description >> (2 * a)) & 3u, a, arrays[a]);
  BigReader in(bytes.first(static_cast<std::size_t>(offset + size)), offset);
  while (in.left() > 0) {
    const unsigned opcode = in.get<std::uint8_t>("opcode");
    if (opcode == 0) continue;
    if (opcode < 0x80) {  // loads of registers and matrices
      std::uint64_t skip = 4;
      if (opcode == 0x08) skip = 5;
      if (opcode == 0x10) skip = 2 + 4 * (std::uint64_t{in.get<std::uint16_t>("count")} + 1);
      const bool known = opcode == 0x61 || opcode == 0x08 || opcode == 0x10 || opcode == 0x20 ||
                         opcode == 0x28 || opcode == 0x30 || opcode == 0x38;
      in.get_bytes(skip, "command");
      if (!known || !in.ok()) return false;
      continue;
    }
    const std::uint64_t count = in.get<std::uint16_t>("count");
    if (!in.ok() || opcode > 0xBF || (opcode & 0xF8u) == 0x88 || stride == 0 ||
        count * stride > in.left())
      return false;
    DrawnPrimitive drawn{opcode & 0xF8u, {}};
    drawn.corners.resize(static_cast<std::size_t>(count));
    bool good = true;
    for (Corner& corner : drawn.corners) {
      for (std::size_t a = 0; a < kAttributes; ++a) {
        if (widths[a] == 0) continue;
        const std::uint64_t at = in.offset();
        in.get_bytes(widths[a], "attribute");
        corner.present[a] = true;
        corner.at[a] = at;
        const unsigned mode = (description >> (2 * a)) & 3u;
        if (a == 0 || mode == 1) continue;
        const std::byte* from = &bytes[static_cast<std::size_t>(at)];
        corner.index[a] = mode == 2 ? load<std::uint8_t, std::endian::big>(from)
                                    : load<std::uint16_t, std::endian::big>(from);
        corner.at[a] = arrays[a].offset + corner.index[a] * arrays[a].stride;
        if (a == kPosition && corner.index[a] >= arrays[a].count) good = false;
      }
    }
    if (good) out.push_back(std::move(drawn));
  }
  return true;
}

}  // namespace anmkit::gc
