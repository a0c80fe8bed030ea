// SPDX-License-Identifier: MIT
// Values of fields as text.
#include <bit>
#include <charconv>
#include <cmath>

#include "core/bytes.hpp"
#include "core/utf8.hpp"
#include "describe/ranges.hpp"

namespace anmkit {
namespace {

constexpr std::uint64_t kMostText = 200;  // bytes of a text that are shown
constexpr std::uint64_t kMostHex = 16;

template <class T>
std::string as_number(T value) {
  char text[40];
  const auto [end, fault] = std::to_chars(text, text + sizeof text, value);
  return fault == std::errc{} ? std::string(text, end) : std::string();
}

// Six digits are as much as a reader wants.
std::string rounded(double value) {
  char text[40];
  const auto [end, fault] =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6);
  return fault == std::errc{} ? std::string(text, end) : std::string();
}

std::string_view type_name(const Walk& walk, const FieldType& type) {
  using Kind = FieldType::Kind;
  const bool big = walk.description().order == std::endian::big;
  const auto of = [&](std::string_view one, std::string_view little, std::string_view larger) {
    return type.width == 1 ? one : big ? larger : little;
  };
  switch (type.kind) {
    case Kind::real:
      return type.width == 8 ? of("", "f64le", "f64be") : of("", "f32le", "f32be");
    case Kind::bytes:
      return "bytes";
    case Kind::text:
    case Kind::text_zero:
    case Kind::text_varint:
      return "text";
    case Kind::record:
    case Kind::let:
      return "record";
    case Kind::integer:
      break;
  }
  if (type.is_signed) {
    return type.width == 8   ? of("", "s64le", "s64be")
           : type.width == 4 ? of("", "s32le", "s32be")
                             : of("s8", "s16le", "s16be");
  }
  return type.width == 8   ? of("", "u64le", "u64be")
         : type.width == 4 ? of("", "u32le", "u32be")
                           : of("u8", "u16le", "u16be");
}

ByteView text_of(const Walk& walk, const FieldPlace& found) {
  ByteView bytes = walk.bytes().subspan(found.offset, found.length);
  if (found.type.kind == FieldType::Kind::text_zero && !found.cut)
    return bytes.first(bytes.size() - 1);
  if (found.type.kind != FieldType::Kind::text_varint) return bytes;
  while (!bytes.empty()) {
    const bool more = (bytes.front() & std::byte{0x80}) != std::byte{0};
    bytes = bytes.subspan(1);
    if (!more) break;
  }
  return bytes;
}

void set_number(const Walk& walk, const FieldPlace& found, Leaf& leaf) {
  const std::uint64_t at = found.offset;
  const Field& field = found.field;
  if (found.type.kind == FieldType::Kind::real) {
    const std::uint64_t bits = walk.load(at, found.type.width);
    const double value =
        found.type.width == 8
            ? std::bit_cast<double>(bits)
            : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    leaf.value = found.type.width == 8 ? as_number(value) : as_number(static_cast<float>(value));
    if (!field.unit.empty() && std::isfinite(value))
      leaf.shown = rounded(value * field.factor) + " " + std::string(field.unit);
    return;
  }
  const std::int64_t value = walk.integer(at, found.type);
  leaf.value = found.type.width == 8 && !found.type.is_signed
                   ? as_number(static_cast<std::uint64_t>(value))
                   : as_number(value);
  for (const NamedValue& label : field.labels)
    if (label.value == value) leaf.shown = label.text;
  if (leaf.shown.empty() && !field.unit.empty()) {
    leaf.shown = rounded(static_cast<double>(value) * field.factor) + " " + std::string(field.unit);
  }
}

}  // namespace

void set_value(const Walk& walk, const FieldPlace& found, Leaf& leaf) {
  using Kind = FieldType::Kind;
  leaf.type = type_name(walk, found.type);
  const bool is_number = found.type.kind == Kind::integer || found.type.kind == Kind::real;
  if (is_number && !found.cut) return set_number(walk, found, leaf);
  if (is_number || found.type.kind == Kind::bytes) {
    const ByteView bytes = walk.bytes().subspan(found.offset, found.length);
    leaf.value = to_hex(bytes.first(std::min<std::uint64_t>(bytes.size(), kMostHex)));
    if (bytes.size() > kMostHex) leaf.value += "...";
    return;
  }
  const ByteView text = text_of(walk, found);
  leaf.value = repaired_utf8(as_text(text.first(std::min<std::uint64_t>(text.size(), kMostText))));
  if (text.size() > kMostText) leaf.value += "...";
}

}  // namespace anmkit
