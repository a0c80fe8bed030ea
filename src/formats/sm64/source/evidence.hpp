// SPDX-License-Identifier: MIT
// Evidence that a text is source of this family. A word alone does not: prose quotes it.
#pragma once

#include <string_view>

namespace anmkit::sm64 {

// Lines that begin with three backquotes: a page of Markdown that shows code.
bool holds_fences(std::string_view text);
// Whether the first words are those of C: a directive, or a declaration up to its first bracket,
// brace, '=' or ';'.
bool begins_like_c(std::string_view text);
// "TYPE name[...] =", with '*' and 'const' between, or "TYPE *name[...] = {".
bool declares(std::string_view text, std::string_view type);
// "name(" somewhere.
bool calls(std::string_view text, std::string_view name);
// Of a text that is_blank.
inline constexpr std::string_view kBlankSource =
    "the source is empty: expected an animation, a layout or a display list";
// Nothing but blanks and comments of C or Lua.
bool is_blank(std::string_view text);
// Nothing but directives, one of which includes a file of animations.
bool only_includes(std::string_view text);
// Begins with an enumeration that names animations.
bool is_enumeration(std::string_view text);

}  // namespace anmkit::sm64
