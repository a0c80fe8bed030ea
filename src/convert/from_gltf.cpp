// SPDX-License-Identifier: MIT
// The one door back: whatever a glTF file shows, in the target's axes and units, beside the
// original that it was made from.
#include <algorithm>

#include "anmkit/gltf.hpp"
#include "convert/bridge.hpp"
#include "convert/clip_choice.hpp"
#include "convert/left_out.hpp"
#include "convert/provenance.hpp"
#include "convert/steps.hpp"
#include "core/paths.hpp"

namespace anmkit {
namespace {

DocumentPtr parse_source(const SceneSource* source, const Options& options) {
  const Format* format = source == nullptr ? nullptr : find_format(source->format);
  if (format == nullptr) return nullptr;
  Diagnostics unused;
  return format->parse({source->bytes, source->name}, options, unused);
}

// The file inside the glTF that the result replaces.
const SceneSource* original_of(const std::vector<SceneSource>& sources, const Format& target,
                               const std::string& clip) {
  const SceneSource* source = find_source(sources, target.id, clip);
  // Where a clip was renamed, a single file still says which one it was.
  if (source == nullptr && sources.size() == 1) source = find_source(sources, target.id, {});
  return source;
}

// Options that speak of another skeleton need one.
Result<void> check_bridge(const Bridge& bridge, bool bridged) {
  const bool asks =
      !bridge.map.empty() || bridge.pose != nullptr || bridge.ground || bridge.in_place;
  if (bridged || !asks) return {};
  const std::string_view option = !bridge.map.empty()      ? "--map"
                                  : bridge.pose != nullptr ? "--pose"
                                  : bridge.ground          ? "--ground"
                                                           : "--in-place";
  return fail(std::string(kUsageError),
              std::string(option) + " is for a motion that was made on another skeleton; --with " +
                  "FILE names the one it is for");
}

// Of what the user names beside the file the way back must look at something; a folder, or a model
// in several files, may hold more.
Result<void> check_helpers(const Format& target, Companions beside) {
  const bool helps = std::ranges::any_of(beside, [&](const Companion& one) {
    return one.document != nullptr &&
           std::ranges::find(target.helpers, one.document->format()) != target.helpers.end();
  });
  if (beside.empty() || helps) return {};
  std::string taken;
  for (const std::string_view helper : target.helpers)
    taken += " " + std::string(helper);
  return fail(std::string(kUsageError),
              "--with " + beside.front().path + " makes no difference to " +
                  std::string(target.id) + " from glTF; " +
                  (taken.empty() ? "nothing beside the glTF does" : "what does:" + taken));
}

// The target's axes and units; --scale says what a unit is worth in files that do not know it.
Result<Frame> frame_of(const step::FromGltf& step, const ConvertRequest& request, bool bridged) {
  Frame frame = step.target->frame;
  if (!(request.metres_per_unit > 0)) return frame;
  if (bridged)
    return fail(std::string(kUsageError), "--scale means nothing here: the skeleton has the unit");
  if (tells_unit(step.input->bytes)) {
    return fail(std::string(kUsageError),
                "--scale means nothing to what anmkit exported; the file says how large its units "
                "are");
  }
  frame.metres_per_unit = request.metres_per_unit;
  return frame;
}

}  // namespace

Result<Bytes> make_from_gltf(const step::FromGltf& step, const std::string& output,
                             const ConvertRequest& request, CompanionPool& companions,
                             ConversionReport& report) {
  const Scene& given = *step.scene;
  report.diagnostics.add_all(step.notes);
  const std::vector<Companion> beside = companions.given();
  if (auto used = check_helpers(*step.target, beside); !used) return std::unexpected(used.error());
  if (auto lost = find_lost_extras(step.input->bytes)) report.diagnostics.add(std::move(*lost));
  std::string name;
  if (!given.clips.empty()) name = given.clips[step.clip.value_or(0)].name;
  const auto sources = sources_of(given);
  const SceneSource* source = original_of(sources, *step.target, name);
  std::vector<DocumentPtr> documents;
  std::vector<Origin> origins;
  const Document* original = nullptr;
  for (const SceneSource& one : sources) {
    const Format* format = find_format(one.format);
    if (format == nullptr || format->family != step.target->family) continue;
    DocumentPtr document = parse_source(&one, request.options);
    if (!document) continue;
    if (&one == source) original = document.get();
    origins.push_back({document.get(), one.name, one.clips});
    documents.push_back(std::move(document));
  }
  auto skeleton = find_skeleton(*step.target, beside, request.options);
  if (!skeleton) return std::unexpected(std::move(skeleton.error()));
  // What was made from the family's own files comes back as it is, unless a map was given.
  const bool bridged =
      *skeleton && !given.clips.empty() &&
      (!request.bridge.map.empty() || (origins.empty() && !stands_on(given, (*skeleton)->scene)));
  if (auto meant = check_bridge(request.bridge, bridged); !meant)
    return std::unexpected(std::move(meant.error()));
  const auto frame = frame_of(step, request, bridged);
  if (!frame) return std::unexpected(frame.error());
  Scene scene;
  if (bridged) {
    auto put =
        put_on(given, step.clip, **skeleton, request.bridge, beside, request.options, report);
    if (!put) return std::unexpected(std::move(put.error()));
    scene = std::move(*put);
    original = nullptr;
    origins.clear();
  } else {
    scene = given;
  }
  change_frame(scene, *frame);
  const auto write = [&](std::optional<std::size_t> clip, ConversionReport& made) {
    // Of a scene on a skeleton only the chosen clip is there.
    if (bridged && step.clip) clip = 0;
    const FromScene from{scene, original, clip, output, origins, bridged, step.cut};
    return step.target->from_scene(from, {beside, request.options}, made);
  };
  const ConversionReport before = report;
  auto bytes = write(step.clip, report);
  if (!bytes) return bytes;
  // Banks and tables take all clips, other formats one.
  const bool one = !step.clip && report.clips > 0 && report.clips < given.clips.size();
  const std::size_t usual = one ? usual_clip(given) : step.clip.value_or(0);
  if (one && usual != 0) {
    report = before;
    bytes = write(usual, report);
    if (!bytes) return bytes;
  }
  const auto shown = one ? std::optional(usual) : step.clip;
  if (!bridged) report_left_out(scene, shown, *step.target, report);
  if (one) report_choice(given, usual, report.clips, report);
  if (sources.empty() && !given.clips.empty() && step.target->abilities.animation)
    report_still(given, shown, report.diagnostics);
  return bytes;
}

}  // namespace anmkit
