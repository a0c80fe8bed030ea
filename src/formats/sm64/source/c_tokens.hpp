// SPDX-License-Identifier: MIT
// Tokens of C source, one at a time over the text itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace anmkit::sm64 {

enum class TokenKind : std::uint8_t { end, identifier, number, punctuation, literal, bad };

struct Token {
  TokenKind kind = TokenKind::end;
  std::uint32_t begin = 0;
  std::string_view text;
  bool is(std::string_view wanted) const { return text == wanted && kind != TokenKind::literal; }
  std::uint32_t end() const { return begin + static_cast<std::uint32_t>(text.size()); }
};

// The values of `#define`, and where they are; only those before `here` count.
struct Defines {
  struct Place {
    std::uint32_t at;
    std::string_view text;
  };
  std::map<std::string_view, Place> all;
  std::vector<std::string_view> order;  // their names as they follow in the text
  // Names that are defined again with another text, or no longer.
  std::vector<std::string_view> changed;
  std::uint32_t here = 0;
  std::optional<std::string_view> find(std::string_view name) const;
};

// Whether a condition of the preprocessor holds, as far as it is known: 0 and 1, names that the
// text defines, and the game's versions, of which the US one is read (VERSION_US and its BUGFIX_
// names are defined, no other VERSION_ is). `directive` is the word after '#': if, elif, ifdef or
// ifndef.
enum class Truth : std::uint8_t { no, yes, unknown };
Truth truth_of(std::string_view directive, std::string_view condition, const Defines& defined = {});

// The message about a guessed condition, whose '#' is at `at`.
std::string guess_text(std::string_view text, std::uint32_t at);

// Lua has comments of its own and no preprocessor; its tokens are C's otherwise.
enum class Syntax : std::uint8_t { c, lua };

// Comments are skipped. Preprocessor lines are skipped too, except that of alternatives
// (#if ... #else ... #endif) only one is read: the first whose condition is not known to fail.
class Lexer {
 public:
  explicit Lexer(std::string_view text, std::uint32_t at = 0, Syntax syntax = Syntax::c)
      : text_(text), at_(at), syntax_(syntax) {}

  Token next();
  Token peek() {
    const std::uint32_t before = at_;
    const std::size_t includes = includes_;
    const Token token = next();
    at_ = before;
    includes_ = includes;
    return token;
  }
  std::uint32_t position() const { return at_; }
  Syntax syntax() const { return syntax_; }
  void rewind(std::uint32_t at) { at_ = at; }
  // #include lines met so far.
  std::size_t includes() const { return includes_; }
  // Places of the '#' of conditions that nothing tells, but for #ifndef: what follows was read.
  const std::set<std::uint32_t>& guesses() const { return guesses_; }
  const Defines& defined() const { return defined_; }  // before the position, or looked ahead at
  // Where a comment begins that is never closed.
  std::optional<std::uint32_t> unclosed_comment() const { return unclosed_; }

  // Skips blanks, comments and preprocessor lines; the position of the next token.
  std::uint32_t skip_blank();

 private:
  char at(std::uint32_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  bool skip_comment();
  bool skip_lua_comment();
  std::uint32_t lua_brackets(std::uint32_t from) const;
  void skip_lua_brackets(std::uint32_t level);
  void skip_line();
  void skip_code();
  void directive();
  void skip_alternative(bool until_taken);
  std::string_view directive_name();
  std::string_view condition(std::uint32_t begin) const;
  bool holds(std::string_view name, std::uint32_t begin);
  void define(std::uint32_t begin, bool undefined);

  std::string_view text_;
  std::uint32_t at_ = 0;
  Syntax syntax_ = Syntax::c;
  std::size_t includes_ = 0;
  std::optional<std::uint32_t> unclosed_;
  Defines defined_;
  std::set<std::uint32_t> guesses_;
};

inline bool is_identifier_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace anmkit::sm64
