// SPDX-License-Identifier: MIT
// Findings about an actor (section 8.5).
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/counted.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/layout.hpp"
#include "formats/gc/model/scene.hpp"
#include "formats/gc/ranges.hpp"

namespace anmkit::gc {
namespace {

constexpr double kUnitTolerance = 0.01;  // of a quaternion's length

class ActorCheck {
 public:
  ActorCheck(const Actor& actor, ByteView bytes, Diagnostics& out)
      : actor_(actor), bytes_(bytes), out_(out) {}

  void run() {
    check_tree();
    check_bones();
    for (std::size_t i = 0; i < actor_.controls.size(); ++i)
      check_control(i);
    if (actor_.geo_palette_name != 0) {
      const std::uint64_t at = actor_.geo_palette_name;
      if (at >= bytes_.size() || std::find(bytes_.begin() + static_cast<std::ptrdiff_t>(at),
                                           bytes_.end(), std::byte{0}) == bytes_.end()) {
        add(Severity::error, "ACT014", "geoPaletteName is outside the file or has no end", 0x10,
            "geoPaletteName");
      }
    }
    const std::uint32_t size = actor_.user_data_size, place = actor_.user_data;
    if (size != 0 && !fits(place, size, bytes_.size())) {
      add(Severity::error, "ACT017", "the user data run past the end of the file", 0x18,
          "userData");
    } else if ((size == 0) != (place == 0) || place % 32 != 0) {
      add(Severity::warning, "ACT017",
          "the user data are not 32-byte aligned, or only one of their size and offset is set",
          0x18, "userData");
    }
    if (out_.empty()) check_ranges();
  }

 private:
  void add(Severity severity, std::string_view code, std::string message, std::uint64_t offset,
           std::string path) {
    out_.add(severity, prefixed(code), std::move(message), offset, std::move(path));
  }
  static std::uint64_t offset_of(std::uint32_t bone) { return kActorHeaderSize + kBoneSize * bone; }

  // Follows child and sibling links; each bone may be met once.
  void check_tree() {
    struct Step {
      std::uint32_t link, parent, previous;
      std::uint64_t offset;
      std::optional<std::uint32_t> from;  // the bone that has the link; none: the header
    };
    std::vector<bool> seen(actor_.bones.size(), false);
    std::vector<Step> open{{actor_.root_bone, 0, 0, 0x0C, {}}};
    std::size_t reached = 0;
    while (!open.empty()) {
      const Step step = open.back();
      open.pop_back();
      if (step.link == 0) continue;
      const auto index = bone_at(actor_, step.link);
      if (!index) {
        add(Severity::error, "ACT004",
            "link " + hex_number(step.link) + " is not the start of a bone record", step.offset,
            !step.from           ? "rootBone"
            : step.previous != 0 ? path_of("bones", *step.from, "nextSibling")
                                 : path_of("bones", *step.from, "firstChild"));
        continue;
      }
      if (seen[*index]) {
        add(Severity::error, "ACT005",
            "bone " + std::to_string(actor_.bones[*index].bone_id) + " is reached twice",
            step.offset, path_of("bones", *index));
        continue;
      }
      seen[*index] = true;
      ++reached;
      const Bone& bone = actor_.bones[*index];
      const std::uint64_t at = offset_of(*index);
      if (bone.parent != step.parent || bone.previous_sibling != step.previous) {
        add(Severity::warning, "ACT007",
            "parent or previous sibling disagrees with the child and sibling links", at,
            path_of("bones", *index));
      }
      open.push_back({bone.next_sibling, step.parent, step.link, at + 8, index});
      open.push_back({bone.first_child, step.link, 0, at + 16, index});
    }
    if (reached != actor_.total_bones) {
      add(Severity::error, "ACT006",
          counted(reached, "bone is", "bones are") + " reached from the root, totalBones is " +
              std::to_string(actor_.total_bones),
          6, "totalBones");
    }
  }

  void check_bones() {
    std::set<std::uint16_t> ids;
    for (std::uint32_t i = 0; i < actor_.bones.size(); ++i) {
      const Bone& bone = actor_.bones[i];
      const bool found = bone.orientation_control == 0 ||
                         std::ranges::binary_search(offsets(), bone.orientation_control);
      if (!found) {
        add(Severity::error, "ACT008",
            "bone " + std::to_string(bone.bone_id) + ": the control at " +
                std::to_string(bone.orientation_control) + " is outside the file",
            offset_of(i), path_of("bones", i, "orientationControl"));
      }
      if (!ids.insert(bone.bone_id).second) {
        add(Severity::warning, "ACT010", "boneID " + std::to_string(bone.bone_id) + " twice",
            offset_of(i) + 0x16, path_of("bones", i, "boneID"));
      }
      if (bone.inheritance_flag > 1) {
        add(Severity::warning, "ACT015",
            "inheritanceFlag is " + std::to_string(bone.inheritance_flag) + ", expected 0 or 1",
            offset_of(i) + 0x18, path_of("bones", i, "inheritanceFlag"));
      }
    }
  }

  const std::vector<std::uint32_t>& offsets() {
    if (offsets_.empty()) {
      for (const Control& control : actor_.controls)
        offsets_.push_back(control.offset);
      std::ranges::sort(offsets_);
    }
    return offsets_;
  }

  void check_control(std::size_t i) {
    const Control& control = actor_.controls[i];
    const unsigned type = control.type;
    const std::string path = path_of("controls", i);
    const auto& v = control.values;
    const bool matrix = (type & kControlMatrix) != 0;
    const unsigned both = kControlEuler | kControlQuaternion;
    if ((matrix && (type & 15u) != 0) || (type & both) == both) {
      add(Severity::error, "ACT009",
          "type combines a matrix with other parts, or Euler angles with a quaternion",
          control.offset, path);
    }
    if ((type & 0xE0u) != 0) {
      add(Severity::warning, "ACT016", "unknown type bits " + std::to_string(type & 0xE0u),
          control.offset, path);
    }
    const auto bad = [&](std::size_t first, std::size_t count) {
      return std::any_of(v.begin() + static_cast<std::ptrdiff_t>(first),
                         v.begin() + static_cast<std::ptrdiff_t>(first + count),
                         [](float f) { return !std::isfinite(f); });
    };
    const bool quaternion = !matrix && (type & kControlQuaternion) != 0;
    const bool zero = quaternion && v[3] == 0 && v[4] == 0 && v[5] == 0 && v[6] == 0;
    if (zero || (matrix && bad(0, 12)) || (!matrix && (type & kControlScale) != 0 && bad(0, 3)) ||
        (quaternion && bad(3, 4)) || (!matrix && (type & kControlEuler) != 0 && bad(3, 3)) ||
        (!matrix && (type & kControlTranslation) != 0 && bad(7, 3))) {
      add(Severity::error, "ACT011", "a quaternion of length zero or a value that is not finite",
          control.offset, path);
    }
    const auto square = [](float f) { return static_cast<double>(f) * static_cast<double>(f); };
    const double length = std::sqrt(square(v[3]) + square(v[4]) + square(v[5]) + square(v[6]));
    if (quaternion && !zero && std::isfinite(length) && std::fabs(length - 1) > kUnitTolerance) {
      add(Severity::warning, "ACT020",
          "quaternion length " + std::to_string(length) + ", expected 1", control.offset + 16,
          path);
    }
    if (!matrix && (type & kControlScale) != 0 && (v[0] == 0 || v[1] == 0 || v[2] == 0)) {
      add(Severity::warning, "ACT012", "scale 0 makes the bind matrix singular", control.offset + 4,
          path);
    }
    if (!matrix) check_unused(control, path);
  }

  // Values that no bit of the type uses and that are not neutral, as an edit without its bit
  // leaves.
  void check_unused(const Control& control, const std::string& path) {
    const auto& v = control.values;
    const unsigned type = control.type;
    const auto all = [&](std::size_t first, std::size_t count, float wanted) {
      return std::all_of(v.begin() + static_cast<std::ptrdiff_t>(first),
                         v.begin() + static_cast<std::ptrdiff_t>(first + count),
                         [&](float f) { return f == wanted; });
    };
    std::string names;
    const auto name = [&](bool unused, std::string_view what) {
      if (unused) names += (names.empty() ? "" : ", ") + std::string(what);
    };
    name((type & kControlScale) == 0 && !all(0, 3, 1) && !all(0, 3, 0), "scale");
    const bool turns = (type & (kControlEuler | kControlQuaternion)) != 0;
    name(!turns && !(all(3, 3, 0) && (v[6] == 0 || v[6] == 1)), "rotation");
    name((type & kControlTranslation) == 0 && !all(7, 3, 0), "translation");
    if (names.empty()) return;
    add(Severity::info, "ACT021",
        "values that no bit of type " + std::to_string(type) + " uses: " + names, control.offset,
        path);
  }

  // For an actor without other findings.
  void check_ranges() {
    RangeCheck ranges(bytes_, out_, {"ACT018", "ACT019", kAnyPadding});
    ranges.record(0, kActorHeaderSize);
    ranges.record(kActorHeaderSize, kBoneSize * actor_.bones.size());
    for (const Control& control : actor_.controls)
      ranges.record(control.offset, control_size(control.type));
    if (actor_.geo_palette_name != 0) ranges.name(actor_.geo_palette_name);
    ranges.reached(actor_.user_data, actor_.user_data_size);
    ranges.report();
  }

  const Actor& actor_;
  ByteView bytes_;
  Diagnostics& out_;
  std::vector<std::uint32_t> offsets_;
};

// With a palette: the display objects that bones and skin name are there (ACT013).
void check_objects(const Actor& actor, std::size_t objects, Diagnostics& out) {
  constexpr std::uint16_t kNone = 0xFFFF;
  const auto report = [&](std::uint16_t id, std::uint64_t offset, const std::string& path) {
    if (id == kNone || id < objects) return;
    out.add(Severity::error, prefixed("ACT013"),
            "display object " + std::to_string(id) + ", the palette has " + std::to_string(objects),
            offset, path);
  };
  report(actor.skin_file_id, 0x14, "skinFileID");
  for (std::size_t i = 0; i < actor.bones.size(); ++i) {
    report(actor.bones[i].geo_file_id, kActorHeaderSize + kBoneSize * i + 0x14,
           path_of("bones", i, "geoFileID"));
  }
}

}  // namespace

void ActorDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  const Actor& actor = file;
  const auto bytes = write();
  if (bytes) ActorCheck(actor, *bytes, diagnostics).run();
  const auto* geometry = companion_of<GeometryDocument>(companions, kGeometryId);
  if (geometry == nullptr) return;
  check_objects(actor, geometry->file.descriptors.size(), diagnostics);
  check_models(actor, companions, diagnostics);
}

}  // namespace anmkit::gc
