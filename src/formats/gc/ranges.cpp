// SPDX-License-Identifier: MIT
// Ranges sorted once; overlaps and what nothing reaches.
#include "formats/gc/ranges.hpp"

#include <algorithm>

#include "formats/gc/findings.hpp"

namespace anmkit::gc {

void RangeCheck::reached(std::uint64_t offset, std::uint64_t size) {
  if (size != 0 && fits(offset, size, bytes_.size())) ranges_.push_back({offset, offset + size});
}

// What was added since the last time is mostly in order, or little.
void RangeCheck::sort() {
  const auto added = ranges_.begin() + static_cast<std::ptrdiff_t>(sorted_);
  if (!std::is_sorted(added, ranges_.end())) std::sort(added, ranges_.end());
  std::inplace_merge(ranges_.begin(), added, ranges_.end());
  sorted_ = ranges_.size();
}

void RangeCheck::overlaps() {
  sort();
  for (std::size_t i = 1; i < ranges_.size(); ++i) {
    if (ranges_[i] == ranges_[i - 1] || ranges_[i].begin >= ranges_[i - 1].end) continue;
    out_.add(Severity::warning, prefixed("ANM054"),
             "records at " + std::to_string(ranges_[i - 1].begin) + " and " +
                 std::to_string(ranges_[i].begin) + " overlap partly",
             ranges_[i].begin);
  }
}

void RangeCheck::gaps() {
  sort();
  std::uint64_t end = 0;
  for (const Range& range : ranges_) {
    report_gap(end, range.begin);
    end = std::max(end, range.end);
  }
  report_gap(end, bytes_.size());
}

// Zero bytes that only pad to an alignment do not count (appendix D).
void RangeCheck::report_gap(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  const auto gap = bytes_.subspan(begin, end - begin);
  if (gap.size() < 32 && std::ranges::all_of(gap, [](std::byte b) { return b == std::byte{0}; }))
    return;
  out_.add(Severity::info, prefixed("ANM080"),
           "bytes " + std::to_string(begin) + " to " + std::to_string(end - 1) +
               " are reached from no record",
           begin);
}

}  // namespace anmkit::gc
