// One clip of a scene as an animation: sampling, angles, what is kept of the original, and channels
// (section 10.5).
#include "formats/sm64/clip_back.hpp"

#include <algorithm>
#include <cmath>

#include "anmkit/sampler.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/scene.hpp"

namespace anmkit::sm64 {
namespace {

constexpr double kUnit = 0.01;       // metres
constexpr double kSameAngle = 2e-4;  // radians: two binary angles
constexpr double kSamePlace = 1e-2;  // model units

// Samples of one part over all frames.
struct PartCurve {
  std::vector<Quat> rotation;
};
struct SceneCurves {
  std::size_t frames = 0;
  std::vector<PartCurve> parts;
  std::vector<Vec3> root;
};

// Nodes in the order of parts: by their numbers when the scene has kept them, else as they stand.
std::vector<std::uint32_t> part_order(const Scene& scene) {
  std::vector<std::uint32_t> order(scene.nodes.size());
  for (std::uint32_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::vector<std::int64_t> ids;
  for (const Node& node : scene.nodes)
    ids.push_back(node.id);
  std::ranges::sort(ids);
  if (std::ranges::adjacent_find(ids) == ids.end()) {
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return scene.nodes[i].id; });
  }
  return order;
}

SceneCurves sample_scene(const Scene& scene, const Clip& clip,
                         const std::vector<std::uint32_t>& order, std::size_t frames) {
  SceneCurves curves;
  curves.frames = frames;
  curves.parts.resize(order.size());
  const double factor = scene.metres_per_unit / kUnit;
  const double step = clip.rate > 0 ? clip.rate / kRate : 1;
  const Sampler sampler(scene, clip);
  Sampler::Cursor cursor;
  Pose pose;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    sampler.sample(static_cast<double>(frame) * step, pose, cursor);
    for (std::size_t p = 0; p < order.size(); ++p)
      curves.parts[p].rotation.push_back(normalize(pose[order[p]].local.rotation));
    const Vec3 root = order.empty() ? Vec3{} : pose[order[0]].local.translation;
    const Vec3 rest = order.empty() ? Vec3{} : scene.nodes[order[0]].rest.translation;
    curves.root.push_back((root - rest) * factor);
  }
  return curves;
}

// What the format cannot say (section 10.5).
void report_losses(const Scene& scene, const Clip& clip, const std::vector<std::uint32_t>& order,
                   Findings& findings) {
  for (const Track& track : clip.tracks) {
    const bool root = !order.empty() && track.node == order[0];
    const bool moves = track.property == Property::translation && !root;
    const bool scales = track.property == Property::scale;
    if (!moves && !scales) continue;
    const std::size_t n = track.stride();
    const bool changes =
        std::ranges::any_of(track.values, [&, i = std::size_t{0}](double value) mutable {
          return std::fabs(value - track.values[i++ % n]) > 1e-4;
        });
    if (!changes) continue;
    findings.warning("W-LOSS",
                     clip.name + ": the animated " + (moves ? "translation" : "scale") + " of " +
                         quoted(scene.nodes[track.node].name) +
                         " is lost: only the first part can move",
                     {}, scene.nodes[track.node].name);
  }
}

std::uint16_t binary_angle(double radians) {
  const double turns = std::round(radians * (32768 / kPi));
  return static_cast<std::uint16_t>(static_cast<std::int64_t>(turns) & 0xFFFF);
}

// Angles about X, Y, Z of the branch that is nearest to the frame before.
Vec3 nearest_angles(Quat q, Vec3 before) {
  const Vec3 first = to_euler(q, EulerOrder::xyz);
  const Vec3 second{first.x + kPi, kPi - first.y, first.z + kPi};
  const auto unwind = [](double angle, double near) {
    return angle + 2 * kPi * std::round((near - angle) / (2 * kPi));
  };
  const auto near = [&](Vec3 v) {
    return Vec3{unwind(v.x, before.x), unwind(v.y, before.y), unwind(v.z, before.z)};
  };
  const Vec3 a = near(first), b = near(second);
  return length(a - before) <= length(b - before) ? a : b;
}

// One clip on its way back.
class ClipBack {
 public:
  ClipBack(const Scene& scene, const Clip& clip, const Motion* original, const Fast64Clip* keys,
           bool mario, const Options& options, ConversionReport& report)
      : scene_(scene),
        clip_(clip),
        original_(original),
        keys_(original == nullptr && clip.extras.empty() ? keys : nullptr),
        mario_(mario),
        options_(options),
        report_(report) {}

  Result<Motion> run(OwnTables& own) {
    Motion motion;
    motion.name = keys_ == nullptr || keys_->header.name.empty() ? clip_.name : keys_->header.name;
    motion.mario = mario_;
    const double length = clip_.rate > 0 ? clip_.duration * kRate / clip_.rate : clip_.duration;
    const double frames = std::max(std::round(length), 1.0);
    if (!(frames <= 32767)) {
      return fail(prefixed("E-RANGE"), clip_.name + " would have more than 32767 frames");
    }
    const std::size_t count = frames_of(static_cast<std::size_t>(frames));
    header(motion, count);
    Findings findings(report_.diagnostics);
    auto order = part_order(scene_);
    leave_out_joints(order, findings);
    curves_ = sample_scene(scene_, clip_, order, count);
    if (unchanged(motion)) return *original_;
    report_losses(scene_, clip_, order, findings);
    take_divisor(motion);
    if (auto done = channels(motion); !done) return std::unexpected(done.error());
    pack_into(motion, own);
    return motion;
  }

 private:
  // Joints that an editor added come after the parts that the original has.
  void leave_out_joints(std::vector<std::uint32_t>& order, Findings& findings) const {
    const std::size_t parts = original_ == nullptr ? order.size() : part_count(*original_);
    for (std::size_t i = parts; i < order.size(); ++i) {
      const std::string& name = scene_.nodes[order[i]].name;
      findings.warning("W-LOSS",
                       clip_.name + ": " + quoted(name) + " is none of the " +
                           std::to_string(parts) + " parts and is left out",
                       {}, name);
    }
    if (order.size() > parts) order.resize(parts);
  }

  // The header that the original has, else what extras remember, else what Fast64's keys tell, else
  // what the clip says.
  void header(Motion& motion, std::size_t frames) {
    Header& h = motion.header;
    h.flags = clip_.loops ? std::int16_t{0} : static_cast<std::int16_t>(kNoLoop);
    h.loopEnd = static_cast<std::int16_t>(frames);
    h.animYTransDivisor = mario_ ? kMarioYTrans : std::int16_t{0};
    const double start = clip_.rate > 0 ? clip_.loop_start * kRate / clip_.rate : 0;
    if (start > 0 && start < static_cast<double>(frames)) {
      h.loopStart = static_cast<std::int16_t>(std::lround(start));
    }
    if (original_ != nullptr) {
      const Header& from = original_->header;
      h.flags = from.flags;
      h.startFrame = from.startFrame;
      h.loopStart = from.loopStart;
      if (from.loopStart >= h.loopEnd) h.loopStart = 0;
    } else if (!clip_.extras.empty()) {
      if (const auto json = JsonDocument::parse(clip_.extras)) {
        const JsonValue root = json->root();
        const auto take = [&](std::string_view name, std::int16_t& field) {
          const auto value = root[name].integer();
          if (value && *value >= -32768 && *value <= 32767) {
            field = static_cast<std::int16_t>(*value);
          }
        };
        take("flags", h.flags);
        take("startFrame", h.startFrame);
        take("loopStart", h.loopStart);
      }
    } else if (keys_ != nullptr) {
      apply(keys_->header, h);
    }
  }

  // Frames to sample: so many that every header that the keys tell has its own, but none behind the
  // clip's last key, where samples hold.
  std::size_t frames_of(std::size_t frames) const {
    if (keys_ == nullptr) return frames;
    std::int64_t wanted = keys_->header.loop_end.value_or(0);
    if (wanted <= 0) wanted = static_cast<std::int64_t>(frames);
    for (const Fast64Header& variant : keys_->variants)
      wanted = std::max<std::int64_t>(wanted, variant.loop_end.value_or(0));
    return std::min(static_cast<std::size_t>(wanted), frames + 1);
  }

  // The divisor that the keys tell, unless it would take away the root's movement (section 12.11).
  void take_divisor(Motion& motion) const {
    if (keys_ == nullptr || !keys_->header.trans_divisor) return;
    const std::int16_t before = motion.header.animYTransDivisor;
    motion.header.animYTransDivisor = *keys_->header.trans_divisor;
    if (translation_factor(motion, y_trans_of(motion, options_)) != 0) return;
    const bool moves = std::ranges::any_of(
        curves_.root, [](const Vec3& place) { return length(place) > kSamePlace; });
    if (moves) motion.header.animYTransDivisor = before;
  }

  Quat original_rotation(std::size_t part, std::size_t frame) const {
    const std::size_t k = rotation_channel(*original_, part);
    const auto at = [&](std::size_t channel) {
      return static_cast<std::uint16_t>(
          sample(*original_, channel, static_cast<std::int32_t>(frame)));
    };
    return angles_.rotation(at(k), at(k + 1), at(k + 2));
  }
  bool same_part(std::size_t part) const {
    if (original_ == nullptr || part >= part_count(*original_)) return false;
    for (std::size_t frame = 0; frame < curves_.frames; ++frame) {
      const Quat now = curves_.parts[part].rotation[frame];
      if (angle_between(now, original_rotation(part, frame)) > kSameAngle) return false;
    }
    return true;
  }
  bool same_root() const {
    if (original_ == nullptr) return false;
    const double factor = translation_factor(*original_, y_trans_of(*original_, options_));
    for (std::size_t frame = 0; frame < curves_.frames; ++frame) {
      const auto t = drawn_translation(*original_, static_cast<std::int32_t>(frame));
      const Vec3 drawn{t[0] * factor, t[1] * factor, t[2] * factor};
      if (length(curves_.root[frame] - drawn) > kSamePlace) return false;
    }
    return true;
  }
  bool unchanged(const Motion& motion) const {
    if (original_ == nullptr || original_->header.loopEnd != motion.header.loopEnd) return false;
    if (original_->bone_trans || part_count(*original_) != curves_.parts.size()) return false;
    for (std::size_t part = 0; part < curves_.parts.size(); ++part) {
      if (!same_part(part)) return false;
    }
    return same_root();
  }

  Result<void> channels(Motion& motion) {
    samples_.assign(3 + 3 * curves_.parts.size(), {});
    if (auto root = root_channels(motion); !root) return root;
    for (std::size_t part = 0; part < curves_.parts.size(); ++part)
      part_channels(part);
    return {};
  }

  void copy_channel(std::size_t channel) {
    for (std::size_t frame = 0; frame < curves_.frames; ++frame) {
      samples_[channel].push_back(static_cast<std::uint16_t>(
          sample(*original_, channel, static_cast<std::int32_t>(frame))));
    }
  }

  Result<void> root_channels(Motion& motion) {
    if (same_root()) {
      motion.header.animYTransDivisor = original_->header.animYTransDivisor;
      for (std::size_t axis = 0; axis < 3; ++axis)
        copy_channel(axis);
      return {};
    }
    double worst = 0;
    const double factor = translation_factor(motion, y_trans_of(motion, options_));
    for (const Vec3& place : curves_.root) {
      const double axes[] = {place.x, place.y, place.z};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double wanted = factor != 0 ? axes[axis] / factor : 0;
        const double stored = std::round(wanted);
        if (!(stored >= -32768 && stored <= 32767)) {
          return fail(prefixed("E-RANGE"), clip_.name + ": the first part moves to " +
                                               std::to_string(axes[axis]) +
                                               " units; the format reaches -32768 ... 32767");
        }
        worst = std::max(worst, std::fabs(axes[axis] - stored * factor));
        samples_[axis].push_back(static_cast<std::uint16_t>(static_cast<std::int64_t>(stored)));
      }
    }
    report_.fits.push_back({clip_.name + ": root translation", worst, "units"});
    return {};
  }

  void part_channels(std::size_t part) {
    const std::size_t to = 3 + 3 * part;
    if (same_part(part) && !original_->bone_trans) {
      for (std::size_t axis = 0; axis < 3; ++axis)
        copy_channel(to + axis);
      return;
    }
    Vec3 before;
    double worst = 0;
    for (const Quat q : curves_.parts[part].rotation) {
      before = nearest_angles(q, before);
      const std::uint16_t x = binary_angle(before.x), y = binary_angle(before.y),
                          z = binary_angle(before.z);
      samples_[to].push_back(x);
      samples_[to + 1].push_back(y);
      samples_[to + 2].push_back(z);
      worst = std::max(worst, to_degrees(angle_between(q, angles_.rotation(x, y, z))));
    }
    report_.fits.push_back(
        {clip_.name + ": part " + std::to_string(part) + " rotation", worst, "degrees"});
  }

  // Channels as vanilla has them: one sample when constant, else all frames.
  void pack_into(Motion& motion, OwnTables& own) {
    std::vector<std::uint16_t> index, values = {0};
    for (const auto& run : samples_) {
      const bool constant =
          std::ranges::all_of(run, [&](std::uint16_t value) { return value == run.front(); });
      const std::size_t count = constant ? 1 : run.size();
      const bool zero = constant && run.front() == 0;
      index.push_back(static_cast<std::uint16_t>(count));
      index.push_back(static_cast<std::uint16_t>(zero ? 0 : values.size()));
      if (!zero)
        values.insert(values.end(), run.begin(), run.begin() + static_cast<std::ptrdiff_t>(count));
    }
    motion.header.unusedBoneCount =
        static_cast<std::int16_t>(static_cast<std::int64_t>(index.size() / 6) - 1);
    too_long_ = values.size() > 0xFFFF;
    motion.index = own.tables.emplace_back(std::move(index));
    motion.values = own.tables.emplace_back(std::move(values));
  }

 public:
  bool too_long() const { return too_long_; }

 private:
  const Scene& scene_;
  const Clip& clip_;
  const Motion* original_;
  const Fast64Clip* keys_;  // null where the original or the extras tell
  bool mario_;
  const Options& options_;
  ConversionReport& report_;
  HalfAngles angles_;
  SceneCurves curves_;
  std::vector<std::vector<std::uint16_t>> samples_;
  bool too_long_ = false;
};

}  // namespace

Result<Motion> clip_back(const Scene& scene, const Clip& clip, const Motion* original,
                         const Fast64Clip* keys, bool mario, const Options& options,
                         ConversionReport& report, OwnTables& own) {
  ClipBack one(scene, clip, original, keys, mario, options, report);
  auto motion = one.run(own);
  if (motion && one.too_long()) {
    return fail(prefixed("E-RANGE"), clip.name + " needs more than 65535 samples");
  }
  return motion;
}

}  // namespace anmkit::sm64
