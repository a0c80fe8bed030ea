// SPDX-License-Identifier: MIT
// Clips as glTF animation channels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "anmkit/gltf.hpp"
#include "exchange/gltf/buffer.hpp"
#include "exchange/gltf/rig.hpp"

namespace anmkit {

enum class GltfPath : std::uint8_t { translation, rotation, scale };
inline constexpr std::size_t kGltfPathCount = 3;
std::string_view path_name(GltfPath path);
constexpr std::size_t path_components(GltfPath path) {
  return path == GltfPath::rotation ? 4 : 3;
}

// One channel of one animation with its keys.
struct Channel {
  std::uint32_t rig_node = 0;
  GltfPath path = GltfPath::translation;
  Interpolation interpolation = Interpolation::linear;  // step, linear or cubic, as in glTF
  bool dense = false;        // on the clip's own time line, one key a native frame
  std::vector<float> times;  // seconds; empty when dense
  std::vector<float> values;
  // Tracks that move it: so many of ClipChannels::sources from the first on.
  std::uint32_t first_source = 0, source_count = 0;
};

struct ClipChannels {
  std::vector<float> dense_times;
  std::vector<Channel> channels;
  std::vector<const Track*> sources;

  std::span<const Track* const> sources_of(const Channel& channel) const {
    return std::span(sources).subspan(channel.first_source, channel.source_count);
  }
};

// Memory of values that were written, for those of the next clip.
using SpareValues = std::vector<std::vector<float>>;

// channel_plan.cpp: a channel without keys for every path that some track reaches.
ClipChannels plan_channels(const Scene& scene, const Rig& rig, const Clip& clip,
                           SpareValues& spare);

// The channels of a clip, without those that only repeat the rest pose. There is always one, and
// one reaches to the clip's end, so that the clip keeps its length in every viewer.
Result<ClipChannels> clip_channels(const Scene& scene, const Rig& rig, const Clip& clip,
                                   GltfWriteOptions::Keys keys, SpareValues& spare,
                                   ConversionReport& report);

// The keys of a track as glTF keys, when glTF can express exactly what the track does.
bool exact_keys(const Rig& rig, const Clip& clip, const Track& track, Channel& channel);

// Fills a baked channel that one track alone decides with its values at `frames`, which ascend.
void dense_values(const Rig& rig, const Track& track, std::span<const double> frames,
                  Channel& channel);

// Seconds of a frame, as every time line has them. Never later than the exact time: a step whose
// key were rounded up would come a frame late in viewers that ask for frame / rate seconds.
float frame_seconds(const Clip& clip, double frame);

}  // namespace anmkit
