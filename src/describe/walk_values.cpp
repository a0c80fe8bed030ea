// SPDX-License-Identifier: MIT
// What expressions come to while a description is followed.
#include "describe/walk.hpp"

namespace anmkit {
namespace {

using Kind = FieldType::Kind;

}  // namespace

Walk::Value Walk::settle(std::uint32_t found) const {
  if (found == Found::kNone) return {};
  const Found& one = found_[found];
  if (one.repeated || one.type.kind != Kind::integer || one.length < one.type.width)
    return {{}, found};
  return {integer(one.offset, one.type), found};
}

Walk::Value Walk::member(const Value& of, std::string_view name) const {
  const std::uint32_t record = of.found;
  if (record == Found::kNone || found_[record].type.kind != Kind::record) return {};
  const PlainRecord* plain_record = plain(found_[record].type);
  if (plain_record != nullptr && found_[record].first == Found::kNone && name != "_parent") {
    for (const PlainField& one : plain_record->fields) {
      if (one.path != name || one.type.kind != Kind::integer) continue;
      const std::uint64_t at = found_[record].offset + of.item * plain_record->size + one.offset;
      if (at + one.type.width > bytes_.size()) return {};
      return {integer(at, one.type), Found::kNone};
    }
    return {};
  }
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
  for (const Field& field : description_->records[found_[record].type.record].fields) {
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
  if (all.type.is_number()) {
    if (wanted >= all.length / all.type.width || all.type.kind == Kind::real) return {};
    return {integer(all.offset + wanted * all.type.width, all.type), Found::kNone};
  }
  if (const std::uint32_t width = width_of(all.type); width != 0) {
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
