// SPDX-License-Identifier: MIT
// Leaves of a source text, front to back: what is between those that are put in is syntax.
#pragma once

#include "describe/ranges.hpp"

namespace anmkit {

class TextLeaves {
 public:
  // `between`: the kind of the bytes between leaves.
  TextLeaves(const VisitLeaf& visit, std::string_view between, std::string_view section = {})
      : visit_(visit), between_(between), section_(section) {}

  // False when no more are needed. Leaves follow each other; those of no length are left out.
  bool put(const Leaf& leaf) {
    if (!fill(leaf.offset)) return false;
    if (leaf.length == 0) return true;
    at_ = leaf.offset + leaf.length;
    return visit_(leaf);
  }
  // The rest, up to the end of the text.
  bool fill(std::uint64_t end) {
    if (end <= at_) return true;
    Leaf leaf;
    leaf.offset = at_;
    leaf.length = end - at_;
    leaf.kind = ByteKind::syntax;
    leaf.meaning = between_;
    leaf.section = section_;
    at_ = end;
    return visit_(leaf);
  }
  // Where the next leaf may begin.
  std::uint64_t at() const { return at_; }

 private:
  const VisitLeaf& visit_;
  std::string_view between_, section_;
  std::uint64_t at_ = 0;
};

}  // namespace anmkit
