// SPDX-License-Identifier: MIT
// Options of a request for clips: range, repetition, rate.
#pragma once

#include <optional>

#include "anmkit/convert.hpp"

namespace anmkit {

// Whether it makes a difference to files of the format; code anmkit.USAGE where it makes none.
Result<void> check_clip_options(const Format& format, const ConvertRequest& request);

// Takes --start and --end from the clip `wanted`, or from all of them, and sets whether they
// repeat. True where a part was taken; what no longer fits the part is reported. Without --start
// clips begin at their first key, which is reported; exports of anmkit (`is_export`) begin at 0.
Result<bool> shape_clips(Scene& scene, std::optional<std::size_t> wanted, bool is_export,
                         const ConvertRequest& request, Diagnostics& notes);

// For what shows clips and takes no part of them: those (or the one `wanted`) whose keys do not
// begin at 0.
void report_key_begins(const GltfInput& file, std::optional<std::size_t> wanted,
                       Diagnostics& notes);

}  // namespace anmkit
