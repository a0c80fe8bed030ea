// SPDX-License-Identifier: MIT
// Findings of each kind of document (section 9).
#include "formats/sm64/check.hpp"

#include <algorithm>
#include <set>

#include "core/counted.hpp"
#include "formats/sm64/check_place.hpp"
#include "formats/sm64/source/c_link.hpp"
#include "formats/sm64/source/c_parse.hpp"

namespace anmkit::sm64 {
namespace {

// Arrays that no header refers to, and types that say something else than the references do.
void check_arrays(const CFile& file, Findings& findings) {
  std::set<std::string_view> indices, values;
  for (const CHeader& header : file.headers) {
    indices.insert(header.index);
    values.insert(header.values);
  }
  for (std::size_t i = 0; i < file.arrays.size(); ++i) {
    const CArray& array = file.arrays[i];
    const bool is_index = indices.contains(array.name), is_values = values.contains(array.name);
    const auto at = array.range.begin;
    if (!is_index && !is_values) {
      findings.info("I-UNUSED", quoted(array.name) + " is used by no header of this file", at,
                    path_of("arrays", i));
    }
    if (is_index && array.type == ElementType::s16) {
      findings.warning("W-CTYPE", quoted(array.name) + " is an index table and declared signed", at,
                       path_of("arrays", i, "type"));
    }
    if (is_values && array.type == ElementType::u16) {
      findings.warning("W-CTYPE",
                       quoted(array.name) + " contains signed values and is declared unsigned", at,
                       path_of("arrays", i, "type"));
    }
  }
}

class DmaCheck {
 public:
  DmaCheck(const DmaDocument& document, const Options& options, Findings& findings)
      : table_(document.table),
        base_(document.before.size()),
        buffer_(options.number("buffer", kDmaBuffer)),
        findings_(findings) {}

  void run() {
    if (table_.sourceAddress != 0) {
      findings_.warning("W-DMAPLACE",
                        "the source address is " + hex_number(table_.sourceAddress) +
                            "; a ROM has 0, the game stores it in RAM",
                        base_ + 4, "sourceAddress");
    }
    // Every table of 20 parts with this divisor is Mario's; others are custom ones.
    if (table_.numEntries != kMarioAnimations) {
      findings_.warning(
          "W-DMACOUNT",
          counted(table_.numEntries, "entry", "entries") + ": Mario's game code uses ids 0..208",
          base_, "numEntries");
    }
    for (std::size_t i = 0; i < table_.entries.size(); ++i)
      entry(i);
    overlaps();
  }

 private:
  void entry(std::size_t i) {
    const DmaEntry& entry = table_.entries[i];
    const std::string path = path_of("entries", i);
    const std::uint64_t at = base_ + 8 + 8 * std::uint64_t{i};
    const std::string name = "entry " + std::to_string(i);
    const std::uint64_t directory = 8 + 8 * std::uint64_t{table_.numEntries};
    if (entry.offset < directory || !fits(entry.offset, entry.size, table_.file.size)) {
      findings_.error("E-DMAENTRY",
                      name + " at " + hex_number(entry.offset) + " with " +
                          counted(entry.size, "byte") + " is outside " + hex_number(directory) +
                          ".." + hex_number(table_.file.size),
                      at, path);
    } else if (entry.size < kHeaderSize + 24 + 2) {
      findings_.error(
          "E-DMAENTRY",
          name + " has " + counted(entry.size, "byte") + "; header, index and one sample need 50",
          at, path + ".size");
    }
    if (entry.offset % 2 != 0) {
      findings_.error("E-ALIGN",
                      name + " at " + hex_number(entry.offset) + " must be 2-byte aligned", at,
                      path + ".offset");
    }
    const std::uint64_t needed = (std::uint64_t{entry.size} + 15) / 16 * 16;
    if (static_cast<double>(needed) > buffer_) {
      findings_.error("E-DMABUF",
                      name + " needs " + counted(needed, "byte") + ", the buffer has " +
                          std::to_string(static_cast<std::uint64_t>(buffer_)),
                      at, path + ".size");
    }
    if (table_.entry_reference[i] >= 0) pointers(i, entry);
  }

  void pointers(std::size_t i, const DmaEntry& entry) {
    const Reference& reference =
        table_.file.references[static_cast<std::size_t>(table_.entry_reference[i])];
    const Header& header = table_.file.headers[reference.header].header;
    pointer(i, entry, header.values, reference.values >= 0, "values", 12);
    pointer(i, entry, header.index, reference.index >= 0, "index", 16);
  }
  void pointer(std::size_t i, const DmaEntry& entry, std::uint32_t value, bool resolves,
               std::string_view field, std::uint64_t at) {
    const std::string path = path_of("entries", i, field);
    if (!resolves) {
      findings_.error("E-DMAREL",
                      "entry " + std::to_string(i) + ": " + std::string(field) + " at " +
                          hex_number(value) + " is outside the entry's 0x18.." +
                          hex_number(entry.size),
                      base_ + entry.offset + at, path);
    } else if (value % 2 != 0) {
      findings_.error("E-ALIGN",
                      "entry " + std::to_string(i) + ": " + std::string(field) + " at " +
                          hex_number(value) + " must be 2-byte aligned",
                      base_ + entry.offset + at, path);
    }
  }

  // Variants of one data set share its end; other entries must not meet.
  void overlaps() {
    struct Span {
      std::uint64_t begin, end;
      std::size_t entry;
    };
    std::vector<Span> spans;
    for (std::size_t i = 0; i < table_.entries.size(); ++i) {
      const DmaEntry& entry = table_.entries[i];
      if (table_.entry_reference[i] < 0) continue;
      spans.push_back({entry.offset, std::uint64_t{entry.offset} + entry.size, i});
    }
    std::ranges::stable_sort(spans, [](const Span& a, const Span& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    for (std::size_t k = 0, widest = 0; k < spans.size(); ++k) {
      const Span& before = spans[widest];
      const Span& span = spans[k];
      if (k > 0 && span.begin < before.end && !same_data(before.entry, span.entry)) {
        findings_.warning(
            "W-DMAOVERLAP",
            "entries " + std::to_string(before.entry) + " and " + std::to_string(span.entry) +
                " overlap and are not variants of one data set",
            base_ + 8 + 8 * std::uint64_t{span.entry}, path_of("entries", span.entry));
      }
      if (span.end > before.end || k == 0) widest = k;
    }
  }
  bool same_data(std::size_t a, std::size_t b) const {
    const auto reference = [&](std::size_t i) {
      return table_.file.references[static_cast<std::size_t>(table_.entry_reference[i])];
    };
    return reference(a).values == reference(b).values && reference(a).index == reference(b).index;
  }

  const DmaTable& table_;
  std::uint64_t base_;
  double buffer_;
  Findings& findings_;
};

// Places of a binary animation's fields and of the elements of its index table.
auto place_in(const BinaryFile& file, std::int32_t reference, std::uint64_t base) {
  return [&file, reference, base](std::string_view member) -> std::optional<std::uint64_t> {
    const Reference& from = file.references[static_cast<std::size_t>(reference)];
    if (const auto element = element_named(member)) {
      const PlacedTable& table = file.indexTables[static_cast<std::size_t>(from.index)];
      return base + table.offset + 2 * *element;
    }
    const auto field = field_offset(member);
    if (!field) return {};
    return base + file.headers[from.header].offset + *field;
  };
}

}  // namespace

void CDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  Findings findings(diagnostics);
  const CLinker linker = linker_of(*this, companions);
  const auto all = linker.link(file, is_mario(), options.has("coopdx"), &findings);
  linker.check_tables(file, source, findings);
  check_arrays(file, findings);
  const Syntax syntax = file.spelling == Spelling::lua ? Syntax::lua : Syntax::c;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const CHeader& header = file.headers[i];
    const auto place = [&](std::string_view member) -> std::optional<std::uint64_t> {
      if (const auto element = element_named(member)) {
        const auto index = std::ranges::find(file.arrays, header.index, &CArray::name);
        if (index == file.arrays.end() || file.spelling == Spelling::saturn) return {};
        return element_at(source, index->range, *element, syntax);
      }
      const auto field = find_field(member);
      const std::uint32_t at = field && *field < kFieldCount ? header.fields_at[*field] : 0;
      return at > 0 ? std::optional<std::uint64_t>(at) : std::nullopt;
    };
    check_motion(all[i], {.place = place}, findings);
  }
  check_samples(all, findings);
  check_skeleton(all, companions, options, diagnostics);
  if (is_mario()) check_mario(*this, companions, findings);
}

void DmaDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  Findings findings(diagnostics);
  DmaCheck(*this, options, findings).run();
  const auto all = motions(companions, options);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (table.entry_reference[i] < 0) continue;
    const auto place = place_in(table.file, table.entry_reference[i], before.size());
    check_motion(all[i], {table.entries[i].size, true, place}, findings);
  }
  check_samples(all, findings);
  check_skeleton(all, companions, options, diagnostics);
}

void AnimDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  Findings findings(diagnostics);
  const auto all = motions(companions, options);
  const auto& clips = insertable ? insertable->clip_reference : segment->clip_reference;
  bool null = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (clips[i] < 0) {
      // A NULL of a table is kept; it may only are at the end.
      const bool is_null = segment && segment->addresses[i] == 0;
      null = null || is_null;
      if (is_null) continue;
      findings.error("E-TRUNC",
                     "the animation header of " + all[i].name +
                         " needs 24 bytes, which the data does not have",
                     insertable ? 16 : 0, path_of("clipReference", i));
      continue;
    }
    if (null) {
      findings.warning("W-TABLENULL", "NULL is before " + all[i].name + ": not playable",
                       all[i].offset, path_of("clipReference", i));
      null = false;
    }
    const Reference& reference = pieces().references[static_cast<std::size_t>(clips[i])];
    const Header& header = all[i].header;
    const auto pointer = [&](std::uint32_t value, bool resolves, std::string_view field,
                             std::uint64_t at) {
      if (resolves) return;
      const bool odd = value % 2 != 0;
      findings.error(odd ? "E-ALIGN" : "E-PTR",
                     all[i].name + ": " + std::string(field) + " pointer " + hex_number(value) +
                         (odd ? " must be 2-byte aligned" : " does not resolve"),
                     *all[i].offset + at, all[i].path + "." + std::string(field));
    };
    pointer(header.values, reference.values >= 0, "values", 12);
    pointer(header.index, reference.index >= 0, "index", 16);
    check_motion(all[i], {.place = place_in(pieces(), clips[i], 0)}, findings);
  }
  check_samples(all, findings);
  check_skeleton(all, companions, options, diagnostics);
}

}  // namespace anmkit::sm64
