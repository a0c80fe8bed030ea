// SPDX-License-Identifier: MIT
// Text that must be UTF-8, from files whose text need not be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace anmkit {

// The text with U+FFFD for every byte that belongs to no character.
std::string repaired_utf8(std::string_view text);

// An invisible character that acts on the terminal that shows it: U+007F to U+009F, and the marks
// that turn the direction of writing (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069).
struct HiddenCharacter {
  std::size_t size = 0;  // bytes; 0 when there is another character
  char32_t code = 0;
};
// The one that begins at `at`, in UTF-8.
HiddenCharacter hidden_character(std::string_view text, std::size_t at);
// Index of the first one from `at` on; the size when there is none.
std::size_t find_hidden(std::string_view text, std::size_t at);

}  // namespace anmkit
