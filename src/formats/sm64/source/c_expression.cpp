// SPDX-License-Identifier: MIT
// A small evaluator: precedence, overflow, names that are enumerators.
#include "formats/sm64/source/c_expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

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

constexpr std::array<std::string_view, 22> kTypeWords = {
    "s8",      "u8",      "s16",      "u16",     "s32",      "u32",    "s64",   "u64",
    "int",     "short",   "long",     "char",    "unsigned", "signed", "const", "int8_t",
    "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "size_t"};

bool is_type_word(std::string_view word) {
  return std::ranges::find(kTypeWords, word) != kTypeWords.end();
}

// Dijkstra's two stacks: no recursion, whatever the text nests.
class Evaluator {
 public:
  Evaluator(Lexer& lexer, const Symbols& symbols) : lexer_(lexer), symbols_(symbols) {}

  Evaluated run() {
    while (true) {
      const Token token = lexer_.peek();
      if (ends(token)) break;
      lexer_.next();
      step(token);
    }
    while (!operators_.empty())
      apply_top();
    if (result_.state != Evaluated::State::value) return result_;
    if (values_.size() != 1 || wants_operand_) {
      result_.state = Evaluated::State::invalid;
      result_.at = lexer_.position();
      return result_;
    }
    result_.value = values_.back();
    return result_;
  }

 private:
  bool ends(const Token& token) const {
    if (token.kind == TokenKind::end || token.is(";") || token.is("{") || token.is("}"))
      return true;
    if (depth_ > 0) return false;
    return token.is(",") || token.is(")") || token.is("]");
  }
  void fail(std::uint32_t at) {
    if (result_.state == Evaluated::State::invalid) return;
    result_.state = Evaluated::State::invalid;
    result_.at = at;
  }

  void step(const Token& token) {
    if (token.kind == TokenKind::number) return number(token);
    if (token.kind == TokenKind::identifier) return identifier(token);
    if (token.is("(")) return open(token);
    if (token.is(")")) return close(token);
    if (token.kind == TokenKind::punctuation) return sign(token);
    fail(token.begin);
  }

  void operand(std::int64_t value, std::uint32_t at) {
    if (!wants_operand_) return fail(at);
    values_.push_back(value);
    wants_operand_ = false;
  }
  void number(const Token& token) {
    const auto value = parse_literal(token.text);
    if (!value) return fail(token.begin);
    operand(*value, token.begin);
  }

  void identifier(const Token& token) {
    if (lexer_.peek().is("(")) return call(token);
    const auto value = symbols_.value(token.text);
    if (!value) unknown(token);
    operand(value.value_or(0), token.begin);
  }
  void unknown(const Token& token) {
    if (result_.state != Evaluated::State::value) return;
    result_.state = Evaluated::State::unknown_name;
    result_.name = token.text;
    result_.at = token.begin;
  }

  // ANIMINDEX_NUMPARTS(name), ANIM_FIELD_LENGTH(name), ARRAY_COUNT(name).
  void call(const Token& function) {
    lexer_.next();
    const Token name = lexer_.next();
    const bool parts = function.is("ANIMINDEX_NUMPARTS");
    const bool length = function.is("ANIM_FIELD_LENGTH") || function.is("ARRAY_COUNT");
    if ((!parts && !length) || name.kind != TokenKind::identifier || !lexer_.peek().is(")")) {
      unknown(function);
      return skip_call(name);
    }
    lexer_.next();
    const auto found = symbols_.array_lengths.find(name.text);
    std::int64_t value = 0;
    if (found == symbols_.array_lengths.end()) {
      unknown(name);
    } else {
      value = static_cast<std::int64_t>(found->second);
      // In C, fewer than six entries wrap to a huge count.
      if (parts) value = value / 6 - 1;
    }
    operand(value, function.begin);
  }
  void skip_call(Token token) {
    std::size_t depth = 1;
    while (token.kind != TokenKind::end && !token.is(";") && !token.is("{") && !token.is("}")) {
      if (token.is("(")) ++depth;
      if (token.is(")") && --depth == 0) break;
      token = lexer_.next();
    }
    operand(0, token.begin);
  }

  void open(const Token& token) {
    if (!wants_operand_) fail(token.begin);
    // A cast is ignored.
    const std::uint32_t after = lexer_.position();
    Token word = lexer_.next();
    bool cast = word.kind == TokenKind::identifier && is_type_word(word.text);
    while (cast && word.kind == TokenKind::identifier && is_type_word(word.text))
      word = lexer_.next();
    while (cast && word.is("*"))
      word = lexer_.next();
    if (cast && word.is(")")) return;
    lexer_.rewind(after);
    operators_.push_back('(');
    ++depth_;
  }
  void close(const Token& token) {
    if (wants_operand_) fail(token.begin);
    while (!operators_.empty() && operators_.back() != '(')
      apply_top();
    if (!operators_.empty()) operators_.pop_back();
    --depth_;
  }

  static int rank(char op) {
    switch (op) {
      case '|':
        return 1;
      case '^':
        return 2;
      case '&':
        return 3;
      case '<':
      case '>':
        return 4;
      case '+':
      case '-':
        return 5;
      case '*':
      case '/':
      case '%':
        return 6;
      case '(':
        return 0;
      default:
        return 7;  // unary: m p ~
    }
  }

  void sign(const Token& token) {
    char op = token.text[0];
    if (wants_operand_) {
      if (op == '-') return operators_.push_back('m');
      if (op == '+') return operators_.push_back('p');
      if (op == '~') return operators_.push_back('~');
      return fail(token.begin);
    }
    const bool shift = token.is("<<") || token.is(">>");
    if (!shift && (token.text.size() != 1 ||
                   std::string_view("+-*/%&|^").find(op) == std::string_view::npos)) {
      return fail(token.begin);
    }
    while (!operators_.empty() && rank(operators_.back()) >= rank(op))
      apply_top();
    operators_.push_back(op);
    wants_operand_ = true;
  }

  void apply_top() {
    const char op = operators_.back();
    operators_.pop_back();
    if (op == '(') return fail(lexer_.position());
    if (values_.empty()) return fail(lexer_.position());
    // Arithmetic wraps around in 64 bits.
    const auto b = static_cast<std::uint64_t>(values_.back());
    if (rank(op) == 7) {
      if (op == 'm') values_.back() = static_cast<std::int64_t>(0 - b);
      if (op == '~') values_.back() = static_cast<std::int64_t>(~b);
      return;
    }
    values_.pop_back();
    if (values_.empty()) return fail(lexer_.position());
    values_.back() = binary(op, static_cast<std::uint64_t>(values_.back()), b);
  }

  std::int64_t binary(char op, std::uint64_t a, std::uint64_t b) {
    const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
    if ((op == '/' || op == '%') && (y == 0 || (y == -1 && x == INT64_MIN))) {
      fail(lexer_.position());
      return 0;
    }
    if ((op == '<' || op == '>') && b > 63) {
      fail(lexer_.position());
      return 0;
    }
    switch (op) {
      case '+':
        return static_cast<std::int64_t>(a + b);
      case '-':
        return static_cast<std::int64_t>(a - b);
      case '*':
        return static_cast<std::int64_t>(a * b);
      case '/':
        return x / y;
      case '%':
        return x % y;
      case '&':
        return static_cast<std::int64_t>(a & b);
      case '|':
        return static_cast<std::int64_t>(a | b);
      case '^':
        return static_cast<std::int64_t>(a ^ b);
      case '<':
        return static_cast<std::int64_t>(a << b);
      default:
        return x >> b;
    }
  }

  Lexer& lexer_;
  const Symbols& symbols_;
  std::vector<std::int64_t> values_;
  std::vector<char> operators_;
  std::size_t depth_ = 0;
  bool wants_operand_ = true;
  Evaluated result_{Evaluated::State::value, 0, 0, {}};
};

}  // namespace

std::optional<std::int64_t> Symbols::value(std::string_view name) const {
  const auto found = enumerators.find(name);
  if (found != enumerators.end()) return found->second;
  for (const auto& [flag, value] : kFlagNames) {
    if (flag == name) return value;
  }
  return {};
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

Evaluated evaluate(Lexer& lexer, const Symbols& symbols) {
  const Token first = lexer.peek();
  if (first.kind == TokenKind::number) {
    // The usual case: a literal and nothing else.
    const std::uint32_t before = lexer.position();
    lexer.next();
    const Token after = lexer.peek();
    if (after.is(",") || after.is("}") || after.is("]")) {
      if (const auto value = parse_literal(first.text)) {
        return {Evaluated::State::value, *value, first.begin, {}};
      }
    }
    lexer.rewind(before);
  }
  return Evaluator(lexer, symbols).run();
}

}  // namespace anmkit::sm64
