// SPDX-License-Identifier: MIT
// Cameras' moving fields of view: glTF animates them through KHR_animation_pointer.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "exchange/gltf/channel.hpp"

namespace anmkit {

inline constexpr std::string_view kPointerExtension = "KHR_animation_pointer";

// Fields of view that glTF can express, in radians. Others are written as the nearest one.
inline constexpr double kLeastFov = 0.001, kMostFov = 3.14;

struct LensChannel {
  std::uint32_t camera = 0;  // of the glTF file
  Interpolation interpolation = Interpolation::linear;
  std::vector<float> values;  // one a dense time
};

// A clip's moving fields of view, at its `dense_times`.
std::vector<LensChannel> lens_channels(const Scene& scene, const Rig& rig, const Clip& clip,
                                       std::size_t times);
// Whether any clip has one.
bool has_moving_lens(const Scene& scene, const Rig& rig);

// The channel as glTF has it.
void write_lens(const LensChannel& lens, std::size_t sampler, JsonWriter& json);
// The camera that "/cameras/3/perspective/yfov" names.
std::optional<std::uint32_t> lens_camera(std::string_view pointer, std::size_t cameras);

}  // namespace anmkit
