// SPDX-License-Identifier: MIT
// The common form of all spellings: motion (deltas by node name) and model (rest values), in
// doubles.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "anmkit/craftstudio.hpp"
#include "anmkit/document.hpp"

namespace anmkit::craftstudio {

inline constexpr double kPixelsPerUnit = 16;  // section 6

struct MotionKey {
  double time = 0;
  std::array<double, 4> value{};  // vectors use three; rotations are x, y, z, w
  Double3 euler{};                // rotations: degrees as section 8.3 orders them
};

// The tracks of a node, in the file's order.
enum class Channel : std::uint8_t { position, rotation, size, pivot, scale };
inline constexpr std::size_t kChannelCount = 5;
inline constexpr std::array<std::string_view, kChannelCount> kBinaryTrackNames = {
    "position", "orientation", "blockSize", "pivotOffset", "scale"};

struct MotionNode {
  std::string name;
  std::array<std::vector<MotionKey>, kChannelCount> tracks;  // by Channel, keys in file order
  std::vector<MotionKey>& at(Channel c) { return tracks[static_cast<std::size_t>(c)]; }
  const std::vector<MotionKey>& at(Channel c) const { return tracks[static_cast<std::size_t>(c)]; }
};

struct Motion {
  double duration = 0;  // frames
  bool hold = false;
  double rate = 30;     // frames per second: 30 binary, 60 JSON (section 8.5)
  bool pixels = false;  // translations in pixels (JSON), else in world units
  std::vector<MotionNode> nodes;
};

struct RestNode {
  std::string name;
  std::int64_t id = 0;
  std::int32_t parent = -1;  // index
  Vec3 position, pivot;
  Vec3 scale{1, 1, 1};
  Quat orientation;
  Vec3 size;  // pixels
  std::array<std::array<std::int32_t, 2>, kFaceCount> quad_offset{};
  std::array<std::uint8_t, kFaceCount> quad_transform{};
};

struct RestModel {
  bool pixels = false;
  std::vector<RestNode> nodes;
  ByteView texture;  // PNG, borrowed; empty = none
  std::string title;
};

Motion motion_of(const Animation& animation);
Motion motion_of(const JsAnimation& animation);
RestModel rest_of(const Model& model);
RestModel rest_of(const JsModel& model);
// Of any document of ours; empty when it is no animation or no model.
std::optional<Motion> motion_of(const Document& document);
std::optional<RestModel> rest_of(const Document& document);
// The first model among companions, with the first image for a model that has none of its own.
std::optional<RestModel> find_model(Companions companions);
// The first companion that is a PNG file; empty when there is none.
ByteView find_picture(Companions companions);

// Quaternion and Euler degrees, R = Ry * Rx * Rz (section 8.3).
Quat quat_from_degrees(const Double3& degrees);
Double3 degrees_from_quat(Quat q);

// How orientations combine (section 6.1) and other named readings.
struct Reading {
  enum class Compose : std::uint8_t {
    rest_delta,
    delta_rest,
    euler_add
  } compose = Compose::rest_delta;
  bool minecraft = false;  // section 8.6
  double rate = 0;         // 0 = the motion's own
};
// An error when an option has no meaning ("--rate 0").
Result<Reading> reading_of(const Options& options);

}  // namespace anmkit::craftstudio
