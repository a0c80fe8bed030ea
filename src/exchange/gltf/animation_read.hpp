// SPDX-License-Identifier: MIT
// Animations of a glTF file: of nodes and fields of view. Other targets are counted.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "exchange/gltf/fold.hpp"

namespace anmkit {

class AnimationReader {
 public:
  explicit AnimationReader(GltfFile& file) : file_(file) {}

  struct Tracks {
    std::vector<RawTrack> nodes;
    std::vector<RawTrack> lenses;  // fields of view; RawTrack::node is the camera
    std::vector<RawTrack> shows;   // whether nodes are shown: 0 or 1
  };
  // One animation, in frames of `rate` a second. `path` names it in errors.
  Tracks read(JsonValue animation, const std::string& path, double rate, std::size_t node_count);

  // Says once how many channels of each kind no scene can have.
  void tell_left_out() const;

 private:
  enum Kind : std::size_t { kWeights, kVisibility, kMaterials, kCameras, kOthers, kKinds };

  // The node and the path that a channel moves; false: something else.
  bool take_target(JsonValue target, std::size_t node_count, RawTrack& track);
  bool is_steps(JsonValue sampler);
  bool read_sampler(JsonValue sampler, std::size_t components, RawTrack& track);
  void drop_repeated(std::vector<RawTrack>& tracks);
  void unit_rotations(RawTrack& track);
  void leave_out(JsonValue target);

  GltfFile& file_;
  std::string channels_, samplers_;  // paths in errors
  double rate_ = 0;
  std::array<std::size_t, kKinds> left_out_{};
  std::string first_other_;
  std::size_t zero_rotations_ = 0;
};

}  // namespace anmkit
