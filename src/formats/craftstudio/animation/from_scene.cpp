// SPDX-License-Identifier: MIT
// From a scene (usually an edited glTF) back to an animation: tracks that nobody edited stay as the
// original has them, the others get fitted keys.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/counted.hpp"
#include "core/listing.hpp"
#include "core/portable.hpp"
#include "core/utf8.hpp"
#include "formats/craftstudio/animation/fit_keys.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/text/read.hpp"

namespace anmkit::craftstudio {
namespace {

// A record of the result: for each channel fitted keys, or none when the original's stay.
struct FittedNode {
  std::string name;
  std::optional<std::size_t> record;  // of the original
  std::array<std::optional<std::vector<MotionKey>>, kChannelCount> tracks;
};

// Whether nothing at all differs from the original.
bool is_unchanged(const SceneMotion& motion, const Tolerances& tolerances) {
  if (!motion.own) return false;
  for (std::size_t node = 0; node < motion.nodes.size(); ++node) {
    for (std::size_t c = 0; c < kChannelCount; ++c) {
      if (!is_unchanged(motion, node, static_cast<Channel>(c), tolerances)) return false;
    }
  }
  return true;
}

std::string quoted_list(const std::vector<std::string>& names) {
  return listed(names, 5, [](const std::string& name) { return quoted(name); });
}

// Keys of the original whose nodes the scene does not have: they stay.
void report_kept(const SceneMotion& motion, const Motion& original, bool edited,
                 Findings& findings) {
  if (motion.bare) return;
  std::set<std::string_view> known;
  for (std::size_t node = 0; node < motion.nodes.size(); ++node) {
    if (motion.shows[node] != kNoNode) known.insert(motion.rest.nodes[node].name);
  }
  std::vector<std::string> kept;
  for (const MotionNode& node : original.nodes) {
    const bool moves =
        std::ranges::any_of(node.tracks, [](const auto& keys) { return !keys.empty(); });
    if (moves && known.insert(node.name).second) kept.push_back(node.name);
  }
  if (kept.empty()) return;
  findings.add(edited ? Severity::warning : Severity::info, "W-KEPT-NODE",
               "the original animation moves nodes that the scene does not have, and keeps them: " +
                   quoted_list(kept));
}

class Fitter {
 public:
  Fitter(const SceneMotion& motion, const Tolerances& tolerances, Findings findings)
      : motion_(motion), tolerances_(tolerances), findings_(findings) {}

  // `original` may be null.
  std::vector<FittedNode> fit(const Motion* original) {
    // Of several records of one name the engine uses the last (section 3.6).
    std::map<std::string_view, std::size_t> records;
    for (std::size_t i = 0; original != nullptr && i < original->nodes.size(); ++i)
      records[original->nodes[i].name] = i;
    std::vector<FittedNode> fitted;
    std::map<std::string_view, std::size_t> done;
    for (std::size_t node = 0; node < motion_.nodes.size(); ++node) {
      if (motion_.shows[node] == kNoNode) continue;
      const std::string& name = motion_.rest.nodes[node].name;
      FittedNode to{name, {}, {}};
      if (motion_.bare) {
        to.record = node;
      } else {
        // Nodes of one name move together: the first one speaks for all.
        const auto [first, fresh] = done.try_emplace(name, node);
        if (!fresh) {
          check_twin(first->second, node);
          continue;
        }
        if (const auto at = records.find(name); at != records.end()) to.record = at->second;
      }
      bool any = false;
      for (std::size_t c = 0; c < kChannelCount; ++c) {
        const auto channel = static_cast<Channel>(c);
        if (is_unchanged(motion_, node, channel, tolerances_)) continue;
        to.tracks[c] = fit_channel(motion_.nodes[node], channel,
                                   motion_.tolerance(node, channel, tolerances_));
        any = any || !to.tracks[c]->empty();
        if (channel == Channel::size) check_sizes(node);
      }
      if (to.record || any) fitted.push_back(std::move(to));
    }
    return fitted;
  }

 private:
  void check_sizes(std::size_t node) {
    const auto whole = [](double v) { return std::fabs(v - portable::round(v)) < 1e-3; };
    const auto whole_size = [&](const DeltaFrame& frame) {
      return whole(frame.size.x) && whole(frame.size.y) && whole(frame.size.z);
    };
    if (std::ranges::all_of(motion_.nodes[node], whole_size)) return;
    findings_.warning("W-CONVERT-SIZE",
                      "node " + quoted(motion_.rest.nodes[node].name) +
                          ": block sizes are whole pixels without interpolation; rounded");
  }

  void check_twin(std::size_t first, std::size_t node) {
    for (std::size_t frame = 0; frame < motion_.nodes[node].size(); ++frame) {
      for (std::size_t c = 0; c < kChannelCount; ++c) {
        const auto channel = static_cast<Channel>(c);
        if (channel_error(motion_.nodes[node][frame], motion_.nodes[first][frame], channel) <=
            2 * motion_.tolerance(node, channel, tolerances_)) {
          continue;
        }
        return findings_.warning(
            "W-CONVERT-NAME", "several nodes are called " + quoted(motion_.rest.nodes[node].name) +
                                  " and move apart; the first one's motion is written");
      }
    }
  }

  const SceneMotion& motion_;
  const Tolerances& tolerances_;
  Findings findings_;
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
    } else if constexpr (std::same_as<Value, Int3>) {
      for (std::size_t i = 0; i < 3; ++i)
        to.delta[i] =
            static_cast<std::int32_t>(std::clamp(key.value[i], -2147483648.0, 2147483647.0));
    } else {
      for (std::size_t i = 0; i < 3; ++i)
        to.delta[i] = static_cast<float>(key.value[i]);
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
  node.name = repaired_utf8(name);
  for (auto* track : tracks_of(node))
    track->emplace();
}

// Changed tracks into the original's records, new records after them.
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

void report_losses(const SceneMotion& motion, Findings findings) {
  if (motion.rounded) {
    findings.warning("W-CONVERT-LENGTH",
                     "the clip's length is not a whole number of frames; rounded to " +
                         std::to_string(motion.duration));
  }
  if (motion.made_up > 0) {
    findings.info("I-CONVERT-NAMELESS", counted(motion.made_up, "node has", "nodes have") +
                                            " no name, by which animations find nodes; \"node\" "
                                            "and a number is used");
  }
  if (motion.renamed > 0) {
    findings.info("I-CONVERT-RENAMED",
                  counted(motion.renamed, "node has", "nodes have") +
                      " the name of another one and would move with it; "
                      "a number is added, as in a model converted from this file");
  }
  if (!motion.lost.empty()) {
    findings.warning("W-LOSS-NODE", "the model has no node for the motion of " +
                                        quoted_list(motion.lost) + "; it is left out");
  }
  if (!motion.cameras.empty()) {
    findings.warning("W-LOSS-CAMERA", "CraftStudio's animations move no cameras: " +
                                          quoted_list(motion.cameras) + " is left out");
  }
}

// Differences that no keys could take away.
void report_shear(const ConversionReport& report, Findings findings) {
  const auto is_shear = [](const FitLine& line) {
    return line.what.ends_with(", shear") && line.error > 1e-3;
  };
  const FitLine* worst = nullptr;
  std::size_t count = 0;
  for (const FitLine& line : report.fits) {
    if (!is_shear(line)) continue;
    ++count;
    if (worst == nullptr || line.error > worst->error) worst = &line;
  }
  if (worst == nullptr) return;
  findings.warning("W-LOSS-SHEAR", "scales that rotated nodes inherit shear " +
                                       std::to_string(count) +
                                       " of them, which blocks cannot be; " + worst->what +
                                       " is the largest, " + std::to_string(worst->error));
}

// Whether the user wants the last pose to stay; empty: as the original, or as a new file.
std::optional<bool> hold_of(const Options& options) {
  if (options.has("once")) return true;
  if (options.has("loop")) return false;
  return std::nullopt;
}

void set_hold(Animation& animation, bool hold) {
  animation.hold_last_key_frame = hold ? 1 : 0;
  // Version 2 has no place for it.
  if (hold) animation.format_version = std::max<std::uint16_t>(animation.format_version, 3);
}
void set_hold(JsAnimation& animation, bool hold) {
  animation.hold_last_keyframe = hold;
}

// The file that `from` becomes: the original with the edits, or a new one.
template <class Kind, class File>
Result<Bytes> written(const FromScene& from, const Context& context, const Kind* source, File fresh,
                      bool pixels, ConversionReport& report) {
  const auto reading = reading_of(context.options);
  if (!reading) return std::unexpected(reading.error());
  std::optional<Motion> original;
  if (source != nullptr) original = motion_of(*source);
  const std::optional<bool> hold = hold_of(context.options);
  const bool kept = !original || !hold || original->hold == *hold;
  // The original's motion if it were held, or not.
  if (original && hold) original->hold = *hold;
  auto motion = read_scene_motion(from, original, pixels, *reading, context.companions);
  if (!motion) return std::unexpected(motion.error());
  report.clips = 1;
  Findings findings(report.diagnostics);
  report_losses(*motion, findings);
  if (source == nullptr && !hold) {
    findings.info("I-LOOP",
                  "the file does not specify whether the last pose is held after the end: it is "
                  "written as an animation that repeats; --once holds the last pose");
  }
  const Tolerances tolerances = tolerances_of(context.options, pixels);
  if (source != nullptr) {
    const bool unchanged = kept && is_unchanged(*motion, tolerances);
    report_kept(*motion, *original, !unchanged, findings);
    if (unchanged) {
      report.summary = "unchanged: the original file again";
      return source->write();
    }
    fresh = source->animation;
  }
  fresh.duration = static_cast<std::uint16_t>(motion->duration);
  if (hold && (source == nullptr || !kept)) set_hold(fresh, *hold);
  {
    const auto fitted = Fitter(*motion, tolerances, findings).fit(original ? &*original : nullptr);
    // Long clips: what every frame had is not kept next to what was made from it.
    motion->nodes = {};
    motion->own.reset();
    if constexpr (std::same_as<File, Animation>) {
      // An edited file has no use for its stale tail (section 13).
      fresh.trailing.clear();
      merge_tracks(fitted, fresh.nodes);
    } else {
      merge_tracks(fitted, fresh.node_animations);
    }
  }
  Result<Bytes> bytes;
  if constexpr (std::same_as<File, Animation>) {
    bytes = write(fresh);
  } else {
    bytes = to_bytes(write_text(fresh));
  }
  if (!bytes) return bytes;
  fresh = {};
  Diagnostics unused;
  std::optional<Motion> made;
  if constexpr (std::same_as<File, Animation>) {
    if (const auto again = parse_animation(*bytes, unused)) made = motion_of(*again);
  } else {
    if (const auto again = parse_js_animation(as_text(*bytes), unused)) made = motion_of(*again);
  }
  if (made) report_motion(from, *motion, std::move(*made), *reading, report);
  report_shear(report, findings);
  return bytes;
}

}  // namespace

Result<Bytes> animation_from_scene(const FromScene& from, const Context& context,
                                   ConversionReport& report) {
  return written(from, context, as<AnimationDocument>(from.original, kAnimationId), Animation{},
                 false, report);
}

Result<Bytes> js_animation_from_scene(const FromScene& from, const Context& context,
                                      ConversionReport& report) {
  JsAnimation fresh;
  if (!from.scene.clips.empty()) {
    fresh.title = repaired_utf8(from.scene.clips[from.clip.value_or(0)].name);
  }
  return written(from, context, as<JsAnimationDocument>(from.original, kJsAnimationId),
                 std::move(fresh), true, report);
}

}  // namespace anmkit::craftstudio
