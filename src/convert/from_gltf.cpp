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

// What the user names beside the file must be something that the way back looks at.
Result<void> check_helpers(const Format& target, Companions beside) {
  for (const Companion& one : beside) {
    const std::string_view id = one.document == nullptr ? "" : one.document->format();
    if (std::ranges::find(target.helpers, id) != target.helpers.end()) continue;
    std::string taken;
    for (const std::string_view helper : target.helpers)
      taken += " " + std::string(helper);
    return fail(std::string(kUsageError),
                "--with " + one.path + " makes no difference to " + std::string(target.id) +
                    " from glTF; " +
                    (taken.empty() ? "nothing beside the glTF does" : "what does:" + taken));
  }
  return {};
}

// The target's axes and units; --scale says what a unit is worth in files that do not know it.
Result<Frame> frame_of(const step::FromGltf& step, const ConvertRequest& request) {
  Frame frame = step.target->frame;
  if (!(request.metres_per_unit > 0)) return frame;
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
  const auto frame = frame_of(step, request);
  if (!frame) return std::unexpected(frame.error());
  Scene scene = given;
  change_frame(scene, *frame);
  auto bytes = step.target->from_scene({scene, original, step.clip, output, origins, step.cut},
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
