// SPDX-License-Identifier: MIT
// Animations as a Lua script of sm64coopdx (section 4.4).
#include "formats/sm64/source/lua_values.hpp"
#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64 {
namespace {

void put_table(std::string& text, std::span<const std::uint16_t> words, std::size_t row) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  text += "{";
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i % row == 0 ? "\n    0x" : " 0x";
    for (int shift = 12; shift >= 0; shift -= 4)
      text += kDigits[words[i] >> shift & 15];
    if (i + 1 < words.size()) text += ',';
  }
  text += "\n}";
}

}  // namespace

std::string write_lua(std::span<const Motion> motions) {
  std::string text;
  for (const Motion& motion : motions) {
    if (!text.empty()) text += '\n';
    text += kLuaRegister;
    text += "(\"";
    for (const char c : motion.name) {
      if (c == '"' || c == '\\') text += '\\';
      // A line end would end the literal.
      text += c == '\n' || c == '\r' ? ' ' : c;
    }
    text += '"';
    const Header& h = motion.header;
    for (const std::int16_t number :
         {h.flags, h.animYTransDivisor, h.startFrame, h.loopStart, h.loopEnd})
      text += ", " + std::to_string(number);
    text += ", ";
    put_table(text, motion.values, 8);
    text += ", ";
    put_table(text, motion.index, 6);
    text += ")\n";
  }
  return text;
}

}  // namespace anmkit::sm64
