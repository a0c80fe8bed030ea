// SPDX-License-Identifier: MIT
// Source text by lines, and findings that point into it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "anmkit/cs2.hpp"

namespace anmkit::cs2 {

inline constexpr std::size_t kLongestLine = 511;  // bytes the official compiler takes (section 4.1)

struct SourceLine {
  std::string_view text;
  std::size_t offset = 0;
};

class SourceText {
 public:
  // `source` must outlive the object. Text ends at the first NUL (section 4.1).
  explicit SourceText(std::string_view source);

  const std::vector<SourceLine>& lines() const { return lines_; }
  // "12:5": line and column from 1; a character is one column, however many bytes it has.
  std::string position(std::size_t line, std::size_t column) const;
  // The line, and a caret below the character at byte `column`. Empty for lines too long to show.
  std::string excerpt(std::size_t line, std::size_t column) const;
  // `count` bytes of a line from `column` on, as whole characters.
  std::string_view whole(std::size_t line, std::size_t column, std::size_t count) const;

 private:
  // Bytes of the character at `place`, and the cells of a terminal it takes.
  struct Character {
    std::size_t bytes = 1;
    std::size_t cells = 1;
  };
  Character character(std::string_view text, std::size_t place) const;

  std::vector<SourceLine> lines_;
  bool utf8_ = false;  // else Shift-JIS
};

// Findings of the compiler. Their path is the position; the message goes on with the line, the
// caret and a hint.
class SourceFindings {
 public:
  SourceFindings(const SourceText& text, Dialect dialect, Diagnostics& diagnostics)
      : text_(text), strict_(dialect == Dialect::strict), diagnostics_(diagnostics) {}

  void report(std::string_view code, Severity severity, std::size_t line, std::size_t column,
              std::string message, std::string_view hint = {});
  // An error in strict mode, a warning (what the official compiler survives) else.
  void fault(std::string_view code, std::size_t line, std::size_t column, std::string message,
             std::string_view hint = {}) {
    report(code, strict_ ? Severity::error : Severity::warning, line, column, std::move(message),
           hint);
  }
  bool strict() const { return strict_; }
  // How many errors were reported.
  std::size_t errors() const { return errors_; }

 private:
  const SourceText& text_;
  bool strict_;
  Diagnostics& diagnostics_;
  std::size_t errors_ = 0;
};

}  // namespace anmkit::cs2
