// SPDX-License-Identifier: MIT
// dump and build.
#include "core/counted.hpp"
#include "formats/sm64/binary/pieces.hpp"
#include "formats/sm64/document.hpp"
#include "formats/sm64/fields.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64 {
namespace {

// Every header, table and gap must lie in the file: what is outside would not be written.
Result<void> check_places(const BinaryFile& file) {
  Result<void> good;
  const auto check = [&](const auto& pieces, std::string_view list, auto size_of) {
    for (std::size_t i = 0; good && i < pieces.size(); ++i) {
      const std::uint64_t size = size_of(pieces[i]);
      if (fits(pieces[i].offset, size, file.size)) continue;
      good = fail(std::string(kBadJson),
                  "its " + counted(size, "byte") + " do not fit into a file of " +
                      counted(file.size, "byte"),
                  {}, path_of(list, i, "offset"));
    }
  };
  check(file.headers, "headers", [](const auto&) { return std::uint64_t{kHeaderSize}; });
  const auto words = [](const auto& table) { return 2 * std::uint64_t{table.elements.size()}; };
  check(file.indexTables, "indexTables", words);
  check(file.valueTables, "valueTables", words);
  check(file.gaps, "gaps", [](const Gap& gap) { return std::uint64_t{gap.bytes.size()}; });
  return good;
}

// References must stay inside their lists, so that nothing else has to look.
Result<void> check_references(const BinaryFile& file, const std::vector<std::int32_t>& clips,
                              std::uint64_t most_bytes) {
  const auto bad = [](std::size_t i, std::string_view member) {
    return fail(std::string(kBadJson), "no such index in the list", {},
                path_of("references", i, member));
  };
  for (std::size_t i = 0; i < file.references.size(); ++i) {
    const Reference& reference = file.references[i];
    if (reference.header >= file.headers.size()) return bad(i, "header");
    if (reference.index >= static_cast<std::int64_t>(file.indexTables.size())) {
      return bad(i, "index");
    }
    if (reference.values >= static_cast<std::int64_t>(file.valueTables.size())) {
      return bad(i, "values");
    }
  }
  for (const std::int32_t clip : clips) {
    if (clip >= static_cast<std::int64_t>(file.references.size())) {
      return fail(std::string(kBadJson), "no such index in references", {}, "references");
    }
  }
  if (file.size > most_bytes) {
    return fail(std::string(kBadJson), "larger than its pieces", {}, "size");
  }
  return check_places(file);
}

// Bytes that the pieces of a file cover: a small dump must not ask for a huge file.
std::uint64_t covered(const BinaryFile& file, std::uint64_t own) {
  std::uint64_t bytes = own + kHeaderSize * std::uint64_t{file.headers.size()};
  for (const PlacedTable& table : file.indexTables)
    bytes += 2 * table.elements.size();
  for (const PlacedTable& table : file.valueTables)
    bytes += 2 * table.elements.size();
  for (const Gap& gap : file.gaps)
    bytes += gap.bytes.size();
  return bytes;
}

// Bytes of bound files are not written with the input's: their own files are.
void tell_bound_pieces(const SegmentFile& segment, Diagnostics& diagnostics) {
  std::size_t outside = 0;
  for (const PlacedHeader& header : segment.file.headers)
    outside += header.offset >= segment.own_size;
  for (const auto* tables : {&segment.file.indexTables, &segment.file.valueTables}) {
    for (const PlacedTable& table : *tables)
      outside += table.offset >= segment.own_size;
  }
  if (outside == 0) return;
  Findings(diagnostics)
      .warning("W-LOSS", counted(outside, "header or table", "headers and tables") +
                             " of bound files are not written, edited or not; build the file that "
                             "has them");
}

struct DmaParts {
  DmaTable table;
  std::optional<Bytes> before, after;
  std::optional<std::uint32_t> swapped_bytes;
};
template <class Archive, Of<DmaParts> T>
void fields(Archive& archive, T& parts) {
  fields(archive, parts.table);
  archive("before", parts.before);
  archive("after", parts.after);
  archive("swappedBytes", parts.swapped_bytes);
}

struct AnimParts {
  std::optional<Insertable> insertable;
  std::optional<SegmentFile> segment;
};
template <class Archive, Of<AnimParts> T>
void fields(Archive& archive, T& parts) {
  archive("insertable", parts.insertable);
  archive("segment", parts.segment);
}

struct CParts {
  CFile file;
  std::optional<std::string> source;
  std::optional<bool> script;  // Lua by its name alone: without any animation
};
template <class Archive, Of<CParts> T>
void fields(Archive& archive, T& parts) {
  fields(archive, parts.file);
  archive("source", parts.source);
  archive("script", parts.script);
}

struct GeoParts {
  bool text = true;
  std::vector<GeoLayout> layouts;
  Bytes source;
  std::optional<bool> bound;  // read with --segment: the layouts are not all in the source
};
template <class Archive, Of<GeoParts> T>
void fields(Archive& archive, T& parts) {
  archive("text", parts.text);
  archive("layouts", parts.layouts);
  archive("source", parts.source);
  archive("bound", parts.bound);
}

}  // namespace

void CDocument::dump(JsonWriter& writer) const {
  write_fields(writer, file);
  // The text is next to its fields, so that unedited fields give back every byte of it.
  FieldWriter archive(writer);
  archive("source", source);
  if (file.spelling == Spelling::lua && spelling_of(source) == Spelling::c) {
    archive("script", true);
  }
}
void DmaDocument::dump(JsonWriter& writer) const {
  write_fields(writer, table);
  FieldWriter archive(writer);
  if (!before.empty()) archive("before", before);
  if (!after.empty()) archive("after", after);
  if (swapped_bytes != 0) archive("swappedBytes", swapped_bytes);
}
void AnimDocument::dump(JsonWriter& writer) const {
  FieldWriter archive(writer);
  archive("insertable", insertable);
  archive("segment", segment);
}
void GeoDocument::dump(JsonWriter& writer) const {
  FieldWriter archive(writer);
  archive("text", text);
  archive("layouts", layouts);
  archive("source", source);
  if (image) archive("bound", true);
}

Result<Bytes> DmaDocument::write() const {
  Bytes bytes = before;
  const Bytes middle = sm64::write(table);
  bytes.insert(bytes.end(), middle.begin(), middle.end());
  bytes.insert(bytes.end(), after.begin(), after.end());
  swap_bytes(bytes, swapped_bytes);
  return bytes;
}
Result<Bytes> AnimDocument::write() const {
  if (insertable) return sm64::write(*insertable);
  Bytes bytes = put_together(segment->file);
  if (segment->own_size < bytes.size()) bytes.resize(segment->own_size);
  return bytes;
}

Result<DocumentPtr> build_c(const JsonValue& object, Diagnostics&) {
  auto parts = read_fields<CParts>(object);
  if (!parts) return std::unexpected(std::move(parts.error()));
  if (parts->script.value_or(false)) {
    parts->file.spelling = Spelling::lua;
    return std::make_unique<CDocument>(std::move(parts->source).value_or(""),
                                       std::move(parts->file));
  }
  Result<std::string> text = edited_source(parts->file, parts->source.value_or(""));
  if (!text) return std::unexpected(std::move(text.error()));
  Diagnostics unused;
  auto file = parse_source(*text, unused);
  if (!file) return std::unexpected(std::move(file.error()));
  return std::make_unique<CDocument>(std::move(*text), std::move(*file));
}

Result<DocumentPtr> build_dma(const JsonValue& object, Diagnostics&) {
  auto parts = read_fields<DmaParts>(object);
  if (!parts) return std::unexpected(std::move(parts.error()));
  DmaTable& table = parts->table;
  const std::size_t count = table.entries.size();
  if (table.numEntries != count || table.entry_reference.size() != count) {
    return fail(std::string(kBadJson), "expected numEntries entries", {}, "entries");
  }
  const auto good = check_references(table.file, table.entry_reference,
                                     covered(table.file, 8 + 8 * std::uint64_t{count}));
  if (!good) return std::unexpected(good.error());
  const std::uint32_t group = parts->swapped_bytes.value_or(0);
  if (group != 0 && group != 2 && group != 4) {
    return fail(std::string(kBadJson), "expected 2 or 4", {}, "swappedBytes");
  }
  auto document = std::make_unique<DmaDocument>(std::move(table));
  document->swapped_bytes = group;
  document->before = std::move(parts->before).value_or(Bytes{});
  document->after = std::move(parts->after).value_or(Bytes{});
  return document;
}

Result<DocumentPtr> build_anim(const JsonValue& object, Diagnostics& diagnostics) {
  auto parts = read_fields<AnimParts>(object);
  if (!parts) return std::unexpected(std::move(parts.error()));
  if (parts->insertable.has_value() == parts->segment.has_value()) {
    return fail(std::string(kBadJson), "expected either insertable or segment");
  }
  const BinaryFile& file = parts->insertable ? parts->insertable->file : parts->segment->file;
  const auto& clips =
      parts->insertable ? parts->insertable->clip_reference : parts->segment->clip_reference;
  std::uint64_t own = 0;
  if (parts->insertable) {
    own = 16 + 4 * std::uint64_t{parts->insertable->relocations.size()} +
          4 * std::uint64_t{parts->insertable->table.size()};
  }
  const auto good = check_references(file, clips, covered(file, own));
  if (!good) return std::unexpected(good.error());
  if (parts->insertable) return std::make_unique<AnimDocument>(std::move(*parts->insertable));
  tell_bound_pieces(*parts->segment, diagnostics);
  return std::make_unique<AnimDocument>(std::move(*parts->segment));
}

Result<DocumentPtr> build_geo(const JsonValue& object, Diagnostics&) {
  auto parts = read_fields<GeoParts>(object);
  if (!parts) return std::unexpected(std::move(parts.error()));
  auto document = std::make_unique<GeoDocument>(std::move(parts->source), parts->text);
  if (parts->bound.value_or(false)) {
    document->layouts = std::move(parts->layouts);
    return document;
  }
  Diagnostics unused;
  auto layouts = read_layouts(document->source, document->text, {}, unused);
  if (!layouts) return std::unexpected(std::move(layouts.error()));
  document->layouts = std::move(*layouts);
  // Layouts are shown and not written: an edit must go into the source.
  JsonWriter shown, given;
  shown.begin_array();
  given.begin_array();
  for (const GeoLayout& layout : document->layouts) {
    shown.begin_object();
    write_fields(shown, layout);
    shown.end_object();
  }
  for (const GeoLayout& layout : parts->layouts) {
    given.begin_object();
    write_fields(given, layout);
    given.end_object();
  }
  if (shown.text() != given.text()) {
    return fail(std::string(kBadJson), "layouts differ from the source; edit the source instead",
                {}, "layouts");
  }
  return document;
}

}  // namespace anmkit::sm64
