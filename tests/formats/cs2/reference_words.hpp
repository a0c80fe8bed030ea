// SPDX-License-Identifier: MIT
// The words of a line, read from sections 4.2 to 4.4 of the specification and nothing else; see
// reference_compiler.hpp.
#pragma once

#include <array>
#include <cctype>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace anmkit::cs2::reference {

struct Word {
  char kind = 'o';  // i integer, f float, s string, # hash, @ at, w word, o anything else
  std::string text;
  std::uint32_t value = 0;
};

struct Words {
  std::vector<Word> all;
  bool unclosed = false;
};

inline unsigned byte_at(const std::string& text, std::size_t place) {
  return place < text.size() ? static_cast<unsigned char>(text[place]) : 0u;
}

// Section 4.1: a double-byte character of code page 932.
inline bool double_byte(const std::string& text, std::size_t place) {
  const unsigned a = byte_at(text, place);
  const unsigned b = byte_at(text, place + 1);
  if (!(a >= 0x81 && a <= 0x9F) && !(a >= 0xE0 && a <= 0xEF)) return false;
  return (b >= 0x40 && b <= 0x7E) || (b >= 0x80 && b <= 0xFC);
}

inline std::size_t span_of(const std::string& text, std::size_t place, const std::string& set) {
  const std::size_t end = text.find_first_not_of(set, place);
  return (end == std::string::npos ? text.size() : end) - place;
}

// Section 4.6, Q2. `place` is on the opening quote and ends after the literal.
inline Word character_word(const std::string& text, std::size_t& place) {
  const std::size_t begin = place++;
  std::uint16_t value = 0;
  while (place < text.size()) {
    value = static_cast<std::uint16_t>(value << 8);
    if (text[place] == '\'') {
      ++place;
      break;
    }
    if (text[place] == '\\' &&
        (byte_at(text, place + 1) == '\'' || byte_at(text, place + 1) == '\\'))
      ++place;
    const auto letter = static_cast<signed char>(text[place++]);
    value = static_cast<std::uint16_t>(value | static_cast<std::uint16_t>(letter));
  }
  return {'i', text.substr(begin, place - begin), value};
}

inline Word string_word(const std::string& text, std::size_t& place) {
  Word word{'s', "", 0};
  for (++place; place < text.size(); ++place) {
    if (text[place] == '"') {
      ++place;
      break;
    }
    if (double_byte(text, place)) {
      word.text += text[place++];
    } else if (text[place] == '\\' && byte_at(text, place + 1) == '"') {
      ++place;
    }
    word.text += text[place];
  }
  return word;
}

// Mod 2^32, by digits (section 4.6, Q3).
inline std::uint32_t number_of(const std::string& digits, std::uint32_t base) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    const auto lower = static_cast<std::uint32_t>(std::tolower(c));
    value = value * base + (lower >= 'a' ? lower - 'a' + 10 : lower - '0');
  }
  return value;
}

inline Word number_word(const std::string& text, std::size_t& place) {
  static const std::string digits = "0123456789";
  const std::size_t begin = place;
  if (text[place] == '0' && (byte_at(text, place + 1) | 0x20u) == 'x') {
    const std::size_t length = span_of(text, place + 2, digits + "abcdefABCDEF");
    place += 2 + length;
    return {'i', text.substr(begin, 2 + length), number_of(text.substr(begin + 2, length), 16)};
  }
  const std::size_t length = span_of(text, place, digits);
  place += length;
  if (byte_at(text, place) != '.') {
    return {'i', text.substr(begin, length), number_of(text.substr(begin, length), 10)};
  }
  ++place;
  place += span_of(text, place, digits);
  if (byte_at(text, place) == 'f') ++place;
  return {'f', text.substr(begin, place - begin), 0};
}

inline Word other_word(const std::string& text, std::size_t& place) {
  static const std::vector<std::string> operators = {
      "<<=", ">>=", "...", "++", "--", "->", "<<", ">>", "<=", ">=", "==", "!=",
      "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::"};
  std::size_t length = double_byte(text, place) ? 2 : 1;
  for (const std::string& one : operators) {
    if (text.compare(place, one.size(), one) == 0) {
      length = one.size();
      break;
    }
  }
  const char first = text[place];
  place += length;
  return {first == '#' || first == '@' ? first : 'o', text.substr(place - length, length), 0};
}

// Sections 4.2 and 4.3.
inline Words words_of(const std::string& text) {
  static const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  Words words;
  std::size_t place = 0;
  while (place < text.size() && text[place] != '\x1A') {
    const char c = text[place];
    if (c == ' ' || c == '\t') {
      ++place;
    } else if (text.compare(place, 2, "//") == 0) {
      break;
    } else if (text.compare(place, 2, "/*") == 0) {
      // The star may close at once: "/*/" is whole.
      const std::size_t close = text.find("*/", place + 1);
      words.unclosed = close == std::string::npos;
      if (words.unclosed) break;
      place = close + 2;
    } else if (c >= '0' && c <= '9') {
      words.all.push_back(number_word(text, place));
    } else if (c == '\'') {
      words.all.push_back(character_word(text, place));
    } else if (c == '"') {
      words.all.push_back(string_word(text, place));
    } else if (letters.find(c) != std::string::npos) {
      const std::size_t length = span_of(text, place, letters + "0123456789");
      words.all.push_back({'w', text.substr(place, length), 0});
      place += length;
    } else {
      words.all.push_back(other_word(text, place));
    }
  }
  return words;
}

inline std::string lowered(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace anmkit::cs2::reference
