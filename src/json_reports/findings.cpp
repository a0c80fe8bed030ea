// SPDX-License-Identifier: MIT
// Findings of one file as JSON.
#include "json_reports/json_reports.hpp"

namespace anmkit {

void write_checked(JsonWriter& json, std::string_view path, std::string_view format, bool good,
                   const Diagnostics& found) {
  json.begin_object();
  json.member("file", std::string_view(json_safe(path)));
  write_optional(json, "format", format);
  json.member("ok", good);
  json.key("diagnostics");
  write_diagnostics(json, found);
  json.end_object();
}

}  // namespace anmkit
