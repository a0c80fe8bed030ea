// SPDX-License-Identifier: MIT
// JSON text front to back, floats in their shortest spelling.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/json.hpp"
#include "core/json_scan.hpp"
#include "core/utf8.hpp"

namespace anmkit {
namespace {

void append_escape(std::string& text, char c) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  switch (c) {
    case '"':
      text += "\\\"";
      break;
    case '\\':
      text += "\\\\";
      break;
    case '\n':
      text += "\\n";
      break;
    case '\r':
      text += "\\r";
      break;
    case '\t':
      text += "\\t";
      break;
    default:
      text += "\\u00";
      text.push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
      text.push_back(kDigits[c & 15]);
  }
}

// Short texts are nearly all there are: names and keys, quoted in one look at each character. What
// is not ASCII is looked at again: JSON is UTF-8, names of files need not be. Bytes that are not
// become U+FFFD; who needs them back writes them in another way.
constexpr std::size_t kShort = 29;
constexpr auto kSpecial = [] {
  std::array<bool, 256> special{};
  for (std::size_t c = 0; c < special.size(); ++c)
    special[c] = c >= 0x80 || needs_escape(static_cast<char>(c));
  return special;
}();

// Writes `raw` in quotes to `out`; false when a character of it needs an escape or a second look.
inline bool quote_plain(std::string_view raw, char* out) {
  bool special = false;
  *out++ = '"';
  for (const char c : raw) {
    special |= kSpecial[static_cast<unsigned char>(c)];
    *out++ = c;
  }
  *out = '"';
  return !special;
}

// What stands between the quotes.
void append_inside(std::string& text, std::string_view raw) {
  while (!raw.empty()) {
    const std::size_t plain = find_special(raw, 0);
    text.append(raw.data(), plain);
    if (plain == raw.size()) break;
    append_escape(text, raw[plain]);
    raw.remove_prefix(plain + 1);
  }
}

void append_escaped(std::string& text, std::string_view raw) {
  if (raw.size() <= kShort) {
    std::array<char, kShort + 2> quoted;
    if (quote_plain(raw, quoted.data())) {
      text.append(quoted.data(), raw.size() + 2);
      return;
    }
  }
  if (!is_utf8(raw)) return append_escaped(text, repaired_utf8(raw));
  if (find_special(raw, 0) == raw.size()) {  // nearly always: in one piece
    const std::size_t old = text.size();
    text.resize(old + raw.size() + 2);
    text[old] = '"';
    std::memcpy(&text[old + 1], raw.data(), raw.size());  // never empty: that was short
    text[old + raw.size() + 1] = '"';
    return;
  }
  text.push_back('"');
  append_inside(text, raw);
  text.push_back('"');
}

// A comma and the start of a line as deep as most documents go, appended in one piece.
constexpr std::size_t kDeepest = 16;
constexpr auto kBreak = [] {
  std::array<char, 2 + 2 * kDeepest> text{};
  text.fill(' ');
  text[0] = ',';
  text[1] = '\n';
  return text;
}();

template <class T, class Bits>
std::string not_finite(T number) {
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  std::string text = "nan:";
  std::array<char, 2 * sizeof(Bits)> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), std::bit_cast<Bits>(number), 16);
  return text.append(digits.data(), end.ptr);
}

}  // namespace

void JsonWriter::newline(bool comma) {
  const std::size_t depth = levels_.size(), common = std::min(depth, kDeepest);
  text_.append(kBreak.data() + (comma ? 0 : 1), 2 * common + (comma ? 2 : 1));
  if (depth > common) text_.append(2 * (depth - common), ' ');
}

bool JsonWriter::flush() {
  if (sink_ && !text_.empty()) {
    refused_ = refused_ || !sink_(as_bytes(text_));
    text_.clear();
  }
  return !refused_;
}

// Commas and line breaks before a value or key.
void JsonWriter::separate() {
  if (text_.size() >= most_) flush();
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  const bool comma = !level.empty;
  level.empty = false;
  if (style_ == Style::indented && !level.one_line) return newline(comma);
  if (comma) text_.append(", ", style_ == Style::indented ? 2 : 1);
}

void JsonWriter::begin_object() {
  separate();
  text_.push_back('{');
  levels_.push_back({.array = false, .one_line = !levels_.empty() && levels_.back().one_line});
}

void JsonWriter::end_object() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (style_ == Style::indented && !level.empty && !level.one_line) newline(false);
  text_.push_back('}');
}

void JsonWriter::begin_array(bool one_line) {
  separate();
  text_.push_back('[');
  levels_.push_back(
      {.array = true, .one_line = one_line || (!levels_.empty() && levels_.back().one_line)});
}

void JsonWriter::end_array() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (style_ == Style::indented && !level.empty && !level.one_line) newline(false);
  text_.push_back(']');
}

void JsonWriter::key(std::string_view name) {
  const std::size_t depth = levels_.size();
  if (name.size() <= kShort && depth > 0 && depth < kDeepest) {
    // Comma, line break, name and colon in one piece.
    std::array<char, kBreak.size() + kShort + 4> piece;
    char* out = piece.data();
    Level& level = levels_.back();
    const std::size_t comma = level.empty ? 0 : 1;
    if (style_ == Style::indented && !level.one_line) {
      std::memcpy(out, kBreak.data() + 1 - comma, kBreak.size() - 1);
      out += 2 * depth + 1 + comma;
    } else {
      *out = ',';
      out += comma;
      if (style_ == Style::indented && comma == 1) *out++ = ' ';
    }
    if (quote_plain(name, out)) {
      out += name.size() + 2;
      *out++ = ':';
      if (style_ == Style::indented) *out++ = ' ';
      text_.append(piece.data(), out);
      level.empty = false;
      after_key_ = true;
      return;
    }
  }
  separate();
  append_escaped(text_, name);
  text_ += style_ == Style::indented ? ": " : ":";
  after_key_ = true;
}

void JsonWriter::null() {
  separate();
  text_ += "null";
}

void JsonWriter::value(bool flag) {
  separate();
  text_ += flag ? "true" : "false";
}

void JsonWriter::value(std::int64_t number) {
  separate();
  std::array<char, 24> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text_.append(buffer.data(), end.ptr);
}

void JsonWriter::value(std::uint64_t number) {
  separate();
  std::array<char, 24> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text_.append(buffer.data(), end.ptr);
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number))
    return value(std::string_view(not_finite<double, std::uint64_t>(number)));
  separate();
  append_number(text_, number);
}

void JsonWriter::value(float number) {
  if (!std::isfinite(number))
    return value(std::string_view(not_finite<float, std::uint32_t>(number)));
  separate();
  append_number(text_, number);
}

void JsonWriter::value(std::string_view text) {
  separate();
  if (text.size() < most_) return append_escaped(text_, text);
  if (is_utf8(text)) return quote(text);
  quote(repaired_utf8(text));
}

// A text that is handed on in pieces. Escapes are of single bytes: it may be cut anywhere.
void JsonWriter::quote(std::string_view text) {
  text_.push_back('"');
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, kPiece);
    append_inside(text_, piece);
    if (text_.size() >= most_) flush();
    text.remove_prefix(piece.size());
  }
  text_.push_back('"');
}

void JsonWriter::base64(ByteView bytes) {
  separate();
  text_.push_back('"');
  write_base64([&](const Sink& sink) { return sink(bytes); },
               [&](ByteView piece) {
                 text_ += as_text(piece);
                 if (text_.size() >= most_) flush();
                 return true;
               });
  text_.push_back('"');
}

void JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
}

}  // namespace anmkit
