// SPDX-License-Identifier: MIT
// Finding elements and initialisers in text, and writing new ones as the old ones were.
#include "formats/sm64/source/text_edit.hpp"

#include <algorithm>
#include <array>

#include "formats/sm64/source/c_parse.hpp"
#include "formats/sm64/source/c_text.hpp"

namespace anmkit::sm64 {
namespace {

// The text between two commas.
struct Item {
  std::string_view field;            // of `.field =`
  std::uint32_t begin = 0, end = 0;  // of the value
  bool plain = true;                 // one number, perhaps with a sign
};

// The items of a list in braces or parentheses.
std::vector<Item> items_of(std::string_view source, std::uint32_t begin, std::uint32_t end,
                           Syntax syntax) {
  std::vector<Item> items;
  Lexer lexer(source.substr(0, end), begin, syntax);
  Item item;
  std::size_t depth = 0, tokens = 0;
  const auto finish = [&] {
    if (tokens > 0) items.push_back(item);
    item = {};
    tokens = 0;
  };
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
    if (depth == 0 && (token.is(",") || (syntax == Syntax::lua && token.is(";")))) {
      finish();
      continue;
    }
    if (token.is("(") || token.is("{") || token.is("[")) ++depth;
    if ((token.is(")") || token.is("}") || token.is("]")) && depth > 0) --depth;
    if (tokens == 0 && syntax == Syntax::c && token.is(".")) {
      item.field = lexer.next().text;
      lexer.next();  // =
      continue;
    }
    if (tokens == 0) item.begin = token.begin;
    const bool sign = tokens == 0 && token.is("-");
    const bool number = token.kind == TokenKind::number &&
                        (tokens == 0 || (tokens == 1 && source[item.begin] == '-'));
    item.plain = item.plain && (sign || number);
    item.end = token.end();
    ++tokens;
  }
  finish();
  return items;
}

bool is_hex(std::string_view text) {
  return text.starts_with("0x") || text.starts_with("0X");
}

std::string hex_of(std::uint16_t word, bool lower, int digits) {
  const char* letters = lower ? "0123456789abcdef" : "0123456789ABCDEF";
  std::string text = "0x";
  for (int shift = 12; shift >= 0; shift -= 4) {
    if (shift >= 4 * digits && word >> shift == 0) continue;
    text += letters[word >> shift & 15];
  }
  return text;
}

// How the numbers of an array are spelled.
struct Style {
  bool hex = true, lower = false, is_signed = false;

  std::string of(std::uint16_t word) const {
    if (hex) return hex_of(word, lower, 4);
    return std::to_string(is_signed ? static_cast<std::int16_t>(word) : std::int32_t{word});
  }
};

Style style_of(std::string_view source, const std::vector<Item>& items, bool is_index) {
  Style style;
  style.is_signed = !is_index;
  if (items.empty()) return style;
  style.hex = std::ranges::any_of(items, [&](const Item& item) {
    return is_hex(source.substr(item.begin, item.end - item.begin));
  });
  for (const Item& item : items) {
    const std::string_view text = source.substr(item.begin, item.end - item.begin);
    if (style.hex && text.find_first_of("abcdef", 2) != text.npos) style.lower = true;
    if (!style.hex && text.starts_with('-')) style.is_signed = true;
  }
  return style;
}

// The blanks before the first thing on a position's line.
std::string_view indent_at(std::string_view source, std::uint32_t at) {
  const std::size_t line = source.rfind('\n', at);
  const std::size_t begin = line == source.npos ? 0 : line + 1;
  const std::size_t end = source.find_first_not_of(" \t", begin);
  return source.substr(begin, std::min<std::size_t>(end, at) - begin);
}

// The size in the brackets of a declaration, which is a number there.
void edit_dimension(const CArray& array, const CArray& from, std::string_view source,
                    std::vector<Replacement>& list) {
  if (!from.dimension || array.elements.size() == from.elements.size()) return;
  const std::string_view head = source.substr(0, from.range.body_begin);
  const std::size_t close = head.rfind(']');
  const std::size_t open = head.rfind('[');
  if (open == head.npos || close == head.npos || open < from.range.begin || close < open) return;
  list.push_back({static_cast<std::uint32_t>(open + 1), static_cast<std::uint32_t>(close),
                  std::to_string(array.elements.size())});
}

}  // namespace

std::string replaced(std::string_view source, std::vector<Replacement> list) {
  std::ranges::stable_sort(list, {}, &Replacement::begin);
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

void edit_array(const CArray& array, const CArray& from, bool is_index, std::string_view source,
                Syntax syntax, std::vector<Replacement>& list) {
  const auto items = items_of(source, from.range.body_begin, from.range.body_end, syntax);
  const bool plain = items.size() == from.elements.size() && !items.empty() &&
                     array.elements.size() >= items.size() &&
                     std::ranges::all_of(items, &Item::plain);
  edit_dimension(array, from, source, list);
  if (!plain) {
    TextWriter writer("", Profile::vanilla_actor);
    writer.array_body(array.elements, is_index);
    list.push_back({from.range.body_begin, from.range.body_end, "\n" + writer.text});
    return;
  }
  const Style style = style_of(source, items, is_index);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (array.elements[i] == from.elements[i]) continue;
    list.push_back({items[i].begin, items[i].end, style.of(array.elements[i])});
  }
  if (array.elements.size() == items.size()) return;
  // Rows after the last element, in whose place a comma may be missing.
  const std::uint32_t end = items.back().end;
  Lexer lexer(source, end, syntax);
  const Token next = lexer.next();
  const bool comma = next.is(",") || next.is(";");
  const std::string_view indent = indent_at(source, items.back().begin);
  const std::size_t row = is_index ? 6 : 8;
  std::string text = comma ? "" : ",";
  for (std::size_t i = items.size(); i < array.elements.size(); ++i) {
    const std::size_t column = (i - items.size()) % row;
    text += column == 0 ? "\n" + std::string(indent) : " ";
    text += style.of(array.elements[i]);
    if (comma || i + 1 < array.elements.size()) text += ',';
  }
  const std::uint32_t at = comma ? next.end() : end;
  list.push_back({at, at, std::move(text)});
}

bool edit_header(const CHeader& header, const CHeader& from, std::string_view source, Syntax syntax,
                 std::vector<Replacement>& list) {
  if (header.element != from.element || header.is_array != from.is_array) return false;
  const Header& now = header.header;
  const Header& old = from.header;
  if (syntax == Syntax::c &&
      (now.unusedBoneCount != old.unusedBoneCount || now.length != old.length))
    return false;
  std::vector<Replacement> some;
  const auto items = items_of(source, from.range.body_begin, from.range.body_end, syntax);
  // The first argument of a script's call is the name.
  const std::size_t shift = syntax == Syntax::lua ? 1 : 0;
  const auto find = [&](std::size_t field) -> const Item* {
    std::size_t position = 0;
    for (const Item& item : items) {
      if (!item.field.empty()) {
        const auto named = find_field(item.field);
        if (!named) return nullptr;
        position = *named;
      }
      if (position == field + shift) return &item;
      ++position;
    }
    return nullptr;
  };
  const std::array<std::pair<std::int16_t, std::int16_t>, 5> numbers = {
      {{now.flags, old.flags},
       {now.animYTransDivisor, old.animYTransDivisor},
       {now.startFrame, old.startFrame},
       {now.loopStart, old.loopStart},
       {now.loopEnd, old.loopEnd}}};
  for (std::size_t field = 0; field < numbers.size(); ++field) {
    const auto [value, before] = numbers[field];
    if (value == before) continue;
    const Item* item = find(field);
    if (item == nullptr) return false;
    const std::string_view text = source.substr(item->begin, item->end - item->begin);
    const auto digits = static_cast<int>(std::max<std::size_t>(text.size(), 3) - 2);
    const bool lower = text.find_first_of("abcdef", 2) != text.npos;
    const bool hex = item->plain && is_hex(text) && value >= 0;
    some.push_back({item->begin, item->end,
                    hex ? hex_of(static_cast<std::uint16_t>(value), lower, std::min(digits, 4))
                        : std::to_string(value)});
  }
  for (const auto& [field, name, before] :
       {std::tuple(std::size_t{6}, &header.values, &from.values),
        std::tuple(std::size_t{7}, &header.index, &from.index)}) {
    if (*name == *before) continue;
    const Item* item = syntax == Syntax::c ? find(field) : nullptr;
    if (item == nullptr) return false;
    some.push_back({item->begin, item->end, *name});
  }
  // The count of parts is taken from the table by its name.
  if (header.index != from.index) {
    const Item* count = find(5);
    const std::string macro = "ANIMINDEX_NUMPARTS(" + from.index + ")";
    if (count != nullptr && source.substr(count->begin, count->end - count->begin) == macro) {
      some.push_back({count->begin, count->end, "ANIMINDEX_NUMPARTS(" + header.index + ")"});
    }
  }
  list.insert(list.end(), std::make_move_iterator(some.begin()),
              std::make_move_iterator(some.end()));
  return true;
}

}  // namespace anmkit::sm64
