// SPDX-License-Identifier: MIT
// Words, numbers, strings and comments of C.
#include "formats/sm64/source/c_tokens.hpp"

#include <algorithm>

namespace anmkit::sm64 {

// `[[`, `[=[` and so on: the number of '=' plus 1; 0 when something else stands there.
std::uint32_t Lexer::lua_brackets(std::uint32_t from) const {
  if (at(from) != '[') return 0;
  std::uint32_t level = 1;
  while (at(from + level) == '=')
    ++level;
  return at(from + level) == '[' ? level : 0;
}

// Past the brackets that close those which the position is at.
void Lexer::skip_lua_brackets(std::uint32_t level) {
  const std::string close = "]" + std::string(level - 1, '=') + "]";
  const std::size_t end = text_.find(close, at_ + level + 1);
  if (end == std::string_view::npos && !unclosed_) unclosed_ = at_;
  at_ =
      static_cast<std::uint32_t>(end == std::string_view::npos ? text_.size() : end + close.size());
}

bool Lexer::skip_lua_comment() {
  if (at(at_) != '-' || at(at_ + 1) != '-') return false;
  const std::uint32_t level = lua_brackets(at_ + 2);
  if (level > 0) {
    at_ += 2;
    skip_lua_brackets(level);
    return true;
  }
  at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
  return true;
}

bool Lexer::skip_comment() {
  if (syntax_ == Syntax::lua) return skip_lua_comment();
  if (at(at_) != '/') return false;
  if (at(at_ + 1) == '/') {
    skip_line();
    return true;
  }
  if (at(at_ + 1) != '*') return false;
  const std::size_t end = text_.find("*/", at_ + 2);
  if (end == std::string_view::npos && !unclosed_) unclosed_ = at_;
  at_ = static_cast<std::uint32_t>(end == std::string_view::npos ? text_.size() : end + 2);
  return true;
}

// To the end of the line; a backslash before it continues the line.
void Lexer::skip_line() {
  while (at_ < text_.size()) {
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) {
      at_ = static_cast<std::uint32_t>(text_.size());
      return;
    }
    std::size_t last = end;
    if (last > at_ && text_[last - 1] == '\r') --last;
    const bool continued = last > at_ && text_[last - 1] == '\\';
    at_ = static_cast<std::uint32_t>(end);
    if (!continued) return;
    ++at_;
  }
}

// The word after '#', which the position is at.
std::string_view Lexer::directive_name() {
  std::uint32_t i = at_ + 1;
  while (at(i) == ' ' || at(i) == '\t')
    ++i;
  const std::uint32_t begin = i;
  while (is_identifier_start(at(i)))
    ++i;
  return text_.substr(begin, i - begin);
}

// The text after the word of the directive that began at `begin` and was just skipped.
std::string_view Lexer::condition(std::uint32_t begin) const {
  std::string_view line = text_.substr(begin + 1, at_ - begin - 1);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const auto word = std::ranges::find_if_not(line, is_identifier_start);
  return line.substr(static_cast<std::size_t>(word - line.begin()));
}

// Skips to the matching #endif, or only past the matching #else or #elif that is to be read.
void Lexer::skip_alternative(bool until_taken) {
  std::size_t depth = 0;
  while (at_ < text_.size()) {
    std::uint32_t i = at_;
    while (at(i) == ' ' || at(i) == '\t' || at(i) == '\r' || at(i) == '\n')
      ++i;
    at_ = i;
    if (at(at_) != '#') {
      if (!skip_comment()) skip_code();
      continue;
    }
    const std::string_view name = directive_name();
    const std::uint32_t begin = at_;
    skip_line();
    if (name.starts_with("if")) ++depth;
    if (name == "endif") {
      if (depth == 0) return;
      --depth;
    }
    if (!until_taken || depth > 0) continue;
    if (name == "else") return;
    if (name == "elif" && holds(name, begin)) return;
  }
}

// To the end of the line or to a comment, which may hide directives.
void Lexer::skip_code() {
  while (at_ < text_.size() && text_[at_] != '\n') {
    if (text_[at_] == '/' && (at(at_ + 1) == '/' || at(at_ + 1) == '*')) return;
    ++at_;
  }
}

// Whether the part after the condition that began at `begin` is read: it is when nothing tells.
bool Lexer::holds(std::string_view name, std::uint32_t begin) {
  defined_.here = begin;
  const Truth truth = truth_of(name, condition(begin), defined_);
  if (truth == Truth::unknown && name != "ifndef") guesses_.insert(begin);
  return truth != Truth::no;
}

// Keeps the name and the text of the first `#define NAME TEXT`; `#undef NAME` has none.
void Lexer::define(std::uint32_t begin, bool undefined) {
  std::string_view line = condition(begin);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const auto end =
      std::ranges::find_if_not(line, [](char c) { return is_identifier_start(c) || is_digit(c); });
  const auto size = static_cast<std::size_t>(end - line.begin());
  const std::string_view name = line.substr(0, size);
  if (undefined) {
    if (defined_.all.contains(name)) defined_.changed.push_back(name);
    return;
  }
  const auto [place, added] = defined_.all.try_emplace(name, begin, line.substr(size));
  if (added) {
    defined_.order.push_back(place->first);
  } else if (place->second.text != line.substr(size)) {
    defined_.changed.push_back(name);
  }
}

void Lexer::directive() {
  const std::string_view name = directive_name();
  const std::uint32_t begin = at_;
  skip_line();
  if (name == "include") ++includes_;
  if (name == "define" || name == "undef") return define(begin, name == "undef");
  if (name == "else" || name == "elif") return skip_alternative(false);
  if (!name.starts_with("if")) return;
  if (!holds(name, begin)) skip_alternative(true);
}

std::uint32_t Lexer::skip_blank() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      ++at_;
    } else if (c == '#' && syntax_ == Syntax::c) {
      directive();
    } else if (c == '\\' && (at(at_ + 1) == '\n' || at(at_ + 1) == '\r')) {
      ++at_;
    } else if (!skip_comment()) {
      break;
    }
  }
  return at_;
}

Token Lexer::next() {
  Token token;
  token.begin = skip_blank();
  if (at_ >= text_.size()) return token;
  const char c = text_[at_];
  std::uint32_t end = at_ + 1;
  if (is_identifier_start(c)) {
    token.kind = TokenKind::identifier;
    while (is_identifier_start(at(end)) || is_digit(at(end)))
      ++end;
  } else if (is_digit(c)) {
    token.kind = TokenKind::number;
    while (is_identifier_start(at(end)) || is_digit(at(end)) || at(end) == '.')
      ++end;
  } else if (c == '"' || c == '\'') {
    token.kind = TokenKind::literal;
    while (end < text_.size() && text_[end] != c && text_[end] != '\n')
      end += text_[end] == '\\' && end + 1 < text_.size() ? 2 : 1;
    if (at(end) == c) ++end;
  } else if (const auto level = syntax_ == Syntax::lua ? lua_brackets(at_) : 0; level > 0) {
    token.kind = TokenKind::literal;
    skip_lua_brackets(level);
    end = at_;
  } else {
    static constexpr std::string_view kMarks = "+-*/%<>|&^~(){}[],;=.:?!";
    token.kind = kMarks.find(c) == std::string_view::npos ? TokenKind::bad : TokenKind::punctuation;
    if ((c == '<' || c == '>') && at(end) == c) ++end;
  }
  if (end > text_.size()) end = static_cast<std::uint32_t>(text_.size());
  token.text = text_.substr(token.begin, end - token.begin);
  at_ = end;
  return token;
}

}  // namespace anmkit::sm64
