// SPDX-License-Identifier: MIT
// Facts of one file.
#include <map>

#include "json_reports/json_reports.hpp"

namespace anmkit {
namespace {

DocumentInfo info_of(const Scene& scene) {
  DocumentInfo info;
  for (const Clip& clip : scene.clips) {
    info.clips.push_back({clip.name, clip.duration, clip.rate, clip.loops, clip.loop_start});
  }
  for (const Node& node : scene.nodes)
    info.nodes.push_back(node.name);
  info.facts.emplace_back("meshes", std::to_string(scene.meshes.size()));
  info.facts.emplace_back("images", std::to_string(scene.images.size()));
  return info;
}

// A fact that stands there several times is a list: JSON has no place for a key twice.
void write_facts(JsonWriter& json, const std::vector<std::pair<std::string, std::string>>& facts) {
  std::map<std::string, std::vector<std::string>> values;
  for (const auto& [key, value] : facts)
    values[json_safe(key)].push_back(json_safe(value));
  for (const auto& [key, value] : facts) {
    const auto found = values.find(json_safe(key));
    if (found == values.end()) continue;
    json.key(found->first);
    if (found->second.size() > 1) json.begin_array();
    for (const std::string& one : found->second)
      json.value(std::string_view(one));
    if (found->second.size() > 1) json.end_array();
    values.erase(found);
  }
}

}  // namespace

FileInfo info_of(const Opened& opened) {
  FileInfo file;
  file.path = path_of(opened);
  file.size = std::visit([](const auto& one) { return one.bytes.size(); }, opened);
  const auto describe = [&](const Format& format) {
    file.format = format.id;
    file.title = format.title;
  };
  const auto describe_gltf = [&] {
    file.format = "gltf";
    file.title = "glTF 2.0";
  };
  if (const auto* gltf = std::get_if<GltfInput>(&opened)) {
    gltf->format != nullptr ? describe(*gltf->format) : describe_gltf();
    file.info = info_of(*gltf->scene);
  } else if (const auto* raw = std::get_if<Raw>(&opened)) {
    if (raw->format != nullptr) describe(*raw->format);
    if (raw->gltf) describe_gltf();
    file.diagnostics = raw->why;
  } else {
    const auto& parsed = std::get<Parsed>(opened);
    describe(*parsed.format);
    file.info = parsed.document->info();
  }
  return file;
}

void write_info(JsonWriter& json, const FileInfo& file) {
  json.begin_object();
  json.member("file", std::string_view(json_safe(file.path)));
  write_optional(json, "format", file.format);
  json.member("size", file.size);
  json.key("clips");
  json.begin_array();
  for (const ClipInfo& clip : file.info.clips)
    write_clip(json, clip);
  json.end_array();
  json.member("nodes", file.info.nodes.size());
  write_strings(json, "nodeNames", file.info.nodes);
  json.key("facts");
  json.begin_object();
  write_facts(json, file.info.facts);
  json.end_object();
  write_strings(json, "companions", file.companions);
  if (!file.diagnostics.empty()) {
    json.key("diagnostics");
    write_diagnostics(json, file.diagnostics);
  }
  json.end_object();
}

}  // namespace anmkit
