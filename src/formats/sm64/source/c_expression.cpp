// SPDX-License-Identifier: MIT
// A small evaluator: precedence, overflow, names that are enumerators or macros.
#include "formats/sm64/source/c_expression.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "formats/sm64/source/c_operators.hpp"

namespace anmkit::sm64 {
namespace {

// Text that the macros of one expression may come to, and how many they may be.
constexpr std::size_t kMostExpanded = 1024, kMostMacros = 32;
// In an expression. Text that is read again from the next call on may have no end of one.
constexpr std::size_t kMostTokens = 512;

// Dijkstra's two stacks: no recursion but for macros, whatever the text nests.
class Evaluator {
 public:
  Evaluator(Lexer& lexer, const Symbols& symbols) : lexer_(&lexer), symbols_(symbols) {}

  Evaluated run() {
    while (true) {
      const Token token = lexer_->peek();
      if (ends(token)) break;
      if (++tokens_ > kMostTokens) {
        fail(token.begin);
        break;
      }
      lexer_->next();
      step(token);
    }
    while (!operators_.empty())
      apply_top();
    if (result_.state != Evaluated::State::value) return result_;
    if (values_.size() != 1 || wants_operand_) {
      result_.state = Evaluated::State::invalid;
      result_.at = lexer_->position();
      return result_;
    }
    result_.value = values_.back();
    return result_;
  }

 private:
  struct Operator {
    Op op;
    int bits = 0;  // of a cast
  };

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
    const auto macro = symbols_.macros.find(token.text);
    const bool called = lexer_->peek().is("(");
    if (macro != symbols_.macros.end() && macro->second.function == called)
      return expand(token, macro->second);
    if (token.is("sizeof")) return size(token);
    if (called) return call(token);
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
    lexer_->next();
    const Token name = lexer_->next();
    const bool parts = function.is("ANIMINDEX_NUMPARTS");
    const bool length = function.is("ANIM_FIELD_LENGTH") || function.is("ARRAY_COUNT");
    if ((!parts && !length) || name.kind != TokenKind::identifier || !lexer_->peek().is(")")) {
      unknown(function);
      return skip_call(name);
    }
    lexer_->next();
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
      if (++tokens_ > kMostTokens) return fail(token.begin);
      token = lexer_->next();
    }
    operand(0, token.begin);
  }

  // sizeof(TYPE), sizeof(array), sizeof((array)[0]), sizeof(*array): of arrays with 16-bit
  // elements.
  void size(const Token& word) {
    if (!lexer_->peek().is("(")) {
      unknown(word);
      return operand(0, word.begin);
    }
    lexer_->next();
    const std::uint32_t inside = lexer_->position();
    std::int64_t bytes = std::abs(read_type(*lexer_)) / 8;
    if (bytes == 0) {
      Token name = lexer_->next();
      const bool element = name.is("*"), wrapped = name.is("(");
      if (element || wrapped) name = lexer_->next();
      if (wrapped && lexer_->peek().is(")")) lexer_->next();
      const auto found = symbols_.array_lengths.find(name.text);
      if (found != symbols_.array_lengths.end()) {
        bytes = element ? 2 : 2 * static_cast<std::int64_t>(found->second);
        if (!element && lexer_->peek().is("[")) {
          lexer_->next();
          lexer_->next();
          bytes = lexer_->next().is("]") ? 2 : 0;
        }
      }
      if (bytes == 0) unknown(name.kind == TokenKind::identifier ? name : word);
    }
    if (bytes > 0 && lexer_->peek().is(")")) {
      lexer_->next();
      return operand(bytes, word.begin);
    }
    unknown(word);
    lexer_->rewind(inside);
    skip_call(lexer_->next());
  }

  // The arguments of a macro as texts; the name was read, not the parenthesis behind it.
  std::vector<std::string_view> arguments() {
    std::vector<std::string_view> list;
    lexer_->next();
    std::size_t depth = 0;
    Token first = lexer_->peek();
    std::string_view argument(first.text.data(), 0);
    while (true) {
      const Token token = lexer_->next();
      if (token.kind == TokenKind::end) return {};
      if (depth == 0 && (token.is(",") || token.is(")"))) {
        list.push_back(argument);
        if (token.is(")")) return list;
        first = lexer_->peek();
        argument = std::string_view(first.text.data(), 0);
        continue;
      }
      if (token.is("(")) ++depth;
      if (token.is(")")) --depth;
      argument = std::string_view(
          first.text.data(),
          static_cast<std::size_t>(token.text.data() + token.text.size() - first.text.data()));
    }
  }

  // Goes on with the text of a macro, then behind its name.
  void expand(const Token& name, const Macro& macro) {
    const std::vector<std::string_view> given =
        macro.function ? arguments() : std::vector<std::string_view>();
    std::string text;
    Lexer body(macro.body);
    for (Token token = body.next(); token.kind != TokenKind::end; token = body.next()) {
      const auto at = std::ranges::find(macro.parameters, token.text);
      const auto number = static_cast<std::size_t>(at - macro.parameters.begin());
      text += number < given.size() ? given[number] : token.text;
      text += ' ';
      if (text.size() > kMostExpanded) break;
    }
    expanded_ += text.size();
    if (given.size() != macro.parameters.size() || expanded_ > kMostExpanded ||
        ++macros_ > kMostMacros) {
      unknown(name);
      return operand(0, name.begin);
    }
    Lexer* const outside = lexer_;
    Lexer inside(text);
    lexer_ = &inside;
    const bool good = result_.state == Evaluated::State::value;
    for (Token token = inside.peek(); token.kind != TokenKind::end; token = inside.peek()) {
      if (ends(token)) {
        fail(name.begin);
        break;
      }
      inside.next();
      step(token);
    }
    lexer_ = outside;
    if (!good || result_.state == Evaluated::State::value) return;
    // The text is gone then: the name as the macro has it, or the macro's.
    result_.at = name.begin;
    const std::size_t place = macro.body.find(result_.name);
    result_.name = place == std::string_view::npos || result_.name.empty()
                       ? name.text
                       : macro.body.substr(place, result_.name.size());
  }

  void open(const Token& token) {
    if (!wants_operand_) fail(token.begin);
    const std::uint32_t after = lexer_->position();
    if (is_type_word(lexer_->peek())) {
      const int bits = read_type(*lexer_);
      bool pointer = false;
      while (lexer_->peek().is("*")) {
        lexer_->next();
        pointer = true;
      }
      if (lexer_->peek().is(")")) {
        lexer_->next();
        return operators_.push_back({Op::cast, pointer ? 0 : bits});
      }
    }
    lexer_->rewind(after);
    operators_.push_back({Op::open});
    ++depth_;
  }
  void close(const Token& token) {
    if (wants_operand_) fail(token.begin);
    while (!operators_.empty() && operators_.back().op != Op::open)
      apply_top();
    if (!operators_.empty()) operators_.pop_back();
    --depth_;
  }

  void sign(const Token& token) {
    if (wants_operand_) {
      if (token.is("-")) return operators_.push_back({Op::negative});
      if (token.is("+")) return operators_.push_back({Op::positive});
      if (token.is("~")) return operators_.push_back({Op::inverse});
      if (token.is("!")) return operators_.push_back({Op::falsehood});
      return fail(token.begin);
    }
    const auto known = find_operator(token, lexer_->peek());
    if (!known) return fail(token.begin);
    if (known->both) lexer_->next();
    binary_sign(known->op, token.begin);
  }
  void binary_sign(Op op, std::uint32_t at) {
    // Lua has other words for most of them, and other rules for the rest.
    const bool shared = op == Op::plus || op == Op::minus || op == Op::times || op == Op::over ||
                        op == Op::rest || op == Op::bit_or || op == Op::bit_and || op == Op::left ||
                        op == Op::right;
    if (lexer_->syntax() == Syntax::lua && !shared) fail(at);
    wants_operand_ = true;
    if (op == Op::choose) {
      while (!operators_.empty() && operators_.back().op != Op::open &&
             operators_.back().op != Op::ask)
        apply_top();
      if (operators_.empty() || operators_.back().op != Op::ask) return fail(at);
      operators_.back().op = Op::choose;
      return;
    }
    const int least = op == Op::ask ? rank(op) + 1 : rank(op);
    while (!operators_.empty() && rank(operators_.back().op) >= least)
      apply_top();
    operators_.push_back({op});
  }

  void apply_top() {
    const auto [op, bits] = operators_.back();
    operators_.pop_back();
    if (op == Op::open || op == Op::ask || values_.empty()) return fail(lexer_->position());
    const auto b = static_cast<std::uint64_t>(values_.back());
    if (rank(op) == rank(Op::cast)) {
      values_.back() = unary(op, bits, b);
      return;
    }
    values_.pop_back();
    if (values_.empty()) return fail(lexer_->position());
    const std::int64_t a = values_.back();
    if (op != Op::choose) {
      const bool lua = lexer_->syntax() == Syntax::lua;
      const auto result = binary(op, static_cast<std::uint64_t>(a), b, lua);
      values_.back() = result.value_or(0);
      if (!result) fail(lexer_->position());
      return;
    }
    values_.pop_back();
    if (values_.empty()) return fail(lexer_->position());
    values_.back() = values_.back() != 0 ? a : static_cast<std::int64_t>(b);
  }

  Lexer* lexer_;
  const Symbols& symbols_;
  std::vector<std::int64_t> values_;
  std::vector<Operator> operators_;
  std::size_t depth_ = 0, expanded_ = 0, macros_ = 0;
  std::size_t tokens_ = 0;
  bool wants_operand_ = true;
  Evaluated result_{Evaluated::State::value, 0, 0, {}};
};

}  // namespace

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
