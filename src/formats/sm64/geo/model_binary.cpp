// SPDX-License-Identifier: MIT
// Display lists as the console reads them (Fast3D, the microcode of the original game), turned
// into the commands that their C text has.
#include <set>

#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/model.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::size_t kMostCommands = 200000;
constexpr std::uint32_t kLighting = 0x20000;
constexpr std::size_t kVertexSize = 16;

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
        if ((second & kLighting) != 0) add("gsSPClearGeometryMode", {"G_LIGHTING"});
        break;
      case 0xB7:
        if ((second & kLighting) != 0) add("gsSPSetGeometryMode", {"G_LIGHTING"});
        break;
      case 0xB8:
        add("gsSPEndDisplayList", {});
        break;
      case 0xBB:
        add("gsSPTexture", {(first & 255) != 0 ? "G_ON" : "G_OFF"});
        break;
      case 0xBF:  // corners are counted in tens
        add("gsSP1Triangle",
            {std::to_string((second >> 16 & 255) / 10), std::to_string((second >> 8 & 255) / 10),
             std::to_string((second & 255) / 10), "0"});
        break;
      case 0xF2:
        add("gsDPSetTileSize",
            {"0", "0", "0", std::to_string(second >> 12 & 0xFFF), std::to_string(second & 0xFFF)});
        break;
      case 0xFD:
        add("gsDPSetTextureImage", {"0", "0", "1", name_of("texture_", second)});
        break;
      default:
        break;
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
