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
  void record(std::uint64_t offset, std::uint64_t size) { reached(offset, size); }
  // Reports partial overlaps of the records so far.
  void overlaps();
  // Bytes that are accounted for in another way.
  void reached(std::uint64_t offset, std::uint64_t size);
  // Reports what nothing reached.
  void gaps();

 private:
  struct Range {
    std::uint64_t begin = 0, end = 0;
    friend auto operator<=>(const Range&, const Range&) = default;
  };
  void sort();
  void report_gap(std::uint64_t begin, std::uint64_t end);

  ByteView bytes_;
  Diagnostics& out_;
  std::vector<Range> ranges_;
  std::size_t sorted_ = 0;  // the first ones are
};

}  // namespace anmkit::gc
