// SPDX-License-Identifier: MIT
// A description followed through the bytes of one file.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "describe/expression.hpp"
#include "describe/plain.hpp"

namespace anmkit {

// A field of a file, or one of the items of a repeated one. Large files have millions of them.
struct Found {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::uint16_t field = 0;    // its number; 0: the file itself
  std::uint8_t choice = 0;    // which of its types it has
  bool repeated : 1 = false;  // all items; their `parent` is this one
  bool cut : 1 = false;       // bytes end before it does
  bool run : 1 = false;       // this field and the numbers after it, which are always there
  std::uint32_t parent = kNone;
  std::uint32_t index = 0;               // among the items of a repeated field
  std::uint32_t end = kNone;             // of the contents; kNone: more may come
  std::uint32_t offset = 0, length = 0;  // files are smaller than 4 GiB
};
static_assert(sizeof(Found) == 24);

class Walk {
 public:
  Walk(ByteView bytes, const Description& description);

  // In the order in which they were met, what is inside of one after it; the first is the file.
  // Numbers and plain records are one entry however often they are repeated, and have nothing
  // inside.
  const std::deque<Found>& found() const { return found_; }
  // Null: the file itself.
  const Field* field_of(const Found& found) const { return fields_[found.field]; }
  FieldType type_of(const Found& found) const;
  bool has_parts(std::uint32_t found) const { return found + 1 < end_of(found); }
  const Description& description() const { return description_; }
  ByteView bytes() const { return bytes_; }
  bool limited() const { return limited_; }

  // Null for types that are not plain records.
  const PlainRecord* plain(const FieldType& type) const {
    return type.kind == FieldType::Kind::record && plain_[type.record] ? &*plain_[type.record]
                                                                       : nullptr;
  }
  // Bytes of a number or a plain record; 0 for what has no fixed size.
  std::uint32_t width_of(const FieldType& type) const {
    const PlainRecord* record = plain(type);
    return record != nullptr ? record->size : type.width;
  }

  std::string path_of(std::uint32_t found) const;
  // A number of `width` bytes at an offset inside the file.
  std::uint64_t load(std::uint64_t offset, std::uint8_t width) const;
  std::int64_t integer(std::uint64_t offset, const FieldType& type) const;

 private:
  struct Region {
    std::uint64_t at, end;
  };
  static std::uint32_t place(const Region& region) { return static_cast<std::uint32_t>(region.at); }
  struct Compiled {
    std::optional<Expression> count, when, at, size, value, choice, until;
    std::vector<FieldType> choices;
    bool to_end = false;
    bool each = false;  // `at` is that of an item, not of all of them
    FieldType type;
    std::uint16_t number = 0;
    std::uint8_t run = 0;       // the plain record that begins with this field; 0: none
    std::uint8_t run_size = 0;  // fields of the record that it takes
  };
  // A field, and which of its types it has here.
  struct Chosen {
    const Field& field;
    const Compiled& how;
    const FieldType& type;
    std::uint8_t choice;
  };
  // Where names of an expression are looked up, and what `_index` and `_io.pos` are.
  struct Scope {
    std::uint32_t record;
    std::int64_t index;
    std::uint64_t at;
  };
  // A value on the way through an expression.
  struct Value {
    std::optional<std::int64_t> number;
    std::uint32_t found = Found::kNone;
    std::uint64_t item = 0;  // of repeated plain records: which of them
  };

  const Compiled& compiled(const Field& field);
  std::optional<Region> region_at(const Compiled& how, Scope scope) const;
  void find_runs(const Record& record);
  bool take_run(std::uint32_t self, const Compiled& how, Region& region);
  std::uint32_t add(Found found);
  std::uint32_t end_of(std::uint32_t found) const {
    const std::uint32_t end = found_[found].end;
    return end == Found::kNone ? static_cast<std::uint32_t>(found_.size()) : end;
  }
  void close(std::uint32_t found) { found_[found].end = static_cast<std::uint32_t>(found_.size()); }
  void record(std::uint32_t self, const Record& record, Region& region, int depth);
  void field(std::uint32_t self, const Field& field, Region& region, int depth);
  void chosen(std::uint32_t self, const Chosen& what, Scope scope, Region& region, int depth);
  bool item(std::uint32_t parent, const Chosen& what, Scope scope, Region& region, int depth);
  void numbers(std::uint32_t parent, const Chosen& what, std::uint64_t count, Region& region);
  std::uint64_t text_length(const FieldType& type, Region region) const;

  std::optional<std::int64_t> number(const Expression& expression, Scope scope) const;
  Value value(const Expression& expression, const Expression::Node& node, Scope scope) const;
  Value member(const Value& record, std::string_view name) const;
  Value in_plain(const PlainRecord& record, std::uint64_t at, std::string_view name) const;
  Value named(std::uint32_t record, std::string_view name) const;
  Value name(std::string_view name, Scope scope) const;
  Value item_of(const Value& list, std::int64_t index) const;
  Value settle(std::uint32_t found) const;

  ByteView bytes_;
  Description description_;
  std::deque<Found> found_;  // which never appear twice in memory, as a vector that grows
  std::map<const Field*, Compiled> compiled_;
  // By the numbers of fields.
  std::vector<const Field*> fields_{nullptr};
  std::vector<const Compiled*> hows_{nullptr};
  // Items of repeated records by their numbers; what points nowhere is kNone.
  std::map<std::uint32_t, std::vector<std::uint32_t>> items_;
  std::vector<std::optional<PlainRecord>> plain_;  // of each record of the description; then runs
  std::uint64_t most_, steps_ = 0;
  bool limited_ = false;
};

}  // namespace anmkit
