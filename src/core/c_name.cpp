// SPDX-License-Identifier: MIT
// Names that C accepts, and those that it does not.
#include "core/c_name.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/utf8.hpp"

namespace anmkit {
namespace {

// Keywords of C and C++, and the names of types and constants that game sources define everywhere.
constexpr auto kTaken = std::to_array<std::string_view>(
    {"FALSE",    "NULL",      "TRUE",     "alignas",      "alignof", "and",       "asm",
     "auto",     "bool",      "break",    "case",         "catch",   "char",      "class",
     "const",    "constexpr", "continue", "decltype",     "default", "delete",    "do",
     "double",   "else",      "enum",     "explicit",     "export",  "extern",    "f32",
     "f64",      "false",     "float",    "for",          "friend",  "goto",      "if",
     "inline",   "int",       "long",     "main",         "mutable", "namespace", "new",
     "noexcept", "not",       "nullptr",  "operator",     "or",      "private",   "protected",
     "public",   "register",  "requires", "restrict",     "return",  "s16",       "s32",
     "s64",      "s8",        "short",    "signed",       "sizeof",  "static",    "struct",
     "switch",   "template",  "this",     "thread_local", "throw",   "true",      "try",
     "typedef",  "typeid",    "typename", "typeof",       "u16",     "u32",       "u64",
     "u8",       "union",     "unsigned", "using",        "virtual", "void",      "volatile",
     "wchar_t",  "while",     "xor"});
static_assert(std::ranges::is_sorted(kTaken));

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_number(char c) {
  return c >= '0' && c <= '9';
}

// Names of compilers begin with two '_', or with one and a capital.
bool is_taken(std::string_view name) {
  if (std::ranges::binary_search(kTaken, name)) return true;
  if (std::ranges::none_of(name, [](char c) { return is_letter(c) || is_number(c); })) return true;
  return name.size() > 1 && name[0] == '_' &&
         (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

// Appends the character at `at` as its number; gives its length in bytes.
std::size_t put_number(std::string_view text, std::size_t at, std::string& name) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const std::size_t size = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  std::uint32_t number = byte(0) & (0xFFu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i)
    number = number << 6 | (byte(i) & 0x3Fu);
  name += 'u';
  for (int shift = number > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4)
    name += "0123456789ABCDEF"[number >> shift & 15];
  return size;
}

}  // namespace

bool is_c_name(std::string_view text) {
  return !text.empty() && !is_number(text[0]) &&
         std::ranges::all_of(text, [](char c) { return is_letter(c) || is_number(c) || c == '_'; });
}

std::string c_name(std::string_view given) {
  const std::string text = repaired_utf8(given);
  std::string name;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) >= 0x80) {
      at += put_number(text, at, name);
      continue;
    }
    name += is_letter(c) || is_number(c) ? c : '_';
    ++at;
  }
  const bool good = is_c_name(name) && !is_taken(name);
  return good ? name : "anim_" + name;
}

}  // namespace anmkit
