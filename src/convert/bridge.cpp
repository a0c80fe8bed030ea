// SPDX-License-Identifier: MIT
// From any skeleton onto the one that a companion has.
#include "convert/bridge.hpp"

#include <algorithm>
#include <array>

#include "anmkit/retarget.hpp"
#include "core/listing.hpp"
#include "retarget/presets.hpp"
#include "retarget/skeleton.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit {
namespace {

constexpr Frame kMetres{UpAxis::y_up, 1};

constexpr std::size_t kNamed = 8;  // in a message

std::size_t bones_in(const Scene& scene) {
  const auto bones = bones::target_bones(scene);
  return static_cast<std::size_t>(std::ranges::count(bones, true));
}

// The pose in which the target stands as the source does at rest.
Result<std::vector<Transform>> reference_of(const TargetSkeleton& skeleton, const Bridge& bridge,
                                            std::span<const Companion> given,
                                            const Options& options) {
  if (bridge.pose == nullptr) return bones::preset_reference(skeleton.scene);
  Diagnostics unused;
  auto scene = bridge.pose->document->to_scene({.meshes = false}, {given, options}, unused);
  if (!scene) return std::unexpected(std::move(scene.error()));
  if (scene->clips.empty())
    return fail(std::string(kNoSuchClip), "--pose: there is no animation in it", {},
                bridge.pose->path);
  change_frame(*scene, kMetres);
  FrameWalk walk(*scene, scene->clips.front());
  const Pose& pose = walk.pose(0);
  const auto names = bones::by_name(*scene);
  std::vector<Transform> reference;
  const bool known = std::ranges::any_of(
      skeleton.scene.nodes, [&](const Node& node) { return names.contains(node.name); });
  if (!known) {
    return fail(std::string(kBadOption),
                "--pose: " + bridge.pose->path + " moves none of the nodes of " + skeleton.path);
  }
  for (const Node& node : skeleton.scene.nodes) {
    const auto found = names.find(node.name);
    reference.push_back(found == names.end() ? node.rest : pose[found->second].local);
  }
  return reference;
}

void report_bones(const BoneMap& map, ConversionReport& report) {
  for (const BonePair& pair : map.pairs)
    report.bones.push_back({pair.target, pair.source, std::string(reason_name(pair.reason))});
  for (const std::string& name : map.at_rest)
    report.bones.push_back({name, {}, "keeps its pose"});
}

std::string summary_of(const BoneMap& map, const std::string& onto) {
  std::array<std::size_t, 5> counts{};
  for (const BonePair& pair : map.pairs)
    ++counts[static_cast<std::size_t>(pair.reason)];
  std::string how;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    how += (how.empty() ? "" : ", ") + std::to_string(counts[i]) + " " +
           std::string(reason_name(static_cast<BonePair::Reason>(i)));
  }
  return "put on the skeleton of " + onto + ": " + std::to_string(map.pairs.size()) + " of " +
         std::to_string(map.pairs.size() + map.at_rest.size()) + " nodes have a bone (" + how +
         ")" +
         (map.at_rest.empty() ? "" : "; these keep their pose: " + some_of(map.at_rest, kNamed));
}

}  // namespace

Result<std::optional<TargetSkeleton>> find_skeleton(const Format& target,
                                                    std::span<const Companion> given,
                                                    const Options& options) {
  std::optional<TargetSkeleton> best;
  if (!target.abilities.animation) return best;
  for (const Companion& companion : given) {
    const bool helps =
        companion.document != nullptr &&
        std::ranges::find(target.helpers, companion.document->format()) != target.helpers.end();
    if (!helps) continue;
    Diagnostics unused;
    auto scene = companion.document->to_scene({.meshes = false}, {given, options}, unused);
    // That a layout which was named is not there is for the user to know.
    if (!scene && scene.error().code == kBadOption)
      return std::unexpected(std::move(scene.error()));
    if (!scene || bones_in(*scene) == 0) continue;
    if (best && bones_in(*scene) <= bones_in(best->scene)) continue;
    change_frame(*scene, kMetres);
    best = TargetSkeleton{std::move(*scene), companion.path};
  }
  return best;
}

bool stands_on(const Scene& scene, const Scene& skeleton) {
  Scene here = scene;
  change_frame(here, kMetres);
  const bones::Stance own = bones::stance_of(here, rest_pose(here));
  const bones::Stance wanted = bones::stance_of(skeleton, rest_pose(skeleton));
  double size = 0;
  for (const Vec3& joint : wanted.joint)
    size = std::max(size, length(joint - wanted.joint.front()));
  const auto counts = bones::target_bones(skeleton);
  const auto names = bones::by_name(here);
  std::vector<bool> holds(skeleton.nodes.size());
  for (const Node& node : skeleton.nodes)
    if (node.parent >= 0) holds[static_cast<std::size_t>(node.parent)] = true;
  for (std::size_t i = 0; i < skeleton.nodes.size(); ++i) {
    if (!counts[i]) continue;
    const auto found = names.find(skeleton.nodes[i].name);
    // A part that only the target has, and on which nothing hangs, goes with what holds it.
    if (found == names.end() && !holds[i] && skeleton.nodes[i].parent >= 0) continue;
    if (found == names.end()) return false;
    const std::size_t at = found->second;
    if (angle_between(own.turn[at], wanted.turn[i]) > 0.01) return false;
    if (length(own.joint[at] - wanted.joint[i]) > 0.01 * size) return false;
  }
  return true;
}

Result<Scene> put_on(const Scene& scene, const TargetSkeleton& skeleton, const Bridge& bridge,
                     std::span<const Companion> given, const Options& options,
                     ConversionReport& report) {
  Scene source = scene;
  change_frame(source, kMetres);
  BoneMap map;
  if (bridge.map.empty()) {
    map = guess_bones(source, skeleton.scene);
    if (!map.missing.empty()) {
      return fail("anmkit.MAP",
                  "no bone is known for " + some_of(map.missing, kNamed) + " of " + skeleton.path +
                      " (" + std::to_string(map.pairs.size()) + " others have one); `anmkit map " +
                      "SOURCE TARGET -o bones.txt` writes what is known for you to complete, and "
                      "--map bones.txt takes it");
    }
  } else {
    auto read = read_bones(bridge.map, source, skeleton.scene);
    if (!read) return std::unexpected(std::move(read.error()));
    map = std::move(*read);
  }
  auto reference = reference_of(skeleton, bridge, given, options);
  if (!reference) return std::unexpected(std::move(reference.error()));
  auto done = retarget(
      {source, skeleton.scene, map, std::move(*reference), bridge.ground, bridge.in_place});
  if (!done) return std::unexpected(std::move(done.error()));
  report_bones(map, report);
  Diagnostics& notes = report.diagnostics;
  notes.add(Severity::info, "anmkit.BONES", summary_of(map, skeleton.path));
  if (!done->dropped.empty()) {
    notes.add(
        Severity::warning, "anmkit.BONES",
        std::to_string(done->dropped.size()) +
            " bones move and drive nothing, which is lost: " + some_of(done->dropped, kNamed));
  }
  return std::move(done->scene);
}

Result<Scene> skeleton_of(const Opened& file, CompanionPool& companions, const Options& options,
                          const Frame& frame) {
  Result<Scene> scene = fail(std::string(kUnsupported), "it has no skeleton", {}, path_of(file));
  if (const auto* parsed = std::get_if<Parsed>(&file)) {
    const CompanionPool::Set beside = companions.of(*parsed);
    Diagnostics unused;
    scene = parsed->document->to_scene({.meshes = false}, {beside.companions, options}, unused);
  } else if (const auto* gltf = std::get_if<GltfInput>(&file)) {
    scene = read_gltf(*gltf);
  } else if (const Diagnostic* why = std::get<Raw>(file).why.first_error()) {
    return std::unexpected(*why);
  }
  if (scene) change_frame(*scene, frame);
  return scene;
}

}  // namespace anmkit
