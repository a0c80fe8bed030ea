// SPDX-License-Identifier: MIT
// All bytes of a file as ranges: of fields, each byte once, and of what is between them.
#pragma once

#include <vector>

#include "describe/walk.hpp"

namespace anmkit {

// Source texts are explained front to back: calls `visit` for each leaf in order, without gaps,
// until it says false.
using VisitLeaf = std::function<bool(const Leaf&)>;
using ExplainText = void (*)(ByteView bytes, const VisitLeaf& visit);

struct Explanation::Ranges {
  // Bytes of one field, or of some items of a repeated number.
  struct Range {
    std::uint32_t offset = 0, length = 0;
    std::uint32_t found = Found::kNone;  // of the walk; kNone: nothing describes them
  };

  ByteView bytes;
  ExplainText text = nullptr;  // then there are no ranges
  std::optional<Walk> walk;
  std::vector<Range> ranges;
  Coverage coverage;

  // Leaves of one range, from the one that holds `from`; false when `visit` said so.
  bool visit(const Range& range, std::uint64_t from, const VisitLeaf& visit) const;
};

// `found` is a field with bytes of its own; which of its items counts for repeated numbers.
void set_value(const Walk& walk, const Found& found, std::uint64_t item, Leaf& leaf);

}  // namespace anmkit
