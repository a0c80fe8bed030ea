// SPDX-License-Identifier: MIT
// The one door back: whatever a glTF file shows, in the target's axes and units, beside the
// original that it was made from.
#include <algorithm>

#include "anmkit/gltf.hpp"
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
  Scene scene = given;
  change_frame(scene, step.target->frame);
  const std::vector<Companion> beside = companions.given();
  auto bytes = step.target->from_scene({scene, original, step.clip, output, origins},
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
