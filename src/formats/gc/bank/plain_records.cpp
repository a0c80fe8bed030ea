// SPDX-License-Identifier: MIT
// The conditions of check_keys.cpp and check_values.cpp, for the kinds of values that most tracks
// have.
#include "formats/gc/bank/plain_records.hpp"

#include <array>
#include <cmath>
#include <span>

namespace anmkit::gc {
namespace {

bool have_plain_places(const Bank& bank, const Layout& layout, std::span<const Key> keys) {
  const std::uint64_t data = RecordCounts(bank).data_at(), size = layout.setting_size();
  if (size > bank.bytes.size()) return false;
  const std::uint64_t last = bank.bytes.size() - size;
  const std::uint32_t unaligned = layout.has_floats() ? 3 : 0;
  bool plain = true;
  for (const Key& key : keys)
    plain &= key.interpolation == 0 && key.setting >= data && key.setting <= last &&
             (key.setting & unaligned) == 0;
  return plain;
}

using Quaternion = std::array<std::int64_t, 4>;

Quaternion quaternion_at(const std::byte* from) {
  // The first component is on top.
  const auto bits = load<std::uint64_t, std::endian::big>(from);
  Quaternion q;
  for (unsigned i = 0; i < 4; ++i)
    q[i] = static_cast<std::int16_t>(bits >> (48 - 16 * i));
  return q;
}
std::int64_t dot(const Quaternion& a, const Quaternion& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

// Of length 1, and where that matters on the side of the one before.
bool have_plain_turns(const std::byte* at, bool keep_side, std::span<const Key> keys) {
  Quaternion before{};
  bool plain = true;
  for (const Key& key : keys) {
    const Quaternion q = quaternion_at(at + key.setting);
    plain &= is_unit(dot(q, q)) && (!keep_side || dot(q, before) >= 0);
    before = q;
  }
  return plain;
}

// Finite, and where `nonzero` without a component of 0.
template <class Component>
bool have_plain_triples(const std::byte* at, bool nonzero, std::span<const Key> keys) {
  bool plain = true;
  for (const Key& key : keys) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto value =
          load<Component, std::endian::big>(at + key.setting + i * sizeof(Component));
      plain &= !(nonzero && value == 0);
      if constexpr (std::same_as<Component, float>) plain &= std::isfinite(value);
    }
  }
  return plain;
}
bool have_plain_triples(const std::byte* at, const Layout& layout, bool nonzero,
                        std::span<const Key> keys) {
  switch (layout.component_size()) {
    case 1:
      return !nonzero || have_plain_triples<std::uint8_t>(at, nonzero, keys);
    case 2:
      return !nonzero || have_plain_triples<std::uint16_t>(at, nonzero, keys);
    default:
      return have_plain_triples<float>(at, nonzero, keys);
  }
}

}  // namespace

bool are_plain_records(const Bank& bank, const Layout& layout, Span span) {
  const auto keys = std::span(bank.keys).subspan(span.first, span.count);
  if (!layout.readable() || layout.bits == 0 || layout.has(kMatrix | kEuler) ||
      layout.curve_size() != 0 || !have_plain_places(bank, layout, keys))
    return false;
  const std::byte* at = bank.bytes.data();
  if (layout.has(kScale)) {
    if (!have_plain_triples(at, layout, true, keys)) return false;
    at += layout.triple_size();
  }
  if (layout.has(kQuaternion)) {
    if (!have_plain_turns(at, layout.rotation_mode >= kSquad, keys)) return false;
    at += 8;
  }
  return !layout.has(kTranslation) || have_plain_triples(at, layout, false, keys);
}

}  // namespace anmkit::gc
