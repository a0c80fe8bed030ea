// SPDX-License-Identifier: MIT
// Tables for animations that come out of a scene: those that they had, changed where samples
// differ, or new ones.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "formats/sm64/back/clip.hpp"
#include "formats/sm64/write.hpp"

namespace anmkit::sm64 {

struct TablesBack {
  OwnTables own;
  // What tables of the originals hold now, by where they are in their documents.
  std::map<const std::uint16_t*, std::span<const std::uint16_t>> changed;
  // Whether animations of one data set went apart, so that one needs tables of its own.
  bool split = false;
};

// Sets index and values of every animation. All that read a table of an original must be among
// `clips`, so that no other one changes. Fails (E-RANGE) when samples do not fit 16-bit offsets.
Result<void> make_tables(std::span<ClipBack> clips, TablesBack& tables);

}  // namespace anmkit::sm64
