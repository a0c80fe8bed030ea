// SPDX-License-Identifier: MIT
// Findings, clips and numbers as the JSON contract spells them.
#include "json_reports/json_text.hpp"

#include <cmath>
#include <limits>

#include "core/utf8.hpp"

namespace anmkit {

std::string json_safe(std::string_view text) {
  return repaired_utf8(text);
}

void write_finding(JsonWriter& json, const Diagnostic& diagnostic) {
  json.member("code", std::string_view(diagnostic.code));
  json.member("severity", severity_name(diagnostic.severity));
  json.key("offset");
  if (diagnostic.offset) {
    json.value(*diagnostic.offset);
  } else {
    json.null();
  }
  if (diagnostic.line > 0) {
    json.member("line", diagnostic.line);
    json.member("column", diagnostic.column);
  }
  json.member("path", std::string_view(json_safe(diagnostic.path)));
  json.member("message", std::string_view(json_safe(diagnostic.message)));
}

void write_diagnostics(JsonWriter& json, const Diagnostics& diagnostics) {
  json.begin_array();
  for (const Diagnostic& diagnostic : diagnostics.finish()) {
    json.begin_object();
    write_finding(json, diagnostic);
    json.end_object();
  }
  json.end_array();
}

double shown(double number) {
  return std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number;
}

void write_numbers(JsonWriter& json, std::initializer_list<double> numbers) {
  json.begin_array(true);
  for (const double number : numbers)
    json.value(shown(number));
  json.end_array();
}

void write_clip(JsonWriter& json, const ClipInfo& clip) {
  json.begin_object();
  json.member("name", std::string_view(json_safe(clip.name)));
  json.member("frames", clip.frames);
  json.member("rate", clip.rate);
  json.member("loop", clip.loop);
  json.member("loopStart", clip.loop_start);
  json.end_object();
}

void write_strings(JsonWriter& json, std::string_view key, const std::vector<std::string>& list) {
  json.key(key);
  json.begin_array();
  for (const std::string& one : list)
    json.value(std::string_view(json_safe(one)));
  json.end_array();
}

void write_optional(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  if (text.empty()) return json.null();
  json.value(std::string_view(json_safe(text)));
}

}  // namespace anmkit
