// SPDX-License-Identifier: MIT
// The one door back: whatever a glTF file shows, in the target's axes and units, next to the
// original that it was made from.
#include <algorithm>
#include <numeric>

#include "convert/clip_choice.hpp"
#include "convert/import.hpp"
#include "convert/left_out.hpp"
#include "convert/retarget_scene.hpp"
#include "convert/sample_limit.hpp"
#include "convert/steps.hpp"
#include "core/limits.hpp"
#include "scene/shared_meshes.hpp"

namespace anmkit {
namespace {

// Which clips of the scene a step takes: the first one's name specifies what the result replaces.
std::string_view name_of_clip(const step::FromGltf& step, const Scene& scene) {
  if (scene.clips.empty()) return {};
  return scene.clips[step.clips.empty() ? step.clip.value_or(0) : step.clips.front()].name;
}

// Formats that take one clip take the one shown.
std::vector<std::size_t> taken_clips(const step::FromGltf& step, std::optional<std::size_t> shown,
                                     std::size_t count, std::size_t taken) {
  if (!step.clips.empty()) return step.clips;
  if (shown) return {*shown};
  std::vector<std::size_t> clips(taken > 1 ? count : std::min<std::size_t>(count, 1));
  std::iota(clips.begin(), clips.end(), std::size_t{0});
  return clips;
}

}  // namespace

Result<Bytes> make_from_gltf(const step::FromGltf& step, const std::string& output,
                             const ConvertRequest& request, CompanionPool& companions,
                             ConversionReport& report) {
  Import& import = *step.import;
  const Scene& given = *import.scene;
  report.diagnostics.add_all(step.notes);
  if (auto good = check_shared_meshes(given, limit_in(request.options, Limit::vertices)); !good)
    return std::unexpected(std::move(good.error()));
  for (const std::size_t clip :
       taken_clips(step, step.clip, given.clips.size(), given.clips.size())) {
    if (auto fits = check_samples(given.clips[clip], request.options); !fits)
      return std::unexpected(std::move(fits.error()));
  }
  const auto& ready = make_ready(import, request, companions);
  if (!ready) return std::unexpected(ready.error());
  report.diagnostics.add_all(ready->notes);
  const bool retargeted = ready->skeleton.has_value();
  std::optional<Scene> moved;
  if (retargeted) {
    auto put = put_on(given, step.clip, *ready->skeleton, request.retarget, ready->beside,
                      request.options, report);
    if (!put) return std::unexpected(std::move(put.error()));
    moved = std::move(*put);
    change_frame(*moved, ready->frame);
  }
  const Scene& scene = moved ? *moved : *ready->scene;
  const auto write = [&](std::optional<std::size_t> clip, ConversionReport& made) {
    // Of a scene on a skeleton only the chosen clip is there.
    if (retargeted && step.clip) clip = 0;
    FromScene from{.scene = scene, .clip = clip, .output = output};
    from.on_skeleton = retargeted;
    from.cut = import.cut;
    if (!retargeted) {
      from.original = ready->originals.of(name_of_clip(step, given));
      from.origins = ready->originals.all();
      from.clips = step.clips;
      from.facts = ready->facts.get();
      from.checked = true;
    }
    return step.target->from_scene(from, {ready->beside, request.options}, made);
  };
  const ConversionReport before = report;
  auto bytes = write(step.clip, report);
  if (!bytes) return bytes;
  // Banks and tables take all clips, other formats one.
  const std::size_t count = step.clips.empty() ? given.clips.size() : step.clips.size();
  const bool one = !step.clip && report.clips > 0 && report.clips < count;
  const std::size_t usual = one ? usual_clip(given) : step.clip.value_or(0);
  if (one && usual != 0) {
    report = before;
    bytes = write(usual, report);
    if (!bytes) return bytes;
  }
  const auto shown = one ? std::optional(usual) : step.clip;
  if (!retargeted) {
    report_left_out(scene, taken_clips(step, shown, given.clips.size(), report.clips), *step.target,
                    report);
  }
  if (one) report_choice(given, usual, report.clips, step.target->id, report);
  if (ready->originals.none() && !given.clips.empty() && step.target->abilities.animation)
    report_still(given, shown, report.diagnostics);
  return bytes;
}

}  // namespace anmkit
