// SPDX-License-Identifier: MIT
// Display lists as the console reads them (Fast3D, the microcode of the original game), turned
// into the commands that their C text has.
#include <algorithm>
#include <set>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/model.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::size_t kMostCommands = 200000;
constexpr std::size_t kVertexSize = 16;

std::string geometry_modes(std::uint32_t bits) {
  struct Mode {
    std::uint32_t bit;
    std::string_view name;
  };
  constexpr Mode kModes[] = {{0x200, "G_SHADING_SMOOTH"},
                             {0x1000, "G_CULL_FRONT"},
                             {0x2000, "G_CULL_BACK"},
                             {0x20000, "G_LIGHTING"},
                             {0x40000, "G_TEXTURE_GEN"}};
  std::string words;
  for (const Mode& mode : kModes) {
    if ((bits & mode.bit) != 0) words += (words.empty() ? "" : " | ") + std::string(mode.name);
  }
  return words;
}
// Blended over what is there; cut out by the texture; neither. Bits 10 and 11: opaque, for
// surfaces that cross others, transparent, decal.
std::string render_mode(std::uint32_t bits) {
  constexpr std::uint32_t kBlend = 0x4000, kCoverage = 0x3000;
  const std::uint32_t depth = bits >> 10 & 3;
  const bool decal = depth == 3;
  if ((bits & kBlend) != 0 && depth != 0) return decal ? "G_RM_XLU_DECAL" : "G_RM_XLU_SURF";
  if ((bits & kCoverage) == kCoverage) return decal ? "G_RM_TEX_EDGE_DECAL" : "G_RM_TEX_EDGE";
  return decal ? "G_RM_OPA_DECAL" : "G_RM_OPA_SURF";
}
// Inputs of the colour combiner that a material knows, by their numbers.
std::string color_input(std::uint32_t number) {
  constexpr std::string_view kInputs[] = {"COMBINED",    "TEXEL0", "TEXEL1", "PRIMITIVE",   "SHADE",
                                          "ENVIRONMENT", "1",      "0",      "TEXEL0_ALPHA"};
  return std::string(number < std::size(kInputs) ? kInputs[number] : "0");
}
std::string alpha_input(std::uint32_t number) {
  constexpr std::string_view kInputs[] = {"COMBINED", "TEXEL0",      "TEXEL1", "PRIMITIVE",
                                          "SHADE",    "ENVIRONMENT", "1",      "0"};
  return std::string(kInputs[number & 7]);
}
// Waiting, fog, depth and other commands that a still image does not show.
bool shows_nothing(std::uint32_t command) {
  constexpr std::uint32_t kCommands[] = {0x00, 0x03, 0xB4, 0xBA, 0xBC, 0xBE, 0xC0, 0xE6,
                                         0xE7, 0xE8, 0xE9, 0xED, 0xEE, 0xF7, 0xF8, 0xF9};
  return std::ranges::find(kCommands, command) != std::end(kCommands);
}

class ListReader {
 public:
  ListReader(const SegmentImage& image, ModelSource& model) : image_(image), model_(model) {}

  void read(std::uint32_t address) {
    waiting_.push_back(address);
    while (!waiting_.empty()) {
      const std::uint32_t next = waiting_.back();
      waiting_.pop_back();
      if (seen_.insert(next).second) list(next);
    }
  }

 private:
  std::string_view keep(std::string text) { return model_.own.emplace_back(std::move(text)); }
  static std::string name_of(std::string_view kind, std::uint32_t address) {
    return std::string(kind) + hex_number(address).substr(1);
  }
  std::uint32_t u32(std::uint64_t at) const {
    return load<std::uint32_t, std::endian::big>(image_.bytes.data() + at);
  }
  std::int16_t s16(std::uint64_t at) const {
    return load<std::int16_t, std::endian::big>(image_.bytes.data() + at);
  }
  std::uint8_t u8(std::uint64_t at) const {
    return std::to_integer<std::uint8_t>(image_.bytes[at]);
  }

  void list(std::uint32_t address) {
    const auto start = image_.place(address, 8);
    if (!start) return;
    std::vector<ListCommand> commands;
    const std::uint32_t end = image_.end_of(*start);
    for (std::uint64_t at = *start; fits(at, 8, end) && steps_++ < kMostCommands; at += 8) {
      const std::uint32_t first = u32(at), second = u32(at + 4);
      command(first, second, commands);
      // The end, or a branch that does not come back.
      if (first >> 24 == 0xB8 || (first >> 24 == 0x06 && (first >> 16 & 255) == 1)) break;
    }
    // Layouts name a list by its address, other lists by a word.
    model_.lists.emplace(keep(hex_number(address)), commands);
    model_.lists.emplace(keep(name_of("dl_", address)), std::move(commands));
  }

  void command(std::uint32_t first, std::uint32_t second, std::vector<ListCommand>& list) {
    const auto add = [&](std::string_view name, std::initializer_list<std::string> arguments) {
      ListCommand& made = list.emplace_back();
      made.name = name;
      for (const std::string& argument : arguments)
        made.arguments.push_back(keep(argument));
    };
    switch (first >> 24) {
      case 0x03:  // 0x86 is the first light, 0x88 the ambient one
        if ((first >> 16 & 255) == 0x86 && light(second)) {
          add("gsSPLight", {name_of("light_", second), "1"});
        }
        break;
      case 0x04: {
        const std::uint32_t count = (first >> 20 & 15) + 1, to = first >> 16 & 15;
        vertices(second, count);
        add("gsSPVertex", {name_of("vtx_", second), std::to_string(count), std::to_string(to)});
        break;
      }
      case 0x06:
        waiting_.push_back(second);
        add((first >> 16 & 255) == 1 ? "gsSPBranchList" : "gsSPDisplayList",
            {name_of("dl_", second)});
        break;
      case 0xB6:
        add("gsSPClearGeometryMode", {geometry_modes(second)});
        break;
      case 0xB7:
        add("gsSPSetGeometryMode", {geometry_modes(second)});
        break;
      case 0xB8:
        add("gsSPEndDisplayList", {});
        break;
      case 0xBB:
        add("gsSPTexture", {std::to_string(second >> 16), std::to_string(second & 0xFFFF), "0", "0",
                            (first & 255) != 0 ? "G_ON" : "G_OFF"});
        break;
      case 0xBF:  // corners are counted in tens
        add("gsSP1Triangle",
            {std::to_string((second >> 16 & 255) / 10), std::to_string((second >> 8 & 255) / 10),
             std::to_string((second & 255) / 10), "0"});
        break;
      case 0xF2:
        add("gsDPSetTileSize",
            {"0", std::to_string(first >> 12 & 0xFFF), std::to_string(first & 0xFFF),
             std::to_string(second >> 12 & 0xFFF), std::to_string(second & 0xFFF)});
        break;
      case 0xFD: {
        const std::string name = name_of("texture_", second);
        if (const auto at = image_.place(second, 1))
          model_.texels.emplace(keep(name),
                                ByteView(image_.bytes).subspan(*at, image_.end_of(*at) - *at));
        add("gsDPSetTextureImage",
            {bits(first, 21, 3), bits(first, 19, 2), std::to_string((first & 0xFFF) + 1), name});
        break;
      }
      default:
        if (!set_material(first, second, add) && !load_texture(first, second, add) &&
            !shows_nothing(first >> 24)) {
          add(keep("command " + hex_number(first >> 24)), {});
        }
        break;
    }
  }

  static std::string bits(std::uint32_t word, std::uint32_t from, std::uint32_t count) {
    return std::to_string(word >> from & ((1U << count) - 1));
  }

  // Into the texture memory; and how palettes and texels are seen.
  template <class Add>
  static bool load_texture(std::uint32_t first, std::uint32_t second, const Add& add) {
    constexpr std::uint32_t kTextureLut = 14, kTextureFilter = 12;
    switch (first >> 24) {
      case 0xBA:
        if ((first >> 8 & 255) == kTextureLut)
          add("gsDPSetTextureLUT", {(second >> 14 & 3) == 3 ? "G_TT_IA16" : "G_TT_RGBA16"});
        if ((first >> 8 & 255) == kTextureFilter)
          add("gsDPSetTextureFilter", {(second >> 12 & 3) == 0 ? "G_TF_POINT" : "G_TF_BILERP"});
        return true;
      case 0xF0:
        add("gsDPLoadTLUTCmd", {bits(second, 24, 3), bits(second, 14, 10)});
        return true;
      case 0xF3:
        add("gsDPLoadBlock", {bits(second, 24, 3)});
        return true;
      case 0xF4:
        add("gsDPLoadTile", {bits(second, 24, 3), bits(first, 12, 12), bits(first, 0, 12),
                             bits(second, 12, 12), bits(second, 0, 12)});
        return true;
      default:
        return false;
    }
  }

  // The sources of the pixels.
  template <class Add>
  static bool set_material(std::uint32_t first, std::uint32_t second, const Add& add) {
    switch (first >> 24) {
      case 0xB9:
        if ((first >> 8 & 255) == 3) add("gsDPSetRenderMode", {render_mode(second)});
        return true;
      case 0xF5:
        add("gsDPSetTile",
            {bits(first, 21, 3), bits(first, 19, 2), bits(first, 9, 9), bits(first, 0, 9),
             bits(second, 24, 3), bits(second, 20, 4), bits(second, 18, 2), bits(second, 14, 4),
             bits(second, 10, 4), bits(second, 8, 2), bits(second, 4, 4), bits(second, 0, 4)});
        return true;
      case 0xFA:
      case 0xFB: {
        const std::string r = std::to_string(second >> 24), g = std::to_string(second >> 16 & 255),
                          b = std::to_string(second >> 8 & 255), a = std::to_string(second & 255);
        if (first >> 24 == 0xFB) {
          add("gsDPSetEnvColor", {r, g, b, a});
        } else {
          add("gsDPSetPrimColor", {"0", "0", r, g, b, a});
        }
        return true;
      }
      case 0xFC:
        add("gsDPSetCombineLERP", {color_input(first >> 20 & 15), color_input(second >> 28),
                                   color_input(first >> 15 & 31), color_input(second >> 15 & 7),
                                   alpha_input(first >> 12 & 7), alpha_input(second >> 12 & 7),
                                   alpha_input(first >> 9 & 7), alpha_input(second >> 9 & 7)});
        return true;
      default:
        return false;
    }
  }

  void vertices(std::uint32_t address, std::uint32_t count) {
    const auto start = image_.place(address, kVertexSize);
    if (!start) return;
    const std::uint64_t room = (image_.end_of(*start) - *start) / kVertexSize;
    std::vector<Vertex> made;
    for (std::uint64_t i = 0; i < count && i < room; ++i) {
      const std::uint64_t at = *start + kVertexSize * i;
      Vertex& vertex = made.emplace_back();
      vertex.position = {s16(at), s16(at + 2), s16(at + 4)};
      vertex.texel = {s16(at + 8), s16(at + 10)};
      vertex.color = {u8(at + 12), u8(at + 13), u8(at + 14), u8(at + 15)};
    }
    // Two loads from one place may take different numbers.
    auto& known = model_.vertices[keep(name_of("vtx_", address))];
    if (known.size() < made.size()) known = std::move(made);
  }

  bool light(std::uint32_t address) {
    const auto at = image_.place(address, 8);
    if (!at) return false;
    Light made;
    for (std::size_t i = 0; i < 3; ++i)
      made.diffuse[i] = static_cast<float>(u8(*at + i)) / 255.0F;
    model_.lights.emplace(keep(name_of("light_", address)), made);
    return true;
  }

  const SegmentImage& image_;
  ModelSource& model_;
  std::vector<std::uint32_t> waiting_;
  std::set<std::uint32_t> seen_;
  std::size_t steps_ = 0;
};

}  // namespace

void read_model_binary(const SegmentImage& image, const GeoLayout& layout, ModelSource& model) {
  ListReader reader(image, model);
  for (const GeoNode& node : layout.nodes) {
    if (const auto address = parse_number(node.display_list)) reader.read(*address);
  }
}

}  // namespace anmkit::sm64
