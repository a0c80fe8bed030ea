// SPDX-License-Identifier: MIT
// Edited declarations inside the text that they came from (section 10.1).
#include <algorithm>
#include <set>

#include "formats/sm64/source/c_parse.hpp"
#include "formats/sm64/source/c_text.hpp"
#include "formats/sm64/source/c_write.hpp"
#include "formats/sm64/source/text_edit.hpp"

namespace anmkit::sm64 {
namespace {

bool same(const CArray& a, const CArray& b) {
  return a.elements == b.elements && a.type == b.type && a.dimension == b.dimension;
}
bool same(const CHeader& a, const CHeader& b) {
  const auto same_open = [](const COpenField& x, const COpenField& y) {
    return x.field == y.field && x.expression == y.expression;
  };
  return a.header == b.header && a.values == b.values && a.index == b.index &&
         a.element == b.element && a.is_array == b.is_array &&
         std::ranges::equal(a.open_fields, b.open_fields, same_open);
}
bool same(const CTable& a, const CTable& b) {
  return a.elements == b.elements;
}

// Whether the declarations are those of `from`, and perhaps more after them.
template <class T>
bool begins_alike(const std::vector<T>& list, const std::vector<T>& from) {
  return list.size() >= from.size() &&
         std::equal(from.begin(), from.end(), list.begin(),
                    [](const T& a, const T& b) { return a.name == b.name; });
}

// New text for the declarations of `file` that differ from those of `from`.
std::vector<Replacement> replacements(const CFile& file, const CFile& from, std::string_view source,
                                      Syntax syntax) {
  std::vector<Replacement> list;
  std::set<std::string_view> indices;
  for (const CHeader& header : file.headers)
    indices.insert(header.index);
  for (std::size_t i = 0; i < from.arrays.size(); ++i) {
    if (same(file.arrays[i], from.arrays[i])) continue;
    edit_array(file.arrays[i], from.arrays[i], indices.contains(file.arrays[i].name), source,
               syntax, list);
  }
  for (std::size_t i = 0; i < from.headers.size(); ++i) {
    const CHeader& header = file.headers[i];
    if (same(header, from.headers[i])) continue;
    if (edit_header(header, from.headers[i], source, syntax, list)) continue;
    TextWriter writer("", Profile::vanilla_actor);
    writer.header_body(header);
    const CArray* index = find_array(file, header.index);
    const auto parts =
        index == nullptr ? -1 : static_cast<std::int64_t>(index->elements.size()) / 6 - 1;
    // A count of its own is kept as a number.
    if (header.header.unusedBoneCount != parts && header.open_fields.empty()) {
      const std::string macro = "ANIMINDEX_NUMPARTS(" + header.index + ")";
      const std::size_t at = writer.text.find(macro);
      if (at != std::string::npos) {
        writer.text.replace(at, macro.size(), std::to_string(header.header.unusedBoneCount));
      }
    }
    const TextRange& range = from.headers[i].range;
    list.push_back({range.body_begin, range.body_end, "\n" + writer.text});
  }
  for (std::size_t i = 0; i < from.tables.size(); ++i) {
    if (same(file.tables[i], from.tables[i])) continue;
    TextWriter writer("", Profile::vanilla_actor);
    writer.table_body(file.tables[i]);
    const TextRange& range = from.tables[i].range;
    list.push_back({range.body_begin, range.body_end, "\n" + writer.text});
  }
  return list;
}

// The declarations of a file that another one lacks, as text after it.
std::string added_text(const CFile& file, const CFile& from) {
  CFile rest;
  const auto behind = [](const auto& list, const auto& before, auto& to) {
    to.assign(list.begin() + static_cast<std::ptrdiff_t>(before.size()), list.end());
  };
  behind(file.arrays, from.arrays, rest.arrays);
  behind(file.headers, from.headers, rest.headers);
  behind(file.tables, from.tables, rest.tables);
  const bool any = !rest.arrays.empty() || !rest.headers.empty() || !rest.tables.empty();
  return any ? "\n" + write_c(rest, {}, Profile::vanilla_actor) : std::string();
}

Result<void> check_names(const CFile& file) {
  const auto good = [](std::string_view name) { return is_c_name(name.substr(0, name.find('['))); };
  const auto bad = [](const std::string& path) {
    return fail(std::string(kBadJson), "expected a C name", {}, path);
  };
  for (std::size_t i = 0; i < file.arrays.size(); ++i) {
    if (!good(file.arrays[i].name)) return bad(path_of("arrays", i, "name"));
  }
  for (std::size_t i = 0; i < file.headers.size(); ++i) {
    const CHeader& header = file.headers[i];
    if (!good(header.name)) return bad(path_of("headers", i, "name"));
    if (!header.values.empty() && !good(header.values)) return bad(path_of("headers", i, "values"));
    if (!header.index.empty() && !good(header.index)) return bad(path_of("headers", i, "index"));
  }
  for (std::size_t i = 0; i < file.tables.size(); ++i) {
    if (!good(file.tables[i].name)) return bad(path_of("tables", i, "name"));
    for (const std::string& name : file.tables[i].elements) {
      if (!name.empty() && !good(name)) return bad(path_of("tables", i, "elements"));
    }
  }
  return {};
}

}  // namespace

Result<std::string> edited_text(const CFile& file, std::string_view source) {
  Diagnostics unused;
  const auto from = parse_c(source, unused);
  const bool alike = from && begins_alike(file.arrays, from->arrays) &&
                     begins_alike(file.headers, from->headers) &&
                     begins_alike(file.tables, from->tables);
  if (!alike) {
    if (auto names = check_names(file); !names) return std::unexpected(names.error());
    return write_c(file, source, Profile::vanilla_actor);
  }
  auto list = replacements(file, *from, source, Syntax::c);
  const std::string added = added_text(file, *from);
  if (list.empty() && added.empty()) return std::string(source);
  if (auto names = check_names(file); !names) return std::unexpected(names.error());
  return replaced(source, std::move(list)) + added;
}

std::optional<std::string> edited_lua(const CFile& file, const CFile& from,
                                      std::string_view source) {
  const bool alike = file.arrays.size() == from.arrays.size() &&
                     file.headers.size() == from.headers.size() && file.tables.empty() &&
                     begins_alike(file.arrays, from.arrays) &&
                     begins_alike(file.headers, from.headers);
  if (!alike) return {};
  std::vector<Replacement> list;
  for (std::size_t i = 0; i < from.headers.size(); ++i) {
    if (same(file.headers[i], from.headers[i])) continue;
    if (!edit_header(file.headers[i], from.headers[i], source, Syntax::lua, list)) return {};
  }
  for (std::size_t i = 0; i < from.arrays.size(); ++i) {
    const CArray& array = file.arrays[i];
    if (same(array, from.arrays[i])) continue;
    edit_array(array, from.arrays[i], array.type == ElementType::u16, source, Syntax::lua, list);
  }
  return replaced(source, std::move(list));
}

}  // namespace anmkit::sm64
