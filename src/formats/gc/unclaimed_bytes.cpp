// SPDX-License-Identifier: MIT
// Differences between two files of one size, as gaps.
#include "formats/gc/unclaimed_bytes.hpp"

#include <algorithm>
#include <cstring>

#include "core/bytes.hpp"

namespace anmkit::gc {

std::vector<Gap> differences(ByteView records, ByteView bytes) {
  constexpr std::size_t kJoin = 8;
  std::vector<Gap> gaps;
  std::size_t end = 0;  // one past the last difference of the last gap
  const std::size_t both = std::min(records.size(), bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    // Nearly all of it is equal.
    while (i + 8 <= both && std::memcmp(&records[i], &bytes[i], 8) == 0)
      i += 8;
    if (i == bytes.size()) break;
    if (i < both && records[i] == bytes[i]) continue;
    if (gaps.empty() || i - end > kJoin) {
      gaps.push_back({i, {}});
      end = i;
    }
    Bytes& into = gaps.back().bytes;
    into.insert(into.end(), bytes.begin() + static_cast<std::ptrdiff_t>(end),
                bytes.begin() + static_cast<std::ptrdiff_t>(i + 1));
    end = i + 1;
  }
  return gaps;
}

bool lay_over(const std::vector<Gap>& gaps, Bytes& bytes) {
  for (const Gap& gap : gaps) {
    if (!fits(gap.offset, gap.bytes.size(), bytes.size())) return false;
    std::ranges::copy(gap.bytes, bytes.begin() + static_cast<std::ptrdiff_t>(gap.offset));
  }
  return true;
}

}  // namespace anmkit::gc
