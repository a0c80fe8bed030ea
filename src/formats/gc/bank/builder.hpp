// SPDX-License-Identifier: MIT
// A bank that grows sequence by sequence, as values.
#pragma once

#include "formats/gc/bank/encode.hpp"

namespace anmkit::gc {

class BankBuilder {
 public:
  // A bank of the same version, number and user data as another one.
  void keep_header(const Bank& from);
  // A sequence of a name; tracks that are added belong to the last one.
  void add_sequence(std::string name);
  Result<void> add(EncodedTrack track);
  // Whether the last sequence has no tracks.
  bool is_empty() const { return records_.sequences.back().total_tracks == 0; }
  // The file, by the canonical layout.
  Result<Bytes> finish();

 private:
  BankRecords records_;
};

}  // namespace anmkit::gc
