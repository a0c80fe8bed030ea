// Canonical C text (sections 4.3, 4.4, 10.3).
#include "formats/sm64/c_write.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "formats/sm64/c_parse.hpp"

namespace anmkit::sm64 {
namespace {

constexpr char kUpper[] = "0123456789ABCDEF";
constexpr char kLower[] = "0123456789abcdef";

void put_word(std::string& text, std::uint16_t word, const char* digits) {
  const char hex[] = {'0',
                      'x',
                      digits[word >> 12],
                      digits[word >> 8 & 15],
                      digits[word >> 4 & 15],
                      digits[word & 15]};
  text.append(hex, sizeof hex);
}

// Elements of the first row and of the others.
struct Rows {
  std::size_t first, other;
};
constexpr Rows kValueRows{8, 8}, kIndexRows{12, 6};

void put_rows(std::string& text, const std::vector<std::uint16_t>& elements, Rows rows) {
  std::size_t i = 0, row = rows.first;
  while (i < elements.size()) {
    text += "    ";
    const std::size_t end = std::min(elements.size(), i + row);
    for (; i < end; ++i) {
      put_word(text, elements[i], kUpper);
      text += i + 1 == end ? "," : ", ";
    }
    text += '\n';
    row = rows.other;
  }
}

// fast64 breaks a row after it is full, so a full last row leaves a line with a tab only.
void put_fast64_rows(std::string& text, const std::vector<std::uint16_t>& elements, Rows rows) {
  text += '\t';
  std::size_t left = rows.first;
  for (const std::uint16_t element : elements) {
    put_word(text, element, kLower);
    text += ", ";
    if (--left == 0) {
      text += "\n\t";
      left = rows.other;
    }
  }
  text += '\n';
}

std::string hex_two(std::int16_t value) {
  const auto word = static_cast<std::uint16_t>(value);
  std::string text = "0x";
  for (int shift = 12; shift >= 0; shift -= 4) {
    const int digit = word >> shift & 15;
    if (digit != 0 || text.size() > 2 || shift <= 4) text += kUpper[digit];
  }
  return text;
}

// "ANIM_FLAG_NOLOOP, ANIM_FLAG_2", as recent vanilla sources name them.
std::string flag_names(std::int16_t flags) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "ANIM_FLAG_NOLOOP",     "ANIM_FLAG_BACKWARD", "ANIM_FLAG_2", "ANIM_FLAG_HOR_TRANS",
      "ANIM_FLAG_VERT_TRANS", "ANIM_FLAG_5",        "ANIM_FLAG_6", "ANIM_FLAG_7"};
  std::string text;
  for (std::size_t bit = 0; bit < kNames.size(); ++bit) {
    if ((static_cast<unsigned>(flags) >> bit & 1u) == 0) continue;
    text += text.empty() ? " " : ", ";
    text += kNames[bit];
  }
  return text;
}

std::string or_null(const std::string& name) {
  return name.empty() ? "NULL" : name;
}

class TextWriter {
 public:
  TextWriter(std::string_view source, Profile profile) : source_(source), profile_(profile) {}

  void array(const CArray& array, bool is_index) {
    address(array.range);
    const std::string_view type = is_index ? "u16" : "s16";
    const std::string name = is_index ? index_name(array.name) : array.name;
    if (fast64()) text += "// " + std::to_string(array.elements.size()) + "\n";
    text += "static const ";
    text += type;
    text += ' ' + name + "[] = {\n";
    array_body(array.elements, is_index);
    text += end();
  }
  void array_body(const std::vector<std::uint16_t>& elements, bool is_index) {
    const Rows rows = is_index ? kIndexRows : kValueRows;
    if (fast64()) {
      put_fast64_rows(text, elements, rows);
    } else {
      put_rows(text, elements, rows);
    }
  }

  void header(const CHeader& header) {
    address(header.range);
    text += "static const struct Animation " + header.name;
    const bool brackets = profile_ == Profile::mario_dma || profile_ == Profile::dynos;
    if (brackets) text += "[]";
    text += " = {\n";
    header_body(header);
    text += end();
  }
  void header_body(const CHeader& header) {
    const Header& h = header.header;
    const std::string index = index_name(header.index);
    const std::string count =
        index.empty() ? std::to_string(h.unusedBoneCount) : "ANIMINDEX_NUMPARTS(" + index + ")";
    const std::string length = profile_ == Profile::mario_dma ? "0" : std::to_string(h.length);
    const std::array<std::string, kFieldCount> values = {
        fast64() ? "0x" + four(h.flags) : std::to_string(h.flags),
        std::to_string(h.animYTransDivisor),
        std::to_string(h.startFrame),
        std::to_string(h.loopStart),
        fast64() || profile_ == Profile::dynos ? std::to_string(h.loopEnd) : hex_two(h.loopEnd),
        count,
        or_null(header.values),
        or_null(index),
        length};
    for (std::size_t field = 0; field < kFieldCount; ++field) {
      const bool last = field + 1 == kFieldCount;
      text += fast64() ? "\t" : "    ";
      if (profile_ == Profile::hackersm64) text += '.' + std::string(field_name(field)) + " = ";
      text += values[field];
      if (!fast64() || !last) text += ',';
      if (fast64()) {
        text += " // " + std::string(field_name(field));
        if (field == 0) text += flag_names(h.flags);
      }
      text += '\n';
    }
  }

  void table(const CTable& table) {
    address(table.range);
    text += "const struct Animation *const " + table.name + "[] = {\n";
    table_body(table);
    text += end();
  }
  void table_body(const CTable& table) {
    for (const std::string& name : table.elements)
      text +=
          (fast64() ? "\t" : "    ") + (name.empty() ? std::string("NULL") : "&" + name) + ",\n";
  }

  void blank() { text += '\n'; }
  std::string text;

 private:
  bool fast64() const { return profile_ == Profile::fast64; }
  std::string_view end() const { return profile_ == Profile::dynos ? "} ;\n" : "};\n"; }
  static std::string four(std::int16_t value) {
    std::string word;
    put_word(word, static_cast<std::uint16_t>(value), kLower);
    return word.substr(2);
  }
  // The pack loader tells the index array by its name.
  std::string index_name(const std::string& name) const {
    if (profile_ != Profile::dynos || name.empty()) return name;
    const bool told =
        name.find("index") != std::string::npos || name.find("indices") != std::string::npos;
    return told ? name : name + "_indices";
  }
  // The comment "// 0x..." on the line before a declaration.
  void address(const TextRange& range) {
    if (range.begin == 0 || range.begin > source_.size()) return;
    std::string_view before = source_.substr(0, range.begin);
    if (!before.ends_with('\n')) return;
    before.remove_suffix(1);
    if (before.ends_with('\r')) before.remove_suffix(1);
    const std::size_t line = before.rfind('\n');
    const std::string_view comment =
        line == std::string_view::npos ? before : before.substr(line + 1);
    if (!comment.starts_with("// 0x")) return;
    text += comment;
    text += '\n';
  }

  std::string_view source_;
  Profile profile_;
};

const CArray* find_array(const CFile& file, std::string_view name) {
  const auto found = std::ranges::find(file.arrays, name, &CArray::name);
  return found == file.arrays.end() ? nullptr : &*found;
}

// All headers that share a data set, then its arrays (section 4.2).
void write_mario(const CFile& file, TextWriter& writer) {
  std::vector<bool> done(file.headers.size());
  std::set<std::string_view> written;
  for (std::size_t i = 0; i < file.headers.size(); ++i) {
    if (done[i]) continue;
    const CHeader& first = file.headers[i];
    for (std::size_t j = i; j < file.headers.size(); ++j) {
      const CHeader& other = file.headers[j];
      if (done[j] || other.index != first.index || other.values != first.values) continue;
      done[j] = true;
      writer.header(other);
      writer.blank();
    }
    writer.blank();
    for (const bool is_index : {true, false}) {
      const CArray* array = find_array(file, is_index ? first.index : first.values);
      if (array == nullptr || !written.insert(array->name).second) continue;
      writer.array(*array, is_index);
      writer.blank();
    }
  }
}

// Values, index, header of each animation, a blank line between (section 4.3).
void write_plain(const CFile& file, TextWriter& writer, bool trailing_blank) {
  std::set<std::string_view> written;
  bool any = false;
  const auto separate = [&] {
    if (any && !trailing_blank) writer.blank();
    any = true;
  };
  const auto after = [&] {
    if (trailing_blank) writer.blank();
  };
  const auto array = [&](std::string_view name, bool is_index) {
    const CArray* found = find_array(file, name);
    if (found == nullptr || !written.insert(found->name).second) return;
    separate();
    writer.array(*found, is_index);
    after();
  };
  for (const CHeader& header : file.headers) {
    array(header.values, false);
    array(header.index, true);
    separate();
    writer.header(header);
    after();
  }
  for (const CArray& other : file.arrays)
    array(other.name, other.type == ElementType::u16);
  for (const CTable& table : file.tables) {
    separate();
    writer.table(table);
    after();
  }
}

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

bool is_c_name(std::string_view text) {
  return !text.empty() && is_identifier_start(text[0]) &&
         std::ranges::all_of(text, [](char c) { return is_identifier_start(c) || is_digit(c); });
}

std::string c_name(std::string_view text) {
  std::string name;
  for (const char c : text)
    name += is_identifier_start(c) || is_digit(c) ? c : '_';
  if (name.empty() || is_digit(name[0])) name.insert(name.begin(), '_');
  return name;
}

std::optional<Profile> profile_named(std::string_view name) {
  if (name == "vanilla-actor") return Profile::vanilla_actor;
  if (name == "mario-dma") return Profile::mario_dma;
  if (name == "hackersm64") return Profile::hackersm64;
  if (name == "fast64-like") return Profile::fast64;
  if (name == "dynos") return Profile::dynos;
  return {};
}

std::string write_c(const CFile& file, std::string_view source, Profile profile) {
  TextWriter writer(source, profile);
  if (profile == Profile::mario_dma) {
    write_mario(file, writer);
  } else {
    write_plain(file, writer, profile == Profile::fast64);
  }
  return std::move(writer.text);
}

std::string mario_text(std::span<const CHeader> headers, const CArray& index,
                       const CArray& values) {
  TextWriter writer("", Profile::mario_dma);
  for (const CHeader& header : headers) {
    writer.header(header);
    writer.blank();
  }
  writer.blank();
  writer.array(index, true);
  writer.blank();
  writer.array(values, false);
  writer.blank();
  return std::move(writer.text);
}

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
