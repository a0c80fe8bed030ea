// From a scene (usually an edited glTF) back to an animation.
#include "formats/craftstudio/from_scene.hpp"

#include <algorithm>
#include <cmath>

#include "anmkit/sampler.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/scene.hpp"

namespace anmkit::craftstudio {
namespace {

// The rest values that the scene's nodes have, in the animation's own units.
RestModel rest_from(const Scene& scene, double factor, bool pixels) {
  RestModel rest;
  rest.pixels = pixels;
  for (const Node& node : scene.nodes) {
    RestNode& to = rest.nodes.emplace_back();
    to.name = node.name;
    to.id = node.id;
    to.parent = node.parent;
    to.position = node.rest.translation * factor;
    to.pivot = node.rest.pivot * factor;
    to.scale = node.rest.scale;
    to.orientation = normalize(node.rest.rotation);
    to.size = node.block_size.value_or(Vec3{});
  }
  return rest;
}

// A bare export has a node a record, neutral scale 0, and binds by place instead of by name.
bool is_bare(const Scene& scene, const Motion& motion) {
  if (scene.nodes.size() != motion.nodes.size()) return false;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (scene.nodes[i].name != motion.nodes[i].name) return false;
    if (scene.nodes[i].rest.scale != Vec3{}) return false;
  }
  return true;
}

// Deltas of every node at every native frame.
std::vector<Curves> sample_deltas(const Scene& scene, const Clip& clip, const RestModel& rest,
                                  double factor, std::size_t frames, double step) {
  std::vector<Curves> curves(scene.nodes.size());
  for (Curves& curve : curves)
    curve.frames.resize(frames + 1);
  const Sampler sampler(scene, clip);
  Sampler::Cursor cursor;
  Pose pose;
  for (std::size_t frame = 0; frame <= frames; ++frame) {
    sampler.sample(static_cast<double>(frame) * step, pose, cursor);
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      const NodePose& node = pose[i];
      const RestNode& base = rest.nodes[i];
      DeltaFrame& to = curves[i].frames[frame];
      to.position = node.local.translation * factor - base.position;
      to.rotation = conjugate(base.orientation) * normalize(node.local.rotation);
      to.pivot = node.local.pivot * factor - base.pivot;
      to.scale = node.local.scale - base.scale;
      if (scene.nodes[i].block_size) to.size = node.block_size - base.size;
    }
  }
  return curves;
}

}  // namespace

Result<SceneMotion> read_scene_motion(const Scene& scene, const Document* original,
                                      const Options& options, bool pixels) {
  if (scene.clips.empty()) {
    return fail(std::string(kNoSuchClip), "the scene has no animation to write");
  }
  const auto index = find_clip(scene, options.text("clip"));
  if (!index) return std::unexpected(index.error());
  const Clip& clip = scene.clips[*index];
  auto source = original == nullptr ? std::nullopt : motion_of(*original);
  if (source && source->pixels != pixels) source.reset();

  SceneMotion motion;
  motion.pixels = pixels;
  motion.name = clip.name;
  motion.hold = source && source->hold;
  const double rate = options.number("rate", pixels ? 60 : 30);
  const double length = clip.rate > 0 ? clip.duration * rate / clip.rate : clip.duration;
  const double frames = std::round(length);
  if (!(rate > 0) || !(frames >= 0 && frames <= 65535)) {
    return fail(prefixed("E-RANGE"),
                "the clip would have more frames than the format can count: at most 65535");
  }
  motion.frames = static_cast<std::size_t>(frames);
  motion.rounded = std::fabs(length - frames) > 1e-3;
  const double factor = scene.metres_per_unit * (pixels ? kPixelsPerUnit : 1);
  const double step = clip.rate > 0 ? clip.rate / rate : 1;
  motion.rest = rest_from(scene, factor, pixels);
  motion.nodes = sample_deltas(scene, clip, motion.rest, factor, motion.frames, step);
  for (const Node& node : scene.nodes)
    motion.sized.push_back(node.block_size.has_value());

  if (source && source->duration == frames) {
    const bool bare = is_bare(scene, *source);
    const Scene own = scene_of(*source, bare ? nullptr : &motion.rest, {}, reading_of(options));
    motion.own = sample_deltas(own, own.clips.front(), motion.rest, 1, motion.frames, 1);
  }
  return motion;
}

namespace {

double vector_error(Vec3 a, Vec3 b) {
  return std::max({std::fabs(a.x - b.x), std::fabs(a.y - b.y), std::fabs(a.z - b.z)});
}

}  // namespace

double channel_error(const DeltaFrame& a, const DeltaFrame& b, Channel channel) {
  switch (channel) {
    case Channel::position:
      return vector_error(a.position, b.position);
    case Channel::rotation:
      return to_degrees(angle_between(a.rotation, b.rotation));
    case Channel::size:
      return vector_error(a.size, b.size);
    case Channel::pivot:
      return vector_error(a.pivot, b.pivot);
    case Channel::scale:
      break;
  }
  return vector_error(a.scale, b.scale);
}

double Tolerances::of(Channel channel) const {
  switch (channel) {
    case Channel::position:
    case Channel::pivot:
      return distance;
    case Channel::rotation:
      return degrees;
    case Channel::size:
      return 0.25;  // sizes are whole pixels
    case Channel::scale:
      break;
  }
  return factor;
}

Tolerances tolerances_of(const Options& options, bool pixels) {
  const double base = std::max(options.number("tolerance", 1e-4), 0.0);
  return {base * (pixels ? kPixelsPerUnit : 1), base * 100, base};
}

bool is_unchanged(const SceneMotion& motion, std::size_t node, Channel channel,
                  const Tolerances& tolerances) {
  if (motion.own.empty()) return false;
  if (channel == Channel::size && !motion.sized[node]) return true;
  for (std::size_t frame = 0; frame <= motion.frames; ++frame) {
    const double error =
        channel_error(motion.nodes[node].frames[frame], motion.own[node].frames[frame], channel);
    if (!(error <= tolerances.of(channel))) return false;
  }
  return true;
}

}  // namespace anmkit::craftstudio
