// SPDX-License-Identifier: MIT
// Rows of numbers, headers and tables as each profile writes them.
#include "formats/sm64/source/c_text.hpp"

#include <algorithm>
#include <array>

#include "formats/sm64/source/c_parse.hpp"

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

}  // namespace

void TextWriter::array(const CArray& array, bool is_index) {
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

void TextWriter::array_body(const std::vector<std::uint16_t>& elements, bool is_index) {
  const Rows rows = is_index ? kIndexRows : kValueRows;
  if (fast64()) {
    put_fast64_rows(text, elements, rows);
  } else {
    put_rows(text, elements, rows);
  }
}

void TextWriter::header(const CHeader& header) {
  address(header.range);
  text += "static const struct Animation " + header.name;
  const bool brackets = profile_ == Profile::mario_dma || profile_ == Profile::dynos;
  if (brackets) text += "[]";
  text += " = {\n";
  header_body(header);
  text += end();
}

void TextWriter::header_body(const CHeader& header) {
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

void TextWriter::table(const CTable& table) {
  address(table.range);
  text += "const struct Animation *const " + table.name + "[] = {\n";
  table_body(table);
  text += end();
}

void TextWriter::table_body(const CTable& table) {
  for (const std::string& name : table.elements)
    text += (fast64() ? "\t" : "    ") + (name.empty() ? std::string("NULL") : "&" + name) + ",\n";
}

bool TextWriter::fast64() const {
  return profile_ == Profile::fast64;
}

std::string_view TextWriter::end() const {
  return profile_ == Profile::dynos ? "} ;\n" : "};\n";
}

std::string TextWriter::four(std::int16_t value) {
  std::string word;
  put_word(word, static_cast<std::uint16_t>(value), kLower);
  return word.substr(2);
}

// The pack loader tells the index array by its name.
std::string TextWriter::index_name(const std::string& name) const {
  if (profile_ != Profile::dynos || name.empty()) return name;
  const bool told =
      name.find("index") != std::string::npos || name.find("indices") != std::string::npos;
  return told ? name : name + "_indices";
}

// The comment "// 0x..." on the line before a declaration.
void TextWriter::address(const TextRange& range) {
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

const CArray* find_array(const CFile& file, std::string_view name) {
  const auto found = std::ranges::find(file.arrays, name, &CArray::name);
  return found == file.arrays.end() ? nullptr : &*found;
}

}  // namespace anmkit::sm64
