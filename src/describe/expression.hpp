// SPDX-License-Identifier: MIT
// Expressions of descriptions as trees.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace anmkit {

class Expression {
 public:
  enum class Kind : std::uint8_t {
    number,
    name,
    member,
    item,  // 5, a, left.name, left[right]
    negate,
    complement,
    invert,  // -a, ~a, not a
    multiply,
    divide,
    remainder,
    add,
    subtract,
    shift_left,
    shift_right,
    bit_and,
    bit_xor,
    bit_or,
    equal,
    unequal,
    less,
    less_equal,
    greater,
    greater_equal,
    logic_and,
    logic_or,
    choose,  // choose: left ? right : third
  };
  struct Node {
    Kind kind = Kind::number;
    std::int64_t number = 0;
    std::string_view name;
    std::uint32_t left = 0, right = 0, third = 0;
  };

  // The text must outlive the expression. Empty when it is no expression.
  static std::optional<Expression> parse(std::string_view text);

  const Node& root() const { return nodes_.back(); }
  const Node& operator[](std::uint32_t index) const { return nodes_[index]; }

  // Whether a name is in it, and the sign of an operator with two sides.
  bool mentions(std::string_view name) const;
  static std::string_view sign(Kind kind);

 private:
  friend class ExpressionParser;
  std::vector<Node> nodes_;
};

}  // namespace anmkit
