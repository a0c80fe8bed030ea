// SPDX-License-Identifier: MIT
// From a clip of a scene to a BVH text. Joints have no rotation at rest, so that every joint
// rotates by the difference of its orientations in the world; offsets are differences of positions.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/json.hpp"
#include "core/letters.hpp"
#include "core/listing.hpp"
#include "exchange/bvh/bvh.hpp"
#include "exchange/bvh/joints.hpp"
#include "exchange/gltf/names.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit {
namespace {

constexpr std::size_t kNamed = 5;  // in a message

Vec3 place_of(const Mat4& world) {
  return {world.at(0, 3), world.at(1, 3), world.at(2, 3)};
}

// Six digits after the point, without an exponent, which some readers do not know.
void append_fixed(std::string& text, double value) {
  char digits[400];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 6).ptr;
  std::string_view shown(digits, static_cast<std::size_t>(end - digits));
  shown = shown.substr(0, shown.find_last_not_of('0') + 1);
  if (shown.ends_with('.')) shown.remove_suffix(1);
  text += shown == "-0" ? "0" : shown;
}

void append_fixed(std::string& text, Vec3 v) {
  for (const double value : {v.x, v.y, v.z}) {
    text += ' ';
    append_fixed(text, value);
  }
}

// Names of nodes that lose something, each once.
class LostOf {
 public:
  explicit LostOf(const Scene& scene) : scene_(scene), seen_(scene.nodes.size()) {}
  void add(std::size_t node) {
    if (!seen_[node]) names_.push_back(scene_.nodes[node].name);
    seen_[node] = true;
  }
  void report(const std::string& what, Diagnostics& notes) const {
    if (names_.empty()) return;
    notes.add(Severity::warning, "anmkit.BVH-LOSS",
              what + ": " + counted(names_.size(), "node") + " (" + some_of(names_, kNamed) + ")");
  }

 private:
  const Scene& scene_;
  std::vector<bool> seen_;
  std::vector<std::string> names_;
};

class BvhWriter {
 public:
  BvhWriter(const Scene& scene, const Clip& clip, ConversionReport& report)
      : scene_(scene),
        clip_(clip),
        notes_(report.diagnostics),
        walk_(scene, clip),
        joints_(bvh_joints(scene, clip)),
        sizes_(scene),
        hidden_(scene),
        broken_(scene),
        states_(joints_.size()) {}

  Bytes write() {
    name_joints();
    stand();
    for (std::size_t frame = 0; frame <= walk_.last(); ++frame) {
      go_to(frame);
      find_channels();
      find_losses();
    }
    report_losses();
    write_hierarchy();
    write_motion();
    return to_bytes(text_);
  }

 private:
  // A joint's values while frames pass.
  struct State {
    std::string name;
    Vec3 rest;         // in the world
    Quat from_rest;    // undoes the orientation of the rest pose
    Vec3 offset;       // from the parent, at rest
    Vec3 at;           // in the parent's axes
    Quat turn, world;  // in the parent's axes, in the world
    Vec3 angles;       // radians
    bool moves = false, turns = false, end_site = false;
  };

  bool is_root(std::size_t i) const { return joints_[i].parent < 0; }
  const State& parent_of(std::size_t i) const {
    return states_[static_cast<std::size_t>(joints_[i].parent)];
  }

  // Readers mix up joints of one name.
  void name_joints() {
    UniqueNames names;
    std::vector<std::string> changed;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      const std::int32_t node = joints_[i].node;
      const std::string given =
          node < 0 ? std::string("root") : scene_.nodes[static_cast<std::size_t>(node)].name;
      states_[i].name = names.take(bvh_name(given), "node" + std::to_string(node));
      if (states_[i].name != given) changed.push_back(quoted(given) + " is " + states_[i].name);
    }
    if (changed.empty()) return;
    notes_.add(Severity::info, "anmkit.BVH-NAME",
               "joints need different names without blanks: " + some_of(changed, kNamed));
  }

  // The rest pose, from which offsets and all rotations count.
  void stand() {
    std::vector<Mat4> world;
    world_matrices(scene_, rest_pose(scene_), world);
    Vec3 low, high;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      State& joint = states_[i];
      if (joints_[i].node >= 0) {
        const Mat4& matrix = world[static_cast<std::size_t>(joints_[i].node)];
        joint.rest = finite(place_of(matrix), i);
        joint.from_rest = conjugate(normalize(decompose(matrix).rotation));
      }
      if (!is_root(i)) joint.offset = joint.rest - parent_of(i).rest;
      low = {std::min(low.x, joint.rest.x), std::min(low.y, joint.rest.y),
             std::min(low.z, joint.rest.z)};
      high = {std::max(high.x, joint.rest.x), std::max(high.y, joint.rest.y),
              std::max(high.z, joint.rest.z)};
    }
    constexpr double kSame = 1e-6;
    same_place_ = std::max(kSame, kSame * length(high - low));
  }

  // Values that are not finite are 0, and are reported.
  Vec3 finite(Vec3 v, std::size_t i) {
    for (double* value : {&v.x, &v.y, &v.z}) {
      if (std::isfinite(*value)) continue;
      *value = 0;
      if (joints_[i].node >= 0) broken_.add(static_cast<std::size_t>(joints_[i].node));
    }
    return v;
  }

  void go_to(std::size_t frame) {
    pose_ = &walk_.pose(static_cast<double>(frame));
    const std::vector<Mat4>& world = walk_.world();
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      State& joint = states_[i];
      if (joints_[i].node < 0) continue;
      const Mat4& matrix = world[static_cast<std::size_t>(joints_[i].node)];
      place_[i] = finite(place_of(matrix), i);
      joint.world = normalize(normalize(decompose(matrix).rotation) * joint.from_rest);
      joint.turn = joint.world;
      joint.at = place_[i];
      if (is_root(i)) continue;
      const Quat back = conjugate(parent_of(i).world);
      joint.turn = back * joint.world;
      joint.at = rotate(back, place_[i] - place_[static_cast<std::size_t>(joints_[i].parent)]);
    }
  }

  void find_channels() {
    constexpr double kSameAngle = 1e-5;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      State& joint = states_[i];
      joint.moves = joint.moves || length(joint.at - joint.offset) > same_place_;
      joint.turns = joint.turns || angle_between(joint.turn, {}) > kSameAngle;
    }
  }

  void find_losses() {
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const Node& node = scene_.nodes[i];
      const NodePose& now = (*pose_)[i];
      if (!now.visible) hidden_.add(i);
      const Vec3 scale = now.is_matrix ? decompose(now.offset).scale : now.local.scale;
      constexpr double kSameScale = 1e-6;
      if (!(length(scale - node.rest.scale) <= kSameScale) ||
          (node.block_size && now.block_size != *node.block_size))
        sizes_.add(i);
    }
  }
  void report_losses() {
    sizes_.report("BVH has no scale: positions include it, sizes are lost", notes_);
    hidden_.report("BVH has no visibility, the clip hides", notes_);
    broken_.report("values that are not finite are written as 0", notes_);
    LostOf lenses(scene_);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      if (scene_.nodes[i].camera >= 0) lenses.add(i);
    lenses.report("BVH has no cameras, lenses and targets are lost", notes_);
    if (!walk_.rounded()) return;
    std::string length;
    append_number(length, walk_.length());
    notes_.add(Severity::warning, "anmkit.BVH-LOSS",
               "the clip lasts " + length +
                   " frames, BVH has whole ones: " + std::to_string(walk_.last()));
  }

  // A leaf that only ends its parent, as it is read from an end site.
  bool is_end_site(std::size_t i) const {
    const bool leaf = i + 1 == joints_.size() || joints_[i + 1].parent < static_cast<int>(i);
    return leaf && !is_root(i) && !states_[i].moves && !states_[i].turns &&
           lowered(states_[i].name).ends_with("_end");
  }

  void line(std::size_t depth, const std::string& words) {
    constexpr std::size_t kDeepest =
        64;  // an indent for each of many levels would be all of a text
    text_.append(std::min(depth, kDeepest), '\t');
    text_ += words + "\n";
  }

  void write_hierarchy() {
    text_ = "HIERARCHY\n";
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      State& joint = states_[i];
      const std::size_t depth = joints_[i].depth;
      joint.end_site = is_end_site(i);
      line(depth, joint.end_site ? "End Site" : (is_root(i) ? "ROOT " : "JOINT ") + joint.name);
      line(depth, "{");
      std::string offset = "OFFSET";
      append_fixed(offset, joint.offset);
      line(depth + 1, offset);
      const bool positions = is_root(i) || joint.moves;
      if (!joint.end_site) {
        line(depth + 1, std::string("CHANNELS ") +
                            (positions ? "6 Xposition Yposition Zposition " : "3 ") +
                            "Zrotation Xrotation Yrotation");
      }
      const std::size_t next = i + 1 == joints_.size() ? 0 : joints_[i + 1].depth;
      const bool leaf = i + 1 == joints_.size() || next <= depth;
      if (leaf && !joint.end_site) {
        line(depth + 1, "End Site");
        line(depth + 1, "{");
        line(depth + 2, "OFFSET 0 0 0");
        line(depth + 1, "}");
      }
      for (std::size_t level = depth + 1; leaf && level > next; --level)
        line(level - 1, "}");
    }
  }

  void write_motion() {
    text_ += "MOTION\nFrames: " + std::to_string(walk_.last() + 1) + "\nFrame Time: ";
    append_number(text_, 1 / clip_.rate);
    text_ += '\n';
    for (std::size_t frame = 0; frame <= walk_.last(); ++frame) {
      go_to(frame);
      std::string row;
      for (std::size_t i = 0; i < joints_.size(); ++i) {
        State& joint = states_[i];
        if (joint.end_site) continue;
        if (is_root(i) || joint.moves) append_fixed(row, joint.at);
        joint.angles = nearest_euler(joint.turn, EulerOrder::yxz, joint.angles);
        append_fixed(row, Vec3{to_degrees(joint.angles.z), to_degrees(joint.angles.x),
                               to_degrees(joint.angles.y)});
      }
      text_ += row.substr(1) + "\n";
    }
  }

  const Scene& scene_;
  const Clip& clip_;
  Diagnostics& notes_;
  FrameWalk walk_;
  std::vector<BvhJoint> joints_;
  LostOf sizes_, hidden_, broken_;
  std::vector<State> states_;
  std::vector<Vec3> place_ = std::vector<Vec3>(joints_.size());
  const Pose* pose_ = nullptr;
  double same_place_ = 0;
  std::string text_;
};

std::unexpected<Error> refuse(std::string why) {
  return fail("anmkit.BVH-WRITE", std::move(why));
}

}  // namespace

Result<Bytes> write_bvh(const FromScene& from, const Context& /*context*/,
                        ConversionReport& report) {
  const Scene& scene = from.scene;
  if (scene.nodes.empty()) return refuse("BVH stores joints, and there are no nodes");
  // A scene without clips has one frame, its rest pose.
  Clip clip;
  if (!scene.clips.empty()) clip = scene.clips[from.clip.value_or(0)];
  if (!(clip.rate >= 1e-6 && clip.rate <= 1e6))
    return refuse("the clip " + quoted(clip.name) + " has no rate from 0.000001 to 1000000");
  if (!std::isfinite(clip.duration))
    return refuse("the clip " + quoted(clip.name) + " has no finite length");
  report.clips = scene.clips.empty() ? 0 : 1;
  std::string metres;
  append_number(metres, scene.metres_per_unit);
  report.diagnostics.add(
      Severity::info, "anmkit.BVH-UNIT",
      "BVH has no unit: 1 unit is " + metres +
          " m (--scale METRES sets another), +Y is up, the rest pose has offsets "
          "alone");
  return BvhWriter(scene, clip, report).write();
}

}  // namespace anmkit
