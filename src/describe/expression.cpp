// SPDX-License-Identifier: MIT
// Reading expressions, with a table of operator precedence.
#include "describe/expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace anmkit {
namespace {

using Kind = Expression::Kind;

struct Operator {
  std::string_view text;
  Kind kind;
};
// From the lowest precedence to the highest; longer spellings first.
constexpr std::array kOr{Operator{"or", Kind::logic_or}};
constexpr std::array kAnd{Operator{"and", Kind::logic_and}};
constexpr std::array kCompare{Operator{"==", Kind::equal},      Operator{"!=", Kind::unequal},
                              Operator{"<=", Kind::less_equal}, Operator{">=", Kind::greater_equal},
                              Operator{"<", Kind::less},        Operator{">", Kind::greater}};
constexpr std::array kBitOr{Operator{"|", Kind::bit_or}};
constexpr std::array kBitXor{Operator{"^", Kind::bit_xor}};
constexpr std::array kBitAnd{Operator{"&", Kind::bit_and}};
constexpr std::array kShift{Operator{"<<", Kind::shift_left}, Operator{">>", Kind::shift_right}};
constexpr std::array kSum{Operator{"+", Kind::add}, Operator{"-", Kind::subtract}};
constexpr std::array kProduct{Operator{"*", Kind::multiply}, Operator{"/", Kind::divide},
                              Operator{"%", Kind::remainder}};
constexpr std::array<std::span<const Operator>, 9> kLevels{
    kOr, kAnd, kCompare, kBitOr, kBitXor, kBitAnd, kShift, kSum, kProduct};

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  std::optional<Expression> parse() {
    const auto root = choice();
    skip_spaces();
    if (!root || at_ != text_.size()) return std::nullopt;
    if (*root + 1 != made_.nodes_.size()) made_.nodes_.push_back(made_.nodes_[*root]);
    return std::move(made_);
  }

 private:
  using Index = std::optional<std::uint32_t>;

  Index choice() {
    const Index condition = level(0);
    if (!condition || !take("?")) return condition;
    const Index yes = choice();
    if (!yes || !take(":")) return std::nullopt;
    const Index no = choice();
    if (!no) return std::nullopt;
    return put({Kind::choose, 0, {}, *condition, *yes, *no});
  }

  Index level(std::size_t depth) {
    if (depth == kLevels.size()) return prefix();
    if (kLevels[depth].data() == kCompare.data() && take("not")) {
      const Index of = level(depth);
      return of ? Index(put({Kind::invert, 0, {}, *of, 0, 0})) : std::nullopt;
    }
    Index left = level(depth + 1);
    while (left) {
      const Operator* found = nullptr;
      for (const Operator& one : kLevels[depth]) {
        if (found == nullptr && take(one.text)) found = &one;
      }
      if (found == nullptr) break;
      const Index right = level(depth + 1);
      if (!right) return std::nullopt;
      left = put({found->kind, 0, {}, *left, *right, 0});
    }
    return left;
  }

  Index prefix() {
    const bool minus = take("-");
    if (!minus && !take("~")) return suffixed();
    const Index of = prefix();
    if (!of) return std::nullopt;
    return put({minus ? Kind::negate : Kind::complement, 0, {}, *of, 0, 0});
  }

  Index suffixed() {
    Index value = primary();
    while (value) {
      if (take("[")) {
        const Index item = choice();
        if (!item || !take("]")) return std::nullopt;
        value = put({Kind::item, 0, {}, *value, *item, 0});
      } else if (take(".")) {
        const std::string_view name = word();
        if (name.empty()) return std::nullopt;
        value = put({Kind::member, 0, name, *value, 0, 0});
      } else {
        break;
      }
    }
    return value;
  }

  Index primary() {
    if (take("(")) {
      const Index inside = choice();
      return inside && take(")") ? inside : std::nullopt;
    }
    skip_spaces();
    if (at_ < text_.size() && is_digit(text_[at_])) return number();
    const std::string_view name = word();
    if (name.empty()) return std::nullopt;
    return put({Kind::name, 0, name, 0, 0, 0});
  }

  Index number() {
    const bool hex = text_.substr(at_).starts_with("0x");
    const char* const begin = text_.data() + at_ + (hex ? 2 : 0);
    std::int64_t value = 0;
    const auto [end, fault] =
        std::from_chars(begin, text_.data() + text_.size(), value, hex ? 16 : 10);
    if (fault != std::errc{}) return std::nullopt;
    at_ = static_cast<std::size_t>(end - text_.data());
    return put({Kind::number, value, {}, 0, 0, 0});
  }

  std::string_view word() {
    skip_spaces();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || (at_ > begin && is_digit(text_[at_]))))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool take(std::string_view what) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(what)) return false;
    const std::size_t end = at_ + what.size();
    const char next = end < text_.size() ? text_[end] : ' ';
    if (is_letter(what.front()) && (is_letter(next) || is_digit(next))) return false;
    // "<" is not the begin of "<<".
    if ((what == "<" || what == ">") && next == what.front()) return false;
    at_ = end;
    return true;
  }
  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }
  std::uint32_t put(const Expression::Node& node) {
    made_.nodes_.push_back(node);
    return static_cast<std::uint32_t>(made_.nodes_.size() - 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Expression made_;
};

std::optional<Expression> Expression::parse(std::string_view text) {
  return ExpressionParser(text).parse();
}

bool Expression::mentions(std::string_view name) const {
  return std::ranges::any_of(nodes_, [&](const Node& node) { return node.name == name; });
}

std::string_view Expression::sign(Kind kind) {
  for (const auto level : kLevels) {
    for (const Operator& one : level)
      if (one.kind == kind) return one.text;
  }
  return {};
}

}  // namespace anmkit
