// SPDX-License-Identifier: MIT
// JSON reports of files, on which scripts rely: the same members whoever asks,
// the tool or a program in another language.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "anmkit/explain.hpp"
#include "anmkit/project.hpp"
#include "json_reports/json_text.hpp"

namespace anmkit {

// formats.cpp: the member "formats".
void write_formats(JsonWriter& json);

// file_info.cpp
struct FileInfo {
  std::string path;
  std::string format, title;  // empty: of no known format
  std::size_t size = 0;
  DocumentInfo info;
  std::vector<std::string> companions;  // paths
  Diagnostics diagnostics;
};
// The facts of an opened file, without companions; of a glTF file its scene is read.
FileInfo info_of(const Opened& opened);
// One object.
void write_info(JsonWriter& json, const FileInfo& file);

// findings.cpp: one object. `format`: an id, or empty for none.
void write_checked(JsonWriter& json, std::string_view path, std::string_view format, bool good,
                   const Diagnostics& found);

// projects.cpp: the members "subjects", "orphans" and "broken".
void write_projects(JsonWriter& json, std::span<const Project> projects);

// playback.cpp: one object; and the same in parts: its beginning, of which the ticks are not asked,
// any number of ticks, its end.
void write_playback(JsonWriter& json, const Parsed& played, const Playback& playback);
void begin_playback(JsonWriter& json, const Parsed& played, const Playback& head);
void write_ticks(JsonWriter& json, const Playback& part);
void end_playback(JsonWriter& json);

// fields.cpp: the members of one file's explanation; from byte `at` one field only, where there is
// one.
std::string_view specification_of(const Format& format);
void write_coverage(JsonWriter& json, const Explanation& what);
void write_leaf(JsonWriter& json, const Leaf& leaf);

// report.cpp: the report of a conversion.
void write_bones(JsonWriter& json, std::span<const BoneLine> bones);
void write_fits(JsonWriter& json, std::span<const FitLine> fits);

}  // namespace anmkit
