// SPDX-License-Identifier: MIT
// The one door back: whatever a glTF file shows, in the target's axes and units, beside the
// original that it was made from.
#include <algorithm>

#include "anmkit/gltf.hpp"
#include "convert/bridge.hpp"
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
  if (bridged || (bridge.map.empty() && bridge.pose == nullptr && !bridge.ground)) return {};
  const std::string_view option = !bridge.map.empty()      ? "--map"
                                  : bridge.pose != nullptr ? "--pose"
                                                           : "--ground";
  return fail(std::string(kUsageError),
              std::string(option) + " is for a motion that was made on another skeleton; --with " +
                  "FILE names the one it is for");
}

}  // namespace

Result<Bytes> make_from_gltf(const step::FromGltf& step, const std::string& output,
                             const ConvertRequest& request, CompanionPool& companions,
                             ConversionReport& report) {
  const Scene& given = *step.scene;
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
  const std::vector<Companion> beside = companions.given();
  auto skeleton = find_skeleton(*step.target, beside, request.options);
  if (!skeleton) return std::unexpected(std::move(skeleton.error()));
  // What was made from the family's own files comes back as it is, unless a map was given.
  const bool bridged =
      *skeleton && !given.clips.empty() &&
      (!request.bridge.map.empty() || (origins.empty() && !stands_on(given, (*skeleton)->scene)));
  if (auto meant = check_bridge(request.bridge, bridged); !meant)
    return std::unexpected(std::move(meant.error()));
  Scene scene;
  if (bridged) {
    auto put = put_on(given, **skeleton, request.bridge, beside, request.options, report);
    if (!put) return std::unexpected(std::move(put.error()));
    scene = std::move(*put);
    original = nullptr;
    origins.clear();
  } else {
    scene = given;
  }
  change_frame(scene, step.target->frame);
  auto bytes = step.target->from_scene({scene, original, step.clip, output, origins, bridged},
                                       {beside, request.options}, report);
  if (!bytes) return bytes;
  // Banks and tables take all clips, other formats one.
  if (!step.clip && report.clips > 0 && report.clips < given.clips.size()) {
    report.diagnostics.add(Severity::info, "anmkit.ONE-CLIP",
                           std::to_string(report.clips) + " of the " +
                               std::to_string(given.clips.size()) +
                               " clips; --clip chooses one, -o FOLDER/ writes each");
  }
  return bytes;
}

}  // namespace anmkit
