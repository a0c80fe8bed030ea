// SPDX-License-Identifier: MIT
// The clips of native files as BVH, a file for each.
#include <algorithm>
#include <numeric>
#include <set>

#include "convert/clip_choice.hpp"
#include "convert/sample_limit.hpp"
#include "convert/show.hpp"
#include "convert/steps.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"

namespace anmkit {

Outputs make_bvh(const step::ToGltf& step, const std::string& output, const ConvertRequest& request,
                 CompanionPool& companions, ConversionReport& report) {
  auto shown = show_scene(step, request, companions, report);
  if (!shown) return std::unexpected(std::move(shown.error()));
  Scene& scene = *shown;
  Frame frame = step.target->frame;
  if (request.metres_per_unit > 0) frame.metres_per_unit = request.metres_per_unit;
  change_frame(scene, frame);
  const bool each = output.ends_with('/') && !scene.clips.empty();
  std::vector<std::size_t> clips = {each ? 0 : usual_clip(scene)};
  if (each) {
    clips.resize(scene.clips.size());
    std::iota(clips.begin(), clips.end(), std::size_t{0});
  }
  std::vector<OutputFile> files;
  std::set<std::string> taken;
  for (const std::size_t i : clips) {
    if (!scene.clips.empty()) {
      if (auto fits = check_samples(scene.clips[i], request.options); !fits)
        return std::unexpected(std::move(fits.error()));
    }
    std::string name = output;
    if (output.ends_with('/') && !each) {
      name += std::string(stem_of(step.inputs.front()->path)) +
              std::string(step.target->extensions.front());
    } else if (each) {
      const std::string stem = portable_name(scene.clips[i].name);
      name = stem;
      for (int number = 2; !taken.insert(lowered(name)).second; ++number)
        name = stem + "_" + std::to_string(number);
      name = output + name + std::string(step.target->extensions.front());
    }
    auto bytes = step.target->from_scene({.scene = scene, .clip = i, .output = name},
                                         {{}, request.options}, report);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    files.push_back({std::move(name), std::move(*bytes)});
  }
  if (!each && scene.clips.size() > 1)
    report_choice(scene, clips.front(), 1, step.target->id, report);
  if (!scene.clips.empty())
    report_still(scene, each ? std::nullopt : std::optional(clips.front()), report.diagnostics);
  return files;
}

}  // namespace anmkit
