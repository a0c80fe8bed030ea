// SPDX-License-Identifier: MIT
// Which bytes of a file its records reach (ANM054, ANM080).
#pragma once

#include <compare>
#include <vector>

#include "core/bytes.hpp"

namespace anmkit::gc {

class RangeCheck {
 public:
  RangeCheck(ByteView bytes, Diagnostics& out) : bytes_(bytes), out_(out) {}
  // A record that others may coincide with but not overlap partly.
  void record(std::uint64_t offset, std::uint64_t size) { add(offset, size, records_); }
  // Bytes that are accounted for in another way.
  void reached(std::uint64_t offset, std::uint64_t size) { add(offset, size, others_); }
  // Reports partial overlaps of records, and what nothing reaches.
  void report();

 private:
  struct Range {
    std::uint64_t begin = 0, end = 0;
    friend auto operator<=>(const Range&, const Range&) = default;
  };
  void add(std::uint64_t offset, std::uint64_t size, std::vector<Range>& to) {
    if (size != 0 && fits(offset, size, bytes_.size())) to.push_back({offset, offset + size});
  }
  void report_overlaps();
  void report_gaps();
  void report_gap(std::uint64_t begin, std::uint64_t end);

  ByteView bytes_;
  Diagnostics& out_;
  std::vector<Range> records_, others_;
};

}  // namespace anmkit::gc
