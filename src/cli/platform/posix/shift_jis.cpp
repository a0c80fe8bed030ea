// SPDX-License-Identifier: MIT
// Shift-JIS from a table: iconv loads its own from files, which a system need not have.
#include <cstddef>
#include <cstdint>

#include "cli/platform/calls.hpp"
#include "cli/platform/posix/shift_jis_table.hpp"

namespace anmkit::cli::sys {
namespace {

struct Character {
  char16_t code;
  std::size_t size;
};

// The character that the line begins with; what is none is one unknown byte.
Character first_of(std::string_view line) {
  constexpr Character kUnknown{u'\xFFFD', 1};
  const auto lead = static_cast<std::uint8_t>(line.front());
  if (lead < 0x80) return {lead, 1};
  // Half-width katakana.
  if (lead >= 0xA1 && lead <= 0xDF) return {static_cast<char16_t>(0xFF61 + lead - 0xA1), 1};
  if (lead == 0x80 || lead == 0xA0 || lead > 0xFC || line.size() < 2) return kUnknown;
  const auto trail = static_cast<std::uint8_t>(line[1]);
  if (trail < 0x40 || trail > 0xFC) return kUnknown;
  const std::size_t row = lead < 0xA0 ? lead - 0x81U : lead - 0xE0U + 31U;
  const char16_t code = kShiftJisPairs[row][trail - 0x40U];
  return code == 0 ? kUnknown : Character{code, 2};
}

}  // namespace

std::string from_shift_jis(std::string_view line) {
  std::string text;
  const auto append = [&text](unsigned byte) { text += static_cast<char>(byte); };
  while (!line.empty()) {
    const auto [code, size] = first_of(line);
    // None needs more than three bytes.
    if (code < 0x80) {
      append(code);
    } else if (code < 0x800) {
      append(0xC0U | code >> 6U);
      append(0x80U | (code & 0x3FU));
    } else {
      append(0xE0U | code >> 12U);
      append(0x80U | (code >> 6U & 0x3FU));
      append(0x80U | (code & 0x3FU));
    }
    line.remove_prefix(size);
  }
  return text;
}

}  // namespace anmkit::cli::sys
