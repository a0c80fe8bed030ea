// Edited declarations inside the text that they came from (section 10.1).
#include <algorithm>
#include <set>

#include "formats/sm64/c_parse.hpp"
#include "formats/sm64/c_text.hpp"
#include "formats/sm64/c_write.hpp"

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

template <class T>
bool same_names(const std::vector<T>& a, const std::vector<T>& b) {
  return std::ranges::equal(a, b, {}, &T::name, &T::name);
}

struct Replacement {
  std::uint32_t begin, end;
  std::string text;
};

// New bodies for the declarations of `file` that differ from those of `from`.
std::vector<Replacement> replacements(const CFile& file, const CFile& from) {
  std::vector<Replacement> list;
  const auto add = [&](const TextRange& range, const std::string& body) {
    list.push_back({range.body_begin, range.body_end, "\n" + body});
  };
  std::set<std::string_view> indices;
  for (const CHeader& header : file.headers)
    indices.insert(header.index);
  for (std::size_t i = 0; i < file.arrays.size(); ++i) {
    if (same(file.arrays[i], from.arrays[i])) continue;
    TextWriter writer("", Profile::vanilla_actor);
    writer.array_body(file.arrays[i].elements, indices.contains(file.arrays[i].name));
    add(from.arrays[i].range, writer.text);
  }
  for (std::size_t i = 0; i < file.headers.size(); ++i) {
    const CHeader& header = file.headers[i];
    if (same(header, from.headers[i])) continue;
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
    add(from.headers[i].range, writer.text);
  }
  for (std::size_t i = 0; i < file.tables.size(); ++i) {
    if (same(file.tables[i], from.tables[i])) continue;
    TextWriter writer("", Profile::vanilla_actor);
    writer.table_body(file.tables[i]);
    add(from.tables[i].range, writer.text);
  }
  return list;
}

Result<void> check_names(const CFile& file) {
  const auto good = [](std::string_view name) { return is_c_name(name.substr(0, name.find('['))); };
  const auto bad = [](const std::string& path) {
    return fail(std::string(kBadJson), "wanted a C name", {}, path);
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
  const bool alike = from && same_names(file.arrays, from->arrays) &&
                     same_names(file.headers, from->headers) &&
                     same_names(file.tables, from->tables);
  if (!alike) {
    if (auto names = check_names(file); !names) return std::unexpected(names.error());
    return write_c(file, source, Profile::vanilla_actor);
  }
  std::vector<Replacement> list = replacements(file, *from);
  if (list.empty()) return std::string(source);
  if (auto names = check_names(file); !names) return std::unexpected(names.error());
  std::ranges::sort(list, {}, &Replacement::begin);
  std::string text;
  std::size_t at = 0;
  for (const Replacement& one : list) {
    text += source.substr(at, one.begin - at);
    text += one.text;
    at = one.end;
  }
  text += source.substr(at);
  return text;
}

}  // namespace anmkit::sm64
