// SPDX-License-Identifier: MIT
// Construction of tables of fields: ahead in WebAssembly; elsewhere in tables.cpp alone, so
// that no compiler does it ahead.
#pragma once

// Only tables.cpp has those that are not constexpr.
// NOLINTBEGIN(misc-definitions-in-headers)
namespace anmkit {

ANMKIT_TABLES NamedValue::NamedValue(std::int64_t of, std::string_view says)
    : value(of), text(says) {}

ANMKIT_TABLES Field::Field(std::string_view called_so, std::string_view of_type,
                           std::string_view means, std::string_view of_specification)
    : name(called_so), type(of_type), meaning(means), section(of_specification) {}

ANMKIT_TABLES Field& Field::times(std::string_view expression) {
  count = expression;
  return *this;
}
ANMKIT_TABLES Field& Field::to_end() {
  count = "eos";
  return *this;
}
ANMKIT_TABLES Field& Field::up_to(std::string_view expression) {
  count = "eos";
  until = expression;
  return *this;
}
ANMKIT_TABLES Field& Field::only_if(std::string_view expression) {
  when = expression;
  return *this;
}
ANMKIT_TABLES Field& Field::placed(std::string_view expression) {
  at = expression;
  return *this;
}
ANMKIT_TABLES Field& Field::sized(std::string_view expression) {
  size = expression;
  return *this;
}
ANMKIT_TABLES Field& Field::by(std::string_view expression) {
  choice = expression;
  return *this;
}
ANMKIT_TABLES Field& Field::fixed(std::string_view values) {
  always = values;
  return *this;
}
ANMKIT_TABLES Field& Field::in(std::string_view name_of_unit, double times_unit) {
  unit = name_of_unit;
  factor = times_unit;
  return *this;
}
ANMKIT_TABLES Field& Field::called(std::span<const NamedValue> names) {
  labels = names;
  return *this;
}
ANMKIT_TABLES Field& Field::unseen() {
  peek = true;
  return *this;
}
ANMKIT_TABLES Field& Field::as(ByteKind what) {
  kind = what;
  return *this;
}

ANMKIT_TABLES Field let(std::string_view name, std::string_view value) {
  Field field(name, "let", {});
  field.value = value;
  return field;
}

ANMKIT_TABLES Record::Record(std::string_view called_so, std::span<const Field> consists_of)
    : name(called_so), fields(consists_of) {}

}  // namespace anmkit
// NOLINTEND(misc-definitions-in-headers)
