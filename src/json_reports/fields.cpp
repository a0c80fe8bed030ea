// SPDX-License-Identifier: MIT
// The bytes of a file, field by field.
#include "json_reports/json_reports.hpp"

namespace anmkit {

std::string_view specification_of(const Format& format) {
  for (const CodeTable& table : code_tables())
    if (table.prefix == format.family) return table.specification;
  return {};
}

void write_coverage(JsonWriter& json, const Explanation& what) {
  const Coverage& all = what.coverage();
  json.key("coverage");
  json.begin_object();
  json.member("leaves", all.leaves);
  json.member("field", all.field);
  json.member("syntax", all.syntax);
  json.member("padding", all.padding);
  json.member("unused", all.unused);
  json.member("unknown", all.unknown);
  json.end_object();
  if (what.limited()) json.member("limited", true);
}

void write_leaf(JsonWriter& json, const Leaf& leaf) {
  json.begin_object();
  json.member("path", json_safe(leaf.path));
  json.member("offset", leaf.offset);
  json.member("length", leaf.length);
  json.member("kind", kind_name(leaf.kind));
  json.member("type", leaf.type);
  json.member("value", json_safe(leaf.value));
  if (!leaf.shown.empty()) json.member("shown", leaf.shown);
  json.member("meaning", leaf.meaning);
  if (!leaf.section.empty()) json.member("section", leaf.section);
  if (leaf.cut) json.member("cut", true);
  json.end_object();
}

}  // namespace anmkit
