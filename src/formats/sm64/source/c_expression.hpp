// SPDX-License-Identifier: MIT
// Integer constant expressions of C (section 4.1).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {

// `#define NAME BODY` and `#define NAME(A, B) BODY`, whose text replaces the name. Borrowed
// views.
struct Macro {
  std::vector<std::string_view> parameters;
  std::string_view body;
  bool function = false;
};

// The values of names. Borrowed views.
struct Symbols {
  std::map<std::string_view, std::int64_t> enumerators;
  std::map<std::string_view, std::size_t> array_lengths;  // of 16-bit elements
  std::map<std::string_view, Macro> macros;
  std::optional<std::int64_t> value(std::string_view name) const;
  // Takes over what a lexer met since the last call, for numbers. Names that it saw defined in two
  // ways have no value afterwards.
  void learn(const Defines& defined);

 private:
  void define(std::string_view name, std::string_view text);
  std::size_t known_ = 0, changed_ = 0;
};

struct Evaluated {
  enum class State : std::uint8_t { value, unknown_name, invalid } state = State::invalid;
  std::int64_t value = 0;
  std::uint32_t at = 0;   // where it went wrong
  std::string_view name;  // the unknown name
};

// Reads one expression from the lexer, which is left before the token that ends it: a comma or a
// closing bracket, brace or parenthesis that the expression did not open, or ';'. The whole
// expression is always consumed, also when it has no value.
Evaluated evaluate(Lexer& lexer, const Symbols& symbols);

// A literal such as 0x1F, 017, 12u; empty when it is not an integer or does not fit.
std::optional<std::int64_t> parse_literal(std::string_view text);

}  // namespace anmkit::sm64
