// Fitted keys, and the documents made of them.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "anmkit/fit.hpp"
#include "anmkit/sampler.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/from_scene.hpp"
#include "formats/craftstudio/text_read.hpp"
#include "formats/craftstudio/tracks.hpp"

namespace anmkit::craftstudio {
namespace {

Vec3 vector_of(const DeltaFrame& frame, Channel channel) {
  switch (channel) {
    case Channel::position:
      return frame.position;
    case Channel::size:
      return {std::round(frame.size.x), std::round(frame.size.y), std::round(frame.size.z)};
    case Channel::pivot:
      return frame.pivot;
    default:
      return frame.scale;
  }
}

MotionKey key_of(const DeltaFrame& frame, Channel channel, std::size_t time) {
  MotionKey key;
  key.time = static_cast<double>(time);
  if (channel == Channel::rotation) {
    const Quat q = frame.rotation;
    key.value = {q.x, q.y, q.z, q.w};
    key.euler = degrees_from_quat(q);
  } else {
    const Vec3 v = vector_of(frame, channel);
    key.value = {v.x, v.y, v.z, 0};
    key.euler = {v.x, v.y, v.z};
  }
  return key;
}

std::string_view unit_of(Channel channel, bool pixels) {
  switch (channel) {
    case Channel::rotation:
      return "degrees";
    case Channel::size:
      return "pixels";
    case Channel::scale:
      return "factor";
    default:
      return pixels ? "pixels" : "world units";
  }
}

constexpr std::array<std::string_view, kChannelCount> kChannelWords = {
    "position", "orientation", "block size", "pivot offset", "scale"};

}  // namespace

std::vector<MotionKey> fit_channel(const Curves& curves, Channel channel,
                                   const Tolerances& tolerances) {
  const DeltaFrame neutral;
  const double tolerance = tolerances.of(channel);
  if (std::ranges::all_of(curves.frames, [&](const DeltaFrame& frame) {
        return channel_error(frame, neutral, channel) <= tolerance;
      })) {
    return {};
  }
  std::vector<std::size_t> kept;
  if (channel == Channel::rotation) {
    std::vector<Quat> samples;
    for (const DeltaFrame& frame : curves.frames)
      samples.push_back(frame.rotation);
    kept = fit_slerp(samples, to_radians(tolerance));
  } else {
    std::vector<double> samples;
    for (const DeltaFrame& frame : curves.frames) {
      const Vec3 v = vector_of(frame, channel);
      samples.insert(samples.end(), {v.x, v.y, v.z});
    }
    kept = channel == Channel::size ? fit_step(samples, 3) : fit_linear(samples, 3, tolerance);
  }
  std::vector<MotionKey> keys;
  for (const std::size_t frame : kept)
    keys.push_back(key_of(curves.frames[frame], channel, frame));
  return keys;
}

namespace {

// A record of the result: for each channel fitted keys, or none when the original's stay.
struct FittedNode {
  std::string name;
  std::size_t scene_node = 0;
  std::optional<std::size_t> record;  // of the original
  std::array<std::optional<std::vector<MotionKey>>, kChannelCount> tracks;
};

// The largest error of fitted keys, after the file's own rounding to floats.
double largest_error(const SceneMotion& motion, std::size_t node, Channel channel,
                     std::vector<MotionKey> keys) {
  for (MotionKey& key : keys) {
    for (double& v : key.value)
      v = static_cast<double>(static_cast<float>(v));
  }
  Span span{static_cast<double>(motion.frames), motion.hold};
  const Track track = compile_track(0, channel, std::move(keys), span);
  double largest = 0;
  for (std::size_t frame = 0; frame <= motion.frames; ++frame) {
    std::array<double, 4> v{0, 0, 0, channel == Channel::rotation ? 1.0 : 0.0};
    evaluate(track, static_cast<double>(frame), v.data());
    DeltaFrame shown;
    shown.position = shown.pivot = shown.scale = shown.size = {v[0], v[1], v[2]};
    shown.rotation = normalize({v[0], v[1], v[2], v[3]});
    largest = std::max(largest, channel_error(motion.nodes[node].frames[frame], shown, channel));
  }
  return largest;
}

class Fitter {
 public:
  Fitter(const SceneMotion& motion, const Tolerances& tolerances, ConversionReport& report)
      : motion_(motion), tolerances_(tolerances), report_(report) {}

  // Records of the original by name; the later one is what the engine uses (section 3.6).
  void set_records(const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < names.size(); ++i)
      records_[names[i]] = i;
    bare_ = names.size() == motion_.rest.nodes.size();
    for (std::size_t i = 0; bare_ && i < names.size(); ++i)
      bare_ = names[i] == motion_.rest.nodes[i].name && motion_.rest.nodes[i].scale == Vec3{};
  }

  // Whether nothing at all differs from the original.
  bool unchanged() const {
    if (motion_.own.empty()) return false;
    for (std::size_t node = 0; node < motion_.nodes.size(); ++node) {
      for (std::size_t c = 0; c < kChannelCount; ++c) {
        if (!is_unchanged(motion_, node, static_cast<Channel>(c), tolerances_)) return false;
      }
    }
    return true;
  }

  std::vector<FittedNode> fit() {
    std::vector<FittedNode> fitted;
    std::set<std::string> done;
    for (std::size_t node = 0; node < motion_.nodes.size(); ++node) {
      const std::string& name = motion_.rest.nodes[node].name;
      // Nodes of one name move together: the first one speaks for all.
      if (!bare_ && !done.insert(name).second) {
        check_twin(node, name);
        continue;
      }
      first_of_[name] = node;
      FittedNode to{name, node, {}, {}};
      if (bare_) {
        to.record = node;
      } else if (const auto record = records_.find(name); record != records_.end()) {
        to.record = record->second;
      }
      bool any = false;
      for (std::size_t c = 0; c < kChannelCount; ++c) {
        const auto channel = static_cast<Channel>(c);
        if (is_unchanged(motion_, node, channel, tolerances_)) continue;
        to.tracks[c] = fit_one(node, channel);
        any = any || !to.tracks[c]->empty();
      }
      if (to.record || any) fitted.push_back(std::move(to));
    }
    return fitted;
  }

 private:
  std::vector<MotionKey> fit_one(std::size_t node, Channel channel) {
    auto keys = fit_channel(motion_.nodes[node], channel, tolerances_);
    const double error = largest_error(motion_, node, channel, keys);
    const std::string what = "node " + motion_.rest.nodes[node].name + ", " +
                             std::string(kChannelWords[static_cast<std::size_t>(channel)]);
    if (!keys.empty() || error > 0) {
      report_.fits.push_back({what, error, std::string(unit_of(channel, motion_.pixels))});
    }
    if (channel == Channel::size && error > 1e-3) {
      Findings(report_.diagnostics)
          .warning("W-CONVERT-SIZE", what + ": sizes are whole pixels and jump; rounded");
    }
    return keys;
  }

  void check_twin(std::size_t node, const std::string& name) {
    const std::size_t first = first_of_[name];
    for (std::size_t frame = 0; frame <= motion_.frames; ++frame) {
      for (std::size_t c = 0; c < kChannelCount; ++c) {
        const auto channel = static_cast<Channel>(c);
        if (channel_error(motion_.nodes[node].frames[frame], motion_.nodes[first].frames[frame],
                          channel) <= 2 * tolerances_.of(channel)) {
          continue;
        }
        return Findings(report_.diagnostics)
            .warning("W-CONVERT-NAME", "several nodes are called " + quoted(name) +
                                           " and move apart; the first one's motion is written");
      }
    }
  }

  const SceneMotion& motion_;
  const Tolerances& tolerances_;
  ConversionReport& report_;
  std::map<std::string, std::size_t> records_;
  std::map<std::string, std::size_t> first_of_;
  bool bare_ = false;
};

// ---- into the two spellings ----

template <class Value>
std::vector<Key<Value>> binary_keys(const std::vector<MotionKey>& keys) {
  std::vector<Key<Value>> out;
  for (const MotionKey& key : keys) {
    Key<Value>& to = out.emplace_back();
    to.time = static_cast<std::uint16_t>(key.time);
    if constexpr (std::same_as<Value, Float4>) {
      for (std::size_t i = 0; i < 4; ++i)
        to.delta[i] = static_cast<float>(key.value[(i + 3) % 4]);
    } else {
      for (std::size_t i = 0; i < 3; ++i)
        to.delta[i] = static_cast<typename Value::value_type>(key.value[i]);
    }
  }
  return out;
}

void put(NodeAnimation& node, Channel channel, const std::vector<MotionKey>& keys) {
  switch (channel) {
    case Channel::position:
      node.position = binary_keys<Float3>(keys);
      break;
    case Channel::rotation:
      node.orientation = binary_keys<Float4>(keys);
      break;
    case Channel::size:
      node.block_size = binary_keys<Int3>(keys);
      break;
    case Channel::pivot:
      node.pivot_offset = binary_keys<Float3>(keys);
      break;
    case Channel::scale:
      node.scale = binary_keys<Float3>(keys);
      break;
  }
}

void put(JsNodeAnimation& node, Channel channel, const std::vector<MotionKey>& keys) {
  // The JSON order of tracks is another one (section 8.1).
  static constexpr std::array<std::size_t, kChannelCount> kPlace = {0, 3, 2, 1, 4};
  auto& track = tracks_of(node)[kPlace[static_cast<std::size_t>(channel)]]->emplace();
  for (const MotionKey& key : keys)
    track.push_back({static_cast<std::uint16_t>(key.time), JsTriple{key.euler, {}}});
}

void set_name(NodeAnimation& node, const std::string& name) {
  node.name = {name, {}};
}
void set_name(JsNodeAnimation& node, const std::string& name) {
  node.name = name;
  for (auto* track : tracks_of(node))
    track->emplace();
}

// Changed tracks into the original's records, new records behind them.
template <class NodeType>
void merge_tracks(const std::vector<FittedNode>& fitted, std::vector<NodeType>& nodes) {
  for (const FittedNode& from : fitted) {
    if (!from.record) set_name(nodes.emplace_back(), from.name);
    NodeType& node = from.record ? nodes[*from.record] : nodes.back();
    for (std::size_t c = 0; c < kChannelCount; ++c) {
      if (from.tracks[c]) put(node, static_cast<Channel>(c), *from.tracks[c]);
    }
  }
}

void report_length(const SceneMotion& motion, ConversionReport& report) {
  if (!motion.rounded) return;
  Findings(report.diagnostics)
      .warning("W-CONVERT-LENGTH",
               "the clip's length is not a whole number of frames; rounded to " +
                   std::to_string(motion.frames));
}

}  // namespace

Result<DocumentPtr> animation_from_scene(const Scene& scene, const Document* original,
                                         const Options& options, ConversionReport& report) {
  const auto* source = as<AnimationDocument>(original, kAnimationId);
  const auto motion = read_scene_motion(scene, source, options, false);
  if (!motion) return std::unexpected(motion.error());
  const Tolerances tolerances = tolerances_of(options, false);
  Fitter fitter(*motion, tolerances, report);
  Animation animation;
  if (source != nullptr) {
    std::vector<std::string> names;
    for (const NodeAnimation& node : source->animation.nodes)
      names.push_back(node.name.bytes);
    fitter.set_records(names);
    animation = source->animation;
    if (fitter.unchanged()) {
      report.summary = "unchanged: the original file again";
      auto same = std::make_unique<AnimationDocument>(std::move(animation));
      same->title = motion->name;
      return same;
    }
    // An edited file has no use for its stale tail (section 13).
    animation.trailing.clear();
  }
  report_length(*motion, report);
  animation.duration = static_cast<std::uint16_t>(motion->frames);
  merge_tracks(fitter.fit(), animation.nodes);
  auto document = std::make_unique<AnimationDocument>(std::move(animation));
  document->title = motion->name;
  return document;
}

Result<DocumentPtr> js_animation_from_scene(const Scene& scene, const Document* original,
                                            const Options& options, ConversionReport& report) {
  const auto* source = as<JsAnimationDocument>(original, kJsAnimationId);
  const auto motion = read_scene_motion(scene, source, options, true);
  if (!motion) return std::unexpected(motion.error());
  const Tolerances tolerances = tolerances_of(options, true);
  Fitter fitter(*motion, tolerances, report);
  JsAnimation animation;
  animation.title = motion->name;
  if (source != nullptr) {
    std::vector<std::string> names;
    for (const JsNodeAnimation& node : source->animation.node_animations)
      names.push_back(node.name);
    fitter.set_records(names);
    animation = source->animation;
    if (fitter.unchanged()) {
      report.summary = "unchanged: the original file again";
      auto same = std::make_unique<JsAnimationDocument>(source->source, std::move(animation));
      same->title = motion->name;
      return same;
    }
  }
  report_length(*motion, report);
  animation.duration = static_cast<std::uint16_t>(motion->frames);
  merge_tracks(fitter.fit(), animation.node_animations);
  std::string text = write_text(animation);
  Diagnostics unused;
  auto parsed = parse_js_animation(text, unused);
  if (!parsed) return std::unexpected(std::move(parsed.error()));
  auto document = std::make_unique<JsAnimationDocument>(std::move(text), std::move(*parsed));
  document->title = motion->name;
  return document;
}

}  // namespace anmkit::craftstudio
