// SPDX-License-Identifier: MIT
// Spellings and profiles with their names, each in one table.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/registry.hpp"
#include "formats/sm64/source/spelling.hpp"

namespace anmkit::sm64 {

struct Gathered;

// How a source file specifies its animations (section 4.4).
struct SpellingSpec {
  Spelling spelling;
  std::array<std::string_view, 2> endings;  // of file names that mean it
  Profile usual;                            // written unless another is asked for
  bool single;                              // holds one animation
  Result<CFile> (*parse)(std::string_view text, Diagnostics& diagnostics);
  // Resolved animations as its text; `from` as for `write_saturn`. Null: see `write_c`.
  std::string (*write)(std::span<const Motion> motions, std::string_view from);
};
inline constexpr SpellingSpec kSpellings[] = {
    {Spelling::c, {".c", ".h"}, Profile::vanilla_actor, false, &parse_c, nullptr},
    {Spelling::lua, {".lua"}, Profile::coopdx_lua, false, &parse_lua, &lua_text},
    {Spelling::saturn, {".json"}, Profile::saturn_json, true, &parse_saturn, &saturn_text},
};
constexpr const SpellingSpec& spec_of(Spelling spelling) {
  return kSpellings[static_cast<std::size_t>(spelling)];
}

// Files of a profile that are made from resolved animations.
Result<std::vector<OutputFile>> lua_files(const Gathered& all, std::string_view title,
                                          ConversionReport& report);
Result<std::vector<OutputFile>> saturn_files(const Gathered& all, std::string_view title,
                                             ConversionReport& report);
Result<std::vector<OutputFile>> pack_files(const Gathered& all, std::string_view title,
                                           ConversionReport& report);

// The profiles of section 10.3.
struct ProfileSpec {
  Profile profile;
  std::string_view name;  // for --profile
  Spelling spelling;
  // Null: each file's declarations are written again as C (`write_c`).
  Result<std::vector<OutputFile>> (*make)(const Gathered& all, std::string_view title,
                                          ConversionReport& report);
  bool folder;  // `make` needs a folder; a file is C
};
inline constexpr ProfileSpec kProfiles[] = {
    {Profile::vanilla_actor, "vanilla-actor", Spelling::c, nullptr, false},
    {Profile::mario_dma, "mario-dma", Spelling::c, nullptr, false},
    {Profile::hackersm64, "hackersm64", Spelling::c, nullptr, false},
    {Profile::fast64, "fast64-like", Spelling::c, nullptr, false},
    {Profile::dynos, "dynos", Spelling::c, &pack_files, true},
    {Profile::coopdx_lua, "coopdx-lua", Spelling::lua, &lua_files, false},
    {Profile::saturn_json, "saturn-json", Spelling::saturn, &saturn_files, false},
};
constexpr const ProfileSpec& spec_of(Profile profile) {
  return kProfiles[static_cast<std::size_t>(profile)];
}

// Both are looked up by number.
constexpr bool in_order() {
  for (const SpellingSpec& one : kSpellings) {
    if (&one != &spec_of(one.spelling) || spec_of(one.usual).spelling != one.spelling) return false;
  }
  for (const ProfileSpec& one : kProfiles) {
    if (&one != &spec_of(one.profile)) return false;
  }
  return true;
}
static_assert(in_order());

// "vanilla-actor|mario-dma|...", as option specs have it.
std::string_view profile_names();

// The spelling that the extension of the output means; empty when it says nothing.
std::optional<Spelling> spelling_of_output(std::string_view output);
// The profile that --profile names, or the extension of the output, else `otherwise`.
Profile asked_profile(const Options& options, std::string_view output, Profile otherwise);
// Whether a profile's files are made from resolved animations, into this output.
bool is_made(Profile profile, std::string_view output);

}  // namespace anmkit::sm64
