// SPDX-License-Identifier: MIT
// Text that is not UTF-8 read as Shift-JIS, line by line.
#include "cli/files/encoding.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "cli/platform/calls.hpp"
#include "core/bytes.hpp"
#include "core/utf8.hpp"

namespace anmkit::cli {
namespace {

// With the control characters of UTF-8 text as their numbers, but for those of `kept`, and with the
// hidden ones, which a terminal or a reader would obey.
std::string escaped(std::string_view text, std::string_view kept) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto code = static_cast<unsigned char>(text[i]);
    const HiddenCharacter hidden = hidden_character(text, i);
    if (hidden.size > 0) {
      const auto number = static_cast<std::uint32_t>(hidden.code);
      result +=
          number < 0x100 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
      i += hidden.size;
      continue;
    }
    if (code < 0x20 && kept.find(text[i]) == kept.npos) {
      result += fmt::format("\\x{:02x}", code);
    } else {
      result += text[i];
    }
    ++i;
  }
  return result;
}

}  // namespace

std::string readable(std::string_view text) {
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    result += is_utf8(line) ? std::string(line) : sys::from_shift_jis(line);
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return escaped(result, "\n\t");
}

std::string shown(std::string_view name) {
  return escaped(readable(name), "");
}

}  // namespace anmkit::cli
