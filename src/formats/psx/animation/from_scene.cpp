// SPDX-License-Identifier: MIT
// From a scene (usually an edited glTF) back to an animation (section 9.2).
#include "formats/psx/from_scene.hpp"

#include <algorithm>
#include <cmath>

#include "core/portable.hpp"
#include "formats/psx/model/roles.hpp"

namespace anmkit::psx {
namespace {

std::int16_t wrapped(double units) {
  const auto whole = static_cast<std::int64_t>(portable::lround(units)) & (kUnitsPerTurn - 1);
  return static_cast<std::int16_t>(whole >= kUnitsPerTurn / 2 ? whole - kUnitsPerTurn : whole);
}

void drop_identity(Keyframe& key) {
  const Keyframe identity;
  unsigned flags = key.flags & 0xF8u;
  if (key.rot != identity.rot) flags |= kHasRotation;
  if (key.scale != identity.scale) flags |= kHasScale;
  if (key.pos != identity.pos) flags |= kHasPosition;
  key.flags = static_cast<std::uint8_t>(flags);
}

bool is_collapsed(const Mat4& m) {
  double size = 0;
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row)
      size = std::max(size, std::fabs(m.at(row, column)));
  return size < 1e-9;
}

class Recorder {
 public:
  Recorder(const FromScene& from, const Clip& clip, const Anm* original, const Options& options)
      : scene_(from.scene),
        original_(original),
        reading_(reading_for(options, original)),
        compact_(options.text("encoding") == "compact"),
        reencoding_(options.has("encoding") && !reading_.hold_absent),
        walk_(from.scene, clip, reading_.rate),
        roles_(roles_of(from.scene)),
        before_(roles_.size()),
        sheared_(roles_.size()) {
    if (original != nullptr && reading_.hold_absent) hold_absent();
  }

  Result<Anm> record(ConversionReport& report) {
    constexpr std::size_t kMostFrames = kMaxWords - 4;
    const auto frames = frames_of(walk_, kMostFrames, original_ == nullptr, report);
    if (!frames) return std::unexpected(frames.error());
    if (const auto good = check_roles(); !good) return std::unexpected(good.error());
    // What was not edited stays as it was, where frames can be compared one by one.
    if (original_ != nullptr && original_->frame_count() != *frames) lengthened_ = true;
    Anm anm;
    if (original_ != nullptr) {
      anm.tag = original_->tag;
      anm.rate_hint = original_->rate_hint;
    }
    // A pose that does not move is one frame.
    const bool still = *frames == 0 && original_ == nullptr && !roles_.empty();
    for (std::size_t n = 0; n < (still ? 1 : *frames); ++n) {
      anm.add_frame(record_frame(n));
      if (quantizer_.error()) return std::unexpected(*quantizer_.error());
    }
    if (original_ != nullptr && !lengthened_ && changed_ == 0) {
      anm.gap = original_->gap;
      anm.tail = original_->tail;
    }
    report_shear(report);
    return anm;
  }

  const std::vector<Role>& roles() const { return roles_; }
  const SceneReading& reading() const { return reading_; }

 private:
  Result<void> check_roles() const {
    for (const Role& role : roles_) {
      if (role.name.object > 255) {
        return fail(prefixed("RANGE"), "there are more than 256 objects", {},
                    scene_.nodes[role.node].name);
      }
    }
    return {};
  }

  // The keyframe of the original for a role in a frame, and its place there.
  const Keyframe* original_key(std::size_t frame, const ObjectName& name,
                               std::size_t& place) const {
    if (original_ == nullptr || frame >= original_->frame_count()) return nullptr;
    std::size_t seen = 0;
    const auto keys = original_->frame(frame);
    for (place = 0; place < keys.size(); ++place) {
      if (keys[place].object_index != name.object) continue;
      if (seen++ == name.occurrence) return &keys[place];
    }
    return nullptr;
  }

  // The keyframes of the original with the components that they leave out.
  void hold_absent() {
    held_ = original_->keyframes;
    const SlotMap slots = assign_slots(*original_, 0);
    std::vector<const Keyframe*> last(slots.objects + slots.copies.size());
    for (std::size_t k = 0; k < held_.size(); ++k) {
      const Keyframe*& before = last[slots.node[k]];
      if (before != nullptr) keep_absent(*before, held_[k]);
      before = &held_[k];
    }
  }
  // As the game shows a keyframe of the original.
  Keyframe played(const Keyframe& key) const {
    if (held_.empty()) return key;
    return held_[static_cast<std::size_t>(&key - original_->keyframes.data())];
  }

  // The absolute transform of a node, or none while it is hidden. Other tools say "hidden" with
  // scale 0, and so does the glTF export. A box without depth is flat, but its joint is not.
  std::optional<Mat4> shown_at(const Pose& pose, const std::vector<Mat4>& world,
                               std::size_t node) const {
    const Vec3 own = own_scale(scene_.nodes[node], pose[node]);
    if (!pose[node].visible || own == Vec3{} || world[node].m[0] * 0 != 0) return std::nullopt;
    const auto kept = [](double factor) { return factor == 0 ? 1 : factor; };
    const Mat4 matrix = world[node] * scale_matrix({kept(own.x), kept(own.y), kept(own.z)});
    if (is_collapsed(matrix)) return std::nullopt;
    return matrix;
  }

  // Whether a keyframe of the original shows what the scene does. Hidden is also what has the size
  // 0, which glTF cannot tell from an object that is not drawn.
  bool shows(const Keyframe& key, const std::optional<Mat4>& matrix) const {
    const Mat4 stored = matrix_of(played(key), reading_.order);
    return matrix ? same_matrix(stored, *matrix, unedited::kPsxClip) : is_collapsed(stored);
  }

  std::vector<Keyframe> record_frame(std::size_t n) {
    struct Placed {
      std::size_t place;
      Keyframe key;
    };
    const Pose& pose = walk_.pose(static_cast<double>(n));
    const std::vector<Mat4>& world = walk_.world();
    std::vector<Placed> keys;
    std::size_t kept = 0, same = 0;
    for (std::size_t r = 0; r < roles_.size(); ++r) {
      auto matrix = shown_at(pose, world, roles_[r].node);
      std::size_t place = ~std::size_t{0};
      const Keyframe* old = original_key(n, roles_[r].name, place);
      if (matrix) {
        const double size = 1 / roles_[r].size;
        *matrix = *matrix * scale_matrix({size, size, size});
      }
      if (old != nullptr && shows(*old, matrix)) {
        keys.push_back({place, reencoded(*old)});
        ++same;
        kept += keys.back().key == *old ? 1 : 0;
        const auto rot = played(*old).rot;
        before_[r] = Vec3{double(rot[0]), double(rot[1]), double(rot[2])} * kRadiansPerUnit;
      } else if (matrix) {
        keys.push_back({place, make_key(n, r, *matrix)});
      }
    }
    const std::size_t stood =
        original_ != nullptr && n < original_->frame_count() ? original_->frame(n).size() : 0;
    if (kept != keys.size() || kept != stood) ++changed_;
    // Edited frames are in ascending order; untouched ones as they stood.
    if (same == keys.size()) std::ranges::stable_sort(keys, {}, &Placed::place);
    std::vector<Keyframe> frame;
    for (const Placed& placed : keys)
      frame.push_back(placed.key);
    return frame;
  }

  Keyframe make_key(std::size_t n, std::size_t r, const Mat4& matrix) {
    const std::string& name = scene_.nodes[roles_[r].node].name;
    const Transform parts = decompose(matrix);
    Keyframe key;
    key.object_index = static_cast<std::uint8_t>(roles_[r].name.object);
    key.flags = kHasRotation | kHasScale | kHasPosition;
    const Vec3 angles = nearest_euler(parts.rotation, euler_order(reading_.order), before_[r]);
    before_[r] = angles;
    key.rot = {wrapped(angles.x / kRadiansPerUnit), wrapped(angles.y / kRadiansPerUnit),
               wrapped(angles.z / kRadiansPerUnit)};
    key.scale = {quantizer_.take(parts.scale.x * kOne, "scale", n, name),
                 quantizer_.take(parts.scale.y * kOne, "scale", n, name),
                 quantizer_.take(parts.scale.z * kOne, "scale", n, name)};
    key.pos = {quantizer_.take(parts.translation.x, "position", n, name),
               quantizer_.take(parts.translation.y, "position", n, name),
               quantizer_.take(parts.translation.z, "position", n, name)};
    if (compact_) drop_identity(key);
    const Mat4 again = trs_matrix(parts.translation, parts.rotation, parts.scale);
    for (std::size_t i = 0; i < 12; ++i)
      sheared_[r] = std::max(sheared_[r], std::fabs(again.m[i] - matrix.m[i]));
    return key;
  }

  // A keyframe that shows what it showed, in the encoding that the user named. Bits that nobody
  // knows stay.
  Keyframe reencoded(Keyframe key) const {
    if (!reencoding_) return key;
    key.flags = static_cast<std::uint8_t>(key.flags | kHasRotation | kHasScale | kHasPosition);
    if (compact_) drop_identity(key);
    return key;
  }

  void report_shear(ConversionReport& report) const {
    for (std::size_t r = 0; r < roles_.size(); ++r) {
      if (sheared_[r] <= 1e-3) continue;
      Findings(report.diagnostics)
          .warning("SHEAR", "node " + scene_.nodes[roles_[r].node].name +
                                " is sheared, which the format cannot store: off by " +
                                std::to_string(sheared_[r]));
    }
  }

  const Scene& scene_;
  const Anm* original_;
  SceneReading reading_;
  bool compact_;
  bool reencoding_;  // untouched keyframes too, because the user asked for it
  FrameWalk walk_;
  std::vector<Role> roles_;
  std::vector<Vec3> before_;
  std::vector<double> sheared_;
  std::vector<Keyframe> held_;
  Quantizer quantizer_;
  bool lengthened_ = false;  // or shortened
  std::size_t changed_ = 0;
};

// The largest distances between the written file and its scene.
void report_difference(const FromScene& from, const Clip& clip, const Bytes& bytes,
                       const Recorder& recorder, ConversionReport& report) {
  Diagnostics unused;
  const auto written = parse_anm(bytes, unused, true);
  if (!written || written->frame_count() == 0) return;
  Scene made;
  add_clip(made, *written, clip.name, recorder.reading());
  std::vector<NodePair> pairs;
  // What an object plays of a joint that was scaled when it was bound is a node below it.
  Scene wanted_scene;
  wanted_scene.nodes = from.scene.nodes;
  wanted_scene.cameras = from.scene.cameras;
  for (const Role& role : recorder.roles()) {
    const auto node = std::ranges::find_if(
        made.nodes, [&](const Node& n) { return object_name(n.name) == role.name; });
    if (node == made.nodes.end()) continue;  // never shown
    std::size_t wanted_node = role.node;
    if (role.size != 1) {
      wanted_node = wanted_scene.nodes.size();
      Node& object = wanted_scene.nodes.emplace_back();
      object.parent = static_cast<std::int32_t>(role.node);
      object.rest.scale = Vec3{1, 1, 1} * (1 / role.size);
    }
    pairs.push_back({wanted_node, static_cast<std::size_t>(node - made.nodes.begin()),
                     "node " + from.scene.nodes[role.node].name});
  }
  const double rate = recorder.reading().rate;
  const std::size_t frames = written->frame_count();
  const Clip wanted = shown_part(clip, frames, rate);
  made.clips[0].duration = static_cast<double>(frames) - 1;
  report_fits(wanted_scene, wanted, made, made.clips[0], pairs,
              {.space = FitRequest::Space::world, .length_unit = "units", .rate = rate}, report);
}

}  // namespace

Result<Bytes> anm_from_scene(const FromScene& from, const Context& context,
                             ConversionReport& report) {
  if (const auto good = check_rate(context.options); !good) return std::unexpected(good.error());
  const auto* source = as<AnmDocument>(from.original, kAnmId);
  const Anm* original = source == nullptr ? nullptr : &source->anm;
  if (from.scene.clips.empty()) {
    // Nothing that moves is no animation in glTF.
    if (original == nullptr || !original->keyframes.empty()) return no_clip();
    report.clips = 1;
    report.summary = "unchanged: the original bytes";
    return psx::write(*original);
  }
  const Clip& clip = from.scene.clips[from.clip.value_or(0)];
  report.clips = 1;
  Recorder recorder(from, clip, original, context.options);
  const auto anm = recorder.record(report);
  if (!anm) return std::unexpected(anm.error());
  for (const Role& role : recorder.roles())
    report.nodes.push_back(role.node);
  // An empty list would say that the format lists none; of a camera alone there is no object.
  if (report.nodes.empty()) report.nodes.push_back(from.scene.nodes.size());
  auto bytes = psx::write(*anm);
  if (!bytes) return bytes;
  if (original != nullptr && *anm == *original) {
    report.summary = "unchanged: the original bytes";
  } else {
    report_difference(from, clip, *bytes, recorder, report);
  }
  return bytes;
}

}  // namespace anmkit::psx
