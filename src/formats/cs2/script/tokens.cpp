// SPDX-License-Identifier: MIT
// Words, numbers and signs of a line, in Shift-JIS or UTF-8.
#include "formats/cs2/script/tokens.hpp"

#include <algorithm>
#include <array>

#include "core/letters.hpp"

namespace anmkit::cs2 {
namespace {

// C operators, longest first; those of one byte begin all of them.
constexpr std::array<std::string_view, 3> kTriples = {"<<=", ">>=", "..."};
constexpr std::array<std::string_view, 20> kDoubles = {
    "++", "--", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::"};
constexpr std::string_view kSingles = "+-*/%=<>!&|^~?:;,.()[]{}\\";

// The kinds of tokens that each byte can be in, and its value as a digit.
struct Byte {
  bool digit = false, letter = false, in_name = false, symbol = false;
  int value = 0;  // -1: none
};
constexpr std::array<Byte, 256> kBytes = [] {
  std::array<Byte, 256> bytes{};
  bytes.fill({false, false, false, false, -1});
  for (const char c : kSingles)
    bytes[static_cast<unsigned char>(c)].symbol = true;
  for (std::size_t i = 0; i < 10; ++i)
    bytes[std::size_t{'0'} + i] = {true, false, true, false, static_cast<int>(i)};
  for (std::size_t i = 0; i < 26; ++i) {
    const int value = i < 6 ? 10 + static_cast<int>(i) : -1;
    bytes[std::size_t{'a'} + i] = bytes[std::size_t{'A'} + i] = {false, true, true, false, value};
  }
  bytes['_'].letter = bytes['_'].in_name = true;
  return bytes;
}();
const Byte& of(char c) {
  return kBytes[static_cast<unsigned char>(c)];
}
bool is_digit(char c) {
  return of(c).digit;
}
bool is_letter(char c) {
  return of(c).letter;
}

class Tokeniser {
 public:
  Tokeniser(std::string_view line, TokenLine& result) : line_(line), result_(result) {}

  void run() {
    while (position_ < line_.size()) {
      const char c = line_[position_];
      if (c == '\x1A') {
        result_.cut = position_;
        break;
      }
      if (c == ' ' || c == '\t') {
        ++position_;
      } else if (c == '/' && peek(1) == '/') {
        result_.comment = position_;
        break;
      } else if (c == '/' && peek(1) == '*') {
        if (!skip_comment()) break;
      } else {
        token();
      }
    }
  }

 private:
  char peek(std::size_t ahead) const {
    return position_ + ahead < line_.size() ? line_[position_ + ahead] : '\0';
  }
  // "/*/" is a complete comment (section 4.3).
  bool skip_comment() {
    const std::size_t end = line_.find("*/", position_ + 1);
    if (end == std::string_view::npos) {
      result_.unclosed = position_;
      return false;
    }
    position_ = end + 2;
    return true;
  }

  void token() {
    Token& token = result_.tokens.emplace_back();
    token.column = position_;
    const char c = line_[position_];
    if (is_digit(c)) {
      number(token);
    } else if (c == '\'') {
      character(token);
    } else if (c == '"') {
      text(token);
    } else if (is_letter(c)) {
      std::size_t end = position_;
      while (end < line_.size() && (of(line_[end]).in_name))
        ++end;
      take(token, TokenKind::name, end - position_);
    } else if (c == '@') {
      take(token, TokenKind::at, 1);
    } else if (c == '#') {
      take(token, TokenKind::hash, 1);
    } else if (const std::size_t length = symbol_length()) {
      take(token, TokenKind::symbol, length);
    } else {
      take(token, TokenKind::other, is_pair(line_, position_) ? 2 : 1);
    }
    token.length = position_ - token.column;
  }
  void take(Token& token, TokenKind kind, std::size_t length) {
    token.kind = kind;
    token.text = line_.substr(position_, length);
    position_ += length;
  }
  std::size_t symbol_length() const {
    if (!of(line_[position_]).symbol) return 0;
    if (!of(peek(1)).symbol) return 1;
    const std::string_view rest = line_.substr(position_);
    const auto starts = [&](std::string_view symbol) { return rest.starts_with(symbol); };
    if (std::ranges::any_of(kTriples, starts)) return 3;
    if (std::ranges::any_of(kDoubles, starts)) return 2;
    return 1;
  }

  void number(Token& token) {
    std::uint64_t value = 0;
    std::size_t end = position_;
    std::uint64_t radix = 10;
    if (line_[end] == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      radix = 16;
      end += 2;
    }
    for (; end < line_.size(); ++end) {
      const int digit = of(line_[end]).value;
      if (digit < 0 || static_cast<std::uint64_t>(digit) >= radix) break;
      value = value * radix + static_cast<std::uint64_t>(digit);
      if (value > 0xFFFFFFFFu) token.overflow = true;
      value &= 0xFFFFFFFFu;  // section 4.6, Q3
    }
    TokenKind kind = TokenKind::integer;
    if (radix == 10 && end < line_.size() && line_[end] == '.') {
      // Never a number: "@5.5" counts as 0 (section 4.5, pass 2).
      kind = TokenKind::real;
      value = 0;
      token.overflow = false;
      ++end;
      while (end < line_.size() && is_digit(line_[end]))
        ++end;
      if (end < line_.size() && line_[end] == 'f') ++end;
    }
    token.value = static_cast<std::uint32_t>(value);
    take(token, kind, end - position_);
  }

  // Section 4.6, Q2: the shift comes before the test for the closing quote.
  void character(Token& token) {
    const std::size_t begin = position_++;
    std::uint32_t value = 0;
    while (position_ < line_.size()) {
      value <<= 8;
      char c = line_[position_++];
      if (c == '\'') break;
      if (c == '\\' && (peek(0) == '\'' || peek(0) == '\\')) c = line_[position_++];
      value |= static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<signed char>(c)));
    }
    token.kind = TokenKind::integer;
    token.character = true;
    token.value = value & 0xFFFFu;
    token.text = line_.substr(begin, position_ - begin);
  }

  void text(Token& token) {
    token.kind = TokenKind::text;
    const std::size_t begin = ++position_;
    std::size_t piece = begin;  // from here on nothing was left out
    std::string before;
    while (position_ < line_.size() && line_[position_] != '"') {
      if (is_pair(line_, position_)) {
        ++position_;
      } else if (line_[position_] == '\\' && peek(1) == '"') {
        before += line_.substr(piece, position_ - piece);
        piece = ++position_;
      }
      ++position_;
    }
    token.text = line_.substr(piece, position_ - piece);
    if (piece != begin)
      token.text = result_.unescaped.emplace_front(std::move(before += token.text));
    if (position_ < line_.size()) ++position_;
  }

  std::string_view line_;
  std::size_t position_ = 0;
  TokenLine& result_;
};

}  // namespace

bool is_pair(std::string_view text, std::size_t position) {
  if (position + 1 >= text.size()) return false;
  const auto lead = static_cast<unsigned char>(text[position]);
  const auto trail = static_cast<unsigned char>(text[position + 1]);
  const bool leads = (lead >= 0x81 && lead <= 0x9F) || (lead >= 0xE0 && lead <= 0xEF);
  return leads && ((trail >= 0x40 && trail <= 0x7E) || (trail >= 0x80 && trail <= 0xFC));
}

bool same_name(std::string_view a, std::string_view b) {
  return equal_in_any_case(a, b);
}

void tokenise(std::string_view line, TokenLine& result) {
  result.tokens.clear();
  result.unescaped.clear();
  result.unclosed = result.comment = result.cut = std::string_view::npos;
  Tokeniser(line, result).run();
}

TokenLine tokenise(std::string_view line) {
  TokenLine result;
  tokenise(line, result);
  return result;
}

}  // namespace anmkit::cs2
