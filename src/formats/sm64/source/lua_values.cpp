// SPDX-License-Identifier: MIT
// Reading values of Lua scripts that are not run.
#include "formats/sm64/source/lua_values.hpp"

#include <algorithm>

namespace anmkit::sm64 {
namespace {

bool ends(const Token& token) {
  return token.is(",") || token.is(";") || token.is("}") || token.is(")");
}

// A string literal without its quotes.
std::string text_of(std::string_view literal) {
  if (literal.starts_with('[')) {
    const std::size_t open = literal.find('[', 1) + 1;
    return std::string(literal.substr(open, literal.size() - 2 * open));
  }
  literal = literal.substr(1, literal.size() - std::min<std::size_t>(literal.size(), 2));
  std::string text;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '\\' && i + 1 < literal.size()) ++i;
    text += literal[i];
  }
  return text;
}

}  // namespace

bool LuaValues::define_text(std::string name) {
  const std::uint32_t at = lexer_.position();
  if (auto value = text()) {
    texts_.insert_or_assign(std::move(name), std::move(*value));
    return true;
  }
  texts_.erase(name);
  lexer_.rewind(at);
  return false;
}

void LuaValues::define_number(std::string_view name) {
  const std::uint32_t at = lexer_.position();
  if (const auto number = literal()) symbols_.enumerators.insert_or_assign(name, *number);
  lexer_.rewind(at);
}

// Literals and names of constant texts, joined by `..`.
std::optional<std::string> LuaValues::text() {
  std::string whole;
  while (true) {
    const Token token = lexer_.next();
    if (token.kind == TokenKind::literal) {
      whole += text_of(token.text);
    } else if (token.kind == TokenKind::identifier) {
      std::string key(token.text);
      const std::uint32_t at = lexer_.position();
      if (lexer_.next().is(".") && lexer_.peek().kind == TokenKind::identifier) {
        key += '.' + std::string(lexer_.next().text);
      } else {
        lexer_.rewind(at);
      }
      const auto known = texts_.find(key);
      if (known == texts_.end()) return {};
      whole += known->second;
    } else {
      return {};
    }
    const Token after = lexer_.peek();
    if (!after.is(".")) {
      // Calls, members and arithmetic make something else of it.
      const bool more = after.is("(") || after.is("[") || after.is(":") || after.is("+") ||
                        after.is("-") || after.is("*") || after.is("/") || after.is("%");
      return more ? std::nullopt : std::optional(std::move(whole));
    }
    lexer_.next();
    if (!lexer_.next().is(".")) return {};
  }
}

// A number with its sign; Lua has no octal numbers.
std::optional<std::int64_t> LuaValues::literal() {
  Token token = lexer_.next();
  const bool minus = token.is("-");
  if (minus) token = lexer_.next();
  if (token.kind != TokenKind::number) return {};
  std::string_view digits = token.text;
  while (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]))
    digits.remove_prefix(1);
  const auto value = parse_literal(digits);
  if (!value) return {};
  return minus ? -*value : *value;
}

// A literal, or an expression of names and operators.
std::optional<std::int64_t> LuaValues::number() {
  const std::uint32_t at = lexer_.position();
  const auto plain = literal();
  if (plain && ends(lexer_.peek())) return plain;
  lexer_.rewind(at);
  const Evaluated value = evaluate(lexer_, symbols_);
  if (value.state != Evaluated::State::value || !ends(lexer_.peek())) return {};
  return value.value;
}

bool LuaValues::table(CArray& array) {
  array.range.body_begin = lexer_.next().end();
  while (!lexer_.peek().is("}")) {
    const Token token = lexer_.peek();
    const auto value = number();
    if (!value) return false;
    if ((*value < -32768 || *value > 65535) && findings_.wants(Severity::error, "E-CRANGE")) {
      findings_.error("E-CRANGE",
                      "the element is " + std::to_string(*value) + "; it must be -32768 ... 65535",
                      token.begin, path_of("arrays", file_.arrays.size(), "elements"));
    }
    array.elements.push_back(static_cast<std::uint16_t>(*value));
    const Token after = lexer_.peek();
    if (!after.is(",") && !after.is(";")) break;
    lexer_.next();
  }
  const Token close = lexer_.next();
  array.range.body_end = close.begin;
  array.range.end = close.end();
  return close.is("}");
}

LuaArgument LuaValues::argument() {
  LuaArgument one;
  one.token = lexer_.peek();
  const std::uint32_t at = lexer_.position();
  if (auto words = text(); words && ends(lexer_.peek())) {
    one.kind = LuaArgument::Kind::text;
    one.text = std::move(*words);
    return one;
  }
  lexer_.rewind(at);
  if (one.token.is("{")) {
    if (table(one.table)) one.kind = LuaArgument::Kind::table;
  } else if (const auto value = number()) {
    one.kind = LuaArgument::Kind::number;
    one.number = *value;
  } else {
    lexer_.rewind(at);
    lexer_.next();
    if (one.token.kind == TokenKind::identifier && ends(lexer_.peek())) {
      one.kind = LuaArgument::Kind::name;
    }
  }
  if (one.kind == LuaArgument::Kind::computed) {
    lexer_.rewind(at);
    skip_argument();
  }
  return one;
}

// To the comma or parenthesis after an argument that is computed.
void LuaValues::skip_argument() {
  std::size_t depth = 0;
  while (true) {
    const Token token = lexer_.peek();
    if (token.kind == TokenKind::end || token.is(kLuaRegister)) return;
    if (depth == 0 && (token.is(",") || token.is(")"))) return;
    if (token.is("(") || token.is("{") || token.is("[")) ++depth;
    if ((token.is(")") || token.is("}") || token.is("]")) && depth > 0) --depth;
    lexer_.next();
  }
}

}  // namespace anmkit::sm64
