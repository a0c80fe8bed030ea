// SPDX-License-Identifier: MIT
// Parts of a file that its records do not cover.
#pragma once

#include <vector>

#include "anmkit/gc.hpp"

namespace anmkit::gc {

// The ranges in which `bytes` differ from what the records gave; both have the same size. Ranges
// closer than 8 bytes are one.
std::vector<Gap> differences(ByteView records, ByteView bytes);

// Puts the gaps over the records. False when one is outside.
bool lay_over(const std::vector<Gap>& gaps, Bytes& bytes);

// A file of its records and of what they do not say; files of which none can be written are errors.
template <class File>
Result<File> with_gaps(Result<File> file, ByteView bytes) {
  if (!file) return file;
  auto copy = write(*file);
  if (!copy) return std::unexpected(std::move(copy.error()));
  file->gaps = differences(*copy, bytes);
  return file;
}

}  // namespace anmkit::gc
