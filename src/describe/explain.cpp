// SPDX-License-Identifier: MIT
// The field of each byte.
#include "anmkit/explain.hpp"

#include <algorithm>

#include "describe/ranges.hpp"

namespace anmkit {
namespace {

using Ranges = Explanation::Ranges;

// Shorter runs of zero bytes between fields fill up.
constexpr std::uint64_t kMostPadding = 32;

bool has_bytes(const Walk& walk, std::uint32_t index) {
  const Found& found = walk.found()[index];
  const Field* field = walk.field_of(found);
  if (field == nullptr || found.length == 0 || field->peek) return false;
  const FieldType type = walk.type_of(found);
  if (type.kind == FieldType::Kind::record)
    return walk.plain(type) != nullptr && !walk.has_parts(index);
  return !found.repeated || type.width != 0;
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
  explicit Sweep(std::deque<Ranges::Begin>& begins) : begins_(begins) {}

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
      put(open_.empty() ? Found::kNone : open_.front().found);
      at_ = end;
    }
  }

 private:
  static std::uint32_t end_of(const Ranges::Range& range) { return range.offset + range.length; }
  void put(std::uint32_t found) {
    if (begins_.empty() || begins_.back().found != found) begins_.push_back({at_, found});
  }

  std::deque<Ranges::Begin>& begins_;
  std::vector<Ranges::Range> open_;  // a heap: what was met first is in front
  std::uint32_t at_ = 0;
};

void make_ranges(Ranges& all) {
  const auto& found = all.walk->found();
  std::vector<std::uint32_t> met;
  for (std::uint32_t i = 0; i < found.size(); ++i)
    if (has_bytes(*all.walk, i)) met.push_back(i);
  std::ranges::sort(met, {}, [&](std::uint32_t i) { return std::pair(found[i].offset, i); });
  Sweep sweep(all.begins);
  for (const std::uint32_t i : met)
    sweep.take({found[i].offset, found[i].length, i});
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
  for (std::size_t i = 0; i < all.begins.size(); ++i)
    all.visit(all.range(i), all.begins[i].offset, take, Ranges::Detail::bare);
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
                                                  : "no description of these bytes exists";
    return visit(leaf);
  }
  const Found& found = walk->found()[range.found];
  const FieldType type = walk->type_of(found);
  if (const PlainRecord* record = walk->plain(type); record != nullptr)
    return visit_plain(range, from, *record, visit, detail);
  const Field& field = *walk->field_of(found);
  const std::uint64_t width = found.repeated ? type.width : found.length;
  std::uint64_t item = (std::max<std::uint64_t>(from, range.offset) - found.offset) / width;
  for (; found.offset + item * width < end; ++item) {
    const FieldPlace place{field, type, found.offset + item * width, width, found.cut};
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
        if (!leaf.path.empty()) leaf.path += '.';
        leaf.path += one.path;
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
  static constexpr Coverage kNone;
  return ranges_ ? ranges_->coverage : kNone;
}
bool Explanation::limited() const {
  return ranges_ && ranges_->walk && ranges_->walk->limited();
}

void Explanation::visit(const std::function<bool(const Leaf&)>& visit, std::uint64_t from) const {
  if (!ranges_) return;
  if (ranges_->text != nullptr) {
    ranges_->text(ranges_->bytes, [&](const Leaf& leaf) {
      return leaf.offset + leaf.length <= from || visit(leaf);
    });
    return;
  }
  const auto& begins = ranges_->begins;
  const auto after = std::ranges::upper_bound(begins, from, {}, &Ranges::Begin::offset);
  const auto first = static_cast<std::size_t>(after - begins.begin());
  for (std::size_t i = first == 0 ? 0 : first - 1; i < begins.size(); ++i)
    if (!ranges_->visit(ranges_->range(i), from, visit)) return;
}

Leaf Explanation::at(std::uint64_t offset) const {
  Leaf found;
  if (!ranges_ || offset >= ranges_->bytes.size()) return found;
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
    all->walk.emplace(bytes, format.description());
    make_ranges(*all);
  } else {
    return fail(std::string(kUnsupported),
                "no description of the bytes of " + std::string(format.id));
  }
  count_all(*all);
  return Explanation(std::move(all));
}

}  // namespace anmkit
