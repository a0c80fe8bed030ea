// SPDX-License-Identifier: MIT
// Findings about animations (section 9).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "formats/sm64/document.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {

struct CheckContext {
  std::uint32_t entry_size = 0;  // of the DMA entry
  bool in_dma = false;
  // Where the file has a member of the header, or an element of its index table; empty: at the
  // header.
  std::function<std::optional<std::uint64_t>(std::string_view member)> place = {};
};

// Header fields and channels of one animation.
void check_motion(const Motion& motion, const CheckContext& context, Findings& findings);
// Samples of each table that no channel of any animation refers to, and what trimming would save.
void check_samples(const std::vector<Motion>& motions, Findings& findings);
// Drawn parts of the layouts among the companions against the animation's; a layout that is asked
// for and not there is an error.
void check_skeleton(const std::vector<Motion>& motions, Companions companions,
                    const Options& options, Diagnostics& diagnostics);
// Mario's dialect and the order of his files (section 4.2).
void check_mario(const CDocument& document, Companions companions, Findings& findings);

}  // namespace anmkit::sm64
