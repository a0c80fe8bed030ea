// SPDX-License-Identifier: MIT
// Contents of folders as JSON.
#include "json_reports/json_reports.hpp"

namespace anmkit {

void write_projects(JsonWriter& json, std::span<const Project> projects) {
  json.key("subjects");
  json.begin_array();
  for (const Project& project : projects) {
    for (const Subject& subject : project.subjects) {
      json.begin_object();
      json.member("name", std::string_view(json_safe(subject.name)));
      json.member("family", subject.family);
      write_optional(json, "model", subject.model);
      json.key("clips");
      json.begin_array();
      for (const ClipInfo& clip : subject.clips)
        write_clip(json, clip);
      json.end_array();
      write_strings(json, "files", subject.files);
      write_strings(json, "companions", subject.companions);
      write_strings(json, "textures", subject.textures);
      write_strings(json, "missing", subject.missing);
      write_strings(json, "rivals", subject.rivals);
      json.end_object();
    }
  }
  json.end_array();
  std::vector<std::string> orphans, broken;
  for (const Project& project : projects) {
    orphans.insert(orphans.end(), project.orphans.begin(), project.orphans.end());
    for (const Raw& raw : project.broken)
      broken.push_back(raw.path);
  }
  write_strings(json, "orphans", orphans);
  write_strings(json, "broken", broken);
}

}  // namespace anmkit
