// SPDX-License-Identifier: MIT
// Reports of conversions as JSON.
#include "json_reports/json_reports.hpp"

namespace anmkit {

void write_bones(JsonWriter& json, std::span<const BoneLine> bones) {
  json.key("bones");
  json.begin_array();
  for (const BoneLine& line : bones) {
    json.begin_object();
    json.member("target", std::string_view(json_safe(line.target)));
    write_optional(json, "source", line.source);
    json.member("reason", std::string_view(line.reason));
    json.end_object();
  }
  json.end_array();
}

void write_fits(JsonWriter& json, std::span<const FitLine> fits) {
  json.key("fits");
  json.begin_array();
  for (const FitLine& fit : fits) {
    json.begin_object();
    json.member("what", std::string_view(json_safe(fit.what)));
    json.member("error", fit.error);
    json.member("unit", std::string_view(fit.unit));
    json.end_object();
  }
  json.end_array();
}

}  // namespace anmkit
