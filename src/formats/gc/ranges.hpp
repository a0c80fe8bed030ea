// SPDX-License-Identifier: MIT
// The bytes of a file that its records cover.
#pragma once

#include <compare>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"

namespace anmkit::gc {

// The codes of records that overlap, and of bytes that none reaches.
struct RangeCodes {
  std::string_view overlap = "ANM054", gap = "ANM080";
  std::uint64_t padding = 31;  // so many zeros are no gap
};
// Of model files, whose tables may have room left.
inline constexpr std::uint64_t kAnyPadding = UINT64_MAX;

class RangeCheck {
 public:
  RangeCheck(ByteView bytes, Diagnostics& out, RangeCodes codes = {})
      : bytes_(bytes), out_(out), codes_(codes) {}
  // A record that others may coincide with but not overlap partly.
  void record(std::uint64_t offset, std::uint64_t size) { add(offset, size, records_); }
  // Characters up to and with their end, when that is inside the file.
  void name(std::uint64_t offset);
  // Bytes that are accounted for in another way.
  void reached(std::uint64_t offset, std::uint64_t size) { add(offset, size, others_); }
  // Reports partial overlaps of records, or else unreached bytes.
  void report();

 private:
  struct Range {
    std::uint64_t begin = 0, end = 0;
    friend auto operator<=>(const Range&, const Range&) = default;
  };
  void add(std::uint64_t offset, std::uint64_t size, std::vector<Range>& to) {
    if (size != 0 && fits(offset, size, bytes_.size())) to.push_back({offset, offset + size});
  }
  bool report_overlaps();
  void report_gaps();
  void report_gap(std::uint64_t begin, std::uint64_t end);

  ByteView bytes_;
  Diagnostics& out_;
  RangeCodes codes_;
  std::vector<Range> records_, others_;
};

}  // namespace anmkit::gc
