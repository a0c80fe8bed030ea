// From a scene (usually an edited glTF) back to an animation (section 9.2).
#include <algorithm>
#include <cmath>

#include "anmkit/sampler.hpp"
#include "formats/psx/findings.hpp"
#include "formats/psx/from_scene.hpp"

namespace anmkit::psx {
namespace {

// "obj012" or "obj012_1": object and occurrence.
struct ObjectName {
  std::size_t object = 0, occurrence = 0;
  auto operator<=>(const ObjectName&) const = default;
};
std::optional<ObjectName> parse_name(std::string_view name) {
  if (!name.starts_with("obj")) return std::nullopt;
  name.remove_prefix(3);
  ObjectName result;
  const auto digits = [&](std::size_t& value) {
    std::size_t count = 0;
    for (; count < name.size() && count < 9 && name[count] >= '0' && name[count] <= '9'; ++count)
      value = value * 10 + static_cast<std::size_t>(name[count] - '0');
    name.remove_prefix(count);
    return count > 0;
  };
  if (!digits(result.object)) return std::nullopt;
  if (name.starts_with('_')) {
    name.remove_prefix(1);
    if (!digits(result.occurrence)) return std::nullopt;
  }
  if (!name.empty()) return std::nullopt;
  return result;
}

// A scene node that becomes keyframes.
struct Role {
  ObjectName name;
  std::size_t node = 0;
};

// Nodes by their names; where none has such a name, those with meshes in scene order.
std::vector<Role> roles_of(const Scene& scene) {
  std::vector<Role> roles;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (const auto name = parse_name(scene.nodes[i].name)) roles.push_back({*name, i});
  }
  if (roles.empty()) {
    const bool meshes = std::ranges::any_of(scene.nodes, [](const Node& n) { return n.mesh >= 0; });
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      if (!meshes || scene.nodes[i].mesh >= 0) roles.push_back({{roles.size(), 0}, i});
    }
  }
  std::ranges::stable_sort(roles, {}, &Role::name);
  return roles;
}

std::int16_t wrapped(double units) {
  const auto whole = static_cast<std::int64_t>(std::llround(units)) & (kUnitsPerTurn - 1);
  return static_cast<std::int16_t>(whole >= kUnitsPerTurn / 2 ? whole - kUnitsPerTurn : whole);
}

// Of the two sets of angles that make the same orientation, the one nearer to the frame before.
Vec3 nearest_angles(Quat q, RotationOrder order, Vec3 before) {
  const auto near = [](double angle, double to) {
    return angle - 2 * kPi * std::round((angle - to) / (2 * kPi));
  };
  const auto placed = [&](Vec3 a) {
    return Vec3{near(a.x, before.x), near(a.y, before.y), near(a.z, before.z)};
  };
  const auto distance = [&](Vec3 a) {
    return std::fabs(a.x - before.x) + std::fabs(a.y - before.y) + std::fabs(a.z - before.z);
  };
  const Vec3 first = to_euler(q, euler_order(order));
  // The middle axis' angle is mirrored at 180 degrees, the other two turn half round.
  Vec3 second = first + Vec3{kPi, kPi, kPi};
  double& middle = order == RotationOrder::zxy ? second.x : second.y;
  middle = kPi - (order == RotationOrder::zxy ? first.x : first.y);
  const Vec3 a = placed(first), b = placed(second);
  return distance(a) <= distance(b) + 1e-9 ? a : b;
}

class Recorder {
 public:
  Recorder(const Scene& scene, const Clip& clip, const Anm* original, const Options& options)
      : scene_(scene),
        clip_(clip),
        original_(original),
        reading_(scene_reading(
            options, original != nullptr ? original->rate_hint : std::uint16_t{kDefaultRate})),
        compact_(options.text("encoding") == "compact"),
        reencoding_(options.has("encoding") && !reading_.hold_absent),
        factor_(scene.metres_per_unit / kMetresPerUnit),
        axes_(to_own_axes(scene.up)),
        axes_back_(affine_inverse(axes_)),
        roles_(roles_of(scene)),
        before_(roles_.size()),
        errors_(roles_.size()) {}

  Result<Anm> record(ConversionReport& report) {
    const auto frames = frames_of(clip_, reading_.rate);
    if (!frames) return std::unexpected(frames.error());
    if (const auto good = check_roles(); !good) return std::unexpected(good.error());
    prepare_original(*frames);
    Anm anm;
    if (original_ != nullptr) {
      anm.tag = original_->tag;
      anm.rate_hint = original_->rate_hint;
    }
    const Sampler sampler(scene_, clip_);
    Sampler::Cursor cursor;
    Pose pose;
    std::vector<Mat4> world;
    const auto order = parents_first(scene_);
    for (std::size_t n = 0; n < *frames; ++n) {
      sampler.sample(static_cast<double>(n) * clip_.rate / reading_.rate, pose, cursor);
      world_matrices(scene_, order, pose, world);
      for (Mat4& matrix : world)
        matrix = axes_ * matrix * axes_back_;
      anm.add_frame(record_frame(n, pose, world));
      if (quantizer_.error()) return std::unexpected(*quantizer_.error());
    }
    if (comparing_ && changed_ == 0) {
      anm.gap = original_->gap;
      anm.tail = original_->tail;
    }
    add_report(report);
    return anm;
  }

 private:
  struct Errors {
    double position = 0, degrees = 0, scale = 0, shear = 0;
  };

  Result<void> check_roles() const {
    for (std::size_t i = 0; i < roles_.size(); ++i) {
      if (roles_[i].name.object > 255) {
        return fail(prefixed("RANGE"), "there are more than 256 objects", {},
                    scene_.nodes[roles_[i].node].name);
      }
    }
    return {};
  }

  // The file the scene came from, by frame and role, to keep what was not edited as it was.
  void prepare_original(std::size_t frames) {
    comparing_ = original_ != nullptr && original_->frame_count() == frames;
  }

  // The keyframe of the original for a role in a frame, and its place there.
  const Keyframe* original_key(std::size_t frame, const ObjectName& name,
                               std::size_t& place) const {
    std::size_t seen = 0;
    const auto keys = original_->frame(frame);
    for (place = 0; place < keys.size(); ++place) {
      if (keys[place].object_index != name.object) continue;
      if (seen++ == name.occurrence) return &keys[place];
    }
    return nullptr;
  }

  std::vector<Keyframe> record_frame(std::size_t n, const Pose& pose,
                                     const std::vector<Mat4>& world) {
    struct Placed {
      std::size_t place;
      Keyframe key;
    };
    std::vector<Placed> keys;
    std::size_t kept = 0, same = 0;
    for (std::size_t r = 0; r < roles_.size(); ++r) {
      const std::size_t node = roles_[r].node;
      const Vec3 own = own_scale(scene_.nodes[node], pose[node]);
      // Other tools say "hidden" with scale 0; so does the glTF export.
      const bool visible = pose[node].visible && !(own == Vec3{});
      if (!visible || world[node].m[0] * 0 != 0) continue;
      const Mat4 matrix = world[node] * scale_matrix(own);
      if (is_collapsed(matrix)) continue;
      std::size_t place = ~std::size_t{0};
      const Keyframe* old = comparing_ ? original_key(n, roles_[r].name, place) : nullptr;
      if (old != nullptr && is_same(*old, matrix)) {
        keys.push_back({place, reencoded(*old)});
        ++same;
        kept += keys.back().key == *old ? 1 : 0;
        before_[r] = {old->rot[0] * kRadiansPerUnit, old->rot[1] * kRadiansPerUnit,
                      old->rot[2] * kRadiansPerUnit};
        continue;
      }
      keys.push_back({place, make_key(n, r, matrix)});
    }
    if (comparing_ && (kept != keys.size() || kept != original_->frame(n).size())) ++changed_;
    // Edited frames stand in ascending order; untouched ones as they stood.
    const bool untouched = comparing_ && same == keys.size();
    if (untouched) std::ranges::stable_sort(keys, {}, &Placed::place);
    std::vector<Keyframe> frame;
    for (const Placed& placed : keys)
      frame.push_back(placed.key);
    return frame;
  }

  static bool is_collapsed(const Mat4& m) {
    double size = 0;
    for (int column = 0; column < 3; ++column)
      for (int row = 0; row < 3; ++row)
        size = std::max(size, std::fabs(m.at(row, column)));
    return size < 1e-9;
  }

  // Positions of the scene in file units.
  Mat4 in_units(Mat4 m) const {
    for (int row = 0; row < 3; ++row)
      m.at(row, 3) *= factor_;
    return m;
  }

  // Same within what files of 32-bit floats can say.
  bool is_same(const Keyframe& key, const Mat4& matrix) const {
    const Mat4 a = matrix_of(key, reading_.order), b = in_units(matrix);
    for (int column = 0; column < 4; ++column) {
      for (int row = 0; row < 3; ++row) {
        const double limit = column == 3 ? 0.02 : 1e-4 * (1 + std::fabs(a.at(row, column)));
        if (!(std::fabs(a.at(row, column) - b.at(row, column)) <= limit)) return false;
      }
    }
    return true;
  }

  Keyframe make_key(std::size_t n, std::size_t r, const Mat4& matrix) {
    const std::string& name = scene_.nodes[roles_[r].node].name;
    const Mat4 wanted = in_units(matrix);
    const Trs parts = decompose(wanted);
    Keyframe key;
    key.object_index = static_cast<std::uint8_t>(roles_[r].name.object);
    key.flags = kHasRotation | kHasScale | kHasPosition;
    const Vec3 angles = nearest_angles(parts.rotation, reading_.order, before_[r]);
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
    note_errors(errors_[r], key, parts, wanted);
    return key;
  }

  // A keyframe that shows what it showed, in the encoding that the user named. Bits that nobody
  // knows stay.
  Keyframe reencoded(Keyframe key) const {
    if (!reencoding_) return key;
    const unsigned unknown = key.flags & 0xF8u;
    key.flags = kHasRotation | kHasScale | kHasPosition;
    if (compact_) drop_identity(key);
    key.flags = static_cast<std::uint8_t>(key.flags | unknown);
    return key;
  }

  static void drop_identity(Keyframe& key) {
    const Keyframe identity;
    unsigned flags = 0;
    if (key.rot != identity.rot) flags |= kHasRotation;
    if (key.scale != identity.scale) flags |= kHasScale;
    if (key.pos != identity.pos) flags |= kHasPosition;
    key.flags = static_cast<std::uint8_t>(flags);
  }

  void note_errors(Errors& errors, const Keyframe& key, const Trs& parts, const Mat4& wanted) {
    const Quat q = quaternion_of(key.rot, reading_.order);
    errors.degrees = std::max(errors.degrees, to_degrees(angle_between(q, parts.rotation)));
    const Vec3 p =
        parts.translation - Vec3{double(key.pos[0]), double(key.pos[1]), double(key.pos[2])};
    errors.position = std::max(errors.position, length(p));
    const Vec3 s{parts.scale.x - key.scale[0] / double{kOne},
                 parts.scale.y - key.scale[1] / double{kOne},
                 parts.scale.z - key.scale[2] / double{kOne}};
    errors.scale = std::max(errors.scale, length(s));
    const Mat4 back = trs_matrix(parts.translation, parts.rotation, parts.scale);
    for (std::size_t i = 0; i < 12; ++i)
      errors.shear = std::max(errors.shear, std::fabs(back.m[i] - wanted.m[i]));
  }

  void add_report(ConversionReport& report) const {
    for (std::size_t r = 0; r < roles_.size(); ++r) {
      const std::string name = "node " + scene_.nodes[roles_[r].node].name;
      const Errors& e = errors_[r];
      if (e.position > 1e-6) report.fits.push_back({name + ", position", e.position, "units"});
      if (e.degrees > 1e-6) report.fits.push_back({name + ", rotation", e.degrees, "degrees"});
      if (e.scale > 1e-9) report.fits.push_back({name + ", scale", e.scale, "factor"});
      if (e.shear > 1e-3) {
        report.diagnostics.add(
            Severity::warning, prefixed("SHEAR"),
            name + " is sheared, which the format cannot say: off by " + std::to_string(e.shear));
      }
    }
    if (comparing_ && changed_ == 0) report.summary = "unchanged: the original bytes";
  }

  const Scene& scene_;
  const Clip& clip_;
  const Anm* original_;
  SceneReading reading_;
  bool compact_;
  bool reencoding_;  // untouched keyframes too, because the user asked for it
  double factor_;
  Mat4 axes_, axes_back_;
  std::vector<Role> roles_;
  std::vector<Vec3> before_;
  std::vector<Errors> errors_;
  Quantizer quantizer_;
  bool comparing_ = false;
  std::size_t changed_ = 0;
};

}  // namespace

Result<DocumentPtr> anm_from_scene(const Scene& scene, const Document* original,
                                   const Options& options, ConversionReport& report) {
  const auto index = find_clip(scene, options.text("clip"));
  if (!index) return std::unexpected(index.error());
  const auto* source = as<AnmDocument>(original, kAnmId);
  Recorder recorder(scene, scene.clips[*index], source == nullptr ? nullptr : &source->anm,
                    options);
  auto anm = recorder.record(report);
  if (!anm) return std::unexpected(std::move(anm.error()));
  if (auto bytes = psx::write(*anm); !bytes) return std::unexpected(std::move(bytes.error()));
  auto document = std::make_unique<AnmDocument>(std::move(*anm));
  document->title = scene.clips[*index].name;
  return document;
}

}  // namespace anmkit::psx
