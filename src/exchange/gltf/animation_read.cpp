// SPDX-License-Identifier: MIT
// Import of channels: by node and path, or by a pointer to the target (KHR_animation_pointer).
#include "exchange/gltf/animation_read.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/json.hpp"
#include "core/portable.hpp"
#include "exchange/gltf/lens.hpp"
#include "exchange/gltf/visibility.hpp"

namespace anmkit {
namespace {

// Seconds are 32-bit floats: a time that is a whole frame but for their rounding is that frame.
double to_frame(float seconds, double rate) {
  const double frame = static_cast<double>(seconds) * rate;
  const double whole = portable::round(frame);
  const double slack = std::max(1e-5, std::fabs(frame) * 2e-7);
  return std::fabs(frame - whole) <= slack ? whole : frame;
}

std::string seconds_text(float seconds) {
  JsonWriter text(JsonWriter::Style::compact);
  text.value(seconds);
  return text.take() + " s";
}

bool set_path(std::string_view name, RawTrack& track) {
  for (std::size_t i = 0; i < kGltfPathCount; ++i) {
    track.path = static_cast<GltfPath>(i);
    if (path_name(track.path) == name) return true;
  }
  return false;
}

std::string_view pointer_of(JsonValue target) {
  return target["extensions"][kPointerExtension]["pointer"].string().value_or("");
}

// "/nodes/3/rotation": a channel as any other.
bool take_pointer(std::string_view pointer, std::size_t node_count, RawTrack& track) {
  constexpr std::string_view kNodes = "/nodes/";
  if (!pointer.starts_with(kNodes)) return false;
  pointer.remove_prefix(kNodes.size());
  const char* const end = pointer.data() + pointer.size();
  const auto read = std::from_chars(pointer.data(), end, track.node);
  if (read.ec != std::errc{} || read.ptr == end || *read.ptr != '/') return false;
  return track.node < node_count && set_path({read.ptr + 1, end}, track);
}

}  // namespace

AnimationReader::Tracks AnimationReader::read(JsonValue animation, const std::string& path,
                                              double rate, std::size_t node_count) {
  channels_ = path + ".channels";
  samplers_ = path + ".samplers";
  rate_ = rate;
  std::vector<JsonValue> samplers;
  for (JsonValue item = animation["samplers"].first(); item; item = item.next())
    samplers.push_back(item);
  Tracks tracks;
  for (JsonValue item = animation["channels"].first(); item && !file_.error(); item = item.next()) {
    const JsonValue target = item["target"];
    const auto sampler = file_.index(item, "sampler", samplers.size(), channels_);
    if (!sampler) continue;
    RawTrack track;
    const auto camera = target["path"].string() == "pointer"
                            ? lens_camera(pointer_of(target), file_.list("cameras").size())
                            : std::nullopt;
    const auto shown = target["path"].string() == "pointer" && is_steps(samplers[*sampler])
                           ? visibility_node(pointer_of(target), node_count)
                           : std::nullopt;
    if (shown) {
      track.node = *shown;
      if (read_sampler(samplers[*sampler], 1, track)) tracks.shows.push_back(std::move(track));
    } else if (camera) {
      track.node = *camera;
      if (read_sampler(samplers[*sampler], 1, track)) tracks.lenses.push_back(std::move(track));
    } else if (!take_target(target, node_count, track)) {
      leave_out(target);
    } else if (read_sampler(samplers[*sampler], path_components(track.path), track)) {
      tracks.nodes.push_back(std::move(track));
    }
  }
  drop_repeated(tracks.nodes);
  return tracks;
}

// Of channels that move the same thing the last one counts, as it does for players that write one
// after the other.
void AnimationReader::drop_repeated(std::vector<RawTrack>& tracks) {
  std::map<std::pair<std::uint32_t, GltfPath>, std::size_t> last;
  for (std::size_t i = 0; i < tracks.size(); ++i)
    last[{tracks[i].node, tracks[i].path}] = i;
  if (last.size() == tracks.size()) return;
  const std::size_t repeated = tracks.size() - last.size();
  const auto& nodes = file_.list("nodes");
  const RawTrack* example = nullptr;
  std::vector<RawTrack> kept;
  kept.reserve(last.size());
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (last[{tracks[i].node, tracks[i].path}] == i) {
      kept.push_back(std::move(tracks[i]));
    } else if (example == nullptr) {
      example = &tracks[i];
    }
  }
  const std::string name(nodes[example->node]["name"].string().value_or("?"));
  file_.note("anmkit.GLTF-CHANNEL",
             counted(repeated, "channel moves", "channels move") +
                 " a target of another channel (the " + std::string(path_name(example->path)) +
                 " of " + quoted(name) + "); the last one is read",
             channels_);
  tracks = std::move(kept);
}

bool AnimationReader::take_target(JsonValue target, std::size_t node_count, RawTrack& track) {
  const std::string_view path = target["path"].string().value_or("");
  if (path == "pointer") return take_pointer(pointer_of(target), node_count, track);
  const auto node = file_.index(target, "node", node_count, channels_);
  if (node) track.node = *node;
  return node && set_path(path, track);
}

// Of one number a key, without tangents.
bool AnimationReader::is_steps(JsonValue sampler) {
  const auto output = file_.index(sampler, "output", file_.list("accessors").size(), samplers_);
  return output && file_.components_of(*output) == 1 &&
         sampler["interpolation"].string() != "CUBICSPLINE";
}

bool AnimationReader::read_sampler(JsonValue sampler, std::size_t components, RawTrack& track) {
  const std::size_t accessors = file_.list("accessors").size();
  const auto input = file_.index(sampler, "input", accessors, samplers_);
  const auto output = file_.index(sampler, "output", accessors, samplers_);
  if (!input || !output) return false;
  const auto name = sampler["interpolation"].string().value_or("LINEAR");
  track.interpolation = name == "STEP"          ? Interpolation::step
                        : name == "CUBICSPLINE" ? Interpolation::cubic
                                                : Interpolation::linear;
  if (track.interpolation == Interpolation::linear && name != "LINEAR") {
    file_.note("anmkit.GLTF-SAMPLER",
               "expected the interpolation LINEAR, STEP or CUBICSPLINE, found " + quoted(name) +
                   "; read as LINEAR",
               samplers_);
  }
  const std::vector<float> times = file_.read_floats(*input, 1);
  const std::vector<float> values = file_.read_floats(*output, components);
  const bool cubic = track.interpolation == Interpolation::cubic;
  if (file_.error() || times.empty()) return false;
  if (values.size() != times.size() * components * (cubic ? 3 : 1)) {
    file_.bad(sampler, samplers_,
              "expected " + counted(times.size() * (cubic ? 3 : 1), "value") + " for " +
                  counted(times.size(), "key") + "; found " +
                  std::to_string(values.size() / components));
    return false;
  }
  if (!file_.keep((times.size() + values.size()) * sizeof(double), sampler, samplers_))
    return false;
  track.times.reserve(times.size());
  for (const float seconds : times)
    track.times.push_back(to_frame(seconds, rate_));
  const auto sorted = std::is_sorted_until(times.begin(), times.end());
  if (sorted != times.end()) {
    file_.bad(sampler, samplers_,
              "expected ascending times: key " + std::to_string(sorted - times.begin()) +
                  " is at " + seconds_text(*sorted) + ", after one at " +
                  seconds_text(*(sorted - 1)));
    return false;
  }
  track.values.assign(values.begin(), values.end());
  if (track.path == GltfPath::rotation && !cubic && components == 4) unit_rotations(track);
  if (cubic) {
    // Tangents are per second there and per frame here.
    for (std::size_t i = 0; i < track.values.size(); ++i) {
      if (i / components % 3 != 1) track.values[i] /= rate_;
    }
  }
  return true;
}

// Rotations have length 1; some programs round theirs coarsely, or store no rotation as zeros.
void AnimationReader::unit_rotations(RawTrack& track) {
  constexpr double kRounding = 1e-5;
  for (std::size_t i = 0; i + 4 <= track.values.size(); i += 4) {
    const Quat q{track.values[i], track.values[i + 1], track.values[i + 2], track.values[i + 3]};
    const double square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (std::fabs(square - 1) <= kRounding) continue;
    if (square == 0) ++zero_rotations_;
    const Quat unit = normalize(q);
    track.values[i] = unit.x, track.values[i + 1] = unit.y;
    track.values[i + 2] = unit.z, track.values[i + 3] = unit.w;
  }
}

void AnimationReader::leave_out(JsonValue target) {
  const std::string_view path = target["path"].string().value_or("");
  const std::string_view pointer = path == "pointer" ? pointer_of(target) : std::string_view();
  Kind kind = kOthers;
  if (path == "weights" || pointer.ends_with("/weights") ||
      pointer.find("/weights/") != pointer.npos) {
    kind = kWeights;
  } else if (pointer.ends_with("/KHR_node_visibility/visible")) {
    kind = kVisibility;
  } else if (pointer.starts_with("/materials/")) {
    kind = kMaterials;
  } else if (pointer.starts_with("/cameras/")) {
    kind = kCameras;
  } else if (left_out_[kOthers] == 0) {
    first_other_ = pointer.empty() ? path : pointer;
  }
  ++left_out_[kind];
}

void AnimationReader::tell_left_out() const {
  if (zero_rotations_ > 0) {
    file_.note("anmkit.GLTF-ROTATION",
               counted(zero_rotations_, "rotation has", "rotations have") +
                   " length 0, expected 1; read as no rotation",
               "animations");
  }
  const std::array<std::string, kKinds> words = {
      "morph targets (weights)",
      "whether nodes are shown (KHR_node_visibility) otherwise than in steps", "materials",
      "cameras' lenses beyond the field of view",
      first_other_.empty() ? "unnamed targets" : "other things (" + first_other_ + ")"};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    if (left_out_[kind] == 0) continue;
    const bool one = left_out_[kind] == 1;
    file_.note("anmkit.GLTF-CHANNEL",
               std::to_string(left_out_[kind]) + (one ? " channel moves " : " channels move ") +
                   words[kind] + ", which is not read; the rest of the animation is",
               "animations");
  }
}

}  // namespace anmkit
