// SPDX-License-Identifier: MIT
// The bound on the sizes that the files of one archive claim together.
#pragma once

#include <cstdint>

namespace anmkit {

// Entries of an archive may share bytes, and each becomes a file of its own: together they are at
// most four times the archive.
class EntrySum {
 public:
  explicit EntrySum(std::uint64_t archive_size) : left_(4 * archive_size) {}
  // False, and so from there on: that is more.
  bool add(std::uint64_t bytes) {
    over_ = over_ || bytes > left_;
    if (!over_) left_ -= bytes;
    return !over_;
  }

 private:
  std::uint64_t left_;
  bool over_ = false;
};

}  // namespace anmkit
