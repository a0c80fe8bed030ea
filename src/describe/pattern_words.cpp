// SPDX-License-Identifier: MIT
// Truth is no number there, and both sides of `&&` and `||` are always asked for, of which one may
// not be there: a choice represents them.
#include "describe/pattern_words.hpp"

#include <algorithm>
#include <array>

namespace anmkit {
namespace {

using Kind = Expression::Kind;

bool is_truth(Kind kind) {
  return (kind >= Kind::equal && kind <= Kind::logic_or) || kind == Kind::invert;
}

std::string parents(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += i == 0 ? "parent" : ".parent";
  return text;
}

}  // namespace

std::string PatternWords::own(std::string_view name) {
  constexpr std::array kWords = std::to_array<std::string_view>(
      {"parent", "this",      "in",     "out",       "ref",      "const",    "auto",
       "str",    "bool",      "char",   "float",     "double",   "padding",  "if",
       "else",   "match",     "while",  "for",       "break",    "continue", "return",
       "try",    "catch",     "struct", "union",     "enum",     "bitfield", "fn",
       "using",  "namespace", "import", "as",        "be",       "le",       "true",
       "false",  "null",      "sizeof", "addressof", "unsigned", "signed"});
  return std::string(name) + (std::ranges::find(kWords, name) != kWords.end() ? "_" : "");
}

std::string PatternWords::number(std::string_view expression) const {
  const auto of = Expression::parse(expression);
  return of ? number(*of, of->root()) : std::string(expression);
}
std::string PatternWords::truth(std::string_view expression) const {
  const auto of = Expression::parse(expression);
  return of ? truth(*of, of->root()) : std::string(expression);
}

std::string PatternWords::number(const Expression& of, const Expression::Node& node) const {
  const std::string text = plain(of, node);
  return is_truth(node.kind) ? "(" + text + " ? 1 : 0)" : text;
}
std::string PatternWords::truth(const Expression& of, const Expression::Node& node) const {
  const std::string text = plain(of, node);
  return is_truth(node.kind) ? text : "(" + text + " != 0)";
}

std::string PatternWords::name(std::string_view word) const {
  if (word == "_root") return parents(depth_);
  if (word == "_index") return "i";
  if (word == "_parent") return place_ == Place::record ? "parent" : "parent.parent";
  return (place_ == Place::item ? "parent." : "") + own(word);
}

std::string PatternWords::plain(const Expression& of, const Expression::Node& node) const {
  const Expression::Node &left = of[node.left], &right = of[node.right];
  switch (node.kind) {
    case Kind::number:
      return std::to_string(node.number);
    case Kind::name:
      return name(node.name);
    case Kind::member: {
      if (node.name == "size" && left.kind == Kind::member && left.name == "_io")
        return "sizeof($)";
      if (node.name == "pos" && left.kind == Kind::name && left.name == "_io") return "$";
      const std::string before = plain(of, left);
      const std::string member = node.name == "_parent" ? "parent" : own(node.name);
      return before.empty() ? member : before + "." + member;
    }
    case Kind::item:
      return plain(of, left) + "[" + number(of, right) + "]";
    case Kind::negate:
      return "(0 - " + number(of, left) + ")";
    case Kind::complement:
      return "(0 - " + number(of, left) + " - 1)";
    case Kind::invert:
      return "(!" + truth(of, left) + ")";
    case Kind::choose:
      return "(" + truth(of, left) + " ? " + number(of, right) + " : " +
             number(of, of[node.third]) + ")";
    case Kind::logic_and:
      return "(" + truth(of, left) + " ? " + truth(of, right) + " : false)";
    case Kind::logic_or:
      return "(" + truth(of, left) + " ? true : " + truth(of, right) + ")";
    default:
      break;
  }
  const std::string sign = " " + std::string(Expression::sign(node.kind)) + " ";
  return "(" + number(of, left) + sign + number(of, right) + ")";
}

}  // namespace anmkit
