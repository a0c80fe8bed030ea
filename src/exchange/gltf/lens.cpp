// SPDX-License-Identifier: MIT
// Fields of view as channels of KHR_animation_pointer.
#include "exchange/gltf/lens.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "scene/reference.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kBefore = "/cameras/", kAfter = "/perspective/yfov";

bool moves_lens(const Scene& scene, const Track& track) {
  if (track.property != Property::field_of_view || track.times.empty()) return false;
  return track.node < scene.nodes.size() && scene.nodes[track.node].camera >= 0;
}

// Whether a track ever differs from its first value; one that does not is the camera's own.
bool is_still(const Track& track) {
  return std::ranges::all_of(track.values, [&](double v) { return v == track.values.front(); });
}

}  // namespace

std::vector<LensChannel> lens_channels(const Scene& scene, const Rig& rig, const Clip& clip,
                                       std::size_t times) {
  std::vector<LensChannel> channels;
  std::uint32_t camera = 0;
  for (const RigNode& node : rig.nodes) {
    if (node.part != GltfPart::camera) continue;
    const std::uint32_t index = camera++;
    for (const Track& track : clip.tracks) {
      if (track.node != node.scene_node || !moves_lens(scene, track) || is_still(track)) continue;
      LensChannel& channel = channels.emplace_back();
      channel.camera = index;
      if (track.interpolation == Interpolation::step) channel.interpolation = Interpolation::step;
      for (std::size_t i = 0; i < times; ++i) {
        double fov = 0;
        // The last time may be a fraction of a frame after the one before it.
        evaluate(track, std::min(static_cast<double>(i), clip.duration), &fov);
        channel.values.push_back(static_cast<float>(std::clamp(fov, kLeastFov, kMostFov)));
      }
      break;
    }
  }
  return channels;
}

bool has_moving_lens(const Scene& scene, const Rig& rig) {
  return std::ranges::any_of(
      scene.clips, [&](const Clip& clip) { return !lens_channels(scene, rig, clip, 0).empty(); });
}

void write_lens(const LensChannel& lens, std::size_t sampler, JsonWriter& json) {
  json.begin_object();
  json.member("sampler", sampler);
  json.key("target");
  json.begin_object();
  json.member("path", "pointer");
  json.key("extensions");
  json.begin_object();
  json.key(kPointerExtension);
  json.begin_object();
  json.member("pointer", std::string(kBefore) + std::to_string(lens.camera) + std::string(kAfter));
  json.end_object();
  json.end_object();
  json.end_object();
  json.end_object();
}

std::optional<std::uint32_t> lens_camera(std::string_view pointer, std::size_t cameras) {
  if (!pointer.starts_with(kBefore) || !pointer.ends_with(kAfter)) return std::nullopt;
  if (pointer.size() <= kBefore.size() + kAfter.size()) return std::nullopt;
  const std::string_view digits =
      pointer.substr(kBefore.size(), pointer.size() - kBefore.size() - kAfter.size());
  std::uint32_t camera = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), camera);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return camera < cameras ? std::optional(camera) : std::nullopt;
}

}  // namespace anmkit
