// SPDX-License-Identifier: MIT
// The line around a finding, with a caret below it.
#include "formats/cs2/script/source_text.hpp"

#include <algorithm>
#include <array>

#include "core/bytes.hpp"
#include "formats/cs2/findings.hpp"
#include "formats/cs2/script/tokens.hpp"

namespace anmkit::cs2 {
namespace {

struct Range {
  std::uint32_t first, last;
};
// Characters of two cells (East Asian wide and fullwidth), in short.
constexpr std::array<Range, 9> kWide = {{{0x1100, 0x115F},
                                         {0x2E80, 0xA4CF},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF00, 0xFF60},
                                         {0xFFE0, 0xFFE6},
                                         {0x1F300, 0x1FAFF},
                                         {0x20000, 0x3FFFD}}};
// Marks that are on the character before them.
constexpr std::array<Range, 4> kNarrow = {
    {{0x0300, 0x036F}, {0x200B, 0x200F}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}}};

template <std::size_t N>
bool in(const std::array<Range, N>& ranges, std::uint32_t code) {
  return std::ranges::any_of(
      ranges, [code](const Range& range) { return code >= range.first && code <= range.last; });
}

// A lead byte of valid UTF-8 says how long its character is.
std::size_t utf8_length(unsigned char lead) {
  if (lead < 0xC0) return 1;
  if (lead < 0xE0) return 2;
  return lead < 0xF0 ? 3 : 4;
}

}  // namespace

// CR LF counts as LF; a final LF makes no extra line (section 4.1).
SourceText::SourceText(std::string_view source) {
  source = source.substr(0, source.find('\0'));
  utf8_ = is_utf8(source);
  lines_.reserve(static_cast<std::size_t>(std::ranges::count(source, '\n')) + 1);
  std::size_t start = 0;
  while (start < source.size()) {
    std::size_t end = source.find('\n', start);
    const bool last = end == std::string_view::npos;
    if (last) end = source.size();
    std::size_t stop = end;
    if (!last && stop > start && source[stop - 1] == '\r') --stop;
    lines_.push_back({source.substr(start, stop - start), start});
    start = end + 1;
  }
}

SourceText::Character SourceText::character(std::string_view text, std::size_t place) const {
  if (!utf8_) return is_pair(text, place) ? Character{2, 2} : Character{};
  const std::size_t length = utf8_length(static_cast<unsigned char>(text[place]));
  if (length < 2 || place + length > text.size()) return {};
  std::uint32_t code = static_cast<unsigned char>(text[place]) & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i)
    code = code << 6 | (static_cast<unsigned char>(text[place + i]) & 0x3Fu);
  return {length, in(kNarrow, code) ? 0u : in(kWide, code) ? 2u : 1u};
}

std::string SourceText::position(std::size_t line, std::size_t column) const {
  const std::string_view text = lines_[line].text;
  std::size_t characters = 1;
  for (std::size_t i = 0; i < std::min(column, text.size()); ++characters) {
    const std::size_t next = i + character(text, i).bytes;
    if (next > column) break;  // `column` is inside a character
    i = next;
  }
  return std::to_string(line + 1) + ":" + std::to_string(characters);
}

std::string SourceText::excerpt(std::size_t line, std::size_t column) const {
  const std::string_view text = lines_[line].text;
  if (text.size() > kLongestLine) return {};
  std::string shown = "\n  ";
  std::string below = "\n  ";
  std::size_t i = 0;
  while (i < text.size()) {
    const Character one = character(text, i);
    // Control characters would move the terminal's cursor.
    const auto lead = static_cast<unsigned char>(text[i]);
    const bool control = (lead < 0x20 && lead != '\t') || lead == 0x7F;
    shown += control ? std::string_view("?") : text.substr(i, one.bytes);
    i += one.bytes;
    if (i <= column) below += lead == '\t' ? "\t" : std::string(one.cells, ' ');
  }
  return shown + below + "^";
}

std::string_view SourceText::whole(std::size_t line, std::size_t column, std::size_t count) const {
  const std::string_view text = lines_[line].text;
  // A word of the official compiler may begin inside a character of UTF-8.
  const auto inside = [&] {
    return utf8_ && column < text.size() &&
           (static_cast<unsigned char>(text[column]) & 0xC0) == 0x80;
  };
  while (column > 0 && inside()) {
    --column;
    ++count;
  }
  std::size_t end = column;
  while (end < text.size() && end < column + count)
    end += character(text, end).bytes;
  return text.substr(column, end - column);
}

void SourceFindings::report(std::string_view code, Severity severity, std::size_t line,
                            std::size_t column, std::string message, std::string_view hint) {
  if (severity == Severity::error) ++errors_;
  const std::string full = prefixed(code);
  if (!diagnostics_.wants(severity, full)) return;
  message += text_.excerpt(line, column);
  if (!hint.empty()) message += "\n  hint: " + std::string(hint);
  diagnostics_.add(severity, full, std::move(message), text_.lines()[line].offset + column,
                   text_.position(line, column));
}

}  // namespace anmkit::cs2
