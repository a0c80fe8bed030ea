// SPDX-License-Identifier: MIT
// Ranks, results and spellings of operators; widths of types.
#include "formats/sm64/source/c_operators.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace anmkit::sm64 {
namespace {

// Types that casts name: bits, less than 0 with a sign. Those of 64 bits change no number here.
struct TypeWord {
  std::string_view name;
  int bits;
};
constexpr std::array<TypeWord, 22> kTypeWords = {{
    {"s8", -8},       {"u8", 8},      {"s16", -16},     {"u16", 16},      {"s32", -32},
    {"u32", 32},      {"s64", -64},   {"u64", 64},      {"int", -32},     {"short", -16},
    {"long", -64},    {"char", -8},   {"unsigned", 32}, {"signed", -32},  {"const", 0},
    {"int8_t", -8},   {"uint8_t", 8}, {"int16_t", -16}, {"uint16_t", 16}, {"int32_t", -32},
    {"uint32_t", 32}, {"size_t", 64},
}};

const TypeWord* find_type(const Token& token) {
  if (token.kind != TokenKind::identifier) return nullptr;
  const auto found = std::ranges::find(kTypeWords, token.text, &TypeWord::name);
  return found == kTypeWords.end() ? nullptr : &*found;
}

std::int64_t cast_to(int bits, std::uint64_t value) {
  switch (bits) {
    case -8:
      return static_cast<std::int8_t>(value);
    case 8:
      return static_cast<std::uint8_t>(value);
    case -16:
      return static_cast<std::int16_t>(value);
    case 16:
      return static_cast<std::uint16_t>(value);
    case -32:
      return static_cast<std::int32_t>(value);
    case 32:
      return static_cast<std::uint32_t>(value);
    default:
      return static_cast<std::int64_t>(value);
  }
}

struct Operation {
  std::string_view text;
  Op op;
};
// The longer ones first.
constexpr std::array<Operation, 20> kBinary = {{
    {"||", Op::any},     {"&&", Op::all},      {"==", Op::equal},  {"!=", Op::unequal},
    {"<=", Op::at_most}, {">=", Op::at_least}, {"<<", Op::left},   {">>", Op::right},
    {"?", Op::ask},      {":", Op::choose},    {"|", Op::bit_or},  {"^", Op::bit_xor},
    {"&", Op::bit_and},  {"<", Op::less},      {">", Op::greater}, {"+", Op::plus},
    {"-", Op::minus},    {"*", Op::times},     {"/", Op::over},    {"%", Op::rest},
}};

}  // namespace

int rank(Op op) {
  constexpr std::array<int, 26> kRanks = {0, 1, 1, 2,  3,  4,  5,  6,  7,  7,  8,  8,  8,
                                          8, 9, 9, 10, 10, 11, 11, 11, 12, 12, 12, 12, 12};
  return kRanks[static_cast<std::size_t>(op)];
}

std::optional<FoundOp> find_operator(const Token& token, const Token& next) {
  const bool joined = next.kind == TokenKind::punctuation && next.begin == token.end();
  const auto known = std::ranges::find_if(kBinary, [&](const Operation& one) {
    return token.text == one.text || (joined && one.text.size() == 2 && token.text.size() == 1 &&
                                      one.text[0] == token.text[0] && one.text[1] == next.text[0]);
  });
  if (known == kBinary.end()) return std::nullopt;
  return FoundOp{known->op, known->text.size() > token.text.size()};
}

bool is_type_word(const Token& token) {
  return find_type(token) != nullptr;
}

int read_type(Lexer& lexer) {
  int bits = 0;
  bool no_sign = false;
  for (const TypeWord* word = find_type(lexer.peek()); word != nullptr;
       word = find_type(lexer.peek())) {
    lexer.next();
    if (word->name == "unsigned") no_sign = true;
    const bool sign_only = word->name == "unsigned" || word->name == "signed";
    if (bits == 0 || !(sign_only || word->name == "const" || word->name == "int")) {
      if (word->bits != 0) bits = word->bits;
    }
  }
  return no_sign ? std::abs(bits) : bits;
}

std::int64_t unary(Op op, int bits, std::uint64_t value) {
  switch (op) {
    case Op::negative:
      return static_cast<std::int64_t>(0 - value);
    case Op::inverse:
      return static_cast<std::int64_t>(~value);
    case Op::falsehood:
      return value == 0 ? 1 : 0;
    default:
      return cast_to(op == Op::cast ? bits : 0, value);
  }
}

std::optional<std::int64_t> binary(Op op, std::uint64_t a, std::uint64_t b, bool lua) {
  const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
  const bool divides = op == Op::over || op == Op::rest, shifts = op == Op::left || op == Op::right;
  if ((divides && (y == 0 || (y == -1 && x == INT64_MIN))) || (shifts && b > 63))
    return std::nullopt;
  switch (op) {
    case Op::any:
      return x != 0 || y != 0 ? 1 : 0;
    case Op::all:
      return x != 0 && y != 0 ? 1 : 0;
    case Op::bit_or:
      return static_cast<std::int64_t>(a | b);
    case Op::bit_xor:
      return static_cast<std::int64_t>(a ^ b);
    case Op::bit_and:
      return static_cast<std::int64_t>(a & b);
    case Op::equal:
      return x == y ? 1 : 0;
    case Op::unequal:
      return x != y ? 1 : 0;
    case Op::less:
      return x < y ? 1 : 0;
    case Op::greater:
      return x > y ? 1 : 0;
    case Op::at_most:
      return x <= y ? 1 : 0;
    case Op::at_least:
      return x >= y ? 1 : 0;
    case Op::left:
      return static_cast<std::int64_t>(a << b);
    case Op::right:
      return x >> b;
    case Op::plus:
      return static_cast<std::int64_t>(a + b);
    case Op::minus:
      return static_cast<std::int64_t>(a - b);
    case Op::times:
      return static_cast<std::int64_t>(a * b);
    case Op::over:
      // Lua's division makes fractions, and its rest has the sign of the divisor.
      if (lua && x % y != 0) return std::nullopt;
      return x / y;
    default:
      if (lua && (x < 0 || y < 0)) return std::nullopt;
      return x % y;
  }
}

}  // namespace anmkit::sm64
