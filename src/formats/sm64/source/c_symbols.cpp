// SPDX-License-Identifier: MIT
// Names of numbers: enumerators, macros and the flags of every tree; and numbers as they are
// written.
#include <array>
#include <charconv>
#include <utility>

#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

// Names of flags in every tree (section 3).
constexpr std::array<std::pair<std::string_view, std::int64_t>, 17> kFlagNames = {{
    {"ANIM_FLAG_NOLOOP", 0x01},
    {"ANIM_FLAG_BACKWARD", 0x02},
    {"ANIM_FLAG_FORWARD", 0x02},
    {"ANIM_FLAG_2", 0x04},
    {"ANIM_FLAG_NO_ACCEL", 0x04},
    {"ANIM_FLAG_HOR_TRANS", 0x08},
    {"ANIM_FLAG_VERT_TRANS", 0x10},
    {"ANIM_FLAG_5", 0x20},
    {"ANIM_FLAG_DISABLED", 0x20},
    {"ANIM_FLAG_6", 0x40},
    {"ANIM_FLAG_NO_TRANS", 0x40},
    {"ANIM_FLAG_7", 0x80},
    {"ANIM_FLAG_UNUSED", 0x80},
    {"ANIM_FLAG_BONE_TRANS", 0x100},
    {"TRUE", 1},
    {"FALSE", 0},
    {"NULL", 0},
}};

}  // namespace

std::optional<std::int64_t> Symbols::value(std::string_view name) const {
  const auto found = enumerators.find(name);
  if (found != enumerators.end()) return found->second;
  for (const auto& [flag, value] : kFlagNames) {
    if (flag == name) return value;
  }
  return {};
}

void Symbols::learn(const Defines& defined) {
  for (; known_ < defined.order.size(); ++known_) {
    const std::string_view name = defined.order[known_];
    define(name, defined.all.find(name)->second.text);
  }
  for (; changed_ < defined.changed.size(); ++changed_) {
    enumerators.erase(defined.changed[changed_]);
    macros.erase(defined.changed[changed_]);
  }
}

void Symbols::define(std::string_view name, std::string_view text) {
  Lexer lexer(text);
  Macro macro;
  // A parenthesis right behind the name.
  if (text.starts_with('(')) {
    lexer.next();
    Token token = lexer.next();
    while (token.kind == TokenKind::identifier) {
      macro.parameters.push_back(token.text);
      token = lexer.next();
      if (token.is(",")) token = lexer.next();
    }
    // Of other numbers of arguments, or with words made from them.
    if (!token.is(")") || text.find('#') != text.npos) return;
    macro.function = true;
    macro.body = text.substr(token.end());
    macros.emplace(name, std::move(macro));
    return;
  }
  const bool one = lexer.next().kind != TokenKind::end && lexer.peek().kind == TokenKind::end;
  lexer.rewind(0);
  const Evaluated value = evaluate(lexer, *this);
  if (value.state == Evaluated::State::invalid || lexer.next().kind != TokenKind::end) return;
  if (one && value.state == Evaluated::State::value) {
    enumerators.emplace(name, value.value);
    return;
  }
  // Operators next to the name may bind closer than those inside.
  macro.body = text;
  macros.emplace(name, std::move(macro));
}

std::optional<std::int64_t> parse_literal(std::string_view text) {
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.starts_with("0b") || text.starts_with("0B")) {
    base = 2;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8;
  }
  std::int64_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) return {};
  return value;
}

}  // namespace anmkit::sm64
