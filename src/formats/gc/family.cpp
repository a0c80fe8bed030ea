// What this room gives to the registry.
#include "formats/families.hpp"
#include "formats/gc/compact.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/layout.hpp"
#include "formats/gc/model_layout.hpp"
#include "formats/gc/scene.hpp"

namespace anmkit::gc {
namespace {

std::uint32_t word(ByteView bytes, std::size_t offset) {
  return fits(offset, 4, bytes.size()) ? load<std::uint32_t, std::endian::big>(&bytes[offset]) : 0;
}

// Banks and actors share a version word; a bank's second word is always 0x18 and an actor's fifth
// is the offset of a bone.
int detect_bank(ByteView bytes) {
  const std::uint32_t version = word(bytes, 0);
  if (version != kVersion && !is_wii(version)) return 0;
  return word(bytes, 4) == kHeaderSize ? 90 : is_wii(version) ? 60 : 20;
}
int detect_actor(ByteView bytes) {
  if (word(bytes, 0) != kVersion || word(bytes, 4) == kHeaderSize) return 0;
  return word(bytes, 8) == 4 ? 80 : 40;
}
int detect_compact(ByteView bytes) {
  return word(bytes, 0) == kCompactVersion ? 90 : 0;
}
int detect_geometry(ByteView bytes) {
  const std::uint32_t version = word(bytes, 0);
  return version == kGeometryVersion || version == kLaterGeometryVersion ? 90 : 0;
}
// A skin has no version; its extension decides.
int detect_skin(ByteView) {
  return 0;
}
int detect_textures(ByteView bytes) {
  return word(bytes, 0) == kTextureVersion ? 90 : 0;
}

template <class DocumentType, auto Parse>
DocumentPtr parse_as(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = Parse(source.bytes, diagnostics);
  if (!parsed) return nullptr;
  return std::make_unique<DocumentType>(std::move(*parsed));
}

}  // namespace

Family family() {
  Family family;
  family.id = "gc";
  family.title = "GameCube character pipeline";
  family.formats = {
      {kBankId,
       family.id,
       "GameCube animation bank",
       {".anm"},
       Abilities{true, true, true, true},
       &detect_bank,
       &parse_as<BankDocument, parse_bank>,
       &build_bank,
       &bank_from_scene,
       false,
       &find_banks},
      {kCompactId,
       family.id,
       "GameCube compact animation clip",
       {".anm"},
       Abilities{true, true, true, false},
       &detect_compact,
       &parse_as<CompactDocument, parse_compact>,
       &build_compact,
       nullptr,
       false,
       &find_compact_clips},
      {kActorId,
       family.id,
       "GameCube actor hierarchy",
       {".act"},
       Abilities{false, true, false, true},
       &detect_actor,
       &parse_as<ActorDocument, parse_actor>,
       &build_actor,
       &actor_from_scene},
      {kGeometryId,
       family.id,
       "GameCube geometry palette",
       {".gpl"},
       Abilities{false, true, false, false},
       &detect_geometry,
       &parse_as<GeometryDocument, parse_geometry>,
       &build_geometry,
       nullptr},
      {kSkinId,
       family.id,
       "GameCube skin",
       {".skn"},
       Abilities{},
       &detect_skin,
       &parse_as<SkinDocument, parse_skin>,
       &build_skin,
       nullptr},
      {kTextureId,
       family.id,
       "GameCube texture palette",
       {".tpl"},
       Abilities{false, true, false, false},
       &detect_textures,
       &parse_as<TextureDocument, parse_textures>,
       &build_textures,
       nullptr},
  };
  family.options = {
      {"rest", "library|once", "library",
       "how rest parts that a track lacks are applied when it does not replace the hierarchy"},
      {"ease", "standard|library", "standard",
       "the curve of ease values: the continuous one, or the library's as it was compiled"},
      {"rate", "N", "60", "frames a second"},
      {"components", "auto|u8|s8|u16|s16|f32", "auto",
       "from glTF: how translations and scales are stored"},
      {"speed", "N", "1", "play: time units a tick"},
  };
  return family;
}

}  // namespace anmkit::gc
