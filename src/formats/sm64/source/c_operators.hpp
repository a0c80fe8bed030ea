// SPDX-License-Identifier: MIT
// Operators and types of constant expressions (section 4.1).
#pragma once

#include <cstdint>
#include <optional>

#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {

// By rank, the loosest first. Those of one rank apply from the left, unary ones and `?:` from the
// right.
enum class Op : std::uint8_t {
  open,
  ask,
  choose,  // `?` and `:`
  any,
  all,
  bit_or,
  bit_xor,
  bit_and,
  equal,
  unequal,
  less,
  greater,
  at_most,
  at_least,
  left,
  right,
  plus,
  minus,
  times,
  over,
  rest,
  negative,
  positive,
  inverse,
  falsehood,
  cast,
};
int rank(Op op);
// The operator between two operands that begins with `token`; it takes `next` as well where both
// are one.
struct FoundOp {
  Op op;
  bool both = false;
};
std::optional<FoundOp> find_operator(const Token& token, const Token& next);

// Arithmetic wraps around in 64 bits. `bits`: of a cast, less than 0 with a sign.
std::int64_t unary(Op op, int bits, std::uint64_t value);
// Nothing where the result is undefined. `lua`: by the rules of that language.
std::optional<std::int64_t> binary(Op op, std::uint64_t a, std::uint64_t b, bool lua);

bool is_type_word(const Token& token);
// `unsigned short`, `u8 const` as bits, less than 0 with a sign; stops before what is no word of a
// type. 0 where there is none.
int read_type(Lexer& lexer);

}  // namespace anmkit::sm64
