// SPDX-License-Identifier: MIT
// Places of elements and fields in a text and in bytes.
#include "formats/sm64/check_place.hpp"

#include <array>
#include <charconv>

#include "formats/sm64/source/c_parse.hpp"

namespace anmkit::sm64 {

std::optional<std::size_t> element_named(std::string_view member) {
  constexpr std::string_view kIndex = "index[";
  if (!member.starts_with(kIndex)) return {};
  std::size_t element = 0;
  std::from_chars(member.data() + kIndex.size(), member.data() + member.size(), element);
  return element;
}

std::optional<std::uint64_t> element_at(std::string_view source, const TextRange& range,
                                        std::size_t element, Syntax syntax) {
  Lexer lexer(source.substr(0, range.body_end), range.body_begin, syntax);
  std::size_t position = 0, depth = 0;
  bool begins = true;
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
    // Places that are computed are not counted.
    if (begins && token.is("[")) return {};
    if (begins && position == element) return token.begin;
    begins = depth == 0 && (token.is(",") || token.is(";"));
    position += begins ? 1 : 0;
    if (token.is("(")) ++depth;
    if (token.is(")") && depth > 0) --depth;
  }
  return {};
}

std::optional<std::uint64_t> field_offset(std::string_view member) {
  constexpr std::array<std::uint64_t, kFieldCount> kOffsets = {0, 2, 4, 6, 8, 10, 12, 16, 20};
  const auto field = find_field(member);
  if (!field || *field >= kFieldCount) return {};
  return kOffsets[*field];
}

}  // namespace anmkit::sm64
