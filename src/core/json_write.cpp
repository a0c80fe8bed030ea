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

// "\\u009b"
void append_code(std::string& text, char32_t code) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  text += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    text.push_back(kDigits[(code >> shift) & 15]);
}

void append_escape(std::string& text, char c) {
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
      append_code(text, static_cast<unsigned char>(c));
  }
}

// Short texts are nearly all there are: names and keys, quoted in one look. What is not ASCII is
// looked at again: JSON is UTF-8, names of files need not be. Bytes that are not become U+FFFD; who
// needs them back writes them in another way.
constexpr std::size_t kShort = 29;

// Copies a text of at least as many bytes as Word has, the last ones with some before them again;
// anything but zero when a character needs an escape or a second look.
template <class Word>
inline std::uint64_t copy_words(std::string_view raw, char* out) {
  constexpr std::size_t kStep = sizeof(Word);
  std::uint64_t special = 0;
  const auto copy = [&](std::size_t at) {
    Word word = 0;
    std::memcpy(&word, raw.data() + at, kStep);
    std::memcpy(out + at, &word, kStep);
    special |= special_or_not_ascii(word);
  };
  for (std::size_t at = 0; at + kStep < raw.size(); at += kStep)
    copy(at);
  copy(raw.size() - kStep);
  return special;
}

// Writes `raw` in quotes to `out`; false when a character of it needs an escape or a second look.
inline bool quote_plain(std::string_view raw, char* out) {
  *out++ = '"';
  std::uint64_t special = 0;
  if (raw.size() >= 8) {
    special = copy_words<std::uint64_t>(raw, out);
  } else if (raw.size() >= 4) {
    special = copy_words<std::uint32_t>(raw, out);
  } else {
    for (std::size_t i = 0; i < raw.size(); ++i) {
      special |= needs_escape(raw[i]) || static_cast<unsigned char>(raw[i]) >= 0x7F ? 1 : 0;
      out[i] = raw[i];
    }
  }
  out[raw.size()] = '"';
  return special == 0;
}

// The text between the quotes. Hidden characters are written as numbers: a terminal that shows
// the text must not obey them.
void append_inside(std::string& text, std::string_view raw) {
  std::size_t hidden = find_hidden(raw, 0);
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t plain = std::min(find_special(raw, at), hidden);
    text.append(raw.data() + at, plain - at);
    if (plain == raw.size()) break;
    at = plain + 1;
    if (plain == hidden) {
      const HiddenCharacter character = hidden_character(raw, plain);
      append_code(text, character.code);
      at = plain + character.size;
      hidden = find_hidden(raw, at);
    } else {
      append_escape(text, raw[plain]);
    }
  }
}

bool is_plain(std::string_view raw) {
  return find_special(raw, 0) == raw.size() && find_hidden(raw, 0) == raw.size();
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
  if (is_plain(raw)) {  // nearly always: in one piece
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

// A comma and the start of a line as deep as most documents go, copied in one piece with or without
// its first character.
constexpr std::size_t kDeepest = 16;
constexpr auto kBreak = [] {
  std::array<char, 3 + 2 * kDeepest> text{};
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

bool JsonWriter::flush() {
  if (sink_ && !text_.empty()) {
    refused_ = refused_ || !sink_(as_bytes(text_));
    text_.clear();
  }
  return !refused_;
}

// Writes the start of a line, which has room for `kBreak` and the line's depth.
char* JsonWriter::newline(char* out, bool comma) const {
  const std::size_t depth = levels_.size(), common = std::min(depth, kDeepest);
  const std::size_t skipped = comma ? 0 : 1;
  std::memcpy(out, kBreak.data() + skipped, kBreak.size() - 1);
  out += 2 - skipped + 2 * common;
  if (depth == common) return out;
  std::memset(out, ' ', 2 * (depth - common));
  return out + 2 * (depth - common);
}

// Commas and line breaks before a value or key.
char* JsonWriter::separate(char* out) {
  if (after_key_) {
    after_key_ = false;
    return out;
  }
  if (levels_.empty()) return out;
  Level& level = levels_.back();
  const bool comma = !level.empty, indented = style_ == Style::indented;
  level.empty = false;
  if (indented && !level.one_line) return newline(out, comma);
  out[0] = ',';
  out[1] = ' ';
  return out + (comma ? 1 : 0) + (comma && indented ? 1 : 0);
}

// Short values are written in one piece with what is before it: `write` gets where it goes and
// returns its end, after at most `most` characters.
template <class Write>
inline void JsonWriter::put(std::size_t most, const Write& write) {
  if (text_.size() >= most_) flush();
  const std::size_t old = text_.size(), size = old + most + kBreak.size() + 2 * levels_.size();
  // What is not written to costs nothing; each step that is copied does.
  if (size > text_.capacity() && size < kPiece * 16) text_.reserve(4 * size);
  text_.resize_and_overwrite(size, [&](char* text, std::size_t) {
    return static_cast<std::size_t>(write(text + old) - text);
  });
}

void JsonWriter::begin(char bracket, bool one_line) {
  put(1, [&](char* out) {
    out = separate(out);
    *out = bracket;
    return out + 1;
  });
  levels_.push_back({.one_line = one_line || (!levels_.empty() && levels_.back().one_line)});
}

void JsonWriter::end(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  put(1, [&](char* out) {
    if (style_ == Style::indented && !level.empty && !level.one_line) out = newline(out, false);
    *out = bracket;
    return out + 1;
  });
}

void JsonWriter::begin_object() {
  begin('{', false);
}
void JsonWriter::end_object() {
  end('}');
}
void JsonWriter::begin_array(bool one_line) {
  begin('[', one_line);
}
void JsonWriter::end_array() {
  end(']');
}

void JsonWriter::key(std::string_view name) {
  bool plain = name.size() <= kShort;
  put(kShort + 4, [&](char* out) {
    out = separate(out);
    plain = plain && quote_plain(name, out);
    if (!plain) return out;
    out += name.size() + 2;
    out[0] = ':';
    out[1] = ' ';
    return out + (style_ == Style::indented ? 2 : 1);
  });
  after_key_ = true;
  if (plain) return;
  append_escaped(text_, name);
  text_ += style_ == Style::indented ? ": " : ":";
}

void JsonWriter::before() {
  put(0, [&](char* out) { return separate(out); });
}

void JsonWriter::null() {
  raw("null");
}

void JsonWriter::value(bool flag) {
  raw(flag ? "true" : "false");
}

template <class T>
void JsonWriter::number(T number) {
  put(kMostNumber, [&](char* out) { return write_number(separate(out), number); });
}
void JsonWriter::value(std::int64_t number) {
  this->number(number);
}
void JsonWriter::value(std::uint64_t number) {
  this->number(number);
}
void JsonWriter::value(double number) {
  if (!std::isfinite(number))
    return value(std::string_view(not_finite<double, std::uint64_t>(number)));
  this->number(number);
}
void JsonWriter::value(float number) {
  if (!std::isfinite(number))
    return value(std::string_view(not_finite<float, std::uint32_t>(number)));
  this->number(number);
}

// Vectors and the like in one piece; JSON has no numbers that are not finite.
void JsonWriter::row(std::span<const float> numbers) {
  constexpr std::size_t kTogether = 16;
  const auto finite = [](float number) { return std::isfinite(number); };
  if (numbers.size() > kTogether || !std::ranges::all_of(numbers, finite))
    return row<float>(numbers);
  put(2 + numbers.size() * (kMostNumber + 2), [&](char* out) {
    out = separate(out);
    *out++ = '[';
    for (const float& number : numbers) {
      if (&number != numbers.data()) {
        *out++ = ',';
        if (style_ == Style::indented) *out++ = ' ';
      }
      out = write_number(out, number);
    }
    *out = ']';
    return out + 1;
  });
}

void JsonWriter::value(std::string_view text) {
  before();
  if (text.size() < most_) return append_escaped(text_, text);
  if (is_utf8(text)) return quote(text);
  quote(repaired_utf8(text));
}

// A text that is handed on in pieces, each of whole characters.
void JsonWriter::quote(std::string_view text) {
  text_.push_back('"');
  while (!text.empty()) {
    std::size_t size = std::min(text.size(), kPiece);
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
      --size;
    const std::string_view piece = text.substr(0, size);
    append_inside(text_, piece);
    if (text_.size() >= most_) flush();
    text.remove_prefix(piece.size());
  }
  text_.push_back('"');
}

void JsonWriter::base64(ByteView bytes) {
  before();
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
  before();
  text_ += json;
}

}  // namespace anmkit
