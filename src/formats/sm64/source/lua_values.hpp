// SPDX-License-Identifier: MIT
// Values in Lua scripts: literals, tables of numbers, and names that a script gave such values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "anmkit/sm64.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {

// The function that registers an animation.
inline constexpr std::string_view kLuaRegister = "smlua_anim_util_register_animation";

struct LuaArgument {
  enum class Kind : std::uint8_t { text, number, name, table, computed } kind = Kind::computed;
  Token token;  // the first
  std::string text;
  std::int64_t number = 0;
  CArray table;
};

class LuaValues {
 public:
  // Borrows them. `file` has the arrays before a table.
  LuaValues(Lexer& lexer, Findings& findings, const CFile& file)
      : lexer_(lexer), findings_(findings), file_(file) {}

  // The text that follows becomes that of `name`, which is a name or "table.name"; when no text
  // follows, the name has none any more, and the lexer stays where it is.
  bool define_text(std::string name);
  // The same of a number, after which the lexer stays where it is.
  void define_number(std::string_view name);
  // `{ 1, 0x2, -3 }`; false when it contains something else.
  bool table(CArray& array);
  LuaArgument argument();

 private:
  std::optional<std::string> text();
  std::optional<std::int64_t> literal();
  std::optional<std::int64_t> number();
  void skip_argument();

  Lexer& lexer_;
  Findings& findings_;
  const CFile& file_;
  Symbols symbols_;
  std::map<std::string, std::string> texts_;
};

}  // namespace anmkit::sm64
