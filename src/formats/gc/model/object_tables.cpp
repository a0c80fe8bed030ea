// SPDX-License-Identifier: MIT
// The attribute arrays of a new display object (section 9.2).
#include <algorithm>
#include <cmath>

#include "core/portable.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/object_writer.hpp"

namespace anmkit::gc {
namespace {

constexpr std::size_t kMostElements = 65535;  // of an array: counts have 16 bits
constexpr unsigned kShort = 3u << 4u, kFloat = 4u << 4u, kColorFormat = 5u << 4u;  // RGBA8
constexpr unsigned kNormalBits = 14;

// The most fraction bits with which numbers up to this fit into 16; none when they do not.
std::optional<unsigned> short_bits(double most) {
  for (unsigned bits = 15; bits > 0; --bits)
    if (portable::round(std::ldexp(most, static_cast<int>(bits))) <= 32767) return bits;
  return portable::round(most) <= 32767 ? std::optional(0u) : std::nullopt;
}

double degrees_between(double cosine, double squared) {
  return squared > 0
             ? to_degrees(portable::acos(std::clamp(cosine / std::sqrt(squared), -1.0, 1.0)))
             : 0.0;
}

}  // namespace

// Whether colours have to be stored, and whether one is enough for all.
bool ObjectWriter::has_colors(bool& constant) const {
  const std::array<std::uint8_t, 4> white{255, 255, 255, 255};
  const std::array<std::uint8_t, 4>* first = nullptr;
  constant = true;
  for (const Group& group : groups_) {
    for (const Corner& corner : group.corners) {
      if (first == nullptr) first = &corner.color;
      constant = constant && corner.color == *first;
    }
  }
  return first != nullptr && (!constant || *first != white);
}

// Numbers as 16-bit ones where they fit, else as floats. Directions have the length 1.
Result<ObjectWriter::Table> ObjectWriter::make_numbers(Numbers get, bool directions,
                                                       double& error) const {
  double most = directions ? 1 : 0;
  for (const Group& group : groups_) {
    for (const Corner& corner : group.corners) {
      for (const double value : get(corner)) {
        if (!std::isfinite(value)) {
          return fail(prefixed("RANGE"), "a vertex has a number that is none (NaN or infinite)");
        }
        most = std::max(most, std::fabs(value));
      }
    }
  }
  const auto bits = directions ? std::optional(kNormalBits) : short_bits(most);
  const auto shift = static_cast<int>(bits.value_or(0));
  Table table;
  table.quantize = bits ? kShort | *bits : kFloat;
  BigWriter out;
  std::map<std::array<float, 3>, std::uint16_t> known;
  for (const Group& group : groups_) {
    Indices& indices = table.of.emplace_back();
    for (const Corner& corner : group.corners) {
      const std::span<const double> values = get(corner);
      std::array<float, 3> key{};
      double off = 0, cosine = 0, squared = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double exact = std::ldexp(values[i], shift);
        key[i] = static_cast<float>(bits ? portable::round(exact) : exact);
        const double kept = std::ldexp(double{key[i]}, -shift);
        off += (kept - values[i]) * (kept - values[i]);
        cosine += kept * values[i];
        squared += kept * kept;
      }
      error = std::max(error, directions ? degrees_between(cosine, squared) : std::sqrt(off));
      const auto [at, fresh] = known.try_emplace(key, static_cast<std::uint16_t>(table.count));
      indices.push_back(at->second);
      if (!fresh) continue;
      if (++table.count > kMostElements) {
        return fail(prefixed("SIZE"),
                    "an object has more than 65535 different places, normals or texture "
                    "coordinates: divide the mesh, or let several bones carry it");
      }
      for (const float value : std::span(key).first(values.size())) {
        if (bits) {
          out.put(static_cast<std::int16_t>(value));
        } else {
          out.put(value);
        }
      }
    }
  }
  table.bytes = out.take();
  return table;
}

Result<ObjectWriter::Table> ObjectWriter::make_colors() const {
  Table table;
  table.quantize = kColorFormat;
  std::map<std::array<std::uint8_t, 4>, std::uint16_t> known;
  for (const Group& group : groups_) {
    Indices& indices = table.of.emplace_back();
    for (const Corner& corner : group.corners) {
      const auto [at, fresh] =
          known.try_emplace(corner.color, static_cast<std::uint16_t>(table.count));
      indices.push_back(at->second);
      if (!fresh) continue;
      if (++table.count > kMostElements)
        return fail(prefixed("SIZE"), "an object has more than 65535 different colours");
      for (const std::uint8_t part : corner.color)
        table.bytes.push_back(std::byte{part});
    }
  }
  return table;
}

// A skin's vertices, in the order of its lists.
ObjectWriter::Table ObjectWriter::listed_vertices() const {
  Table table;
  table.quantize = kShort | skin_->fraction;
  table.count = skin_->vertices.size();
  BigWriter out;
  for (const ListedVertex& vertex : skin_->vertices) {
    for (const std::int16_t value : vertex.stored)
      out.put(value);
  }
  table.bytes = out.take();
  for (const Group& group : groups_) {
    Indices& indices = table.of.emplace_back();
    for (const Corner& corner : group.corners)
      indices.push_back(static_cast<std::uint16_t>(corner.listed));
  }
  return table;
}

Result<ObjectWriter::Tables> ObjectWriter::make_tables() {
  Tables made;
  made.lit = std::ranges::any_of(groups_, &Group::lit);
  made.textured =
      std::ranges::any_of(groups_, [](const Group& group) { return group.texture >= 0; });
  made.colored = has_colors(made.constant);
  const auto make = [&](Table& to, Numbers get, bool directions, double& error) -> Result<void> {
    auto table = make_numbers(get, directions, error);
    if (!table) return std::unexpected(table.error());
    to = std::move(*table);
    return {};
  };
  if (skin_ != nullptr) {
    made.position = listed_vertices();
    made.normal.of = made.position.of;  // interleaved
  } else {
    const Numbers places = [](const Corner& corner) {
      return std::span<const double>(corner.position);
    };
    const Numbers normals = [](const Corner& corner) {
      return std::span<const double>(corner.normal);
    };
    if (auto good = make(made.position, places, false, notes_.position); !good)
      return std::unexpected(good.error());
    if (made.lit) {
      if (auto good = make(made.normal, normals, true, notes_.normal); !good)
        return std::unexpected(good.error());
    }
  }
  if (made.textured) {
    const Numbers uvs = [](const Corner& corner) { return std::span<const double>(corner.uv); };
    if (auto good = make(made.uv, uvs, false, notes_.uv); !good)
      return std::unexpected(good.error());
  }
  if (made.colored) {
    auto colors = make_colors();
    if (!colors) return std::unexpected(colors.error());
    made.color = std::move(*colors);
  }
  return made;
}

}  // namespace anmkit::gc
