// SPDX-License-Identifier: MIT
// The family's entries in the registry.
#include "formats/psx/description.hpp"
#include "formats/psx/document.hpp"
#include "formats/psx/quick_check.hpp"
#include "formats/way_back.hpp"

namespace anmkit::psx {

std::span<const CodeInfo> codes();  // codes.cpp
namespace {

std::uint64_t word(ByteView bytes, std::size_t at, std::size_t size) {
  if (!fits(at, size, bytes.size())) return 0;
  return size == 2 ? load<std::uint16_t, std::endian::little>(bytes.data() + at)
                   : load<std::uint32_t, std::endian::little>(bytes.data() + at);
}

bool has_tag(ByteView bytes) {
  return bytes.size() >= 6 && word(bytes, 0, 2) == kTag;
}
bool has_anc_size(ByteView bytes) {
  return bytes.size() == 6 + 16 * word(bytes, 4, 2);
}

bool is_anc(ByteView bytes) {
  return has_tag(bytes) && has_anc_size(bytes);
}

// ANM rules first, then the ANC equation (section 2); the common tag alone is a weak claim.
int detect_anm(ByteView bytes) {
  if (is_anm(bytes)) return 95;
  return has_tag(bytes) && !has_anc_size(bytes) ? 20 : 0;
}
int detect_anc(ByteView bytes) {
  if (!has_tag(bytes)) return 0;
  if (has_anc_size(bytes)) return is_anm(bytes) ? 50 : 90;
  return 15;
}
int detect_tmd(ByteView bytes) {
  if (bytes.size() < 12 || word(bytes, 0, 4) != Tmd::kId) return 0;
  const bool table = fits(12, 28 * word(bytes, 8, 4), bytes.size());
  return word(bytes, 4, 4) <= 1 && table ? 90 : 25;
}
int detect_tim(ByteView bytes) {
  if (bytes.size() < 20 || word(bytes, 0, 4) != 0x10) return 0;
  const std::uint64_t flags = word(bytes, 4, 4);
  if (flags <= 0xF && (flags & 7) <= 4) return 85;
  return (flags & 7) <= 4 ? 40 : 15;
}
int detect_pak(ByteView bytes) {
  const std::uint64_t count = word(bytes, 0, 4);
  if (bytes.size() < 8 || count == 0 || !fits(4, 4 * count, bytes.size())) return 0;
  if (word(bytes, 4, 4) != 4 + 4 * count) return 0;
  if (quick_check_pak(bytes)) return 80;
  Diagnostics unused;
  return parse_pak(bytes, unused) ? 80 : 15;
}

DocumentPtr parse_anm_document(const Source& source, const Options& options,
                               Diagnostics& diagnostics) {
  auto parsed = parse_anm(source.bytes, diagnostics, options.has("lenient"));
  if (!parsed) return nullptr;
  auto document = std::make_unique<AnmDocument>(std::move(*parsed));
  document->title = title_of(source.path);
  return document;
}
DocumentPtr parse_anc_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = parse_anc(source.bytes, diagnostics);
  if (!parsed) return nullptr;
  auto document = std::make_unique<AncDocument>(std::move(*parsed));
  document->title = title_of(source.path);
  return document;
}
DocumentPtr parse_tmd_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = parse_tmd(source.bytes, diagnostics);
  return parsed ? std::make_unique<TmdDocument>(std::move(*parsed)) : nullptr;
}
DocumentPtr parse_tim_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = parse_tim(source.bytes, diagnostics);
  return parsed ? std::make_unique<TimDocument>(std::move(*parsed)) : nullptr;
}
DocumentPtr parse_pak_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = parse_pak(source.bytes, diagnostics);
  return parsed ? std::make_unique<PakDocument>(std::move(*parsed)) : nullptr;
}

}  // namespace

Family family() {
  Family family;
  family.id = "psx";
  family.title = "PlayStation, Vib-Ribbon";
  family.place = 3;
  family.specification = "psx-anm.md";
  family.codes = codes;
  family.formats = {
      {.id = kAnmId,
       .family = family.id,
       .title = "PlayStation model animation",
       .extensions = {".anm"},
       .abilities = {.animation = true, .scene = true, .play = true, .from_scene = true},
       .frame = {UpAxis::y_down, kMetresPerUnit},
       .detect = &detect_anm,
       .parse = &parse_anm_document,
       .passes_quick_check = look(&is_anm),
       .build = way_back(&build_anm),
       .from_scene = scene_import<&anm_from_scene>(),
       .helpers = {kTmdId},
       .description = anm_description},
      {.id = kAncId,
       .family = family.id,
       .title = "PlayStation camera animation",
       .extensions = {".anc"},
       .abilities = {.animation = true, .scene = true, .play = true, .from_scene = true},
       .frame = {UpAxis::y_down, kMetresPerUnit},
       .detect = &detect_anc,
       .parse = &parse_anc_document,
       .passes_quick_check = look(&is_anc),
       .build = way_back(&build_anc),
       .from_scene = scene_import<&anc_from_scene>(),
       .description = anc_description},
      {.id = kTmdId,
       .family = family.id,
       .title = "PlayStation model",
       .extensions = {".tmd"},
       .abilities = {.scene = true, .from_scene = true},
       .frame = {UpAxis::y_down, kMetresPerUnit},
       .detect = &detect_tmd,
       .parse = &parse_tmd_document,
       .passes_quick_check = look(&quick_check_tmd),
       .build = way_back(&build_tmd),
       .from_scene = scene_import<&tmd_from_scene>(),
       .description = tmd_description},
      {.id = kTimId,
       .family = family.id,
       .title = "PlayStation texture",
       .extensions = {".tim"},
       .abilities = {.scene = true, .from_scene = true, .pictures = true},
       .frame = {UpAxis::y_up, 1.0 / 256},
       .detect = &detect_tim,
       .parse = &parse_tim_document,
       .passes_quick_check = look(&quick_check_tim),
       .build = way_back(&build_tim),
       .from_scene = scene_import<&tim_from_scene>(),
       .from_pictures = way_back(&tim_from_picture),
       .takes = Format::Pictures::one,
       .many = true,
       .description = tim_description},
      {.id = kPakId,
       .family = family.id,
       .title = "Vib-Ribbon archive",
       .extensions = {".pak"},
       .detect = &detect_pak,
       .parse = &parse_pak_document,
       .passes_quick_check = look(&quick_check_pak),
       .build = way_back(&build_pak_document),
       .description = pak_description},
  };
  family.conversions = conversions();
  family.options = {
      {"rotation", "xyz|zyx|zxy", "xyz", "first, second and third axis of rotation",
       "check|convert|render|sample|view"},
      {"absent", "identity|previous", "identity", "value of missing components",
       "convert|render|sample|view"},
      {"rate", "N!=0", "30", "frames per second; play: negative runs backwards",
       "convert|render|sample|play|view"},
      {"header-rate", "", "", "use the file's own rate field", "convert|render|sample|play|view"},
      {"loop", "", "", "start again at the end (the default)", "play|view"},
      {"once", "", "", "stay at the last frame", "play|view"},
      {"step-keys", "", "", "to glTF: keys jump, as the game shows them",
       "convert|render|sample|view"},
      {"facing", "", "", "show triangles that only mark the front of an object",
       "convert|render|view"},
      {"line-width", "N>0", "none", "to glTF: lines and points as boxes, in units of the model",
       "convert|render|view"},
      {"flip", "", "", "cameras: the game's mirrored view", "convert|render|sample|view"},
      {"lenient", "", "", "accept any tag as an ANM"},
      {"encoding", "safe|compact", "safe", "from glTF: write all components, or only those needed",
       "convert"},
      {"picture", "N", "the only one", "to .png: which image inside, or a texture's palette",
       "convert"},
      {"bits", "4|8|16|24", "as few as keep all colours", "images to .tim: bits per pixel",
       "convert"},
      {"join", "", "", "several clips into one, in natural order of their names", "convert"},
      {"starts", "N,N,...", "back to back", "with --join: start of each clip in 1/30 seconds",
       "convert"},
      {"split", "", "", "cut a clip into files of at most 131,070 bytes", "convert"},
      {"extract", "", "", "the files of an archive, into a folder", "convert"},
  };
  return family;
}

}  // namespace anmkit::psx
