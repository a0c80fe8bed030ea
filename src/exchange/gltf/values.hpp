// SPDX-License-Identifier: MIT
// From numbers of a track to numbers of a glTF channel.
#pragma once

#include "exchange/gltf/channel.hpp"

namespace anmkit {

// Maps values of a track that alone decides a channel. `point` is false for tangents.
class ValueMap {
 public:
  ValueMap(const Rig& rig, const Channel& channel, const Track& track)
      : path_(channel.path), metres_(rig.metres) {
    const RigNode& node = rig.nodes[channel.rig_node];
    const Chain& chain = rig.chains[node.scene_node];
    fold_ = chain.fold_offset && track.property != Property::pivot && node.part != GltfPart::scale;
    if (fold_) parts_ = chain.fold;
  }

  // Whether rotations change at all.
  bool turns() const { return fold_; }
  Quat rotation(Quat q) const { return fold_ ? parts_.rotation * q : q; }

  // Of translations and scales.
  Vec3 vector(const double* v, bool point) const {
    Vec3 p{v[0], v[1], v[2]};
    if (path_ != GltfPath::translation) return p;
    if (fold_) p = rotate(parts_.rotation, p) + (point ? parts_.translation : Vec3{});
    return p * metres_;
  }

 private:
  GltfPath path_;
  double metres_;
  bool fold_ = false;
  Transform parts_;
};

}  // namespace anmkit
