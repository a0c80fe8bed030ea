// SPDX-License-Identifier: MIT
// Sequences, tracks and keys collected, then laid out at once.
#include "formats/gc/bank/builder.hpp"

#include <algorithm>
#include <iterator>

#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {

void BankBuilder::keep_header(const Bank& from) {
  static_cast<BankHeader&>(records_) = from;
  // User data is looked up where it was.
  records_.size = from.bytes.size();
  if (fits(from.user_data, from.user_data_size, from.bytes.size())) {
    const auto first = from.bytes.begin() + static_cast<std::ptrdiff_t>(from.user_data);
    records_.gaps = {{from.user_data, Bytes(first, first + from.user_data_size)}};
  }
}

void BankBuilder::add_sequence(std::string name) {
  Sequence& sequence = records_.sequences.emplace_back();
  // Off the grid: the layout then takes the records one after the other.
  sequence.track_array = 1;
  sequence.name = std::move(name);
}

Result<void> BankBuilder::add(EncodedTrack track) {
  if (records_.tracks.size() >= 65535 || records_.key_frames.size() + track.keys.size() > 65535) {
    return fail(prefixed("SIZE"),
                "the clips need more than the 65535 tracks or keys of a bank: raise "
                "--tolerance, or convert fewer clips",
                {}, records_.sequences.back().name);
  }
  track.track.key_frames = 1;
  track.track.total_frames = static_cast<std::uint16_t>(track.keys.size());
  records_.tracks.push_back(track.track);
  std::ranges::move(track.keys, std::back_inserter(records_.key_frames));
  ++records_.sequences.back().total_tracks;
  return {};
}

Result<Bytes> BankBuilder::finish() {
  const auto bank = canonical(records_);
  if (!bank) return std::unexpected(bank.error());
  return gc::write(*bank);
}

}  // namespace anmkit::gc
