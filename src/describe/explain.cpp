// SPDX-License-Identifier: MIT
// Which field each byte belongs to.
#include "anmkit/explain.hpp"

#include <algorithm>

#include "describe/ranges.hpp"

namespace anmkit {
namespace {

using Ranges = Explanation::Ranges;

// Shorter runs of zero bytes between fields fill up.
constexpr std::uint64_t kMostPadding = 32;

bool has_bytes(const Walk& walk, const Found& found) {
  if (found.field == nullptr || found.length == 0 || found.field->peek) return false;
  if (found.type.kind == FieldType::Kind::record)
    return walk.plain(found.type) != nullptr && found.first == Found::kNone;
  return !found.repeated || found.type.width != 0;
}

bool is_zero(ByteView bytes) {
  return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0}; });
}

ByteKind kind_of_gap(ByteView bytes) {
  return bytes.size() < kMostPadding && is_zero(bytes) ? ByteKind::padding : ByteKind::unknown;
}

// Takes ranges in the order of their offsets; what is described twice belongs to what was met
// first.
class Sweep {
 public:
  explicit Sweep(std::vector<Ranges::Range>& ranges) : ranges_(ranges) {}

  void take(const Ranges::Range& range) {
    advance(range.offset);
    // One that ends before a range that is ahead of it never shows.
    if (!open_.empty() && open_.front().found < range.found &&
        end_of(range) <= end_of(open_.front()))
      return;
    open_.push_back(range);
    std::ranges::push_heap(open_, std::greater{}, &Ranges::Range::found);
  }
  // Up to an offset, where another range may begin.
  void advance(std::uint32_t to) {
    while (at_ < to) {
      while (!open_.empty() && end_of(open_.front()) <= at_) {
        std::ranges::pop_heap(open_, std::greater{}, &Ranges::Range::found);
        open_.pop_back();
      }
      const std::uint32_t end = open_.empty() ? to : std::min(to, end_of(open_.front()));
      put({at_, end - at_, open_.empty() ? Found::kNone : open_.front().found});
      at_ = end;
    }
  }

 private:
  static std::uint32_t end_of(const Ranges::Range& range) { return range.offset + range.length; }
  void put(const Ranges::Range& range) {
    const bool goes_on = !ranges_.empty() && ranges_.back().found == range.found;
    if (goes_on) {
      ranges_.back().length += range.length;
    } else {
      ranges_.push_back(range);
    }
  }

  std::vector<Ranges::Range>& ranges_;
  std::vector<Ranges::Range> open_;  // a heap: what was met first is in front
  std::uint32_t at_ = 0;
};

void make_ranges(Ranges& all) {
  const std::vector<Found>& found = all.walk->found();
  std::vector<Ranges::Range> met;
  for (std::uint32_t i = 0; i < found.size(); ++i)
    if (has_bytes(*all.walk, found[i])) met.push_back({found[i].offset, found[i].length, i});
  std::ranges::stable_sort(met, {}, &Ranges::Range::offset);
  Sweep sweep(all.ranges);
  for (const Ranges::Range& range : met)
    sweep.take(range);
  sweep.advance(static_cast<std::uint32_t>(all.bytes.size()));
}

void count(Coverage& coverage, ByteKind kind, std::uint64_t bytes) {
  switch (kind) {
    case ByteKind::field:
      coverage.field += bytes;
      break;
    case ByteKind::syntax:
      coverage.syntax += bytes;
      break;
    case ByteKind::padding:
      coverage.padding += bytes;
      break;
    case ByteKind::unused:
      coverage.unused += bytes;
      break;
    case ByteKind::unknown:
      coverage.unknown += bytes;
      break;
  }
}

void count_all(Ranges& all) {
  const VisitLeaf take = [&](const Leaf& leaf) {
    count(all.coverage, leaf.kind, leaf.length);
    ++all.coverage.leaves;
    return true;
  };
  if (all.text != nullptr) {
    all.text(all.bytes, take);
    return;
  }
  for (const Ranges::Range& range : all.ranges)
    all.visit(range, range.offset, take, Ranges::Detail::bare);
}

}  // namespace

bool Explanation::Ranges::visit(const Range& range, std::uint64_t from, const VisitLeaf& visit,
                                Detail detail) const {
  const std::uint64_t end = std::uint64_t{range.offset} + range.length;
  if (range.found == Found::kNone) {
    Leaf leaf;
    leaf.offset = range.offset;
    leaf.length = range.length;
    leaf.kind = kind_of_gap(bytes.subspan(range.offset, range.length));
    leaf.meaning = leaf.kind == ByteKind::padding ? "zero bytes up to the next field"
                                                  : "nothing describes these bytes";
    return visit(leaf);
  }
  const Found& found = walk->found()[range.found];
  if (const PlainRecord* record = walk->plain(found.type); record != nullptr)
    return visit_plain(range, from, *record, visit, detail);
  const std::uint64_t width = found.repeated ? found.type.width : found.length;
  std::uint64_t item = (std::max<std::uint64_t>(from, range.offset) - found.offset) / width;
  for (; found.offset + item * width < end; ++item) {
    const FieldPlace place{*found.field, found.type, found.offset + item * width, width, found.cut};
    Leaf leaf = leaf_of(range, place, detail);
    if (detail == Detail::whole) {
      leaf.path = walk->path_of(range.found);
      if (found.repeated) leaf.path += '[' + std::to_string(item) + ']';
    }
    if (!visit(leaf)) return false;
  }
  return true;
}

bool Explanation::Ranges::visit_plain(const Range& range, std::uint64_t from,
                                      const PlainRecord& record, const VisitLeaf& visit,
                                      Detail detail) const {
  const Found& found = walk->found()[range.found];
  const std::uint64_t end = std::uint64_t{range.offset} + range.length;
  const std::uint64_t first = std::max<std::uint64_t>(from, range.offset) - found.offset;
  std::uint64_t item = first / record.size;
  std::size_t field = record.at(static_cast<std::uint32_t>(first % record.size));
  const std::string path = walk->path_of(range.found);
  for (;; ++item, field = 0) {
    for (; field < record.fields.size(); ++field) {
      const PlainField& one = record.fields[field];
      const std::uint64_t at = found.offset + item * record.size + one.offset;
      if (at >= end) return true;
      Leaf leaf = leaf_of(range, {*one.field, one.type, at, one.type.width}, detail);
      if (detail == Detail::whole) {
        leaf.path = path;
        if (found.repeated) leaf.path += '[' + std::to_string(item) + ']';
        leaf.path += '.' + one.path;
      }
      if (!visit(leaf)) return false;
    }
  }
}

Leaf Explanation::Ranges::leaf_of(const Range& range, const FieldPlace& place,
                                  Detail detail) const {
  Leaf leaf;
  leaf.offset = std::max<std::uint64_t>(range.offset, place.offset);
  leaf.length = std::min<std::uint64_t>(std::uint64_t{range.offset} + range.length,
                                        place.offset + place.length) -
                leaf.offset;
  leaf.kind = place.field.kind;
  leaf.meaning = place.field.meaning;
  leaf.section = place.field.section;
  leaf.cut = place.cut;
  if (detail == Detail::whole) set_value(*walk, place, leaf);
  return leaf;
}

std::string_view kind_name(ByteKind kind) {
  switch (kind) {
    case ByteKind::field:
      return "field";
    case ByteKind::syntax:
      return "syntax";
    case ByteKind::padding:
      return "padding";
    case ByteKind::unused:
      return "unused";
    case ByteKind::unknown:
      break;
  }
  return "unknown";
}

Explanation::Explanation(std::unique_ptr<const Ranges> ranges) : ranges_(std::move(ranges)) {}
Explanation::~Explanation() = default;
Explanation::Explanation(Explanation&&) noexcept = default;
Explanation& Explanation::operator=(Explanation&&) noexcept = default;

const Coverage& Explanation::coverage() const {
  return ranges_->coverage;
}
bool Explanation::limited() const {
  return ranges_->walk && ranges_->walk->limited();
}

void Explanation::visit(const std::function<bool(const Leaf&)>& visit, std::uint64_t from) const {
  if (ranges_->text != nullptr) {
    ranges_->text(ranges_->bytes, [&](const Leaf& leaf) {
      return leaf.offset + leaf.length <= from || visit(leaf);
    });
    return;
  }
  const auto& ranges = ranges_->ranges;
  auto at = std::ranges::upper_bound(ranges, from, {}, &Ranges::Range::offset);
  if (at != ranges.begin()) --at;
  for (; at != ranges.end(); ++at) {
    if (at->offset + at->length <= from) continue;
    if (!ranges_->visit(*at, from, visit)) return;
  }
}

Leaf Explanation::at(std::uint64_t offset) const {
  Leaf found;
  if (offset >= ranges_->bytes.size()) return found;
  visit(
      [&](const Leaf& leaf) {
        found = leaf;
        return false;
      },
      offset);
  return found;
}

Result<Explanation> explain(ByteView bytes, const Format& format) {
  auto all = std::make_unique<Ranges>();
  all->bytes = bytes;
  const bool is_text =
      format.explain_text != nullptr && std::ranges::find(bytes, std::byte{0}) == bytes.end();
  if (is_text) {
    all->text = format.explain_text;
  } else if (format.description != nullptr) {
    if (bytes.size() > 0xFFFFFFFF) {
      return fail(std::string(kUnsupported), "files of 4 GiB and more are not explained");
    }
    all->walk.emplace(bytes, *format.description);
    make_ranges(*all);
  } else {
    return fail(std::string(kUnsupported),
                "nothing describes the bytes of " + std::string(format.id));
  }
  count_all(*all);
  return Explanation(std::move(all));
}

}  // namespace anmkit
