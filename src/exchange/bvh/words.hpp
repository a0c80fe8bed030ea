// SPDX-License-Identifier: MIT
// The words of a BVH text. Blanks, line ends (of any system) and brackets part them; a word that
// begins with # or // begins a comment up to the end of its line.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/findings.hpp"

namespace anmkit {

class BvhWords {
 public:
  explicit BvhWords(std::string_view text)
      : text_(text), at_(text.starts_with("\xEF\xBB\xBF") ? 3 : 0), begin_(at_) {}

  bool is_utf16() const {
    return text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF") ||
           text_.substr(0, 2).find('\0') != text_.npos;
  }
  // The next word on any line; empty at the end of the text.
  std::string_view next() {
    for (;;) {
      while (at_ < text_.size() && (is_blank(text_[at_]) || is_line_end(text_[at_])))
        ++at_;
      const std::string_view word = in_line();
      if (!word.empty()) return word;
      if (at_ < text_.size()) continue;
      begin_ = at_;
      return {};
    }
  }
  // The next word on this line; empty at its end.
  std::string_view in_line() {
    skip_blanks();
    begin_ = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && !is_line_end(text_[at_]) &&
           !is_bracket(text_[at_]))
      ++at_;
    if (at_ == begin_ && at_ < text_.size() && is_bracket(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin_, at_ - begin_);
    if (!word.starts_with('#') && !word.starts_with("//")) return word;
    skip_line();
    return {};
  }
  std::string_view peek_in_line() const { return BvhWords(*this).in_line(); }
  // The rest of the line up to a bracket or a comment, without the blanks around it.
  std::string_view name() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_line_end(text_[at_]) && !is_bracket(text_[at_]) &&
           !begins_comment(begin))
      ++at_;
    std::size_t end = at_;
    if (begins_comment(begin)) skip_line();
    while (end > begin && is_blank(text_[end - 1]))
      --end;
    return text_.substr(begin, end - begin);
  }
  void skip_line() {
    while (at_ < text_.size() && !is_line_end(text_[at_]))
      ++at_;
  }

  // Where the word that was read last begins.
  std::uint64_t offset() const { return begin_; }
  // A word for messages.
  std::string shown(std::string_view word) const {
    constexpr std::size_t kMost = 40;
    if (!word.empty()) return quoted(word.substr(0, kMost)) + (word.size() > kMost ? " ..." : "");
    return begin_ == text_.size() ? "the end of the file" : "the end of the line";
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
  static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
  static bool is_bracket(char c) { return c == '{' || c == '}'; }
  // After a blank; names may begin with the mark, or contain it.
  bool begins_comment(std::size_t name) const {
    const std::string_view rest = text_.substr(at_);
    const std::size_t mark = rest.starts_with('#') ? 1 : rest.starts_with("//") ? 2 : 0;
    if (mark == 0) return false;
    if (at_ > name) return is_blank(text_[at_ - 1]);
    return rest.size() == mark || is_blank(rest[mark]) || is_line_end(rest[mark]);
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_]))
      ++at_;
  }

  std::string_view text_;
  std::size_t at_, begin_;
};

}  // namespace anmkit
