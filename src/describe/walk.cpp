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

bool is_number(const FieldType& type) {
  return type.kind == Kind::integer || type.kind == Kind::real;
}

}  // namespace

std::optional<FieldType> type_of(const Description& description, std::string_view type) {
  if (type == "bytes") return FieldType{.kind = Kind::bytes};
  if (type == "text") return FieldType{.kind = Kind::text};
  if (type == "textz") return FieldType{.kind = Kind::text_zero};
  if (type == "textv") return FieldType{.kind = Kind::text_varint};
  if (type == "let") return FieldType{.kind = Kind::let};
  for (const Record& record : description.records)
    if (record.name == type) return FieldType{.kind = Kind::record, .record = &record};
  if (type.size() != 2 || std::string_view("1248").find(type[1]) == std::string_view::npos ||
      std::string_view("usf").find(type[0]) == std::string_view::npos) {
    return std::nullopt;
  }
  return FieldType{.kind = type[0] == 'f' ? Kind::real : Kind::integer,
                   .width = static_cast<std::uint8_t>(type[1] - '0'),
                   .is_signed = type[0] == 's'};
}

Walk::Walk(ByteView bytes, const Description& description)
    : bytes_(bytes), description_(&description), most_(kLeastSteps + kStepsPerByte * bytes.size()) {
  Region whole{0, bytes.size()};
  add({.type = {.kind = Kind::record, .record = &description.records.front()},
       .length = bytes.size()});
  // Names of expressions are asked for while records are read, when the table may not grow.
  for (const Record& one : description.records)
    for (const Field& field : one.fields)
      compiled(field);
  record(0, description.records.front(), whole, 0);
}

const Walk::Compiled& Walk::compiled(const Field& field) {
  const auto [at, fresh] = compiled_.try_emplace(&field);
  if (!fresh) return at->second;
  Compiled& how = at->second;
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
  std::string_view types = field.type;
  while (how.choice && !types.empty()) {
    const std::string_view one = types.substr(0, types.find('|'));
    how.choices.push_back(type_of(*description_, one).value_or(FieldType{}));
    types.remove_prefix(std::min(types.size(), one.size() + 1));
  }
  if (!how.choice) how.type = type_of(*description_, field.type).value_or(FieldType{});
  return how;
}

std::uint32_t Walk::add(Found found) {
  if (found_.size() >= most_ || found_.size() >= Found::kNone) {
    limited_ = true;
    return Found::kNone;
  }
  const auto self = static_cast<std::uint32_t>(found_.size());
  if (found.parent != Found::kNone) {
    Found& parent = found_[found.parent];
    (parent.last == Found::kNone ? parent.first : found_[parent.last].next) = self;
    parent.last = self;
  }
  if (found.parent != Found::kNone) {
    if (const auto items = items_.find(found.parent); items != items_.end()) {
      items->second.resize(found.index, Found::kNone);
      items->second.push_back(self);
    }
  }
  found_.push_back(found);
  return self;
}

void Walk::record(std::uint32_t self, const Record& record, Region& region, int depth) {
  if (depth > kDeepest) {
    limited_ = true;
    return;
  }
  for (const Field& one : record.fields) {
    if (limited_ || found_[self].cut) return;
    field(self, one, region, depth);
  }
}

void Walk::field(std::uint32_t self, const Field& field, Region& region, int depth) {
  const Compiled& known = compiled(field);
  if (known.type.kind == Kind::let) return;
  const Scope scope{self, -1, region.at};
  if (known.when && number(*known.when, scope).value_or(0) == 0) return;
  if (!known.choice) return chosen(self, field, known, scope, region, depth);
  const auto choice = number(*known.choice, scope);
  if (!choice || *choice < 0 || static_cast<std::size_t>(*choice) >= known.choices.size()) return;
  Compiled how = known;
  how.type = known.choices[static_cast<std::size_t>(*choice)];
  chosen(self, field, how, scope, region, depth);
}

void Walk::chosen(std::uint32_t self, const Field& field, const Compiled& how, Scope scope,
                  Region& region, int depth) {
  std::optional<Region> elsewhere;
  if (how.at && !how.each) {
    elsewhere = region_at(how, scope);
    if (!elsewhere) return;
  }
  Region& here = elsewhere ? *elsewhere : region;
  if (field.count.empty()) {
    item(self, field, how, {self, -1, here.at}, here, depth);
    return;
  }
  std::uint64_t count = Found::kNone;
  if (!how.to_end) {
    const auto wanted = number(*how.count, scope);
    if (!wanted || *wanted <= 0) return;
    count = static_cast<std::uint64_t>(*wanted);
  }
  // All of one kind, one after the other: they stay one entry.
  if (is_number(how.type)) return numbers(self, field, how, count, here);
  const std::uint32_t list =
      add({.field = &field, .type = how.type, .repeated = true, .parent = self, .offset = here.at});
  if (list == Found::kNone) return;
  items_[list];
  for (std::uint32_t i = 0; i < count && !limited_; ++i) {
    const Scope own{self, i, here.at};
    if (how.each) {
      // Items that point nowhere leave a gap in the numbers.
      auto there = region_at(how, own);
      if (there) item(list, field, how, own, *there, depth);
      continue;
    }
    const std::uint64_t before = here.at;
    if (before >= here.end) {
      found_[self].cut = found_[self].cut || (!how.to_end && !elsewhere);
      break;
    }
    if (!item(list, field, how, own, here, depth) || here.at == before) break;
  }
  found_[list].length = here.at - found_[list].offset;
}

// From the place that a field names to the end of the file.
std::optional<Walk::Region> Walk::region_at(const Compiled& how, Scope scope) const {
  const auto at = number(*how.at, scope);
  if (!at || *at < 0 || static_cast<std::uint64_t>(*at) >= bytes_.size()) return std::nullopt;
  return Region{static_cast<std::uint64_t>(*at), bytes_.size()};
}

void Walk::numbers(std::uint32_t parent, const Field& field, const Compiled& how,
                   std::uint64_t count, Region& region) {
  const std::uint64_t whole = (region.end - region.at) / how.type.width;
  const std::uint64_t there = std::min(count, whole);
  const bool cut = !how.to_end && there < count;
  if (cut && !how.at) found_[parent].cut = true;
  if (there == 0) return;
  add({.field = &field,
       .type = how.type,
       .repeated = true,
       .parent = parent,
       .offset = region.at,
       .length = there * how.type.width});
  region.at += there * how.type.width;
}

// One field, or one item of a repeated one; false when there is nothing to go on with.
bool Walk::item(std::uint32_t parent, const Field& field, const Compiled& how, Scope scope,
                Region& region, int depth) {
  std::optional<std::uint64_t> size;
  if (how.size) {
    const auto wanted = number(*how.size, scope);
    if (!wanted || *wanted < 0) return false;
    size = static_cast<std::uint64_t>(*wanted);
  }
  Found one{.field = &field,
            .type = how.type,
            .parent = parent,
            .index = scope.index < 0 ? 0 : static_cast<std::uint32_t>(scope.index),
            .offset = region.at};
  const std::uint64_t left = region.end - region.at;
  if (how.type.kind == Kind::record) {
    const std::uint32_t self = add(one);
    if (self == Found::kNone) return false;
    Region inside{region.at, region.at + std::min(size.value_or(left), left)};
    record(self, *how.type.record, inside, depth + 1);
    region.at = size ? inside.end : inside.at;
    Found& made = found_[self];
    made.length = region.at - one.offset;
    made.cut = made.cut || size.value_or(0) > left;
    // What is missing in a part of known size does not keep the rest from being there.
    const bool whole = !made.cut || (size && *size <= left);
    if (!whole && !how.at) found_[parent].cut = true;
    return whole;
  }
  std::uint64_t length = how.type.width;
  if (!is_number(how.type)) length = size ? *size : text_length(one, region);
  one.cut = length > left;
  if (one.cut && !how.at) found_[parent].cut = true;
  one.length = std::min(length, left);
  if (one.length == 0) return !one.cut;
  if (add(one) == Found::kNone) return false;
  region.at += one.length;
  return !one.cut;
}

// Of what says its length itself; longer than the region when its end is not there.
std::uint64_t Walk::text_length(const Found& of, Region region) const {
  const std::uint64_t left = region.end - region.at;
  if (of.type.kind == Kind::text_zero) {
    const auto rest = bytes_.subspan(region.at, left);
    const auto zero = std::ranges::find(rest, std::byte{0});
    return zero == rest.end() ? left + 1 : static_cast<std::uint64_t>(zero - rest.begin()) + 1;
  }
  if (of.type.kind == Kind::text_varint) {
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
    const std::uint64_t at = description_->order == std::endian::big
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

Walk::Value Walk::settle(std::uint32_t found) const {
  if (found == Found::kNone) return {};
  const Found& one = found_[found];
  if (one.repeated || one.type.kind != Kind::integer || one.length < one.type.width)
    return {{}, found};
  return {integer(one.offset, one.type), found};
}

Walk::Value Walk::member(std::uint32_t record, std::string_view name) const {
  if (record == Found::kNone || found_[record].type.kind != Kind::record) return {};
  if (name == "_parent") {
    std::uint32_t parent = found_[record].parent;
    while (parent != Found::kNone && found_[parent].repeated)
      parent = found_[parent].parent;
    return {{}, parent};
  }
  for (std::uint32_t i = found_[record].first; i != Found::kNone; i = found_[i].next)
    if (found_[i].field->name == name) return settle(i);
  return named(record, name);
}

// What a record calls an expression.
Walk::Value Walk::named(std::uint32_t record, std::string_view name) const {
  for (const Field& field : found_[record].type.record->fields) {
    if (field.type != "let" || field.name != name) continue;
    const auto& expression = compiled_.at(&field).value;
    if (expression) return value(*expression, expression->root(), {record, -1, 0});
  }
  return {};
}

Walk::Value Walk::name(std::string_view name, Scope scope) const {
  if (name == "_root") return {{}, 0};
  if (name == "_index") return {scope.index, Found::kNone};
  return member(scope.record, name);
}

Walk::Value Walk::item_of(const Value& list, std::int64_t index) const {
  if (list.found == Found::kNone || index < 0 || !found_[list.found].repeated) return {};
  const Found& all = found_[list.found];
  const auto wanted = static_cast<std::uint64_t>(index);
  if (is_number(all.type)) {
    if (wanted >= all.length / all.type.width || all.type.kind == Kind::real) return {};
    return {integer(all.offset + wanted * all.type.width, all.type), Found::kNone};
  }
  const auto items = items_.find(list.found);
  if (items == items_.end() || wanted >= items->second.size()) return {};
  return settle(items->second[wanted]);
}

std::optional<std::int64_t> Walk::number(const Expression& expression, Scope scope) const {
  return value(expression, expression.root(), scope).number;
}

Walk::Value Walk::value(const Expression& expression, const Expression::Node& node,
                        Scope scope) const {
  using K = Expression::Kind;
  const auto of = [&](std::uint32_t index) { return value(expression, expression[index], scope); };
  switch (node.kind) {
    case K::number:
      return {node.number, Found::kNone};
    case K::name:
      return name(node.name, scope);
    case K::member: {
      const Expression::Node& left = expression[node.left];
      if (node.name == "size" && left.kind == K::member && left.name == "_io")
        return {static_cast<std::int64_t>(bytes_.size()), Found::kNone};
      if (node.name == "pos" && left.kind == K::name && left.name == "_io")
        return {static_cast<std::int64_t>(scope.at), Found::kNone};
      return member(of(node.left).found, node.name);
    }
    case K::item: {
      const auto index = of(node.right).number;
      return index ? item_of(of(node.left), *index) : Value{};
    }
    case K::choose: {
      const auto condition = of(node.left).number;
      return condition ? of(*condition != 0 ? node.right : node.third) : Value{};
    }
    case K::logic_and: {
      const auto left = of(node.left).number;
      if (!left || *left == 0) return {left, Found::kNone};
      return of(node.right);
    }
    case K::logic_or: {
      const auto left = of(node.left).number;
      if (!left || *left != 0) return {left, Found::kNone};
      return of(node.right);
    }
    default:
      break;
  }
  const auto first = of(node.left).number;
  if (!first) return {};
  const std::int64_t a = *first;
  const auto whole = [](auto number) {
    return Value{static_cast<std::int64_t>(number), Found::kNone};
  };
  const auto ua = static_cast<std::uint64_t>(a);
  if (node.kind == K::negate) return whole(0 - ua);
  if (node.kind == K::complement) return whole(~ua);
  if (node.kind == K::invert) return whole(a == 0 ? 1 : 0);
  const auto second = of(node.right).number;
  if (!second) return {};
  const std::int64_t b = *second;
  const auto ub = static_cast<std::uint64_t>(b);
  switch (node.kind) {
    case K::multiply:
      return whole(ua * ub);
    case K::divide:
      return b > 0 && a >= 0 ? whole(a / b) : Value{};
    case K::remainder:
      return b > 0 && a >= 0 ? whole(a % b) : Value{};
    case K::add:
      return whole(ua + ub);
    case K::subtract:
      return whole(ua - ub);
    case K::shift_left:
      return b >= 0 && b < 63 ? whole(ua << ub) : Value{};
    case K::shift_right:
      return b >= 0 && b < 63 ? whole(a >> b) : Value{};
    case K::bit_and:
      return whole(a & b);
    case K::bit_xor:
      return whole(a ^ b);
    case K::bit_or:
      return whole(a | b);
    case K::equal:
      return whole(a == b ? 1 : 0);
    case K::unequal:
      return whole(a != b ? 1 : 0);
    case K::less:
      return whole(a < b ? 1 : 0);
    case K::less_equal:
      return whole(a <= b ? 1 : 0);
    case K::greater:
      return whole(a > b ? 1 : 0);
    case K::greater_equal:
      return whole(a >= b ? 1 : 0);
    default:
      return {};
  }
}

std::string Walk::path_of(std::uint32_t found) const {
  std::vector<std::uint32_t> chain;
  for (std::uint32_t at = found; at != Found::kNone && at != 0; at = found_[at].parent)
    chain.push_back(at);
  std::string path;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const Found& one = found_[*at];
    const bool item = one.parent != 0 && found_[one.parent].repeated;
    if (item) {
      path += '[' + std::to_string(one.index) + ']';
    } else {
      if (!path.empty()) path += '.';
      path += one.field->name;
    }
  }
  return path;
}

}  // namespace anmkit
