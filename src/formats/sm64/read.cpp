// SPDX-License-Identifier: MIT
// From bytes to documents.
#include <algorithm>
#include <map>

#include "core/paths.hpp"
#include "formats/sm64/binary/cut.hpp"
#include "formats/sm64/document.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/evidence.hpp"
#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64 {

std::string title_of(std::string_view path) {
  const std::string_view name = file_name(path);
  const std::size_t dot = name.find('.');
  return std::string(dot == 0 ? name : name.substr(0, dot));
}

std::string dma_name(std::size_t id) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string digits;
  for (; id != 0 || digits.size() < 2; id >>= 4)
    digits.insert(digits.begin(), kDigits[id & 15]);
  return "anim_" + digits;
}

const MotionDocument* as_motions(const Document* document) {
  if (document == nullptr) return nullptr;
  const std::string_view id = document->format();
  return id == kCId || id == kDmaId || id == kAnimId ? static_cast<const MotionDocument*>(document)
                                                     : nullptr;
}

namespace {

// Headers that the converter of Mario's files reads (section 4.2) and no compiled actor has: arrays
// of one with a divisor, each before its index table, which is before its values.
bool has_mario_form(const CFile& file) {
  std::map<std::string_view, std::uint32_t> places;
  for (const CArray& array : file.arrays)
    places.emplace(array.name, array.range.begin);
  const auto good = [&](const CHeader& header) {
    const auto index = places.find(header.index), values = places.find(header.values);
    return header.is_array && header.element == 0 && header.header.animYTransDivisor != 0 &&
           index != places.end() && values != places.end() && header.range.begin < index->second &&
           index->second < values->second;
  };
  return file.spelling == Spelling::c && !file.headers.empty() &&
         std::ranges::all_of(file.headers, good);
}

}  // namespace

CDocument::CDocument(std::string text, CFile parsed)
    : source(std::move(text)), file(std::move(parsed)), mario_form_(has_mario_form(file)) {}

bool CDocument::is_mario() const {
  return mario_form_ || is_in_mario_folder();
}

bool CDocument::is_in_mario_folder() const {
  std::string folder = "/" + std::string(folder_of(path));
  std::ranges::replace(folder, '\\', '/');
  return folder.ends_with("/assets/anims/");
}

DocumentPtr parse_c_document(const Source& source, const Options& options,
                             Diagnostics& diagnostics) {
  // A script without calls is no C either.
  const std::string_view text = as_text(source.bytes);
  if (is_blank(text)) {
    Findings(diagnostics).error("E-CSYNTAX", std::string(kBlankSource), 0);
    return nullptr;
  }
  const bool script = source.path.ends_with(".lua") && spelling_of(text) == Spelling::c &&
                      text.find("struct Animation") == std::string_view::npos;
  auto parsed = script ? parse_lua(text, diagnostics) : parse_source(text, diagnostics);
  if (!parsed) return nullptr;
  auto document =
      std::make_unique<CDocument>(std::string(as_text(source.bytes)), std::move(*parsed));
  document->path = source.path;
  document->coopdx = options.has("coopdx");
  return document;
}

bool is_insertable(ByteView bytes) {
  return insertable_size(bytes) == bytes.size();
}

DocumentPtr parse_anim_document(const Source& source, const Options& options,
                                Diagnostics& diagnostics) {
  std::unique_ptr<AnimDocument> document;
  if (auto bound = check_segments(options); !bound) {
    diagnostics.add(bound.error());
    return nullptr;
  }
  if (!options.has("header") && !options.has("table") && is_insertable(source.bytes)) {
    auto parsed = parse_insertable(source.bytes);
    if (!parsed) {
      diagnostics.add(parsed.error());
      return nullptr;
    }
    document = std::make_unique<AnimDocument>(std::move(*parsed));
  } else if (auto cut = find_cut_insertable(source.bytes); options.empty() && cut) {
    diagnostics.add(*std::move(cut));
    return nullptr;
  } else {
    auto parsed = parse_segment(source, options);
    if (!parsed) {
      diagnostics.add(parsed.error());
      return nullptr;
    }
    document = std::make_unique<AnimDocument>(std::move(*parsed));
  }
  document->path = source.path;
  document->coopdx = options.has("coopdx");
  return document;
}

}  // namespace anmkit::sm64
