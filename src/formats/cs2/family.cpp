// SPDX-License-Identifier: MIT
// The family's entry in the registry.
#include <algorithm>
#include <set>

#include "core/letters.hpp"
#include "formats/cs2/archive/kif.hpp"
#include "formats/cs2/description.hpp"
#include "formats/cs2/document.hpp"
#include "formats/cs2/quick_check.hpp"
#include "formats/cs2/script/utf16.hpp"
#include "formats/way_back.hpp"

namespace anmkit::cs2 {

std::span<const CodeInfo> codes();  // codes.cpp
namespace {

// Section 2.5: other engines use the extension, and the signature alone is weak.
int detect_anm(ByteView bytes) {
  if (bytes.size() < kHeaderSize || as_text(bytes.first(4)) != std::string_view("ANM\0", 4)) {
    return 0;
  }
  const std::uint64_t count = load<std::uint32_t, std::endian::little>(bytes.data() + 8);
  if (!fits(kHeaderSize, count * kTimelineSize, bytes.size())) return 40;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::byte* line = bytes.data() + kHeaderSize + kTimelineSize * i;
    if (load<std::uint32_t, std::endian::little>(line) >= kOpcodes) return 60;
  }
  return 95;
}

int detect_signature(ByteView bytes, std::string_view signature) {
  return as_text(bytes).starts_with(signature) ? 95 : 0;
}
int detect_hg3(ByteView bytes) {
  return detect_signature(bytes, "HG-3");
}
int detect_hg2(ByteView bytes) {
  return detect_signature(bytes, "HG-2");
}

int detect_int(ByteView bytes) {
  return detect_signature(bytes, kKifSignature);
}

// Numbers alone are lines of images, and the columns of many other texts.
bool has_letter(std::string_view line) {
  return std::ranges::any_of(line, [](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; });
}

// How likely it is that the lines without a fault are a script's: 20 with a command, 5 with numbers
// alone, 0 without such a line.
int likelihood_of(std::string_view text, const Diagnostics& faults) {
  std::set<std::size_t> wrong;
  for (const Diagnostic& fault : faults.finish()) {
    const std::string_view before = text.substr(0, fault.offset.value_or(0));
    if (fault.severity == Severity::error) wrong.insert(before.rfind('\n') + 1);  // npos + 1 is 0
  }
  int best = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const bool blank = line.find_first_not_of(" \t\r") == line.npos;
    if (!blank && !wrong.contains(begin)) best = std::max(best, has_letter(line) ? 20 : 5);
    begin = end + 1;
  }
  return best;
}

// Text has no signature: lines that compile make it likely, never sure. The language has no
// braces; other sources are turned away by them before a line is compiled.
int detect_text(ByteView bytes) {
  const auto wide = utf16_head(bytes);
  const std::string_view text =
      wide ? *wide : as_text(bytes.first(std::min<std::size_t>(bytes.size(), 1024)));
  if (text.find('\0') != std::string_view::npos || text.find('{') != std::string_view::npos) {
    return 0;
  }
  // Prose may begin with a number or a command: some line must be without a fault.
  Diagnostics faults, unused;
  if (compile(text, {Dialect::strict}, faults)) return has_letter(text) ? 20 : 5;
  const auto file = compile(text, {Dialect::compatible}, unused);
  return file && !file->lines.empty() ? likelihood_of(text, faults) : 0;
}

DocumentPtr parse_anm_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = parse_anm(source.bytes);
  if (!parsed) {
    diagnostics.add(std::move(parsed.error()));
    return nullptr;
  }
  auto document = std::make_unique<AnmDocument>(std::move(*parsed));
  document->title = title_of(source.path);
  return document;
}

DocumentPtr parse_text_document(const Source& source, const Options& options,
                                Diagnostics& diagnostics) {
  if (source.bytes.empty()) {
    diagnostics.add(Severity::error, "cs2.S07", "the source is empty", 0);
    return nullptr;
  }
  if (utf16_head(source.bytes)) {
    diagnostics.add(Severity::error, "cs2.S25",
                    "the text is UTF-16; save it as UTF-8 without a byte order mark, or as "
                    "Shift-JIS (iconv -f UTF-16 -t UTF-8)",
                    0);
    return nullptr;
  }
  auto document = std::make_unique<TextDocument>(std::string(as_text(source.bytes)));
  document->title = title_of(source.path);
  document->dialect = dialect_of(options);
  return document;
}

template <Result<HgFile> (*Parse)(ByteView), const std::string_view& Id>
DocumentPtr parse_hg_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  auto parsed = Parse(source.bytes);
  if (!parsed) {
    diagnostics.add(std::move(parsed.error()));
    return nullptr;
  }
  return std::make_unique<HgDocument>(Id, source.bytes, std::move(*parsed));
}

}  // namespace

Family family() {
  const Abilities script{.animation = true, .play = true};
  Family family;
  family.id = "cs2";
  family.title = "CatSystem 2";
  family.place = 5;
  family.specification = "cs2-anm.md";
  family.codes = codes;
  family.formats = {
      {.id = kAnmId,
       .family = family.id,
       .title = "CatSystem 2 animation script",
       .extensions = {".anm"},
       .abilities = script,
       .detect = &detect_anm,
       .parse = &parse_anm_document,
       .passes_quick_check = look(&quick_check_script),
       .build = way_back(&build_anm),
       .from_pictures = way_back(&script_from_pictures),
       .description = anm_description},
      {.id = kTextId,
       .family = family.id,
       .title = "CatSystem 2 animation source",
       .extensions = {".txt"},
       .abilities = script,
       .detect = &detect_text,
       .parse = &parse_text_document,
       .build = way_back(&build_text),
       .text = true,
       .explain_text = &explain_source},
      {.id = kHg3Id,
       .family = family.id,
       .title = "CatSystem 2 images, HG-3",
       .extensions = {".hg3"},
       .abilities = {.pictures = true},
       .detect = &detect_hg3,
       .parse = &parse_hg_document<&parse_hg3, kHg3Id>,
       .build = way_back(&build_hg3),
       .from_pictures = way_back(&hg3_from_pictures),
       .takes = Format::Pictures::set,
       .description = hg3_description},
      {.id = kHg2Id,
       .family = family.id,
       .title = "CatSystem 2 images, HG-2",
       .extensions = {".hg2"},
       .abilities = {.pictures = true},
       .detect = &detect_hg2,
       .parse = &parse_hg_document<&parse_hg2, kHg2Id>,
       .build = way_back(&build_hg2),
       .description = hg2_description},
      {.id = kIntId,
       .family = family.id,
       .title = "CatSystem 2 archive, KIF",
       .extensions = {".int"},
       .detect = &detect_int,
       .parse = &parse_int_document,
       .build = way_back(&build_int),
       .description = int_description},
  };
  family.conversions = conversions();
  family.options = {
      {"compat", "", "", "compile as the official compiler does, quirks included"},
      {"seed", "N", "5489", "seed of the random numbers", "convert|render|play|view"},
      {"rand", "N,N,...", "", "32-bit random numbers to use first", "convert|render|play|view"},
      {"max-id", "N", "highest id of the image", "value of the command max",
       "convert|render|play|view"},
      {"budget", "N", "100000", "maximum of instructions in one update",
       "convert|render|play|view"},
      {"key", "TEXT", "",
       "archives: the game's .exe, its V_CODE2 string, or 0x and the string's number"},
      {"picture", "N", "the only one", "to .png: which image inside, or a texture's palette",
       "convert"},
      {"inclusive-random", "", "", "random ranges include their maximum",
       "convert|render|play|view"},
  };
  family.option_files = &key_files;
  return family;
}

}  // namespace anmkit::cs2
