// SPDX-License-Identifier: MIT
// The elements of arrays (section 4.1).
#include <array>
#include <bit>
#include <cstring>

#include "formats/sm64/source/c_parse.hpp"

namespace anmkit::sm64 {
namespace {

// Of each character: its value as a hexadecimal digit, or kNoDigit.
constexpr std::uint32_t kNoDigit = 0x10000;
constexpr std::array<std::uint32_t, 256> kHex = [] {
  std::array<std::uint32_t, 256> table{};
  table.fill(kNoDigit);
  for (std::uint32_t i = 0; i < 10; ++i)
    table['0' + i] = i;
  for (std::uint32_t i = 0; i < 6; ++i)
    table['A' + i] = table['a' + i] = 10 + i;
  return table;
}();
std::uint32_t hex_digit(char c) {
  return kHex[static_cast<unsigned char>(c)];
}

// Reads `0x` and one to four digits and a comma; 0 when something else stands there, else its
// length. Four digits are the usual spelling.
std::uint32_t plain_hex(std::string_view text, std::uint16_t& value) {
  if (text.size() < 7 || text[0] != '0' || (text[1] | 0x20) != 'x') return 0;
  const std::uint32_t four = hex_digit(text[2]) << 12 | hex_digit(text[3]) << 8 |
                             hex_digit(text[4]) << 4 | hex_digit(text[5]);
  if (four < kNoDigit && text[6] == ',') {
    value = static_cast<std::uint16_t>(four);
    return 7;
  }
  std::uint32_t sum = 0, at = 2;
  for (; at < 6 && hex_digit(text[at]) != kNoDigit; ++at)
    sum = sum << 4 | hex_digit(text[at]);
  if (at == 2 || text[at] != ',') return 0;
  value = static_cast<std::uint16_t>(sum);
  return at + 1;
}

// Sixteen characters side by side, with the operators that compilers know for them.
using Bytes16 = std::uint8_t __attribute__((vector_size(16)));
using Words8 = std::uint16_t __attribute__((vector_size(16)));
using Halves = std::uint64_t __attribute__((vector_size(16)));

// Two numbers in the usual spelling, `0x1234, 0x5678, `, each with a blank or the end of the line
// after its comma. What comes back has all bits set where that stands there.
Bytes16 plain_pair(const char* text, std::uint16_t* values) {
  constexpr Bytes16 kFixed = {255, 0xDF, 0, 0, 0, 0, 255, 0, 255, 0xDF, 0, 0, 0, 0, 255, 0};
  constexpr Bytes16 kFrame = {'0', 'X', 0, 0, 0, 0, ',', 0, '0', 'X', 0, 0, 0, 0, ',', 0};
  constexpr Bytes16 kNoDigit16 = {255, 255, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255, 255};
  constexpr Bytes16 kNoGap = {255, 255, 255, 255, 255, 255, 255, 0,
                              255, 255, 255, 255, 255, 255, 255, 0};
  Bytes16 c;
  std::memcpy(&c, text, sizeof c);
  const Bytes16 digit = c - '0', letter = (c | 0x20) - 'a';
  const auto is_digit = reinterpret_cast<Bytes16>(digit <= 9);
  const auto is_letter = reinterpret_cast<Bytes16>(letter <= 5);
  const auto is_gap = reinterpret_cast<Bytes16>((c == ' ') | (c == '\n'));
  const auto is_frame = reinterpret_cast<Bytes16>((c & kFixed) == kFrame);
  const Bytes16 nibbles = (digit & is_digit) | ((letter + 10) & ~is_digit);
  // The four digits of a half come first in it, then pairs of them, then all.
  auto pairs = reinterpret_cast<Words8>(reinterpret_cast<Halves>(nibbles) >> 16);
  pairs = (pairs << 4 | pairs >> 8) & 0xFF;
  const auto halves = reinterpret_cast<Halves>(pairs);
  const Halves numbers = halves << 8 | halves >> 16;
  values[0] = static_cast<std::uint16_t>(numbers[0]);
  values[1] = static_cast<std::uint16_t>(numbers[1]);
  return is_frame & (is_gap | kNoGap) & (is_digit | is_letter | kNoDigit16);
}

// A usual row of eight numbers. No number waits for what was found in another one.
constexpr std::size_t kRow = 8, kRowBytes = 64;
bool plain_row(const char* text, std::uint16_t* values) {
  if constexpr (std::endian::native != std::endian::little) return false;
  const Bytes16 all = plain_pair(text, values) & plain_pair(text + 16, values + 2) &
                      plain_pair(text + 32, values + 4) & plain_pair(text + 48, values + 6);
  const auto halves = reinterpret_cast<Halves>(all);
  return (halves[0] & halves[1]) == ~std::uint64_t{0};
}

}  // namespace

bool CParser::array(Head& head) {
  CArray array;
  array.name = head.name;
  array.type = *head.type;
  array.range.begin = head.begin;
  array.range.body_begin = lexer_.next().end();
  const std::size_t includes = lexer_.includes();
  std::string opaque;
  if (!array_elements(array, opaque)) return false;
  if (!expect_semicolon(array.range)) return false;
  if (lexer_.includes() != includes) opaque = "its data is in an included file";
  if (!opaque.empty()) {
    file_.opaque.emplace(array.name, opaque);
    return true;
  }
  if (head.dimension_at) dimensions_.push_back({file_.arrays.size(), *head.dimension_at});
  file_.arrays.push_back(std::move(array));
  return true;
}

// The usual case of plain literals: as many elements as are nothing else.
void CParser::quick_elements(CArray& array) {
  std::array<std::uint16_t, 512> some;
  std::size_t count = 0;
  const auto size = static_cast<std::uint32_t>(text_.size());
  std::uint32_t i = lexer_.position();
  while (true) {
    while (i < size &&
           (text_[i] == ' ' || text_[i] == '\n' || text_[i] == '\t' || text_[i] == '\r'))
      ++i;
    if (i + kRowBytes <= size && count + kRow < some.size() && plain_row(&text_[i], &some[count])) {
      count += kRow;
      i += kRowBytes;
      continue;
    }
    const std::uint32_t length = plain_hex(text_.substr(i), some[count]);
    if (length > 0) ++count;
    if (length == 0 || count == some.size()) {
      array.elements.insert(array.elements.end(), some.begin(), some.begin() + count);
      count = 0;
    }
    if (length == 0) break;
    i += length;
  }
  lexer_.rewind(i);
}

bool CParser::array_elements(CArray& array, std::string& opaque) {
  // At least two bytes an element, so this is no more memory than the text.
  const std::size_t close = text_.find('}', lexer_.position());
  if (close != std::string_view::npos) {
    array.elements.reserve((close - lexer_.position()) / 8 + 1);
  }
  std::size_t position = 0;
  while (true) {
    if (position == array.elements.size()) {
      quick_elements(array);
      position = array.elements.size();
    }
    const Token token = lexer_.peek();
    if (token.is("}")) {
      array.range.body_end = token.begin;
      lexer_.next();
      return true;
    }
    if (!array_element(array, position, opaque)) return false;
    if (!opaque.empty()) return skip_balanced('}');
    const Token after = lexer_.peek();
    if (after.is(",")) {
      lexer_.next();
    } else if (!after.is("}")) {
      return syntax(after.begin, "',' or '}'");
    }
  }
}

bool CParser::array_element(CArray& array, std::size_t& position, std::string& opaque) {
  Token token = lexer_.peek();
  if (token.is("[")) {
    lexer_.next();
    const Evaluated place = evaluate(lexer_, symbols());
    const Token close = lexer_.next();
    const Token equals = lexer_.next();
    if (!close.is("]") || !equals.is("=")) return syntax(close.begin, "'] ='");
    // Designated holes must not cost more memory than the text has bytes.
    const auto limit = static_cast<std::int64_t>(array.elements.size() + text_.size());
    if (place.state != Evaluated::State::value || place.value < 0 || place.value > limit ||
        designated_ > text_.size()) {
      opaque = "it has a designator that cannot be followed";
      return true;
    }
    position = static_cast<std::size_t>(place.value);
    if (position > array.elements.size()) designated_ += position - array.elements.size();
    token = lexer_.peek();
  }
  if (token.is("{")) {
    opaque = "it contains braces";
    return true;
  }
  const Evaluated result = evaluate(lexer_, symbols());
  if (result.state == Evaluated::State::invalid) return syntax(result.at, "an integer expression");
  if (result.state == Evaluated::State::unknown_name) {
    opaque = "it uses " + quoted(result.name) + ", which is not known";
    return true;
  }
  store(array, position, result.value, token.begin);
  ++position;
  return true;
}

void CParser::store(CArray& array, std::size_t position, std::int64_t value, std::uint32_t at) {
  if ((value < -32768 || value > 65535) && findings_.wants(Severity::error, "E-CRANGE")) {
    findings_.error(
        "E-CRANGE",
        "element " + std::to_string(position) + " of " + array.name + " is " +
            std::to_string(value) + "; it must be -32768 ... 65535",
        at,
        path_of("arrays", file_.arrays.size(), "elements") + '[' + std::to_string(position) + ']');
  }
  if (position >= array.elements.size()) array.elements.resize(position + 1);
  array.elements[position] = static_cast<std::uint16_t>(value);
}

}  // namespace anmkit::sm64
