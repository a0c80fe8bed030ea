// SPDX-License-Identifier: MIT
// Folders by the subjects in them.
#include "cli/files/clip_inputs.hpp"

#include <algorithm>
#include <set>

#include "cli/files/input.hpp"
#include "cli/files/subjects.hpp"
#include "convert/project_files.hpp"

namespace anmkit::cli {
namespace {

// Models have clips of their own in some families alone.
bool has_clips(const std::string& path, bool scripts, const Arguments& arguments) {
  const Opened file = open_input(path, arguments);
  const auto* parsed = std::get_if<Parsed>(&file);
  if (parsed == nullptr) return false;
  if (!parsed->format->abilities.scene) return scripts && parsed->format->abilities.play;
  return !parsed->document->info().clips.empty();
}

}  // namespace

ClipInputs clip_inputs(const Arguments& arguments, bool gltf) {
  ClipInputs inputs;
  for (const std::string& path : arguments.files) {
    if (!is_folder(path)) {
      inputs.paths.push_back(path);
      continue;
    }
    inputs.searched = true;
    const Project project = open_folder(path, arguments);
    for (const Raw& raw : project.broken) {
      explain(raw);
      inputs.status = std::max(inputs.status, status_of(raw));
    }
    std::set<std::string> seen;
    const auto add = [&](const std::string& file) {
      if (seen.insert(file).second) inputs.paths.push_back(file);
    };
    for (const Subject& subject : project.subjects) {
      const bool is_gltf = has_gltf_extension(subject.model);
      if (is_gltf && gltf && !subject.clips.empty()) add(subject.model);
      if (!is_gltf && !subject.model.empty() && has_clips(subject.model, !gltf, arguments))
        add(subject.model);
      for (const std::string& file : subject.files)
        add(file);
    }
  }
  return inputs;
}

}  // namespace anmkit::cli
