// SPDX-License-Identifier: MIT
// What stands between the braces of arrays (section 4.1).
#include <array>

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
    const Evaluated place = evaluate(lexer_, symbols_);
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
    opaque = "it holds braces";
    return true;
  }
  const Evaluated result = evaluate(lexer_, symbols_);
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
  if ((value < -32768 || value > 65535) && findings_.wants("E-CRANGE")) {
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
