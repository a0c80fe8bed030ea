// SPDX-License-Identifier: MIT
// The family's entries in the registry.
#include "formats/gc/bank/scene.hpp"
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/description.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/layout.hpp"
#include "formats/gc/model/layout.hpp"
#include "formats/gc/model/object_writer.hpp"
#include "formats/gc/quick_check.hpp"
#include "formats/gc/texture/encode.hpp"
#include "formats/way_back.hpp"

namespace anmkit::gc {

std::span<const CodeInfo> codes();  // codes.cpp
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
// A skin has no version: damaged ones are detected by their extension alone.
int detect_skin(ByteView bytes) {
  return is_skin(bytes) ? 60 : 0;
}
int detect_textures(ByteView bytes) {
  return word(bytes, 0) == kTextureVersion ? 90 : 0;
}

int detect_archive(ByteView bytes) {
  return word(bytes, 0) == kArchiveMagic ? 95 : 0;
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
  family.place = 4;
  family.specification = "gc-anm.md";
  family.codes = codes;
  family.formats = {
      {.id = kBankId,
       .family = family.id,
       .title = "GameCube animation bank",
       .extensions = {".anm"},
       .abilities = {.animation = true, .scene = true, .play = true, .from_scene = true},
       .detect = &detect_bank,
       .parse = &parse_as<BankDocument, parse_bank>,
       .passes_quick_check = look(&is_bank),
       .build = way_back(&build_bank),
       .from_scene = scene_import<&bank_from_scene>(),
       .find_facts = way_back(&find_bank_facts),
       .helpers = {kActorId},
       .description = bank_description,
       .find_inside = &find_banks},
      {.id = kCompactId,
       .family = family.id,
       .title = "GameCube compact animation clip",
       .extensions = {".anm"},
       .abilities = {.animation = true, .scene = true, .play = true},
       .detect = &detect_compact,
       .parse = &parse_as<CompactDocument, parse_compact>,
       .passes_quick_check = look(&quick_check_compact),
       .build = way_back(&build_compact),
       .helpers = {kActorId},
       .description = compact_description,
       .find_inside = &find_compact_clips},
      {.id = kActorId,
       .family = family.id,
       .title = "GameCube actor hierarchy",
       .extensions = {".act"},
       .abilities = {.scene = true, .from_scene = true},
       .detect = &detect_actor,
       .parse = &parse_as<ActorDocument, parse_actor>,
       .passes_quick_check = look(&quick_check_actor),
       .build = way_back(&build_actor),
       .from_scene = scene_import<&actor_from_scene>(),
       .description = actor_description},
      {.id = kGeometryId,
       .family = family.id,
       .title = "GameCube geometry palette",
       .extensions = {".gpl"},
       .abilities = {.scene = true, .from_scene = true},
       .detect = &detect_geometry,
       .parse = &parse_as<GeometryDocument, parse_geometry>,
       .passes_quick_check = look(&quick_check_geometry),
       .build = way_back(&build_geometry),
       .from_scene = scene_import<&geometry_from_scene>(),
       .description = geometry_description},
      {.id = kSkinId,
       .family = family.id,
       .title = "GameCube skin",
       .extensions = {".skn"},
       .abilities = {.from_scene = true},
       .detect = &detect_skin,
       .parse = &parse_as<SkinDocument, parse_skin>,
       .passes_quick_check = look(&quick_check_skin),
       .build = way_back(&build_skin),
       .from_scene = scene_import<&skin_from_scene>(),
       .description = skin_description},
      {.id = kTextureId,
       .family = family.id,
       .title = "GameCube texture palette",
       .extensions = {".tpl"},
       .abilities = {.scene = true, .from_scene = true, .pictures = true},
       .detect = &detect_textures,
       .parse = &parse_as<TextureDocument, parse_textures>,
       .passes_quick_check = look(&quick_check_textures),
       .build = way_back(&build_textures),
       .from_scene = scene_import<&textures_from_scene>(),
       .many = true,
       .description = texture_description},
      {.id = kArchiveId,
       .family = family.id,
       .title = "GameCube archive, U8",
       .extensions = {".arc"},
       .detect = &detect_archive,
       .parse = &parse_as<ArchiveDocument, parse_archive>,
       .build = way_back(&build_archive),
       .description = archive_description},
  };
  family.conversions = {{{}, kArchiveId, &to_archive}};
  family.options = {
      {"rest", "library|once", "library",
       "rest values of parts that a track lacks: twice, as in the library, or once",
       "convert|render|sample|view"},
      {"ease", "standard|library", "standard",
       "ease curve: continuous, or with the constant of the compiled library",
       "convert|render|sample|view"},
      {"rate", "N!=0", "60", "frames per second", "convert|render|sample|view"},
      {"components", "auto|u8|s8|u16|s16|f32", "auto",
       "from glTF: storage type of translations and scales", "convert"},
      {"tolerance", "N", "0.0001", "from glTF: largest error in units, scale factors and radians",
       "convert"},
      {"picture", "N", "the only one", "to .png: which image inside", "convert"},
      {"speed", "N", "1", "time units per tick", "play|view"},
  };
  return family;
}

}  // namespace anmkit::gc
