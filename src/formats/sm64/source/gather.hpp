// SPDX-License-Identifier: MIT
// All animations of a command, whatever its inputs spell them in.
#pragma once

#include "formats/sm64/motion/compress.hpp"
#include "formats/sm64/write.hpp"

namespace anmkit::sm64 {

// Animations of C files in byte order of their names, names resolved over all.
struct Gathered {
  std::vector<Motion> motions;
  std::vector<std::size_t> order;   // of the first table, then what it leaves out
  std::string table;                // its name; empty = there is none
  std::vector<std::int64_t> slots;  // its elements, as places in motions; -1 = NULL
};

// Gathers, and compresses into `own` when --optimize asks for it. Fails when names do not resolve
// or there is nothing.
Result<Gathered> gather(const ConversionRequest& request, const Context& context,
                        ConversionReport& report, OwnTables& own, Pools pools);
CompressOptions compress_options(const Options& options);

}  // namespace anmkit::sm64
