// SPDX-License-Identifier: MIT
// Pragmas read and written.
#include "formats/cs2/script/pragmas.hpp"

#include <charconv>

#include "core/bytes.hpp"

namespace anmkit::cs2 {
namespace {

// Cuts the text up to the next `separator` off; skips leading spaces.
std::string_view next_word(std::string_view& text, char separator = ' ') {
  while (text.starts_with(' ') || text.starts_with('\t'))
    text.remove_prefix(1);
  const std::size_t end = text.find(separator);
  const std::string_view word = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return word;
}

bool read_param(std::string_view text, Param& param) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  const auto type = parse_word(text.substr(0, colon));
  const auto value = parse_word(text.substr(colon + 1));
  if (!type || !value) return false;
  param = {*type, *value};
  return true;
}

}  // namespace

std::optional<std::uint32_t> parse_word(std::string_view text) {
  int radix = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    radix = 16;
    text.remove_prefix(2);
  }
  std::uint32_t value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value, radix);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return value;
}

bool read_header(std::string_view arguments, AnmFile& file) {
  while (!arguments.empty()) {
    const std::string_view word = next_word(arguments);
    if (word.starts_with("unknown1=")) {
      const auto value = parse_word(word.substr(9));
      if (!value) return false;
      file.unknown1 = *value;
    } else if (word.starts_with("reserved=")) {
      const auto bytes = from_hex(word.substr(9));
      if (!bytes || bytes->size() != 4 * file.reserved.size()) return false;
      LittleReader reader(*bytes);
      for (std::uint32_t& value : file.reserved)
        value = reader.get<std::uint32_t>("reserved");
    } else if (!word.empty()) {
      return false;
    }
  }
  return true;
}

bool read_raw(std::string_view arguments, Timeline& line) {
  const auto op = parse_word(next_word(arguments));
  if (!op) return false;
  line.op = *op;
  for (Param& param : line.params) {
    if (!read_param(next_word(arguments), param)) return false;
  }
  return true;
}

bool read_overrides(std::string_view arguments, Timeline& line) {
  while (!arguments.empty()) {
    const std::string_view item = next_word(arguments, ',');
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) return false;
    const auto slot = parse_word(item.substr(0, equals));
    if (!slot || *slot >= line.params.size()) return false;
    if (!read_param(item.substr(equals + 1), line.params[*slot])) return false;
  }
  return true;
}

}  // namespace anmkit::cs2
