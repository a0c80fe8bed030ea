// SPDX-License-Identifier: MIT
// The family's entry in the registry.
#include "describe/description.hpp"
#include "formats/codes.hpp"
#include "formats/way_back.hpp"
#include "toy.hpp"

namespace anmkit::toy {
namespace {

constexpr CodeInfo kCodes[] = {
    {"E-MAGIC", "E", "The file does not begin with TOY1.", "It is another kind of file.", "1"},
    {"E-SIZE", "E", "The file has another size than its keys take.", "Get the file again.", "1"},
    {"W-ORDER", "W", "A key is not after the one before it.", "Sort the keys.", "2"},
};

int detect_bounce(ByteView bytes) {
  return bytes.size() >= 4 && load<std::uint32_t, std::endian::little>(bytes.data()) == 0x31594F54
             ? 95
             : 0;
}

DocumentPtr parse_bounce_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = parse_bounce(source.bytes, diagnostics);
  return parsed ? std::make_unique<BounceDocument>(std::move(*parsed)) : nullptr;
}

Description bounce_description() {
  static const Field kBounceFields[] = {
      Field{"magic", "u4", "TOY1", "1"}.fixed("\"TOY1\""),
      {"rate", "u2", "frames per second", "1"},
      {"count", "u2", "number of keys", "1"},
      Field{"keys", "key", "a place at a frame", "1"}.times("count"),
  };
  static const Field kKeyFields[] = {
      {"frame", "u2", "the frame", "2"},
      {"x", "s2", "place along x, in centimetres", "2"},
      {"y", "s2", "place along y, in centimetres", "2"},
      {"z", "s2", "place along z, in centimetres", "2"},
  };
  static const Record kRecords[] = {{"bounce", kBounceFields}, {"key", kKeyFields}};
  return {"toy-clip", "Toy clip", std::endian::little, kRecords};
}

}  // namespace

std::span<const CodeInfo> codes() {
  return kCodes;
}

Family family() {
  Family family;
  family.id = "toy";
  family.title = "Toys";
  family.place = 100;
  family.specification = "toy.md";
  family.codes = codes;
  family.formats = {
      {.id = kClipId,
       .family = family.id,
       .title = "Toy clip",
       .extensions = {".toy"},
       .abilities = {.animation = true, .scene = true, .play = true, .from_scene = true},
       .frame = {UpAxis::y_up, kMetresPerUnit},
       .detect = &detect_bounce,
       .parse = &parse_bounce_document,
       .build = way_back(&build_bounce),
       .from_scene = scene_import<&bounce_from_scene>(),
       .description = bounce_description}};
  return family;
}

}  // namespace anmkit::toy
