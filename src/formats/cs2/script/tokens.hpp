// SPDX-License-Identifier: MIT
// Tokens of one source line (section 4.2).
#pragma once

#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/cs2.hpp"

namespace anmkit::cs2 {

enum class TokenKind : std::uint8_t { integer, real, text, symbol, hash, name, at, other };

struct Token {
  TokenKind kind = TokenKind::other;
  std::string_view text;    // without quotes; of the line, or of the text that TokenLine keeps
  std::uint32_t value = 0;  // of integers
  std::size_t column = 0;   // in the line, from 0
  std::size_t length = 0;   // in the line, with quotes
  bool character = false;   // an integer from a character literal
  bool overflow = false;    // an integer that wrapped
};

struct TokenLine {
  std::vector<Token> tokens;
  std::forward_list<std::string> unescaped;       // texts that are not in the line as they are
  std::size_t unclosed = std::string_view::npos;  // column of a comment that is not closed
  std::size_t comment = std::string_view::npos;   // column of a "//" that ends the line
  std::size_t cut = std::string_view::npos;       // column of a Ctrl-Z that ends the line

  TokenLine() = default;
  TokenLine(TokenLine&&) = default;  // a copy's tokens would show the other one's texts
  TokenLine& operator=(TokenLine&&) = default;
};

// The line must outlive its tokens.
TokenLine tokenise(std::string_view line);
// The same into an old line, whose memory is used again.
void tokenise(std::string_view line, TokenLine& result);

// Whether a Shift-JIS double-byte character is at `position` (section 4.1).
bool is_pair(std::string_view text, std::size_t position);
// Case-insensitive comparison of ASCII letters; other bytes as they are.
bool same_name(std::string_view a, std::string_view b);

}  // namespace anmkit::cs2
