// SPDX-License-Identifier: MIT
// Reading addresses of display lists as a C compiler does.
#include "formats/sm64/source/c_address.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

// Bytes that pointers to a type count in; 0 for the types of whole elements, such as Vtx.
std::int64_t size_of(std::string_view type) {
  static constexpr std::array<std::pair<std::string_view, std::int64_t>, 15> kTypes = {
      {{"Texture", 1},
       {"char", 1},
       {"int", 4},
       {"s16", 2},
       {"s32", 4},
       {"s8", 1},
       {"u16", 2},
       {"u32", 4},
       {"u64", 8},
       {"u8", 1},
       {"uint16_t", 2},
       {"uint32_t", 4},
       {"uint64_t", 8},
       {"uintptr_t", 1},
       {"void", 1}}};
  const auto found =
      std::ranges::find(kTypes, type, &std::pair<std::string_view, std::int64_t>::first);
  return found == kTypes.end() ? 0 : found->second;
}

class AddressReader {
 public:
  explicit AddressReader(std::string_view text) : lexer_(text) {}

  Address run() {
    for (Token token = lexer_.next(); token.kind != TokenKind::end; token = lexer_.next())
      step(token);
    return address_;
  }

 private:
  // An opened parenthesis, or all around: bytes that numbers count; 0 = elements of the array.
  struct Level {
    std::int64_t unit = 0;
    bool cast = false, function = false;
  };

  void step(const Token& token) {
    if (token.kind == TokenKind::identifier) return word(token);
    if (token.is("(")) return open(false);
    if (token.is(")")) return close();
    if (token.is("&")) return;
    if (address_.array.empty()) return fail();
    if (token.is("[")) {
      add(evaluate(lexer_, kNone), 0);
      if (!lexer_.next().is("]")) fail();
    } else if (token.is(".")) {
      lexer_.next();
    } else if (token.is("+") || token.is("-")) {
      // With its sign, so that what follows is subtracted as well.
      lexer_.rewind(token.begin);
      add(evaluate(lexer_, kNone), levels_.back().unit);
    } else {
      fail();
    }
  }
  void word(const Token& token) {
    if (lexer_.peek().is("(")) {
      lexer_.next();
      open(true);
    } else if (address_.array.empty()) {
      address_.array = token.text;
    } else {
      fail();
    }
  }
  void open(bool function) {
    if (const auto unit = function ? std::nullopt : cast()) {
      levels_.back().unit = *unit;
      levels_.back().cast = true;
    } else {
      levels_.push_back({.function = function});
    }
  }
  void close() {
    if (levels_.size() < 2) return fail();
    const Level inner = levels_.back();
    levels_.pop_back();
    if (levels_.back().cast) return;
    levels_.back().unit = inner.function ? 1 : inner.unit;
  }
  // The rest of "(u8 *)" where something follows that it is the type of.
  std::optional<std::int64_t> cast() {
    const std::uint32_t before = lexer_.position();
    std::int64_t size = 0;
    bool word = false, pointer = false;
    Token token = lexer_.next();
    for (; token.kind == TokenKind::identifier || token.is("*"); token = lexer_.next()) {
      pointer = pointer || token.is("*");
      word = word || !token.is("*");
      size = std::max(size, size_of(token.text));
    }
    const Token after = lexer_.peek();
    const bool operand = after.kind == TokenKind::identifier || after.is("&") || after.is("(");
    // A number has no elements.
    if (word && token.is(")") && operand) return pointer ? size : 1;
    lexer_.rewind(before);
    return std::nullopt;
  }
  void add(const Evaluated& number, std::int64_t unit) {
    // Far more than any array has, and no sum of it overflows.
    constexpr std::int64_t kMost = std::int64_t{1} << 32;
    if (number.state != Evaluated::State::value || number.value > kMost || number.value < -kMost)
      return fail();
    if (unit == 0) {
      address_.elements += number.value;
    } else {
      address_.bytes += unit * number.value;
    }
  }
  void fail() { address_.known = false; }

  inline static const Symbols kNone = {};

  Lexer lexer_;
  Address address_;
  std::vector<Level> levels_ = {{}};
};

}  // namespace

std::string_view name_in(std::string_view argument) {
  return address_in(argument).array;
}

Address address_in(std::string_view argument) {
  // Addresses of binary lists are their own names.
  const bool plain =
      std::ranges::all_of(argument, [](char c) { return is_identifier_start(c) || is_digit(c); });
  if (!plain) return AddressReader(argument).run();
  return {argument == "0" ? std::string_view() : argument};
}

}  // namespace anmkit::sm64
