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

// A field with bytes of its own, and where it is.
struct FieldPlace {
  const Field& field;
  FieldType type;
  std::uint64_t offset = 0, length = 0;
  bool cut = false;
};

struct Explanation::Ranges {
  // Bytes of one field, or of some of what is repeated, numbers or plain records.
  struct Range {
    std::uint32_t offset = 0, length = 0;
    std::uint32_t found = Found::kNone;  // of the walk; kNone: nothing describes them
  };

  ByteView bytes;
  ExplainText text = nullptr;  // then there are no ranges
  std::optional<Walk> walk;
  // Where a range begins; it ends where the next one does.
  struct Begin {
    std::uint32_t offset = 0;
    std::uint32_t found = Found::kNone;
  };
  std::deque<Begin> begins;
  Coverage coverage;

  Range range(std::size_t index) const {
    const std::uint64_t end = index + 1 < begins.size() ? begins[index + 1].offset : bytes.size();
    const Begin& begin = begins[index];
    return {begin.offset, static_cast<std::uint32_t>(end - begin.offset), begin.found};
  }

  // Leaves of one range, from the one that contains `from`; false when `visit` returned it.
  // `bare` leaves have no path and no value, which take most of the time.
  enum class Detail : std::uint8_t { bare, whole };
  bool visit(const Range& range, std::uint64_t from, const VisitLeaf& visit,
             Detail detail = Detail::whole) const;

 private:
  bool visit_plain(const Range& range, std::uint64_t from, const PlainRecord& record,
                   const VisitLeaf& visit, Detail detail) const;
  // The part of a field that is in a range; its path may follow.
  Leaf leaf_of(const Range& range, const FieldPlace& place, Detail detail) const;
};

void set_value(const Walk& walk, const FieldPlace& place, Leaf& leaf);

}  // namespace anmkit
