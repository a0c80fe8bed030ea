// SPDX-License-Identifier: MIT
// Following a description: files are broken in any way, so each step stays inside the bytes, and
// the number of steps in proportion to them.
#include "describe/walk.hpp"

#include <algorithm>
#include <cstring>

#include "core/bytes.hpp"

namespace anmkit {
namespace {

constexpr int kDeepest = 32;
constexpr std::uint64_t kLeastSteps = 4096;
constexpr std::uint64_t kStepsPerByte = 4;

using Kind = FieldType::Kind;

}  // namespace

std::optional<FieldType> type_of(const Description& description, std::string_view type) {
  if (type == "bytes") return FieldType{.kind = Kind::bytes};
  if (type == "text") return FieldType{.kind = Kind::text};
  if (type == "textz") return FieldType{.kind = Kind::text_zero};
  if (type == "textv") return FieldType{.kind = Kind::text_varint};
  if (type == "let") return FieldType{.kind = Kind::let};
  for (std::size_t i = 0; i < description.records.size(); ++i)
    if (description.records[i].name == type)
      return FieldType{.kind = Kind::record, .record = static_cast<std::uint8_t>(i)};
  if (type.size() != 2 || std::string_view("1248").find(type[1]) == std::string_view::npos ||
      std::string_view("usf").find(type[0]) == std::string_view::npos) {
    return std::nullopt;
  }
  return FieldType{.kind = type[0] == 'f' ? Kind::real : Kind::integer,
                   .width = static_cast<std::uint8_t>(type[1] - '0'),
                   .is_signed = type[0] == 's'};
}

Walk::Walk(ByteView bytes, const Description& description)
    : bytes_(bytes),
      description_(description),
      plain_(plain_records(description)),
      most_(kLeastSteps + kStepsPerByte * bytes.size()) {
  Region whole{0, bytes.size()};
  // Names of expressions are asked for while records are read, when the table may not grow.
  for (const Record& one : description.records) {
    for (const Field& field : one.fields)
      compiled(field);
    find_runs(one);
  }
  add({.length = static_cast<std::uint32_t>(bytes.size())});
  found_.front().end = Found::kNone;
  record(0, description.records.front(), whole, 0);
  close(0);
}

const Walk::Compiled& Walk::compiled(const Field& field) {
  const auto [at, fresh] = compiled_.try_emplace(&field);
  if (!fresh) return at->second;
  Compiled& how = at->second;
  how.number = static_cast<std::uint16_t>(fields_.size());
  fields_.push_back(&field);
  hows_.push_back(&how);
  const auto parse = [](std::string_view text) {
    return text.empty() ? std::nullopt : Expression::parse(text);
  };
  how.to_end = field.count == "eos";
  if (!how.to_end) how.count = parse(field.count);
  how.when = parse(field.when);
  how.at = parse(field.at);
  how.size = parse(field.size);
  how.value = parse(field.value);
  how.each = how.at && how.at->mentions("_index");
  how.choice = parse(field.choice);
  how.until = parse(field.until);
  std::string_view types = field.type;
  while (how.choice && !types.empty()) {
    const std::string_view one = types.substr(0, types.find('|'));
    how.choices.push_back(anmkit::type_of(description_, one).value_or(FieldType{}));
    types.remove_prefix(std::min(types.size(), one.size() + 1));
  }
  if (!how.choice) how.type = anmkit::type_of(description_, field.type).value_or(FieldType{});
  return how;
}

std::uint32_t Walk::add(Found found) {
  if (found_.size() >= most_ || found_.size() >= Found::kNone) {
    limited_ = true;
    return Found::kNone;
  }
  const auto self = static_cast<std::uint32_t>(found_.size());
  if (found.parent != Found::kNone && found_[found.parent].repeated) {
    if (const auto items = items_.find(found.parent); items != items_.end()) {
      items->second.resize(found.index, Found::kNone);
      items->second.push_back(self);
    }
  }
  found.end = self + 1;
  found_.push_back(found);
  return self;
}

void Walk::record(std::uint32_t self, const Record& record, Region& region, int depth) {
  if (depth > kDeepest) {
    limited_ = true;
    return;
  }
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    if (limited_ || found_[self].cut) return;
    const Compiled& how = compiled(record.fields[i]);
    if (how.run != 0 && take_run(self, how, region)) {
      i += how.run_size - std::size_t{1};
    } else {
      field(self, record.fields[i], region, depth);
    }
  }
}

void Walk::field(std::uint32_t self, const Field& field, Region& region, int depth) {
  const Compiled& known = compiled(field);
  if (known.type.kind == Kind::let) return;
  const Scope scope{self, -1, region.at};
  if (known.when && number(*known.when, scope).value_or(0) == 0) return;
  if (!known.choice) return chosen(self, {field, known, known.type, 0}, scope, region, depth);
  const auto choice = number(*known.choice, scope);
  if (!choice || *choice < 0 || static_cast<std::size_t>(*choice) >= known.choices.size()) return;
  const FieldType& type = known.choices[static_cast<std::size_t>(*choice)];
  chosen(self, {field, known, type, static_cast<std::uint8_t>(*choice)}, scope, region, depth);
}

void Walk::chosen(std::uint32_t self, const Chosen& what, Scope scope, Region& region, int depth) {
  std::optional<Region> elsewhere;
  if (what.how.at && !what.how.each) {
    elsewhere = region_at(what.how, scope);
    if (!elsewhere) return;
  }
  Region& here = elsewhere ? *elsewhere : region;
  if (what.field.count.empty()) {
    item(self, what, {self, -1, here.at}, here, depth);
    return;
  }
  std::uint64_t count = Found::kNone;
  if (!what.how.to_end) {
    const auto wanted = number(*what.how.count, scope);
    if (!wanted || *wanted <= 0) return;
    count = static_cast<std::uint64_t>(*wanted);
  }
  // All of one kind, one after the other: they stay one entry.
  if (width_of(what.type) != 0 && !what.how.each && !what.how.size && !what.how.until)
    return numbers(self, what, count, here);
  const std::uint32_t list = add({.field = what.how.number,
                                  .choice = what.choice,
                                  .repeated = true,
                                  .parent = self,
                                  .offset = place(here)});
  if (list == Found::kNone) return;
  items_[list];
  found_[list].end = Found::kNone;
  for (std::uint32_t i = 0; i < count && !limited_; ++i) {
    // Items that point nowhere are no entries, but take time.
    limited_ = limited_ || ++steps_ > most_;
    const Scope own{self, i, here.at};
    if (what.how.each) {
      // Items that point nowhere leave a gap in the numbers.
      auto there = region_at(what.how, own);
      if (there) item(list, what, own, *there, depth);
      continue;
    }
    const std::uint64_t before = here.at;
    if (before >= here.end) {
      found_[self].cut = found_[self].cut || (!what.how.to_end && !elsewhere);
      break;
    }
    if (!item(list, what, own, here, depth) || here.at == before) break;
    const Scope made{items_[list].back(), -1, here.at};
    if (what.how.until && number(*what.how.until, made).value_or(1) != 0) break;
  }
  found_[list].length = place(here) - found_[list].offset;
  close(list);
}

// From the place that a field names to the end of the file.
std::optional<Walk::Region> Walk::region_at(const Compiled& how, Scope scope) const {
  const auto at = number(*how.at, scope);
  if (!at || *at < 0 || static_cast<std::uint64_t>(*at) >= bytes_.size()) return std::nullopt;
  return Region{static_cast<std::uint64_t>(*at), bytes_.size()};
}

void Walk::numbers(std::uint32_t parent, const Chosen& what, std::uint64_t count, Region& region) {
  const std::uint32_t width = width_of(what.type);
  const std::uint64_t whole = (region.end - region.at) / width;
  const std::uint64_t there = std::min(count, whole);
  const bool cut = !what.how.to_end && there < count;
  if (cut && !what.how.at) found_[parent].cut = true;
  if (there == 0) return;
  add({.field = what.how.number,
       .choice = what.choice,
       .repeated = true,
       .parent = parent,
       .offset = place(region),
       .length = static_cast<std::uint32_t>(there * width)});
  region.at += there * width;
}

// One field, or one item of a repeated one; false when there is nothing to go on with.
bool Walk::item(std::uint32_t parent, const Chosen& what, Scope scope, Region& region, int depth) {
  std::optional<std::uint64_t> size;
  if (what.how.size) {
    const auto wanted = number(*what.how.size, scope);
    if (!wanted || *wanted < 0) return false;
    size = static_cast<std::uint64_t>(*wanted);
  }
  Found one{.field = what.how.number,
            .choice = what.choice,
            .parent = parent,
            .index = scope.index < 0 ? 0 : static_cast<std::uint32_t>(scope.index),
            .offset = place(region)};
  const std::uint64_t left = region.end - region.at;
  const PlainRecord* whole = size ? nullptr : plain(what.type);
  if (whole != nullptr && whole->size <= left) {
    one.length = whole->size;
    region.at += one.length;
    return add(one) != Found::kNone;
  }
  if (what.type.kind == Kind::record) {
    const std::uint32_t self = add(one);
    if (self == Found::kNone) return false;
    found_[self].end = Found::kNone;
    Region inside{region.at, region.at + std::min(size.value_or(left), left)};
    record(self, description_.records[what.type.record], inside, depth + 1);
    close(self);
    region.at = size ? inside.end : inside.at;
    Found& made = found_[self];
    made.length = place(region) - one.offset;
    made.cut = made.cut || size.value_or(0) > left;
    // What is missing in a part of known size does not keep the rest from being there.
    const bool goes_on = !made.cut || (size && *size <= left);
    if (!goes_on && !what.how.at) found_[parent].cut = true;
    return goes_on;
  }
  std::uint64_t length = what.type.width;
  if (!what.type.is_number()) length = size ? *size : text_length(what.type, region);
  one.cut = length > left;
  if (one.cut && !what.how.at) found_[parent].cut = true;
  one.length = static_cast<std::uint32_t>(std::min(length, left));
  if (one.length == 0) return !one.cut;
  if (add(one) == Found::kNone) return false;
  region.at += one.length;
  return !one.cut;
}

// The length of a value that stores it; longer than the region when the end is missing.
std::uint64_t Walk::text_length(const FieldType& type, Region region) const {
  const std::uint64_t left = region.end - region.at;
  if (type.kind == Kind::text_zero) {
    const auto rest = bytes_.subspan(region.at, left);
    const auto zero = std::ranges::find(rest, std::byte{0});
    return zero == rest.end() ? left + 1 : static_cast<std::uint64_t>(zero - rest.begin()) + 1;
  }
  if (type.kind == Kind::text_varint) {
    std::uint64_t length = 0;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(left, 5); ++i) {
      const auto byte = static_cast<std::uint64_t>(bytes_[region.at + i]);
      length |= (byte & 0x7F) << (7 * i);
      if (byte < 0x80) return i + 1 + length;
    }
    return left + 1;
  }
  return left;  // bytes without a size: all that is left
}

std::uint64_t Walk::load(std::uint64_t offset, std::uint8_t width) const {
  std::uint64_t value = 0;
  for (std::uint8_t i = 0; i < width; ++i) {
    const std::uint64_t at = description_.order == std::endian::big
                                 ? offset + i
                                 : offset + static_cast<std::uint64_t>(width - 1 - i);
    value = value << 8u | static_cast<std::uint64_t>(bytes_[at]);
  }
  return value;
}

std::int64_t Walk::integer(std::uint64_t offset, const FieldType& type) const {
  const std::uint64_t value = load(offset, type.width);
  if (!type.is_signed || type.width == 8) return static_cast<std::int64_t>(value);
  const unsigned unused = 64u - 8u * type.width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

}  // namespace anmkit
