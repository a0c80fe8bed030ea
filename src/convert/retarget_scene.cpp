// SPDX-License-Identifier: MIT
// From any skeleton onto the one that a companion has.
#include "convert/retarget_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "anmkit/retarget.hpp"
#include "core/counted.hpp"
#include "core/file_place.hpp"
#include "core/listing.hpp"
#include "retarget/dropped.hpp"
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
Result<std::vector<Transform>> reference_of(const TargetSkeleton& skeleton,
                                            const RetargetOptions& wanted,
                                            std::span<const Companion> given,
                                            const Options& options, Diagnostics& notes) {
  if (wanted.pose == nullptr) return bones::preset_reference(skeleton.scene);
  Diagnostics flaws;
  auto scene = wanted.pose->document->to_scene({.meshes = false}, {given, options}, flaws);
  locate(flaws, *wanted.pose->format, wanted.pose->bytes);
  add_flaws(flaws, wanted.pose->path, notes);
  if (!scene) return std::unexpected(std::move(scene.error()));
  if (scene->clips.empty())
    return fail(std::string(kNoSuchClip), "--pose: the file has no animation", {},
                wanted.pose->path);
  change_frame(*scene, kMetres);
  FrameWalk walk(*scene, scene->clips.front());
  const Pose& pose = walk.pose(0);
  const auto names = bones::by_name(*scene);
  std::vector<Transform> reference;
  const bool known = std::ranges::any_of(
      skeleton.scene.nodes, [&](const Node& node) { return names.contains(node.name); });
  if (!known) {
    return fail(std::string(kBadOption),
                "--pose: " + wanted.pose->path + " moves none of the nodes of " + skeleton.path);
  }
  for (const Node& node : skeleton.scene.nodes) {
    const auto found = names.find(node.name);
    reference.push_back(found == names.end() ? node.rest : pose[found->second].local);
  }
  return reference;
}

bool has_twins(const Scene& scene) {
  const bones::Twins twins = bones::find_twins(scene);
  return !twins.rivals.empty() || std::ranges::find(twins.others, true) != twins.others.end();
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
         counted(map.pairs.size() + map.at_rest.size(), "node has", "nodes have") + " a bone (" +
         how + ")" +
         (map.at_rest.empty() ? "" : "; these keep their pose: " + some_of(map.at_rest, kNamed));
}

// How long one unit of a child of the node is in the world.
double unit_below(const bones::Stance& stance, std::size_t node) {
  const Mat4& world = stance.world[node];
  return length(transform_point(world, {1, 0, 0}) - transform_point(world, {}));
}

}  // namespace

Result<std::optional<TargetSkeleton>> find_skeleton(const Format& target,
                                                    std::span<const Companion> given,
                                                    const Options& options, Diagnostics& notes) {
  std::optional<TargetSkeleton> best;
  Diagnostics of_best;
  if (!target.abilities.animation) return best;
  for (const Companion& companion : given) {
    const bool helps =
        companion.document != nullptr &&
        std::ranges::find(target.helpers, companion.document->format()) != target.helpers.end();
    if (!helps) continue;
    Diagnostics found;
    auto scene = companion.document->to_scene({.meshes = false}, {given, options}, found);
    // That a layout which was named is not there is for the user to know.
    if (!scene && scene.error().code == kBadOption)
      return std::unexpected(std::move(scene.error()));
    if (!scene || bones_in(*scene) == 0) continue;
    if (best && bones_in(*scene) <= bones_in(best->scene)) continue;
    change_frame(*scene, kMetres);
    best = TargetSkeleton{std::move(*scene), companion.path};
    if (const Format* format = find_format(companion.document->format()))
      locate(found, *format, companion.bytes);
    of_best = std::move(found);
  }
  if (best) add_flaws(of_best, best->path, notes);
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
    // A part that only the target has, and on which nothing hangs, goes with what contains it.
    if (found == names.end() && !holds[i] && skeleton.nodes[i].parent >= 0) continue;
    if (found == names.end()) return false;
    const std::size_t at = found->second;
    if (angle_between(own.turn[at], wanted.turn[i]) > 0.01) return false;
    // Translations are carried as they are, so the bones must scale them alike. A skeleton without
    // scales represents a format that has none: its writer brings those of the scene to world
    // units.
    const double unit = unit_below(own, at), wanted_unit = unit_below(wanted, i);
    if (std::fabs(wanted_unit - 1) > 0.01 && std::fabs(unit - wanted_unit) > 0.01 * wanted_unit)
      return false;
    if (length(own.joint[at] - wanted.joint[i]) > 0.01 * size) return false;
  }
  return true;
}

namespace {

// "mario_left_arm (Shoulder_L or Clavicle_L)"
std::string missing_bones(const BoneMap& map) {
  std::vector<std::string> names;
  for (const BoneMap::Missing& one : map.missing) {
    std::string name = one.target;
    for (std::size_t i = 0; i < std::min(one.candidates.size(), kNamed); ++i)
      name += (i == 0 ? " (" : " or ") + one.candidates[i];
    if (!one.candidates.empty()) name += ")";
    names.push_back(std::move(name));
  }
  return some_of(names, kNamed);
}

std::unexpected<Error> refuse(std::string message) {
  return fail("anmkit.MAP", std::move(message) +
                                "; `anmkit map SOURCE TARGET -o bones.txt` writes the known pairs "
                                "for you to complete, and --map bones.txt takes it");
}

// Puts the clips of a scene in metres on the skeleton, one skeleton of the scene at a time.
class PutOn {
 public:
  PutOn(Scene source, const TargetSkeleton& skeleton, const RetargetOptions& wanted,
        std::vector<Transform> reference, ConversionReport& report)
      : source_(std::move(source)),
        skeleton_(skeleton),
        wanted_(wanted),
        reference_(std::move(reference)),
        report_(report) {}

  Result<Scene> run() {
    Scene result = skeleton_.scene;
    std::vector<Clip> clips = std::move(source_.clips);
    result.clips.assign(clips.size(), {});
    for (const std::vector<std::size_t>& group : groups(clips)) {
      source_.clips.clear();
      for (const std::size_t i : group)
        source_.clips.push_back(clips[i]);
      auto done = put();
      if (!done) return std::unexpected(std::move(done.error()));
      for (std::size_t k = 0; k < group.size(); ++k)
        result.clips[group[k]] = std::move(done->clips[k]);
    }
    for (const auto& [name, degrees] : limbs_)
      if (degrees > kNoAngle)
        report_.fits.push_back({"node " + name + ", direction of the limb", degrees, "degrees"});
    return result;
  }

 private:
  // Clips that move the same one of several skeletons, by their indices.
  std::vector<std::vector<std::size_t>> groups(const std::vector<Clip>& clips) {
    std::map<std::vector<bool>, std::vector<std::size_t>> by_skeleton;
    for (std::size_t i = 0; i < clips.size(); ++i) {
      source_.clips.assign(1, clips[i]);
      by_skeleton[several_ ? bones::find_twins(source_).others : std::vector<bool>()].push_back(i);
    }
    std::vector<std::vector<std::size_t>> groups;
    for (auto& [others, indices] : by_skeleton)
      groups.push_back(std::move(indices));
    return groups;
  }

  Result<Scene> put() {
    const bones::Twins twins = bones::find_twins(source_);
    if (!twins.rivals.empty()) {
      return fail("anmkit.MAP", "two skeletons of equal names move: " + twins.rivals[0] + " and " +
                                    twins.rivals[1] +
                                    "; export one of them, or rename the bones of one");
    }
    auto map = map_of();
    if (!map) return std::unexpected(std::move(map.error()));
    auto done =
        retarget({source_, skeleton_.scene, *map, reference_, wanted_.ground, wanted_.in_place});
    if (!done) return std::unexpected(std::move(done.error()));
    if (auto good = check_limbs(*map, done->limbs); !good)
      return std::unexpected(std::move(good.error()));
    report(*map, *done);
    // The extras of a clip are valid on its own skeleton, which has the same names.
    const auto is_itself = [](const BonePair& pair) { return pair.target == pair.source; };
    if (map->at_rest.empty() && std::ranges::all_of(map->pairs, is_itself)) {
      for (std::size_t i = 0; i < source_.clips.size(); ++i)
        done->scene.clips[i].extras = source_.clips[i].extras;
    }
    return std::move(done->scene);
  }

  Result<BoneMap> map_of() const {
    if (!wanted_.map.empty()) return read_bones(wanted_.map, source_, skeleton_.scene);
    BoneMap map = guess_bones(source_, skeleton_.scene);
    if (map.missing.empty()) return map;
    return refuse("no bone is known for " + missing_bones(map) + " of " + skeleton_.path + " (" +
                  counted(map.pairs.size(), "other has", "others have") + " one)");
  }

  // A limb keeps the angle that the two skeletons have at rest, unless another bone drives it.
  Result<void> check_limbs(const BoneMap& map, const std::vector<Retargeted::LimbAngle>& limbs) {
    for (const auto& [target, degrees] : limbs) {
      limbs_[target] = std::max(limbs_[target], degrees);
      if (degrees <= kSameLimb) continue;
      const auto pair = std::ranges::find(map.pairs, target, &BonePair::target);
      const std::string what =
          target + " points up to " + std::to_string(static_cast<int>(degrees)) +
          " degrees away from the limb of " + pair->source + ", which drives it";
      if (wanted_.map.empty()) return refuse(what + ": it may be the wrong bone");
      report_.diagnostics.add(Severity::warning, "anmkit.BONES", what);
    }
    return {};
  }

  void report(const BoneMap& map, const Retargeted& done) {
    report_bones(map, report_);
    Diagnostics& notes = report_.diagnostics;
    notes.add(Severity::info, "anmkit.BONES", summary_of(map, skeleton_.path));
    const std::vector<std::int64_t> driven = driven_by(map);
    if (const auto names = names_of(bones::still_above(source_, driven)); !names.empty()) {
      notes.add(Severity::warning, "anmkit.BONES",
                "the transforms of the nodes above the bones are left out; the "
                "skeleton keeps its own: " +
                    some_of(names, kNamed));
    }
    if (const auto names = names_of(bones::stretched(source_, skeleton_.scene, driven));
        !names.empty()) {
      notes.add(Severity::warning, "anmkit.BONES",
                "bones move against their parents, of which only rotations are carried over: " +
                    some_of(names, kNamed));
    }
    if (done.dropped.empty()) return;
    notes.add(Severity::warning, "anmkit.BONES",
              std::to_string(done.dropped.size()) +
                  " animated bones drive no bone; their motion is lost: " +
                  some_of(done.dropped, kNamed));
  }

  // The bone of each node of the skeleton; -1 = none.
  std::vector<std::int64_t> driven_by(const BoneMap& map) const {
    const auto targets = bones::by_name(skeleton_.scene);
    const auto sources = bones::by_name(source_, bones::find_twins(source_).others);
    const auto index = [](std::int64_t known, const auto& names, const std::string& name) {
      const auto found = names.find(name);
      return known >= 0 || found == names.end() ? known : static_cast<std::int64_t>(found->second);
    };
    std::vector<std::int64_t> driven(skeleton_.scene.nodes.size(), -1);
    for (const BonePair& pair : map.pairs) {
      const std::int64_t target = index(pair.target_node, targets, pair.target);
      if (target >= 0)
        driven[static_cast<std::size_t>(target)] = index(pair.source_node, sources, pair.source);
    }
    return driven;
  }
  std::vector<std::string> names_of(const std::vector<std::size_t>& nodes) const {
    std::vector<std::string> names;
    for (const std::size_t node : nodes)
      names.push_back(source_.nodes[node].name);
    return names;
  }

  static constexpr double kSameLimb = 30, kNoAngle = 1e-3;  // degrees

  Scene source_;
  const TargetSkeleton& skeleton_;
  const RetargetOptions& wanted_;
  std::vector<Transform> reference_;
  ConversionReport& report_;
  bool several_ = has_twins(source_);
  std::map<std::string, double> limbs_;
};

}  // namespace

Result<Scene> put_on(const Scene& scene, std::optional<std::size_t> clip,
                     const TargetSkeleton& skeleton, const RetargetOptions& wanted,
                     std::span<const Companion> given, const Options& options,
                     ConversionReport& report) {
  auto reference = reference_of(skeleton, wanted, given, options, report.diagnostics);
  if (!reference) return std::unexpected(std::move(reference.error()));
  Scene source = scene;
  if (clip) source.clips = {scene.clips[*clip]};
  change_frame(source, kMetres);
  return PutOn(std::move(source), skeleton, wanted, std::move(*reference), report).run();
}

Result<Scene> skeleton_of(const Opened& file, CompanionPool& companions, const Options& options,
                          const Frame& frame, Diagnostics* notes) {
  Result<Scene> scene = fail(std::string(kUnsupported), "it has no skeleton", {}, path_of(file));
  if (const auto* parsed = std::get_if<Parsed>(&file)) {
    const CompanionPool::Set beside = companions.of(*parsed);
    Diagnostics found;
    scene = parsed->document->to_scene({.meshes = false}, {beside.companions, options}, found);
    locate(found, *parsed->format, parsed->bytes);
    if (notes != nullptr) add_flaws(found, parsed->path, *notes);
  } else if (const auto* gltf = std::get_if<GltfInput>(&file)) {
    scene = *gltf->scene;
  } else if (const Diagnostic* why = std::get<Raw>(file).why.first_error()) {
    return std::unexpected(*why);
  }
  if (scene) change_frame(*scene, frame);
  return scene;
}

}  // namespace anmkit
