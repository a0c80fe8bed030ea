// SPDX-License-Identifier: MIT
// How tables of fields are filled in. Out of line, so that no compiler does it ahead.
#include "describe/description.hpp"

namespace anmkit {

NamedValue::NamedValue(std::int64_t of, std::string_view says) : value(of), text(says) {}

Field::Field(std::string_view called_so, std::string_view of_type, std::string_view means,
             std::string_view of_specification)
    : name(called_so), type(of_type), meaning(means), section(of_specification) {}

Field& Field::times(std::string_view expression) {
  count = expression;
  return *this;
}
Field& Field::to_end() {
  count = "eos";
  return *this;
}
Field& Field::up_to(std::string_view expression) {
  count = "eos";
  until = expression;
  return *this;
}
Field& Field::only_if(std::string_view expression) {
  when = expression;
  return *this;
}
Field& Field::placed(std::string_view expression) {
  at = expression;
  return *this;
}
Field& Field::sized(std::string_view expression) {
  size = expression;
  return *this;
}
Field& Field::by(std::string_view expression) {
  choice = expression;
  return *this;
}
Field& Field::fixed(std::string_view values) {
  always = values;
  return *this;
}
Field& Field::in(std::string_view name_of_unit, double times_unit) {
  unit = name_of_unit;
  factor = times_unit;
  return *this;
}
Field& Field::called(std::span<const NamedValue> names) {
  labels = names;
  return *this;
}
Field& Field::unseen() {
  peek = true;
  return *this;
}
Field& Field::as(ByteKind what) {
  kind = what;
  return *this;
}

Field let(std::string_view name, std::string_view value) {
  Field field(name, "let", {});
  field.value = value;
  return field;
}

Record::Record(std::string_view called_so, std::span<const Field> consists_of)
    : name(called_so), fields(consists_of) {}

}  // namespace anmkit
