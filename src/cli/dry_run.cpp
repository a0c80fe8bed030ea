// SPDX-License-Identifier: MIT
// The plan of a conversion as text and as JSON.
#include "cli/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/files/encoding.hpp"
#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "json_reports/json_reports.hpp"

namespace anmkit::cli {
namespace {

Planned::File opened(const OutputFile& output) {
  Planned::File file{output.name, {}, output.bytes.size(), {}};
  const Opened again = open(output.bytes, output.name);
  if (const auto* parsed = std::get_if<Parsed>(&again)) {
    file.format = parsed->format->id;
    file.clips = parsed->document->info().clips;
  } else if (const auto* gltf = std::get_if<GltfInput>(&again)) {
    file.format = format_id_of(again);
    for (const Clip& clip : gltf->scene->clips)
      file.clips.push_back({clip.name, clip.duration, clip.rate, clip.loops, clip.loop_start});
  }
  return file;
}

}  // namespace

Planned planned(const std::string& from, const std::vector<OutputFile>& files,
                const ConversionReport& report) {
  Planned planned{from, {}, report.bones, report.fits};
  for (const OutputFile& file : files)
    planned.files.push_back(opened(file));
  return planned;
}

std::string bones_text(const std::vector<BoneLine>& bones) {
  std::size_t width = 0;
  for (const BoneLine& line : bones)
    width = std::max(width, line.target.size());
  std::string text;
  for (const BoneLine& line : bones) {
    const std::string what =
        line.source.empty() ? line.reason : "<- " + line.source + "  (" + line.reason + ")";
    text += fmt::format("  {:<{}}  {}\n", line.target, width, what);
  }
  return readable(text);
}

std::string plan_text(const Planned& planned) {
  std::string text;
  for (const Planned::File& file : planned.files) {
    text +=
        fmt::format("{}: {} of {}, not written\n", shown(file.name), counted(file.bytes, "byte"),
                    file.format.empty() ? "another kind" : file.format);
    constexpr std::size_t kShown = 12;
    for (std::size_t i = 0; i < std::min(file.clips.size(), kShown); ++i) {
      const ClipInfo& clip = file.clips[i];
      text += fmt::format("  clip {}: {} {} at {} fps, {}\n",
                          clip.name.empty() ? "-" : shown(clip.name), number_text(clip.frames),
                          clip.frames == 1 ? "frame" : "frames", number_text(clip.rate),
                          clip.loop ? "loops" : "plays once");
    }
    if (file.clips.size() > kShown)
      text += fmt::format("  and {} more clips\n", file.clips.size() - kShown);
  }
  return readable(text) + bones_text(planned.bones);
}

std::string plan_json(const std::vector<Planned>& all) {
  JsonWriter json(JsonWriter::Style::indented);
  json.begin_object();
  json.key("conversions");
  json.begin_array();
  for (const Planned& one : all) {
    json.begin_object();
    json.member("from", std::string_view(json_safe(one.from)));
    json.key("files");
    json.begin_array();
    for (const Planned::File& file : one.files) {
      json.begin_object();
      json.member("file", std::string_view(json_safe(file.name)));
      json.member("format", std::string_view(file.format));
      json.member("bytes", file.bytes);
      json.key("clips");
      json.begin_array();
      for (const ClipInfo& clip : file.clips)
        write_clip(json, clip);
      json.end_array();
      json.end_object();
    }
    json.end_array();
    write_bones(json, one.bones);
    write_fits(json, one.fits);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take() + "\n";
}

}  // namespace anmkit::cli
