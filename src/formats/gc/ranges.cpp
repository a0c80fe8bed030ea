// SPDX-License-Identifier: MIT
// Ranges sorted once; overlaps and unreached bytes.
#include "formats/gc/ranges.hpp"

#include <algorithm>

#include "formats/gc/findings.hpp"

namespace anmkit::gc {

void RangeCheck::name(std::uint64_t offset) {
  const std::uint64_t from = std::min<std::uint64_t>(offset, bytes_.size());
  const auto rest = bytes_.subspan(static_cast<std::size_t>(from));
  const auto end = std::ranges::find(rest, std::byte{0});
  if (end != rest.end()) record(from, static_cast<std::uint64_t>(end - rest.begin()) + 1);
}

void RangeCheck::report() {
  // Records are mostly in order, the others few.
  if (!std::ranges::is_sorted(records_)) std::ranges::sort(records_);
  std::ranges::sort(others_);
  // A record that is elsewhere than it should be leaves a gap there.
  if (!report_overlaps()) report_gaps();
}

bool RangeCheck::report_overlaps() {
  bool any = false;
  for (std::size_t i = 1; i < records_.size(); ++i) {
    const Range &before = records_[i - 1], &range = records_[i];
    if (range.begin >= before.end || range == before) continue;
    out_.add(Severity::warning, prefixed(codes_.overlap),
             "records at " + std::to_string(before.begin) + " and " + std::to_string(range.begin) +
                 " overlap partly",
             range.begin);
    any = true;
  }
  return any;
}

void RangeCheck::report_gaps() {
  std::uint64_t end = 0;
  const auto go_on = [&](const Range& range) {
    if (range.begin > end) report_gap(end, range.begin);
    end = std::max(end, range.end);
  };
  auto other = others_.begin();
  for (const Range& record : records_) {
    while (other != others_.end() && other->begin <= record.begin)
      go_on(*other++);
    go_on(record);
  }
  std::for_each(other, others_.end(), go_on);
  if (end < bytes_.size()) report_gap(end, bytes_.size());
}

// Zero bytes that only pad to an alignment do not count (appendix D).
void RangeCheck::report_gap(std::uint64_t begin, std::uint64_t end) {
  const auto gap = bytes_.subspan(begin, end - begin);
  if (gap.size() <= codes_.padding &&
      std::ranges::all_of(gap, [](std::byte b) { return b == std::byte{0}; }))
    return;
  out_.add(Severity::info, prefixed(codes_.gap),
           "bytes " + std::to_string(begin) + " to " + std::to_string(end - 1) +
               " are reached from no record",
           begin);
}

}  // namespace anmkit::gc
