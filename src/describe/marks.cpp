// SPDX-License-Identifier: MIT
// Signatures from tables, and `file` magic made from them.
#include "describe/marks.hpp"

#include <charconv>

#include "describe/field_type.hpp"

namespace anmkit {
namespace {

// Fewer bytes are there by chance.
constexpr std::size_t kLeastBytes = 3;

std::optional<std::int64_t> number_of(std::string_view text) {
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  std::int64_t value = 0;
  const auto [end, fault] =
      std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string stored(std::int64_t value, std::uint8_t width, std::endian order) {
  std::string bytes;
  for (unsigned i = 0; i < width; ++i) {
    const unsigned shift = 8 * (order == std::endian::big ? width - 1 - i : i);
    bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> shift);
  }
  return bytes;
}

void add_values(Mark& mark, std::string_view values, std::endian order) {
  while (!values.empty()) {
    const std::string_view one = values.substr(0, values.find('|'));
    if (const auto value = number_of(one)) {
      mark.numbers.push_back(*value);
      mark.values.push_back(stored(*value, mark.width, order));
    }
    values.remove_prefix(std::min(values.size(), one.size() + 1));
  }
}

// Bytes of a field that takes as many in every file.
std::optional<std::uint32_t> size_of(const Field& field, const FieldType& type) {
  std::int64_t each = type.width;
  if (!field.size.empty()) each = number_of(field.size).value_or(0);
  const auto count = field.count.empty() ? 1 : number_of(field.count).value_or(0);
  const bool fixed = field.when.empty() && each > 0 && count > 0;
  return fixed ? std::optional(static_cast<std::uint32_t>(each * count)) : std::nullopt;
}

std::string escaped(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    if (c > ' ' && c < 127 && c != '\\') {
      text += c;
    } else {
      text += '\\';
      for (const unsigned shift : {6U, 3U, 0U})
        text += static_cast<char>('0' + ((value >> shift) & 7U));
    }
  }
  return text;
}

std::string test_of(const Mark& mark, std::size_t which, std::endian order) {
  if (mark.width == 0) return "string\t" + escaped(mark.values[which]);
  constexpr std::string_view kKinds[] = {"", "byte", "short", "", "long", "", "", "", "quad"};
  const std::string_view side = mark.width == 1 ? "u" : order == std::endian::big ? "ube" : "ule";
  return std::string(side) + std::string(kKinds[mark.width]) + "\t" +
         std::to_string(mark.numbers[which]);
}

// One test below the other; what the last one finds is the name.
void add_tests(std::string& text, std::span<const Mark> marks, std::size_t level,
               const Description& description) {
  const Mark& mark = marks[level];
  for (std::size_t i = 0; i < mark.values.size(); ++i) {
    text += std::string(level, '>') + std::to_string(mark.offset) + "\t" +
            test_of(mark, i, description.order);
    if (level + 1 < marks.size()) {
      text += "\n";
      add_tests(text, marks, level + 1, description);
    } else {
      text += "\t" + std::string(description.title) + " (" + std::string(description.id) + ")\n";
    }
  }
}

}  // namespace

std::vector<Mark> marks_of(const Description& description) {
  std::vector<Mark> marks;
  std::size_t bytes = 0;
  std::uint32_t offset = 0;
  for (const Field& field : description.records.front().fields) {
    if (field.type == "let" || !field.at.empty()) continue;
    const auto type = type_of(description, field.type);
    const auto size = type ? size_of(field, *type) : std::nullopt;
    if (!size) break;
    if (!field.always.empty()) {
      Mark mark{offset, type->width, {}, {}};
      if (mark.width == 0) {
        mark.values.emplace_back(field.always);
      } else {
        add_values(mark, field.always, description.order);
      }
      bytes += mark.values.front().size();
      marks.push_back(std::move(mark));
    }
    offset += *size;
  }
  return bytes < kLeastBytes ? std::vector<Mark>{} : marks;
}

std::string file_magic() {
  std::string tests, without;
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      if (format.description == nullptr) continue;
      const std::vector<Mark> marks = marks_of(format.description());
      if (marks.empty()) {
        without += (without.empty() ? "" : ", ") + std::string(format.id);
        continue;
      }
      tests += "\n# " + std::string(format.id) + "\n";
      add_tests(tests, marks, 0, format.description());
    }
  }
  return "# Made by anmkit from the tables that `anmkit explain` uses: file -m anmkit.magic FILE\n"
         "# Without a signature, and therefore not here: " +
         without + ".\n" + tests;
}

}  // namespace anmkit
