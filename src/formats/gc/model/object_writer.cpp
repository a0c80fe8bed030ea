// SPDX-License-Identifier: MIT
// The display states, primitive lists and layout of a new display object (sections 9.2 to 9.4).
#include "formats/gc/model/object_writer.hpp"

#include <algorithm>

#include "formats/gc/findings.hpp"
#include "formats/gc/model/layout.hpp"

namespace anmkit::gc {
namespace {

constexpr std::size_t kMostCorners = 65535, kMostStates = 65535;
constexpr std::uint32_t kIndex16 = 3;
constexpr float kAmbient = 30;  // percent

unsigned opcode_of(PrimitiveMode mode) {
  return mode == PrimitiveMode::triangles ? 0x90u : mode == PrimitiveMode::lines ? 0xA8u : 0xB8u;
}
bool has(std::uint32_t description, std::size_t attribute) {
  return (description >> (2 * attribute) & 3u) != 0;
}
std::size_t aligned(std::size_t at) {
  return (at + 31) / 32 * 32;
}

}  // namespace

Bytes ObjectWriter::make_list(const Tables& tables, std::size_t number,
                              std::uint32_t description) const {
  const Group& group = groups_[number];
  BigWriter list;
  const std::size_t most = kMostCorners - kMostCorners % corner_count(group.mode);
  for (std::size_t at = 0; at < group.corners.size(); at += most) {
    const std::size_t count = std::min(most, group.corners.size() - at);
    list.put(static_cast<std::uint8_t>(opcode_of(group.mode)));
    list.put(static_cast<std::uint16_t>(count));
    for (std::size_t c = at; c < at + count; ++c) {
      list.put(tables.position.of[number][c]);
      if (has(description, kNormal)) list.put(tables.normal.of[number][c]);
      if (has(description, kColor)) list.put(tables.color.of[number][c]);
      if (has(description, kTexture)) list.put(tables.uv.of[number][c]);
    }
  }
  list.align(32);
  return list.take();
}

std::vector<ObjectWriter::Drawn> ObjectWriter::make_states(const Tables& tables) {
  // The settings of modes in the later version are not known.
  const bool has_modes = version_ == kGeometryVersion;
  std::vector<Drawn> states;
  const auto add = [&](unsigned id, std::uint32_t setting) {
    states.push_back({{static_cast<std::uint8_t>(id), {}, setting, 0, 0}, {}});
  };
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const bool textured = group.texture >= 0;
    // Without light and colours a texture is alone; in an object without light it does anyway.
    const bool alone = has_modes && tables.lit && !group.lit && textured && !tables.colored;
    if (tables.lit && !group.lit && !alone && group.mode == PrimitiveMode::triangles)
      notes_.lit += group.corners.size() / 3;
    if (textured) add(1, static_cast<std::uint32_t>(group.texture));
    const TextureMode mode = !textured ? TextureMode::pass_color
                             : alone   ? TextureMode::replace
                                       : TextureMode::modulate;
    if (has_modes) add(4, static_cast<std::uint32_t>(mode));
    std::uint32_t description = kIndex16 << (2 * kPosition);
    if (tables.lit && !alone) description |= kIndex16 << (2 * kNormal);
    if (tables.colored && !tables.constant) description |= kIndex16 << (2 * kColor);
    if (textured) description |= kIndex16 << (2 * kTexture);
    add(has_modes ? 3 : 2, description);
    states.back().list = make_list(tables, g, description);
  }
  return states;
}

Result<Bytes> ObjectWriter::write() {
  // Faces without a texture are drawn before the first texture is chosen.
  std::ranges::stable_sort(groups_, {}, [](const Group& group) { return group.texture >= 0; });
  auto made = make_tables();
  if (!made) return std::unexpected(made.error());
  Tables& tables = *made;
  const std::vector<Drawn> states = make_states(tables);
  if (states.size() > kMostStates)
    return fail(prefixed("SIZE"), "an object has more than 21845 materials");
  const bool skinned = skin_ != nullptr;

  // The layout, its headers and states, then the arrays, then the lists.
  const std::size_t position_at = 24, color_at = position_at + 8,
                    texture_at = color_at + (tables.colored ? 8 : 0),
                    lighting_at = texture_at + (tables.textured ? 16 : 0),
                    display_at = lighting_at + (tables.lit ? 12 : 0), states_at = display_at + 12,
                    name_at = states_at + 16 * states.size();
  std::size_t end = aligned(name_at + (tables.textured ? texture_file_.size() + 1 : 0));
  for (Table* table : {&tables.position, &tables.normal, &tables.color, &tables.uv}) {
    table->at = static_cast<std::uint32_t>(end);
    end = aligned(end + table->bytes.size());
  }

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
  offset(tables.colored, color_at);
  offset(tables.textured, texture_at);
  offset(tables.lit, lighting_at);
  offset(true, display_at);
  out.put(std::uint32_t{tables.textured ? 1u << 24u : 0u});  // texture channels, and a pad
  header(tables.position.at, tables.position, skinned ? 6 : 3);
  if (tables.colored) {
    // One colour is no attribute but the object's (section 9.2).
    header(tables.color.at, tables.color, 4);
  }
  if (tables.textured) {
    header(tables.uv.at, tables.uv, 2);
    offset(true, name_at);
    offset(false, 0);
  }
  if (tables.lit) {
    // Interleaved normals are after the positions.
    if (skinned) {
      header(tables.position.at + 6, tables.position, 6);
    } else {
      header(tables.normal.at, tables.normal, 3);
    }
    out.put(kAmbient);
  }
  offset(true, end);
  offset(true, states_at);
  out.put(static_cast<std::uint16_t>(states.size()));
  out.put(std::uint16_t{0});
  for (const auto& [state, list] : states) {
    out.put(std::uint32_t{state.id} << 24u);
    out.put(state.setting);
    offset(!list.empty(), end);
    out.put(static_cast<std::uint32_t>(list.size()));
    end += list.size();
  }
  if (tables.textured) {
    out.put_text(texture_file_);
    out.put(std::uint8_t{0});
  }
  for (const Table* table : {&tables.position, &tables.normal, &tables.color, &tables.uv}) {
    out.align(32);
    out.put_bytes(table->bytes);
  }
  out.align(32);
  for (const Drawn& drawn : states)
    out.put_bytes(drawn.list);
  return out.take();
}

}  // namespace anmkit::gc
