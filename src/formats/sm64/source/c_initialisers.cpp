// SPDX-License-Identifier: MIT
// The elements of headers and tables (section 4.1).
#include <algorithm>
#include <array>

#include "core/counted.hpp"
#include "formats/sm64/source/c_address.hpp"
#include "formats/sm64/source/c_parse.hpp"

namespace anmkit::sm64 {
namespace {

struct FieldAlias {
  std::string_view name;
  std::size_t field;
};
constexpr std::array<FieldAlias, 19> kFields = {{
    {"flags", 0},        {"animYTransDivisor", 1},
    {"startFrame", 2},   {"loopStart", 3},
    {"loopEnd", 4},      {"unusedBoneCount", 5},
    {"values", 6},       {"index", 7},
    {"length", 8},       {"valuesLength", 9},
    {"indexLength", 10}, {"unk02", 1},
    {"unk04", 2},        {"unk06", 3},
    {"unk08", 4},        {"unk0A", 5},
    {"boneCount", 5},    {"indices", 7},
    {"numValues", 9},
}};

}  // namespace

std::string_view field_name(std::size_t field) {
  return field < kCoopFieldCount ? kFields[field].name : "?";
}
std::optional<std::size_t> find_field(std::string_view name) {
  const auto found = std::ranges::find(kFields, name, &FieldAlias::name);
  if (found == kFields.end()) return {};
  return found->field;
}

bool set_field(Header& header, std::size_t field, std::int64_t value) {
  if (field >= kFieldCount) return true;
  if (field == 8) {
    header.length = static_cast<std::uint32_t>(value);
    return value >= INT32_MIN && value <= static_cast<std::int64_t>(UINT32_MAX);
  }
  std::int16_t* const fields[] = {&header.flags,      &header.animYTransDivisor,
                                  &header.startFrame, &header.loopStart,
                                  &header.loopEnd,    &header.unusedBoneCount};
  if (field < std::size(fields)) *fields[field] = static_cast<std::int16_t>(value);
  return value >= -32768 && value <= 65535;
}

// ---- Headers ----

bool CParser::header(Head& head) {
  CHeader header;
  header.name = head.name;
  header.is_array = head.dimensions > 0;
  header.range.begin = head.begin;
  const Token open = lexer_.next();
  const std::size_t first = file_.headers.size();
  const std::size_t includes = lexer_.includes();
  lexer_.skip_blank();
  const Token next = lexer_.peek();
  if (next.is("}") && lexer_.includes() != includes) {
    // `{ #include "header.inc" }`: its values are not in this text.
    lexer_.next();
  } else if (next.is("{") || next.is("[")) {
    // Several headers, or one in its own braces.
    std::size_t position = 0;
    while (lexer_.peek().is("{") || lexer_.peek().is("[")) {
      if (!header_element(header, position)) return false;
    }
    const Token close = lexer_.next();
    if (!close.is("}")) return syntax(close.begin, "'}'");
  } else {
    header.range.body_begin = open.end();
    if (!header_fields(header)) return false;
  }
  TextRange end;
  if (!expect_semicolon(end)) return false;
  for (std::size_t i = first; i < file_.headers.size(); ++i)
    file_.headers[i].range.end = end.end;
  return true;
}

// `{ ... },` or `[3] = { ... },`
bool CParser::header_element(CHeader element, std::size_t& position) {
  if (lexer_.peek().is("[")) {
    lexer_.next();
    const Evaluated place = evaluate(lexer_, symbols());
    const Token close = lexer_.next(), equals = lexer_.next();
    if (!close.is("]") || !equals.is("=")) return syntax(close.begin, "'] ='");
    if (place.state == Evaluated::State::value && place.value >= 0 && place.value < 65536) {
      position = static_cast<std::size_t>(place.value);
    }
  }
  const Token open = lexer_.next();
  if (!open.is("{")) return syntax(open.begin, "'{'");
  element.element = static_cast<std::uint32_t>(position++);
  if (element.element > 0) element.name += '[' + std::to_string(element.element) + ']';
  element.range.body_begin = open.end();
  if (!header_fields(element)) return false;
  if (lexer_.peek().is(",")) lexer_.next();
  return true;
}

bool CParser::designator(std::size_t& position, bool& problem) {
  lexer_.next();  // the dot
  const Token name = lexer_.next();
  if (name.kind != TokenKind::identifier) return syntax(name.begin, "a field name");
  const Token equals = lexer_.next();
  if (!equals.is("=")) return syntax(equals.begin, "'='");
  const auto field = find_field(name.text);
  if (!field) {
    findings_.error("E-CINIT", "struct Animation has no field " + quoted(name.text), name.begin,
                    path_of("headers", file_.headers.size()));
    problem = true;
    position = kCoopFieldCount;
    return true;
  }
  position = *field;
  return true;
}

bool CParser::header_fields(CHeader& header) {
  std::size_t position = 0;
  std::size_t count = 0;
  bool designated = false, problem = false;
  while (!lexer_.peek().is("}")) {
    if (lexer_.peek().is(".")) {
      designated = true;
      if (!designator(position, problem)) return false;
    }
    if (!field_value(header, position)) return false;
    ++position;
    ++count;
    if (position > kCoopFieldCount) position = kCoopFieldCount;
    const Token after = lexer_.peek();
    if (after.is(",")) {
      lexer_.next();
    } else if (!after.is("}")) {
      return syntax(after.begin, "',' or '}'");
    }
  }
  header.range.body_end = lexer_.next().begin;
  const bool full = count == kFieldCount || count == kCoopFieldCount;
  if (!problem && (designated ? count > kCoopFieldCount : !full)) {
    findings_.error(
        "E-CINIT",
        header.name + " has " + counted(count, "initialiser") + "; struct Animation has 9",
        header.range.begin, path_of("headers", file_.headers.size()));
  }
  file_.headers.push_back(std::move(header));
  return true;
}

bool CParser::field_value(CHeader& header, std::size_t field) {
  const Token first = lexer_.peek();
  if (field < kFieldCount) header.fields_at[field] = first.begin;
  if (field == 6) return reference(field, header.values);
  if (field == 7) return reference(field, header.index);
  if (first.is(",") || first.is("}")) return syntax(first.begin, "an initialiser");
  evaluate(lexer_, symbols());
  if (field < kFieldCount) pending_.push_back({file_.headers.size(), field, first.begin});
  return true;
}

// The name of an array: `name`, `&name[0]`, `(s16 *) name`, `NULL`.
bool CParser::reference(std::size_t field, std::string& name) {
  const std::uint32_t begin = lexer_.peek().begin;
  std::uint32_t end = begin;
  std::size_t depth = 0;
  while (true) {
    const Token token = lexer_.peek();
    if (token.kind == TokenKind::end || token.is(";")) return syntax(token.begin, "'}'");
    if (depth == 0 && (token.is(",") || token.is("}"))) break;
    if (token.kind == TokenKind::bad || token.is("{")) return syntax(token.begin, "a name");
    const bool closes = token.is(")") || token.is("]");
    if (closes && depth == 0) return syntax(token.begin, "a name");
    lexer_.next();
    end = token.end();
    if (token.is("(") || token.is("[")) ++depth;
    if (closes) --depth;
  }
  if (end == begin) return syntax(begin, "a name");
  const std::string_view text = text_.substr(begin, end - begin);
  const Address address = address_in(text);
  name = address.array == "NULL" ? std::string_view() : address.array;
  if (address.is_beginning()) return true;
  name.clear();
  findings_.error(
      "E-CINIT",
      std::string(field_name(field)) + " is " + quoted(text) + ", expected the name of an array",
      begin, path_of("headers", file_.headers.size(), field_name(field)));
  return true;
}

// ---- Tables ----

bool CParser::table(Head& head, bool coop) {
  CTable table;
  table.name = head.name;
  table.range.begin = head.begin;
  table.range.body_begin = lexer_.next().end();
  if (!coop) {
    if (!table_elements(table)) return false;
  } else {
    while (true) {
      const Token token = lexer_.next();
      if (token.kind == TokenKind::end) return syntax(token.begin, "'}'");
      if (token.is("}")) break;
      if (!token.is("{")) continue;
      table.range.body_begin = token.end();
      if (!table_elements(table)) return false;
    }
  }
  if (!expect_semicolon(table.range)) return false;
  file_.tables.push_back(std::move(table));
  return true;
}

bool CParser::table_elements(CTable& table) {
  std::size_t position = 0;
  while (true) {
    const Token token = lexer_.peek();
    if (token.is("}")) {
      table.range.body_end = token.begin;
      lexer_.next();
      return true;
    }
    if (!table_element(table, position)) return false;
    if (lexer_.peek().is(",")) lexer_.next();
  }
}

bool CParser::table_element(CTable& table, std::size_t& position) {
  if (lexer_.peek().is("[")) {
    lexer_.next();
    const Evaluated place = evaluate(lexer_, symbols());
    const Token close = lexer_.next();
    if (!close.is("]")) return syntax(close.begin, "']'");
    const Token equals = lexer_.next();
    if (!equals.is("=")) return syntax(equals.begin, "'='");
    // Enumerators of other files count up with the text.
    if (place.state == Evaluated::State::value && place.value >= 0 && place.value < 65536 &&
        designated_ <= text_.size()) {
      position = static_cast<std::size_t>(place.value);
      if (position > table.elements.size()) designated_ += position - table.elements.size();
    }
  }
  std::string name;
  if (!table_name(name)) return false;
  if (position >= table.elements.size()) table.elements.resize(position + 1);
  table.elements[position++] = std::move(name);
  return true;
}

// `(struct Animation *)` and plain parentheses before an element.
void CParser::skip_cast() {
  while (lexer_.peek().is("(")) {
    const std::uint32_t before = lexer_.position();
    lexer_.next();
    Token token = lexer_.next();
    while (token.kind == TokenKind::identifier || token.is("*"))
      token = lexer_.next();
    if (token.is(")")) continue;
    lexer_.rewind(before);
    return;
  }
}

// `&name`, `name`, `&name[0]`, NULL or 0.
bool CParser::table_name(std::string& name) {
  skip_cast();
  Token token = lexer_.next();
  if (token.is("&")) token = lexer_.next();
  if (token.is("0") || token.is("NULL")) return true;
  if (token.kind != TokenKind::identifier) return syntax(token.begin, "the name of a header");
  name = token.text;
  if (!lexer_.peek().is("[")) return true;
  lexer_.next();
  const Evaluated element = evaluate(lexer_, symbols());
  const Token close = lexer_.next();
  if (!close.is("]") || element.state != Evaluated::State::value) {
    return syntax(close.begin, "a number and ']'");
  }
  if (element.value != 0) name += '[' + std::to_string(element.value) + ']';
  return true;
}

}  // namespace anmkit::sm64
