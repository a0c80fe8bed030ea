// SPDX-License-Identifier: MIT
// From resolved animations to bytes and texts (section 10.2).
#pragma once

#include <list>
#include <vector>

#include "formats/sm64/document.hpp"
#include "formats/sm64/motion/compress.hpp"

namespace anmkit::sm64 {

// Runs of consecutive animations with the same tables: [first, first + count).
struct SharedRun {
  std::size_t first = 0, count = 0;
};
std::vector<SharedRun> shared_runs(const std::vector<Motion>& motions);

// A DMA table. unusedBoneCount and length are computed. Fails (E-DMABUF) when an entry is larger
// than `buffer` bytes, (E-CNAME) when an animation has no tables.
Result<Bytes> make_dma(const std::vector<Motion>& motions, std::uint64_t buffer);
// fast64's insertable binary: type 2 for one data set, else type 4 with `order` as its table.
Result<Bytes> make_insertable(const std::vector<Motion>& motions,
                              const std::vector<std::size_t>& order);
// The same of type 5: a DMA table, without relocations.
Bytes make_insertable_dma(ByteView table);
// C declarations of the animations, with a table when there are `least` or more and `table` is a
// name.
Result<CFile> make_c(const std::vector<Motion>& motions, const std::string& table,
                     std::size_t least = 2);
// One file a data set in Mario's dialect.
Result<std::vector<OutputFile>> make_mario_files(const std::vector<Motion>& motions);

// Tables of its own for optimised animations.
struct OwnTables {
  std::list<std::vector<std::uint16_t>> tables;
};

// source/optimize.cpp
// Which data sets read one pool of samples afterwards: each its own, as a DMA table needs it, or
// those that did before.
enum class Pools : std::uint8_t { own, kept };
// Replaces the tables by compressed ones, and proves every frame equal.
Result<void> optimize(std::vector<Motion>& motions, OwnTables& own, const CompressOptions& options,
                      Pools pools);
// The same of the arrays of one source file. A pool that overflows becomes several arrays.
Result<CFile> optimized(const CDocument& document, const CompressOptions& options);

}  // namespace anmkit::sm64
