// SPDX-License-Identifier: MIT
// The source files that are not C: sm64coopdx's Lua and Saturn's JSON (section 4.4).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "anmkit/sm64.hpp"

namespace anmkit::sm64 {

// What parse_c does, of the calls smlua_anim_util_register_animation(...) of a Lua script. The
// arrays of a call get names from the animation's. What a script computes cannot be read (E-CINIT).
Result<CFile> parse_lua(std::string_view text, Diagnostics& diagnostics);
// The same of Saturn's JSON: one animation, its samples as hexadecimal bytes.
Result<CFile> parse_saturn(std::string_view text, Diagnostics& diagnostics);
// One of the three, by the text.
Spelling spelling_of(std::string_view text);

// One call an animation.
std::string write_lua(std::span<const Motion> motions);
// `from` is the JSON it was read from, which tells what an animation has no field for (author,
// extra_bone); may be empty.
std::string write_saturn(const Motion& motion, std::string_view from);
// Both for any number of animations: JSON has the first.
std::string lua_text(std::span<const Motion> motions, std::string_view from);
std::string saturn_text(std::span<const Motion> motions, std::string_view from);

// The text of a file in its own spelling: `source` where nothing differs from it, edited C as
// `edited_text` says, else written anew. Fails when a name is not a C name.
Result<std::string> edited_source(const CFile& file, std::string_view source);
// The animations of one file alone.
std::vector<Motion> motions_of(const CFile& file);

}  // namespace anmkit::sm64
