// SPDX-License-Identifier: MIT
// Attribute arrays, display states and primitive lists of a new display object.
#include "formats/gc/model/object_writer.hpp"

#include <algorithm>
#include <cmath>

#include "formats/gc/findings.hpp"
#include "formats/gc/model/display_list.hpp"

namespace anmkit::gc {
namespace {

constexpr std::size_t kMostElements = 65535;  // of an array: counts have 16 bits
constexpr unsigned kShort = 3u << 4u, kFloat = 4u << 4u, kColorFormat = 5u << 4u;  // RGBA8
constexpr std::uint32_t kIndex16 = 3;
constexpr float kAmbient = 30;  // percent
constexpr unsigned kNormalBits = 14;

std::uint8_t display_byte(float linear) {
  const double value = std::clamp(double{linear}, 0.0, 1.0);
  const double shown =
      value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(shown * 255));
}

std::size_t corners_of(PrimitiveMode mode) {
  return mode == PrimitiveMode::triangles ? 3 : mode == PrimitiveMode::lines ? 2 : 1;
}
unsigned opcode_of(PrimitiveMode mode) {
  return mode == PrimitiveMode::triangles ? 0x90u : mode == PrimitiveMode::lines ? 0xA8u : 0xB8u;
}

Vec3 vec(const std::array<double, 3>& v) {
  return {v[0], v[1], v[2]};
}

// The most fraction bits with which numbers up to this fit into 16; none when they do not.
std::optional<unsigned> short_bits(double most) {
  for (unsigned bits = 15; bits > 0; --bits)
    if (std::round(std::ldexp(most, static_cast<int>(bits))) <= 32767) return bits;
  return std::round(most) <= 32767 ? std::optional(0u) : std::nullopt;
}

}  // namespace

void ObjectWriter::add(const Primitive& primitive, const Mat4& place) {
  add_group(primitive, place, {});
}

void ObjectWriter::add(const Primitive& primitive, const SkinLists& lists,
                       std::span<const std::uint32_t> order) {
  skin_ = &lists;
  add_group(primitive, {}, order);
}

// Section 9.3: index, unit 0, wraps and filters.
std::optional<std::uint32_t> ObjectWriter::texture_state(const Primitive& primitive,
                                                         const Material& material) {
  if (primitive.uvs.size() != primitive.positions.size() || material.image < 0 ||
      static_cast<std::size_t>(material.image) >= textures_.of.size())
    return std::nullopt;
  const std::int32_t number = textures_.of[static_cast<std::size_t>(material.image)];
  if (number < 0 || static_cast<std::size_t>(number) >= kMostTextures) {
    ++notes_.no_image;
    return std::nullopt;
  }
  const auto wrap = [](Wrap kind) {
    return kind == Wrap::clamp ? 0u : kind == Wrap::repeat ? 1u : 2u;
  };
  // New textures have one level, and of mipmaps nothing can be shown.
  const auto filter = [](Filter kind) {
    return kind == Filter::nearest || kind == Filter::nearest_mipmap_nearest ||
                   kind == Filter::nearest_mipmap_linear
               ? 0u
               : 1u;
  };
  return static_cast<std::uint32_t>(number) | wrap(material.wrap_s) << 16u |
         wrap(material.wrap_t) << 20u | filter(material.min_filter) << 24u |
         filter(material.mag_filter) << 28u;
}

void ObjectWriter::flat_normals(std::span<Corner> face) const {
  Vec3 normal{0, 0, 1};
  if (face.size() == 3) {
    const Vec3 a = vec(face[0].position);
    const Vec3 across = cross(vec(face[1].position) - a, vec(face[2].position) - a);
    const double size = length(across);
    if (size > 0) normal = across * (1 / size);
  }
  for (Corner& corner : face)
    corner.normal = {normal.x, normal.y, normal.z};
}

void ObjectWriter::add_group(const Primitive& primitive, const Mat4& place,
                             std::span<const std::uint32_t> order) {
  static const Material kPlain;
  const auto index = static_cast<std::size_t>(primitive.material);
  const Material& material =
      primitive.material >= 0 && index < scene_.materials.size() ? scene_.materials[index] : kPlain;
  const auto texture = texture_state(primitive, material);
  const bool lit = !material.unlit && primitive.mode == PrimitiveMode::triangles;
  const std::int64_t setting = texture ? std::int64_t{*texture} : -1;
  const auto [found, fresh] = group_of_.try_emplace(
      {primitive.material, static_cast<std::int64_t>(primitive.mode), setting, lit ? 1 : 0},
      groups_.size());
  if (fresh) groups_.push_back({primitive.material, primitive.mode, lit, setting, {}});
  Group& group = groups_[found->second];
  const Mat4 back = affine_inverse(place);
  const auto corner_at = [&](std::uint32_t v) {
    Corner corner;
    const auto& p = primitive.positions[v];
    const Vec3 at = transform_point(place, {double{p[0]}, double{p[1]}, double{p[2]}});
    corner.position = {at.x, at.y, at.z};
    if (v < primitive.normals.size()) {
      const auto& n = primitive.normals[v];
      const Vec3 own{double{n[0]}, double{n[1]}, double{n[2]}};
      // By the inverse transposed.
      const auto row = [&](int i) {
        return dot(own, {back.at(0, i), back.at(1, i), back.at(2, i)});
      };
      const Vec3 normal{row(0), row(1), row(2)};
      const double size = length(normal);
      if (size > 0 && std::isfinite(size))
        corner.normal = {normal.x / size, normal.y / size, normal.z / size};
    }
    if (texture) corner.uv = {double{primitive.uvs[v][0]}, double{primitive.uvs[v][1]}};
    for (std::size_t c = 0; c < 4; ++c) {
      const float own = v < primitive.colors.size() ? primitive.colors[v][c] : 1.0F;
      const float whole = own * material.base_color[c];
      corner.color[c] =
          c < 3 ? display_byte(whole)
                : static_cast<std::uint8_t>(std::lround(std::clamp(double{whole}, 0.0, 1.0) * 255));
    }
    if (v < order.size()) corner.listed = order[v];
    return corner;
  };
  const std::size_t corners = corners_of(primitive.mode);
  const bool bare = primitive.normals.size() != primitive.positions.size();
  const std::size_t count =
      primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
  for (std::size_t at = 0; at + corners <= count; at += corners) {
    const std::size_t first = group.corners.size();
    for (std::size_t c = 0; c < corners; ++c) {
      const auto v = primitive.indices.empty() ? static_cast<std::uint32_t>(at + c)
                                               : primitive.indices[at + c];
      if (v >= primitive.positions.size()) break;
      group.corners.push_back(corner_at(v));
    }
    if (group.corners.size() != first + corners) {
      group.corners.resize(first);
    } else if (bare && lit) {
      flat_normals(std::span(group.corners).subspan(first));
    }
  }
}

// Whether colours have to be said, and whether one says all.
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

// An array of N numbers each, as 16-bit ones where they fit; `indices` gets those of each group.
template <std::size_t N, class Get>
Result<ObjectWriter::Table> ObjectWriter::numbers(Get get, bool directions, double& error,
                                                  std::vector<Indices>& indices) {
  Table table;
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
  table.quantize = bits ? kShort | *bits : kFloat;
  BigWriter out;
  std::map<std::array<float, N>, std::uint16_t> known;
  indices.assign(groups_.size(), {});
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (const Corner& corner : groups_[g].corners) {
      const auto values = get(corner);
      std::array<float, N> key{};
      double off = 0, cosine = 0, size = 0;
      for (std::size_t i = 0; i < N; ++i) {
        key[i] =
            bits ? static_cast<float>(std::lround(std::ldexp(values[i], static_cast<int>(*bits))))
                 : static_cast<float>(values[i]);
        const double kept =
            bits ? std::ldexp(double{key[i]}, -static_cast<int>(*bits)) : double{key[i]};
        off += (kept - values[i]) * (kept - values[i]);
        cosine += kept * values[i];
        size += kept * kept;
      }
      error = std::max(
          error, !directions ? std::sqrt(off)
                 : size > 0 ? to_degrees(std::acos(std::clamp(cosine / std::sqrt(size), -1.0, 1.0)))
                            : 0.0);
      const auto [at, fresh] = known.try_emplace(key, static_cast<std::uint16_t>(table.count));
      if (fresh) {
        if (++table.count > kMostElements) {
          return fail(prefixed("SIZE"),
                      "an object has more than 65535 different places, normals or texture "
                      "coordinates: divide the mesh, or let several bones carry it");
        }
        for (const float value : key) {
          if (bits) {
            out.put(static_cast<std::int16_t>(value));
          } else {
            out.put(value);
          }
        }
      }
      indices[g].push_back(at->second);
    }
  }
  table.bytes = out.take();
  return table;
}

ObjectWriter::Table ObjectWriter::colors(bool constant, std::vector<Indices>& indices) const {
  Table table;
  table.quantize = kColorFormat;
  std::map<std::array<std::uint8_t, 4>, std::uint16_t> known;
  indices.assign(groups_.size(), {});
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (const Corner& corner : groups_[g].corners) {
      // Beyond 65535 colours the last one stands for the rest: `write` refuses it.
      const auto [at, fresh] = known.try_emplace(
          corner.color, static_cast<std::uint16_t>(std::min(table.count, kMostElements)));
      if (fresh) {
        ++table.count;
        for (const std::uint8_t part : corner.color)
          table.bytes.push_back(std::byte{part});
      }
      indices[g].push_back(at->second);
    }
  }
  if (constant) indices.assign(groups_.size(), {});
  return table;
}

Result<Bytes> ObjectWriter::write() {
  // What has no texture is drawn before the first texture is chosen.
  std::ranges::stable_sort(groups_, {}, [](const Group& group) { return group.texture >= 0; });
  const bool lit = std::ranges::any_of(groups_, &Group::lit);
  const bool textured =
      std::ranges::any_of(groups_, [](const Group& group) { return group.texture >= 0; });
  bool constant = false;
  const bool colored = has_colors(constant);
  std::vector<Indices> places, normals, uvs, tints;
  Table position, normal, uv, color;
  if (skin_ != nullptr) {
    position.quantize = kShort | skin_->fraction;
    position.count = skin_->vertices.size();
    BigWriter out;
    for (const ListedVertex& vertex : skin_->vertices) {
      for (const std::int16_t value : vertex.stored)
        out.put(value);
    }
    position.bytes = out.take();
    for (const Group& group : groups_) {
      Indices& own = places.emplace_back();
      for (const Corner& corner : group.corners)
        own.push_back(static_cast<std::uint16_t>(corner.listed));
    }
    normals = places;
  } else {
    auto made =
        numbers<3>([](const Corner& c) { return c.position; }, false, notes_.position, places);
    if (!made) return std::unexpected(made.error());
    position = std::move(*made);
    if (lit) {
      made = numbers<3>([](const Corner& c) { return c.normal; }, true, notes_.normal, normals);
      if (!made) return std::unexpected(made.error());
      normal = std::move(*made);
    }
  }
  if (textured) {
    auto made = numbers<2>([](const Corner& c) { return c.uv; }, false, notes_.uv, uvs);
    if (!made) return std::unexpected(made.error());
    uv = std::move(*made);
  }
  if (colored) color = colors(constant, tints);
  if (color.count > kMostElements)
    return fail(prefixed("SIZE"), "an object has more than 65535 different colours");
  for (const Group& group : groups_) {
    if (lit && !group.lit && group.texture < 0 && group.mode == PrimitiveMode::triangles)
      notes_.lit += group.corners.size() / 3;
  }

  // The layout, its headers and states, then the arrays, then the lists.
  const auto align = [](std::size_t at) { return (at + 31) / 32 * 32; };
  const std::size_t position_at = 24, color_at = position_at + 8,
                    texture_at = color_at + (colored ? 8 : 0),
                    lighting_at = texture_at + (textured ? 16 : 0),
                    display_at = lighting_at + (lit ? 12 : 0), states_at = display_at + 12;
  std::vector<DisplayState> states;
  std::vector<Bytes> lists;
  const auto state = [&](unsigned id, std::uint32_t setting) {
    states.push_back({static_cast<std::uint8_t>(id), {}, setting, 0, 0});
  };
  // What the settings of modes are in the later version is not known.
  const bool has_modes = version_ == kGeometryVersion;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    // Without light and colours a texture stands alone; in an object without light it does anyway.
    const bool alone = has_modes && lit && !group.lit && group.texture >= 0 && !colored;
    if (lit && !group.lit && group.texture >= 0 && !alone) notes_.lit += group.corners.size() / 3;
    if (group.texture >= 0) state(1, static_cast<std::uint32_t>(group.texture));
    const TextureMode mode = group.texture < 0 ? TextureMode::pass_color
                             : alone           ? TextureMode::replace
                                               : TextureMode::modulate;
    if (has_modes) state(4, static_cast<std::uint32_t>(mode));
    const bool with_normal = lit && (group.lit || !alone);
    const bool with_color = colored && !constant;
    state(has_modes ? 3 : 2, kIndex16 << (2 * kPosition) |
                                 (with_normal ? kIndex16 << (2 * kNormal) : 0) |
                                 (with_color ? kIndex16 << (2 * kColor) : 0) |
                                 (group.texture >= 0 ? kIndex16 << (2 * kTexture) : 0));
    BigWriter list;
    const std::size_t most = kMostElements / corners_of(group.mode) * corners_of(group.mode);
    for (std::size_t at = 0; at < group.corners.size(); at += most) {
      const std::size_t count = std::min(most, group.corners.size() - at);
      list.put(static_cast<std::uint8_t>(opcode_of(group.mode)));
      list.put(static_cast<std::uint16_t>(count));
      for (std::size_t c = at; c < at + count; ++c) {
        list.put(places[g][c]);
        if (with_normal) list.put(normals[g][c]);
        if (with_color) list.put(tints[g][c]);
        if (group.texture >= 0) list.put(uvs[g][c]);
      }
    }
    list.align(32);
    lists.push_back(list.take());
    states.back().size = static_cast<std::uint32_t>(lists.back().size());
  }
  const std::size_t name_at = states_at + 16 * states.size();
  const std::size_t arrays_at = align(name_at + (textured ? texture_file_.size() + 1 : 0));
  std::size_t end = arrays_at;
  const auto place = [&](const Table& table) {
    const std::size_t at = end;
    end = align(end + table.bytes.size());
    return static_cast<std::uint32_t>(at);
  };
  const std::uint32_t position_array = place(position), normal_array = place(normal),
                      color_array = place(color), uv_array = place(uv);
  const std::size_t bank = end;
  if (states.size() > kMostElements)
    return fail(prefixed("SIZE"), "an object has more than 21845 materials");

  BigWriter out;
  const auto offset = [&](bool there, std::size_t at) {
    out.put(there ? static_cast<std::uint32_t>(at) : std::uint32_t{0});
  };
  const auto header = [&](std::uint32_t at, const Table& table, unsigned components) {
    out.put(at);
    out.put(static_cast<std::uint16_t>(table.count));
    out.put(static_cast<std::uint8_t>(table.quantize));
    out.put(static_cast<std::uint8_t>(components));
  };
  offset(true, position_at);
  offset(colored, color_at);
  offset(textured, texture_at);
  offset(lit, lighting_at);
  offset(true, display_at);
  out.put(std::uint32_t{textured ? 1u << 24u : 0u});  // texture channels, and a pad
  header(position_array, position, skin_ != nullptr ? 6 : 3);
  if (colored) header(color_array, color, 4);
  if (textured) {
    header(uv_array, uv, 2);
    out.put(static_cast<std::uint32_t>(name_at));
    out.put(std::uint32_t{0});
  }
  if (lit) {
    // Interleaved normals stand behind the positions.
    if (skin_ != nullptr) {
      header(position_array + 6, position, 6);
    } else {
      header(normal_array, normal, 3);
    }
    out.put(kAmbient);
  }
  out.put(static_cast<std::uint32_t>(bank));
  out.put(static_cast<std::uint32_t>(states_at));
  out.put(static_cast<std::uint16_t>(states.size()));
  out.put(std::uint16_t{0});
  std::size_t list_at = bank, next = 0;
  for (const DisplayState& one : states) {
    out.put(std::uint32_t{one.id} << 24u);
    out.put(one.setting);
    const bool draws = one.size > 0;
    out.put(draws ? static_cast<std::uint32_t>(list_at) : std::uint32_t{0});
    out.put(one.size);
    if (draws) list_at += lists[next++].size();
  }
  if (textured) {
    out.put_text(texture_file_);
    out.put(std::uint8_t{0});
  }
  for (const Table* table : {&position, &normal, &color, &uv}) {
    out.align(32);
    out.put_bytes(table->bytes);
  }
  out.align(32);
  for (const Bytes& list : lists)
    out.put_bytes(list);
  return out.take();
}

}  // namespace anmkit::gc
