// SPDX-License-Identifier: MIT
// Values of expressions while a description is followed.
#include "describe/walk.hpp"

namespace anmkit {
namespace {

using Kind = FieldType::Kind;

}  // namespace

Walk::Value Walk::settle(std::uint32_t found) const {
  if (found == Found::kNone) return {};
  const Found& one = found_[found];
  const FieldType type = type_of(one);
  if (one.repeated || type.kind != Kind::integer || one.length < type.width) return {{}, found};
  return {integer(one.offset, type), found};
}

Walk::Value Walk::member(const Value& of, std::string_view name) const {
  const std::uint32_t record = of.found;
  if (record == Found::kNone) return {};
  const FieldType type = type_of(found_[record]);
  if (type.kind != Kind::record) return {};
  const PlainRecord* plain_record = plain(type);
  if (plain_record != nullptr && !has_parts(record) && name != "_parent") {
    return in_plain(*plain_record, found_[record].offset + of.item * plain_record->size, name);
  }
  if (name == "_parent") {
    std::uint32_t parent = found_[record].parent;
    while (parent != Found::kNone && found_[parent].repeated)
      parent = found_[parent].parent;
    return {{}, parent};
  }
  const std::uint32_t end = end_of(record);
  for (std::uint32_t i = record + 1; i < end; i = end_of(i)) {
    const Found& one = found_[i];
    if (!one.run) {
      if (fields_[one.field]->name == name) return settle(i);
    } else if (const Value value = in_plain(*plain(type_of(one)), one.offset, name); value.number) {
      return value;
    }
  }
  return named(record, name);
}

// An integer of a plain record at some place.
Walk::Value Walk::in_plain(const PlainRecord& record, std::uint64_t at,
                           std::string_view name) const {
  for (const PlainField& one : record.fields) {
    if (one.path != name || one.type.kind != Kind::integer) continue;
    if (at + one.offset + one.type.width > bytes_.size()) return {};
    return {integer(at + one.offset, one.type), Found::kNone};
  }
  return {};
}

// The name of an expression in a record.
Walk::Value Walk::named(std::uint32_t record, std::string_view name) const {
  for (const Field& field : description_.records[type_of(found_[record]).record].fields) {
    if (field.type != "let" || field.name != name) continue;
    const auto& expression = compiled_.at(&field).value;
    if (expression) return value(*expression, expression->root(), {record, -1, 0});
  }
  return {};
}

Walk::Value Walk::name(std::string_view name, Scope scope) const {
  if (name == "_root") return {{}, 0};
  if (name == "_index") return {scope.index, Found::kNone};
  return member({{}, scope.record}, name);
}

Walk::Value Walk::item_of(const Value& list, std::int64_t index) const {
  if (list.found == Found::kNone || index < 0 || !found_[list.found].repeated) return {};
  const Found& all = found_[list.found];
  const auto wanted = static_cast<std::uint64_t>(index);
  const FieldType type = type_of(all);
  if (type.is_number()) {
    if (wanted >= all.length / type.width || type.kind == Kind::real) return {};
    return {integer(all.offset + wanted * type.width, type), Found::kNone};
  }
  if (const std::uint32_t width = width_of(type); width != 0) {
    if (wanted >= all.length / width) return {};
    return {{}, list.found, wanted};
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
      return member(of(node.left), node.name);
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

}  // namespace anmkit
