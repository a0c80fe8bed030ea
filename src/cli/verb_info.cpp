// SPDX-License-Identifier: MIT
// anmkit info: what a file is and holds.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "anmkit/gltf.hpp"
#include "cli/input.hpp"
#include "cli/json_text.hpp"
#include "cli/report.hpp"
#include "cli/subjects.hpp"
#include "cli/verbs.hpp"

namespace anmkit::cli {
namespace {

struct FileInfo {
  std::string path;
  std::string format;
  std::string title;
  std::size_t size = 0;
  DocumentInfo info;
  std::vector<std::string> companions;
  int status = kGood;
  Diagnostics diagnostics;
};

DocumentInfo gltf_info(const Scene& scene) {
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

void describe_gltf(const GltfInput& gltf, FileInfo& file) {
  const auto scene = read_gltf(gltf);
  file.format = "gltf";
  file.title = "glTF 2.0";
  if (scene) {
    file.info = gltf_info(*scene);
  } else {
    file.status = kBad;
    file.diagnostics.add(scene.error());
    print_diagnostics(file.path, file.diagnostics);
  }
}

void describe_format(const Format& format, FileInfo& file) {
  file.format = format.id;
  file.title = format.title;
}

// That what options name is not there, as `check` finds it.
int check_options_of(const Parsed& parsed, Companions companions, const Arguments& arguments) {
  if (arguments.options.empty()) return kGood;
  Diagnostics found;
  parsed.document->check({companions, arguments.options}, found);
  int status = kGood;
  for (const Diagnostic& diagnostic : found.finish()) {
    if (diagnostic.code != kBadOption) continue;
    print_diagnostic(parsed.path, diagnostic);
    status = kUsage;
  }
  return status;
}

FileInfo describe(const std::string& path, Surroundings& surroundings, const Arguments& arguments) {
  FileInfo file;
  Opened opened = open_input(path, arguments);
  file.path = path_of(opened);
  file.size = std::visit([](const auto& one) { return one.bytes.size(); }, opened);
  if (const auto* gltf = std::get_if<GltfInput>(&opened)) {
    describe_gltf(*gltf, file);
  } else if (auto* raw = std::get_if<Raw>(&opened)) {
    if (raw->format != nullptr) describe_format(*raw->format, file);
    explain(*raw);
    file.status = status_of(*raw);
    file.diagnostics = std::move(raw->why);
  } else {
    const auto& parsed = std::get<Parsed>(opened);
    describe_format(*parsed.format, file);
    file.info = parsed.document->info();
    const CompanionPool::Set beside = surroundings.pool().of(parsed);
    for (const Companion& companion : beside.companions)
      file.companions.push_back(companion.path);
    file.status =
        std::max(surroundings.status(), check_options_of(parsed, beside.companions, arguments));
  }
  return file;
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

void write_files(JsonWriter& json, const std::vector<FileInfo>& all) {
  json.key("files");
  json.begin_array();
  for (const FileInfo& file : all) {
    json.begin_object();
    json.member("file", std::string_view(json_safe(file.path)));
    json.key("format");
    if (file.format.empty()) {
      json.null();
    } else {
      json.value(std::string_view(file.format));
    }
    json.member("size", file.size);
    json.key("clips");
    json.begin_array();
    for (const ClipInfo& clip : file.info.clips)
      write_clip(json, clip);
    json.end_array();
    json.member("nodes", file.info.nodes.size());
    json.key("nodeNames");
    json.begin_array();
    for (const std::string& node : file.info.nodes)
      json.value(std::string_view(json_safe(node)));
    json.end_array();
    json.key("facts");
    json.begin_object();
    write_facts(json, file.info.facts);
    json.end_object();
    json.key("companions");
    json.begin_array();
    for (const std::string& path : file.companions)
      json.value(std::string_view(json_safe(path)));
    json.end_array();
    if (!file.diagnostics.empty()) {
      json.key("diagnostics");
      write_diagnostics(json, file.diagnostics);
    }
    json.end_object();
  }
  json.end_array();
}

std::string as_text(const FileInfo& file) {
  std::string text = fmt::format("{}: {}, {} bytes\n", file.path, file.title, file.size);
  for (const ClipInfo& clip : file.info.clips) {
    const std::string name = clip.name.empty() ? "-" : clip.name;
    // A still, or a random script, whose facts say so.
    if (clip.frames <= 0) {
      text += fmt::format("  clip {}: no length, {}/s\n", name, clip.rate);
      continue;
    }
    text += fmt::format("  clip {}: {} frames at {}/s", name, clip.frames, clip.rate);
    text += clip.loop ? fmt::format(", loops from {}\n", clip.loop_start) : ", plays once\n";
  }
  if (!file.info.nodes.empty()) {
    text +=
        fmt::format("  nodes ({}): {}\n", file.info.nodes.size(), fmt::join(file.info.nodes, ", "));
  }
  for (const auto& [key, value] : file.info.facts)
    text += fmt::format("  {}: {}\n", key, value);
  for (const std::string& path : file.companions)
    text += fmt::format("  with {}\n", path);
  return text;
}

int print_graph(const std::string& path, const Arguments& arguments) {
  const Opened opened = open_input(path, arguments);
  int status = kGood;
  const Parsed* parsed = parsed_or_explain(opened, status);
  if (parsed == nullptr) return status;
  const auto graph = parsed->document->graph(arguments.graph);
  if (graph) return print_result(*graph) ? kGood : kSystem;
  print_diagnostic(path, graph.error());
  return status_for(graph.error());
}

// Files one by one, folders by what there is to look at in them.
class Description {
 public:
  explicit Description(const Arguments& arguments) : arguments_(arguments) {}

  int run() {
    std::vector<std::string> files, folders;
    for (const std::string& path : arguments_.files)
      (is_folder(path) ? folders : files).push_back(path);
    if (!describe_files(files) || !describe_folders(folders)) return kSystem;
    if (arguments_.json && !print_json(files.empty(), folders.empty())) return kSystem;
    print_failures(failed_, all_.size());
    return status_;
  }

 private:
  bool describe_files(const std::vector<std::string>& paths) {
    Surroundings surroundings(arguments_);
    for (const std::string& path : paths) {
      all_.push_back(describe(path, surroundings, arguments_));
      const int status = all_.back().status;
      if (status != kGood) ++failed_;
      status_ = std::max(status_, status);
      if (!arguments_.json && status == kGood && !print_result(as_text(all_.back()))) return false;
    }
    return true;
  }

  bool describe_folders(const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
      projects_.push_back(open_folder(folder, arguments_));
      const Project& project = projects_.back();
      for (const Raw& raw : project.broken) {
        explain(raw);
        status_ = std::max(status_, status_of(raw));
      }
      if (project.subjects.empty() && project.orphans.empty() && project.broken.empty()) {
        print_error(fmt::format("{}: a folder without any file of a known format", folder));
        status_ = kSystem;
        continue;
      }
      if (!arguments_.json && !print_result(subject_table(folder, project))) return false;
    }
    return true;
  }

  bool print_json(bool no_files, bool no_folders) const {
    JsonWriter json(JsonWriter::Style::indented);
    json.begin_object();
    if (!no_files || no_folders) write_files(json, all_);
    if (!no_folders) write_projects(json, projects_);
    json.end_object();
    return print_result(json.take() + "\n");
  }

  const Arguments& arguments_;
  std::vector<FileInfo> all_;
  std::vector<Project> projects_;
  std::size_t failed_ = 0;
  int status_ = kGood;
};

}  // namespace

int run_info(const Arguments& arguments) {
  if (arguments.graph.empty()) return Description(arguments).run();
  int status = kGood;
  for (const std::string& path : expand_inputs(arguments))
    status = std::max(status, print_graph(path, arguments));
  return status;
}

}  // namespace anmkit::cli
