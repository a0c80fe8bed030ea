// All animations of a command, whatever its inputs spell them in.
#pragma once

#include "formats/sm64/write.hpp"

namespace anmkit::sm64 {

// What the command line says about the place of the result, as an option.
inline constexpr std::string_view kOutputOption = "output";

// Animations of C files in byte order of their names, names resolved over all.
struct Gathered {
  std::vector<Motion> motions;
  std::vector<std::size_t> order;   // of the first table, then what it leaves out
  std::string table;                // its name; empty = there is none
  std::vector<std::int64_t> slots;  // its elements, as places in motions; -1 = NULL
};

// Gathers, and compresses into `own` when --optimize asks for it. Fails when names do not resolve
// or there is nothing.
Result<Gathered> gather(std::span<const Input> inputs, Companions companions,
                        const Options& options, ConversionReport& report, OwnTables& own,
                        Pools pools);
CompressOptions compress_options(const Options& options);
std::string base_name(std::string_view path);

// The spelling that the extension of the output means; empty when it says nothing.
std::optional<Spelling> spelling_of_output(const Options& options);
// The usual profile of a spelling.
Profile profile_of(Spelling spelling);
// The profile that --profile names, or the extension of the output, else `otherwise`.
Profile profile_of(const Options& options, Profile otherwise);
// Whether a profile is written from resolved animations: files that are not C, and packs.
bool is_remade(Profile profile, const Options& options);
// Such files.
Result<std::vector<OutputFile>> remake(const Gathered& all, Profile profile, std::string_view title,
                                       ConversionReport& report);

}  // namespace anmkit::sm64
