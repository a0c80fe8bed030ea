// SPDX-License-Identifier: MIT
// The family's entries in the registry.

#include <algorithm>

#include "formats/sm64/binary/cut.hpp"
#include "formats/sm64/binary/quick_check.hpp"
#include "formats/sm64/description.hpp"
#include "formats/sm64/document.hpp"
#include "formats/sm64/fast64/keys.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/source/evidence.hpp"
#include "formats/sm64/source/profiles.hpp"
#include "formats/way_back.hpp"

namespace anmkit::sm64 {

std::span<const CodeInfo> codes();  // codes.cpp
namespace {

std::string_view head_text(ByteView bytes) {
  const std::string_view text = as_text(bytes);
  const std::string_view head = text.substr(0, 4096);
  return head.find('\0') == std::string_view::npos ? text : std::string_view();
}

int detect_c(ByteView bytes) {
  const std::string_view text = head_text(bytes);
  if (text.empty() || holds_fences(text)) return 0;
  if (spelling_of(text) == Spelling::lua)
    return calls(text, "smlua_anim_util_register_animation") ? 75 : 0;
  if (spelling_of(text) == Spelling::saturn) return 75;
  if (!begins_like_c(text)) return 0;
  if (declares(text, "struct Animation")) return 80;
  if (declares(text, "GeoLayout") || is_model_text(text)) return 0;
  if (declares(text, "const s16") || declares(text, "const u16")) return 40;
  return only_includes(text) || is_enumeration(text) ? 10 : 0;
}

// Commands in a declaration of another type, which may be misspelled.
bool holds_commands(std::string_view text) {
  constexpr std::string_view kCommand = "GEO_";
  for (std::size_t at = text.find(kCommand); at != text.npos; at = text.find(kCommand, at + 1)) {
    const std::size_t before = text.substr(0, at).find_last_not_of(" \t\r\n");
    if (before != text.npos && text[before] == '{') return true;
  }
  return false;
}

int detect_geo(ByteView bytes) {
  const std::string_view text = head_text(bytes);
  if (text.empty()) return is_geo_binary(bytes) ? 30 : 0;
  if (holds_fences(text) || !begins_like_c(text) || declares(text, "struct Animation")) return 0;
  if (declares(text, "GeoLayout")) return 80;
  if (is_model_text(text)) return 60;
  return holds_commands(text) ? 30 : 0;
}

int detect_dma(ByteView bytes) {
  if (swapped_bytes(bytes) != 0 || find_dma_in_rom(bytes)) return 80;
  // One without entries could be anything.
  if (bytes.size() > 8 && quick_check_dma(bytes))
    return load<std::uint32_t, std::endian::big>(bytes.data()) == 0 ? 0 : 70;
  if (find_cut_dma(bytes)) return 60;
  const auto table = parse_dma(bytes);
  if (!table || table->numEntries == 0 || table->file.references.empty()) return 0;
  // Every entry inside the file, tables inside every entry.
  const bool whole = std::ranges::find(table->entry_reference, -1) == table->entry_reference.end();
  const bool tables = std::ranges::all_of(table->file.references, [](const Reference& reference) {
    return reference.index >= 0 && reference.values >= 0;
  });
  return whole && tables ? 70 : 0;
}

int detect_anim(ByteView bytes) {
  if (is_insertable(bytes)) return 75;
  return find_cut_insertable(bytes) ? 60 : 0;
}

}  // namespace

Family family() {
  const Abilities animation{.animation = true, .scene = true, .play = true, .from_scene = true};
  Family family;
  family.id = "sm64";
  family.title = "Super Mario 64";
  family.place = 2;
  family.specification = "sm64-anim.md";
  family.codes = codes;
  family.formats = {
      {.id = kAnimId,
       .family = family.id,
       .title = "Super Mario 64 animation, binary (insertable or in a segment)",
       .extensions = {".bin", ".insertable"},
       .abilities = animation,
       .frame = {UpAxis::y_up, kMetresPerUnit},
       .detect = &detect_anim,
       .parse = &parse_anim_document,
       .build = way_back(&build_anim),
       .from_scene = scene_import<&anim_from_scene>(),
       .find_facts = way_back(&find_scene_facts),
       .helpers = {kGeoId},
       .fixed_rate = kRate,
       .description = insertable_description},
      {.id = kCId,
       .family = family.id,
       .title = "Super Mario 64 animation, C source (also Lua, Saturn JSON)",
       .extensions = {".c", ".h", ".lua"},
       .abilities = animation,
       .frame = {UpAxis::y_up, kMetresPerUnit},
       .detect = &detect_c,
       .parse = &parse_c_document,
       .build = way_back(&build_c),
       .from_scene = scene_import<&c_from_scene>(),
       .find_facts = way_back(&find_scene_facts),
       .text = true,
       .linked = true,
       .helpers = {kGeoId},
       .fixed_rate = kRate,
       .explain_text = &explain_source},
      {.id = kDmaId,
       .family = family.id,
       .title = "Super Mario 64 animation table (DMA)",
       .extensions = {".bin", ".z64", ".v64", ".n64"},
       .abilities = animation,
       .frame = {UpAxis::y_up, kMetresPerUnit},
       .detect = &detect_dma,
       .parse = &parse_dma_document,
       .passes_quick_check = look(&quick_check_dma),
       .build = way_back(&build_dma),
       .from_scene = scene_import<&dma_from_scene>(),
       .find_facts = way_back(&find_scene_facts),
       .helpers = {kGeoId},
       .fixed_rate = kRate,
       .description = dma_description,
       .find_inside = &find_dma_inside},
      {.id = kGeoId,
       .family = family.id,
       .title = "Super Mario 64 geo layout and display lists",
       .extensions = {".geo"},
       .abilities = {.scene = true},
       .frame = {UpAxis::y_up, kMetresPerUnit},
       .detect = &detect_geo,
       .parse = &parse_geo_document,
       .build = way_back(&build_geo),
       .text = true,
       .many = true,
       .description = geo_description,
       .explain_text = &explain_source},
  };
  family.conversions = conversions();
  family.options = {
      {"segment", "N=FILE[@OFFSET]", "", "bind a segment of a raw file (repeatable)"},
      {"header", "ADDRESS", "", "an animation header in a raw file (repeatable)"},
      {"table", "ADDRESS:COUNT", "", "an animation table in a raw file"},
      {"profile", profile_names(), "", "write source in the style of this code base", "convert"},
      {"dma-table", "", "", "write an insertable binary with a DMA table (type 5)", "convert"},
      {"table-only", "", "", "a ROM to sm64-dma: the table without the ROM around it", "convert"},
      {"optimize", "", "", "fewer samples, every frame the same", "convert"},
      {"no-trim", "", "", "optimize: keep the number of frames of every channel", "convert"},
      {"clear-low-bits", "", "", "optimize: drop the bits of angles that the game ignores",
       "convert"},
      {"buffer", "N", "16384", "bytes of the game's buffer for one entry of a table",
       "check|convert"},
      {"accel", "N", "0", "frames per tick, 16.16; 0 = one frame per tick", "play|view"},
      {"ytrans", "N", "189 Mario, 0 actors", "root translation is multiplied by this / divisor",
       "convert|render|sample|view"},
      {"switch", "N,N,...", "0", "cases of the layout's switches, in drawing order",
       "check|convert|render|sample|view"},
      {"geo", "NAME", "", "layout to use when a file has several"},
      {"engine-trig", "", "", "drop the low 4 bits of angles, as the game's tables do",
       "convert|render|sample|view"},
      {kFast64Option, "", "", "to glTF: also Fast64's draft keys (import always reads them)",
       "convert|render|view"},
      {"loop", "", "", "from glTF: the clip repeats", "convert"},
      {"once", "", "", "from glTF: the clip plays once and keeps its last pose", "convert"},
      {"coopdx", "", "", "flags 0x100 and 0x200 as in sm64coopdx; Lua and C files contain this"},
  };
  family.option_files = &segment_files;
  return family;
}

}  // namespace anmkit::sm64
