// SPDX-License-Identifier: MIT
// anmkit map: which bone of one skeleton drives which node of another.
#include <fmt/format.h>

#include "anmkit/retarget.hpp"
#include "cli/commands/verbs.hpp"
#include "cli/dry_run.hpp"
#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/files/storage.hpp"
#include "cli/report.hpp"
#include "json_reports/json_reports.hpp"

namespace anmkit::cli {
namespace {

// Null after its absence was explained.
std::optional<Scene> skeleton(const std::string& path, Surroundings& surroundings,
                              const Arguments& arguments, int& status) {
  const Opened file = open_input(path, arguments);
  if (const auto* raw = std::get_if<Raw>(&file)) {
    explain(*raw);
    status = status_of(*raw);
    return std::nullopt;
  }
  surroundings.pool().use_for(file);
  Diagnostics notes;
  auto scene = skeleton_of(file, surroundings.pool(), arguments.options, {}, &notes);
  print_diagnostics(path, notes);
  if (scene && !scene->nodes.empty()) return std::move(*scene);
  if (scene) {
    print_error(fmt::format("{} has no bones", path));
    status = kBad;
  } else {
    print_diagnostic(path, scene.error());
    status = status_for(scene.error());
  }
  return std::nullopt;
}

std::string as_json(const BoneMap& map) {
  std::vector<BoneLine> lines;
  for (const BonePair& pair : map.pairs)
    lines.push_back({pair.target, pair.source, std::string(reason_name(pair.reason))});
  for (const std::string& name : map.at_rest)
    lines.push_back({name, {}, "keeps its pose"});
  for (const BoneMap::Missing& one : map.missing) {
    std::string reason = "no bone was found";
    for (std::size_t i = 0; i < one.candidates.size(); ++i)
      reason += (i == 0 ? "; candidates: " : ", ") + one.candidates[i];
    lines.push_back({one.target, {}, std::move(reason)});
  }
  JsonWriter json(JsonWriter::Style::indented);
  json.begin_object();
  write_bones(json, lines);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace

int run_map(const Arguments& arguments) {
  if (arguments.files.size() != 2) {
    print_error("map expects two files: the animated source and the target",
                "anmkit map walk.glb robot.csmodel -o bones.txt");
    return kUsage;
  }
  for (const std::string& path : arguments.files) {
    if (!is_folder(path)) continue;
    print_error(fmt::format("map expects two files, and {} is a folder", path),
                fmt::format("anmkit info {} lists its models and animations", path));
    return kUsage;
  }
  Surroundings surroundings(arguments);
  if (surroundings.status() != kGood) return surroundings.status();
  int status = kGood;
  const auto source = skeleton(arguments.files[0], surroundings, arguments, status);
  const auto target = skeleton(arguments.files[1], surroundings, arguments, status);
  if (!source || !target) return status;
  surroundings.tell_unused();
  const BoneMap map = guess_bones(*source, *target);
  if (map.pairs.empty()) {
    print_note("no bone of the source is known to drive a node of the target");
  }
  const std::string text = arguments.json ? as_json(map) : write_bones(map);
  if (arguments.output.empty() || arguments.output == "-")
    return print_result(text) ? kGood : kSystem;
  return deliver(arguments.output, in_one_piece(as_bytes(text)), arguments);
}

}  // namespace anmkit::cli
