// SPDX-License-Identifier: MIT
// File level of C source (section 4.1): which declarations are animations, and skipping the rest.
#include "formats/sm64/source/c_parse.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "core/counted.hpp"
#include "core/nearest.hpp"
#include "formats/sm64/source/evidence.hpp"

namespace anmkit::sm64 {

bool CParser::syntax(std::uint32_t at, const std::string& wanted) {
  if (error_) return false;
  const std::string found =
      at >= text_.size() ? "the end of the file"
                         : quoted(text_.substr(at, std::min<std::size_t>(12, text_.size() - at)));
  error_ = Error{
      Severity::error, prefixed("E-CSYNTAX"), at, {}, "expected " + wanted + ", found " + found};
  return false;
}

// Skips to the bracket that closes one already read.
bool CParser::skip_balanced(char close) {
  std::size_t depth = 1;
  const char open = close == ')' ? '(' : '{';
  while (true) {
    const Token token = lexer_.next();
    if (token.kind == TokenKind::end) return syntax(token.begin, std::string("'") + close + "'");
    if (token.kind != TokenKind::punctuation) continue;
    if (token.text[0] == open) ++depth;
    if (token.text[0] == close && --depth == 0) return true;
  }
}

bool CParser::skip_statement() {
  while (true) {
    const Token token = lexer_.next();
    if (token.kind == TokenKind::end) return syntax(token.begin, "';'");
    if (token.is(";")) return true;
    if (token.is("{") && !skip_balanced('}')) return false;
    if (token.is("}")) return syntax(token.begin, "';'");
  }
}

bool CParser::head_token(Head& head, const Token& token) {
  if (token.is("*")) {
    head.pointer = true;
    return true;
  }
  if (token.is("[")) {
    ++head.dimensions;
    head.name = head.last_word;
    const Token after = lexer_.peek();
    if (!after.is("]")) head.dimension_at = after.begin;
    evaluate(lexer_, symbols());
    const Token close = lexer_.next();
    return close.is("]") || syntax(close.begin, "']'");
  }
  if (token.kind != TokenKind::identifier) return true;
  const std::string_view word = token.text;
  if (word == "extern" || word == "typedef") head.is_extern = true;
  if (word == "typedef") head.is_typedef = true;
  if (word == "enum") head.is_enum = true;
  if (word == "struct") head.is_struct = true;
  if (head.last_word == "struct" && word == "Animation") head.animation = true;
  if (aliases_.contains(word)) head.animation = true;
  if (head.last_word == "struct" && word == "AnimationTable") head.animation_table = true;
  if (word == "unsigned") head.is_unsigned = true;
  if (word == "s16" || word == "int16_t") head.type = ElementType::s16;
  if (word == "short") head.type = head.is_unsigned ? ElementType::u16 : ElementType::s16;
  if (word == "u16" || word == "uint16_t") head.type = ElementType::u16;
  head.word_before = head.last_word;
  head.last_word = word;
  return true;
}

// After a word: arguments of a macro, an attribute or a function, none of which is the name of
// what is declared.
bool CParser::parentheses(Head& head) {
  // The data of ROM_ASSET_LOAD_ANIM(name, ...) is in the ROM only.
  const Token first = lexer_.peek();
  if (head.last_word == "ROM_ASSET_LOAD_ANIM" && first.kind == TokenKind::identifier) {
    file_.opaque.emplace(first.text, kInRom);
  }
  head.last_word = head.word_before;
  return skip_balanced(')');
}

// One declaration, function, macro call or stray semicolon. False at the end or on an error.
bool CParser::item() {
  Head head;
  head.begin = lexer_.peek().begin;
  symbols();
  bool empty = true;
  while (true) {
    const Token token = lexer_.next();
    if (token.kind == TokenKind::end) return !empty ? syntax(token.begin, "';'") : false;
    empty = false;
    if (token.is(";")) {
      // `typedef struct Animation NAME;`
      if (head.is_typedef && head.animation && !head.pointer) aliases_.insert(head.last_word);
      return true;
    }
    if (token.is("=")) return definition(head);
    if (token.is("(")) {
      if (!parentheses(head)) return false;
      continue;
    }
    if (token.kind == TokenKind::literal && head.is_extern) head.is_c_linkage = true;
    if (token.is("{")) {
      if (head.is_c_linkage) {
        ++linkage_depth_;
        return true;
      }
      if (head.is_enum) return read_enum(head);
      if (!skip_balanced('}')) return false;
      // The name of a type follows its members.
      if (head.is_typedef) continue;
      return true;
    }
    if (token.is("}") && linkage_depth_ > 0 && head.last_word.empty()) {
      --linkage_depth_;
      return true;
    }
    if (token.is("}") || token.is(")") || token.is("]") || token.kind == TokenKind::bad) {
      return syntax(token.begin, "a declaration");
    }
    if (!head_token(head, token)) return false;
  }
}

bool CParser::definition(Head& head) {
  if (head.name.empty()) head.name = head.last_word;
  const bool braces = lexer_.peek().is("{");
  if (braces && head.animation && head.pointer) return table(head, false);
  if (braces && head.animation_table) return table(head, true);
  if (braces && head.animation) return header(head);
  if (head.animation && !head.pointer) return syntax(lexer_.peek().begin, "'{'");
  if (braces && head.type && !head.pointer && head.dimensions == 1) return array(head);
  if (braces) report_type(head);
  return skip_statement();
}

// Whether a body looks like a header: numbers, and two arrays of this file.
bool CParser::is_left_out_header(std::uint32_t at) const {
  Lexer lexer(text_, at);
  std::set<std::string_view> arrays;
  std::size_t elements = 1, depth = 1;
  while (true) {
    const Token token = lexer.next();
    if (token.kind == TokenKind::end || elements > kCoopFieldCount) return false;
    if (token.is("{") || token.is("(") || token.is("[")) ++depth;
    if (token.is("}") || token.is(")") || token.is("]")) --depth;
    if (depth == 0) break;
    if (token.is(",") && depth == 1 && !lexer.peek().is("}")) ++elements;
    if (token.kind == TokenKind::identifier && symbols_.array_lengths.contains(token.text))
      arrays.insert(token.text);
  }
  return elements >= kFieldCount - 1 && arrays.size() == 2;
}

void CParser::check_left_out() {
  for (const LeftOut& one : left_out_) {
    const std::string meant = is_left_out_header(one.body) ? "struct Animation" : one.meant;
    if (meant.empty()) continue;
    findings_.warning("W-WORD",
                      quoted(one.name) + " is left out: its type is " + quoted(one.type) +
                          "; did you mean " + quoted(meant) + "?",
                      one.begin);
  }
  for (const std::uint32_t at : lexer_.guesses())
    findings_.warning("W-CONDITION", guess_text(text_, at), at);
  constexpr std::string_view kHeader = "struct Animation";
  if (file_.headers.empty() && file_.tables.empty() && left_out_.empty() &&
      declares(text_, kHeader)) {
    findings_.warning("W-CONDITION",
                      "no animation is read: those of the source are in comments or inside "
                      "conditions that fail",
                      text_.find(kHeader));
  }
}

// Of a type that is nearly one of those that animations have it is reported at the end, when all
// arrays are known.
void CParser::report_type(const Head& head) {
  if (head.type) return;
  const std::string_view type = head.word_before;
  const bool record = head.is_struct || type == "Animation" || type == "AnimationTable";
  const std::vector<std::string_view> known =
      record ? std::vector<std::string_view>{"Animation", "AnimationTable"}
             : std::vector<std::string_view>{"Animation", "s16", "u16"};
  std::string meant(nearest(type, known));
  if (meant == type && head.is_struct) return;
  if (meant.starts_with("Animation")) meant = "struct " + meant;
  left_out_.push_back({head.name, type, std::move(meant), head.begin, lexer_.peek().end()});
  file_.opaque.emplace(head.name, "its type is " + quoted(type) + ", expected s16 or u16");
}

bool CParser::expect_semicolon(TextRange& range) {
  const Token token = lexer_.next();
  if (!token.is(";")) return syntax(token.begin, "';'");
  range.end = token.end();
  return true;
}

// Names that mean numbers, and of the type of animations, as far as the text was read.
const Symbols& CParser::symbols() {
  const Defines& defined = lexer_.defined();
  for (; aliases_read_ < defined.order.size(); ++aliases_read_) {
    const std::string_view name = defined.order[aliases_read_];
    Lexer type(defined.all.find(name)->second.text);
    if (type.next().is("struct") && type.next().is("Animation") &&
        type.next().kind == TokenKind::end)
      aliases_.insert(name);
  }
  symbols_.learn(defined);
  return symbols_;
}

bool CParser::read_enum(Head&) {
  std::int64_t next = 0;
  while (true) {
    const Token token = lexer_.next();
    if (token.is("}")) break;
    if (token.kind != TokenKind::identifier) return syntax(token.begin, "an enumerator");
    if (lexer_.peek().is("=")) {
      lexer_.next();
      const Evaluated value = evaluate(lexer_, symbols());
      if (value.state == Evaluated::State::invalid) return syntax(value.at, "a number");
      if (value.state == Evaluated::State::value) next = value.value;
    }
    file_.enumerators.push_back({std::string(token.text), next});
    symbols_.enumerators.emplace(token.text, next);
    next = static_cast<std::int64_t>(static_cast<std::uint64_t>(next) + 1);
    const Token after = lexer_.next();
    if (after.is("}")) break;
    if (!after.is(",")) return syntax(after.begin, "',' or '}'");
  }
  return skip_statement();
}

Result<CFile> CParser::run() {
  if (text_.size() > 0x7FFFFFFF) {
    return fail(prefixed("E-CSYNTAX"), "the text is longer than 2 GiB", 0);
  }
  if (text_.starts_with("\xEF\xBB\xBF")) lexer_.rewind(3);
  while (item()) {
  }
  if (const auto comment = lexer_.unclosed_comment()) {
    error_.reset();
    syntax(*comment, "'*/' somewhere after this comment's begin");
  }
  if (error_) return std::unexpected(std::move(*error_));
  finish();
  return std::move(file_);
}

// The steps that need all names of the file.
void CParser::finish() {
  for (const CArray& array : file_.arrays)
    symbols_.array_lengths.emplace(array.name, array.elements.size());
  for (const Pending& pending : pending_) {
    CHeader& header = file_.headers[pending.header];
    Lexer lexer(text_, pending.at);
    const Evaluated result = evaluate(lexer, symbols());
    const std::string path = path_of("headers", pending.header, field_name(pending.field));
    std::string_view expression = text_.substr(pending.at, lexer.position() - pending.at);
    if (result.state == Evaluated::State::invalid) {
      findings_.error("E-CINIT",
                      std::string(field_name(pending.field)) + " of " + header.name +
                          " is not an integer expression",
                      pending.at, path);
    } else if (result.state == Evaluated::State::unknown_name) {
      header.open_fields.push_back(
          {std::string(field_name(pending.field)), std::string(expression)});
    } else if (!set_field(header.header, pending.field, result.value)) {
      findings_.error("E-CRANGE",
                      std::string(field_name(pending.field)) + " of " + header.name + " is " +
                          std::to_string(result.value) + ", which does not fit the field",
                      pending.at, path);
    }
  }
  check_dimensions();
  check_duplicates();
  check_left_out();
}

void CParser::check_dimensions() {
  for (const DimensionAt& place : dimensions_) {
    CArray& array = file_.arrays[place.array];
    Lexer lexer(text_, place.at);
    const Evaluated size = evaluate(lexer, symbols());
    if (size.state != Evaluated::State::value) continue;
    array.dimension = size.value;
    const auto count = static_cast<std::int64_t>(array.elements.size());
    if (size.value == count) continue;
    findings_.warning("W-CDIM",
                      array.name + " is declared with " + counted(size.value, "element") +
                          " and has " + std::to_string(count) + ", which count here" +
                          (size.value < count ? "; a C compiler may refuse them" : ""),
                      place.at, path_of("arrays", place.array, "dimension"));
  }
}

void CParser::check_duplicates() {
  std::set<std::string_view> seen;
  const auto add = [&](std::string_view name, const TextRange& range, std::string path) {
    if (seen.insert(name).second) return;
    findings_.error("E-CDUP", quoted(name) + " is defined twice", range.begin, std::move(path));
  };
  for (std::size_t i = 0; i < file_.arrays.size(); ++i)
    add(file_.arrays[i].name, file_.arrays[i].range, path_of("arrays", i));
  for (std::size_t i = 0; i < file_.headers.size(); ++i) {
    const CHeader& header = file_.headers[i];
    if (header.element == 0) add(header.name, header.range, path_of("headers", i));
  }
  for (std::size_t i = 0; i < file_.tables.size(); ++i)
    add(file_.tables[i].name, file_.tables[i].range, path_of("tables", i));
}

Result<CFile> parse_c(std::string_view text, Diagnostics& diagnostics) {
  auto file = CParser(text, diagnostics).run();
  if (!file) {
    const Error& error = file.error();
    diagnostics.add(error);
  }
  return file;
}

}  // namespace anmkit::sm64
