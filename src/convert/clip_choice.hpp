// SPDX-License-Identifier: MIT
// The choice of clips of a glTF file for an output.
#pragma once

#include <optional>
#include <string_view>

#include "anmkit/convert.hpp"

namespace anmkit {

// Gives clips without a name that of the file, with a number after further ones.
void name_clips(Scene& scene, std::string_view path);

// Makes one clip of all that move something. Code anmkit.USAGE where two of them move one property
// of a node.
Result<void> merge_clips(Scene& scene, std::string_view path);

// The first clip that moves something; else the first.
std::size_t usual_clip(const Scene& scene);

// Reports which of several clips was written, and the options that choose another. `target`: the
// id of the format.
void report_choice(const Scene& scene, std::size_t clip, std::size_t written,
                   std::string_view target, ConversionReport& report);
// Says which of the clips that were written move nothing. Without a clip: all were.
void report_still(const Scene& scene, std::optional<std::size_t> clip, Diagnostics& notes);

}  // namespace anmkit
