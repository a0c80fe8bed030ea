// SPDX-License-Identifier: MIT
// Records of cameras and textures, in the order in which a file stores their fields (sections 6 and
// 8): for reading, writing, dump and build.
#pragma once

#include "anmkit/psx.hpp"
#include "core/records.hpp"

namespace anmkit::psx {

template <class Archive, Of<CameraKey> T>
void fields(Archive& archive, T& key) {
  archive("vp", key.vp);
  archive("vr", key.vr);
  archive("rz", key.rz);
  archive("fov", key.fov);
}
template <class Archive, Of<Anc> T>
void fields(Archive& archive, T& anc) {
  archive("tag", anc.tag);
  archive("rateHint", anc.rate_hint);
  archive("keyframes", anc.keyframes);
}
template <class Archive, Of<TimBlock> T>
void fields(Archive& archive, T& block) {
  archive("bnum", block.bnum);
  archive("x", block.x);
  archive("y", block.y);
  archive("w", block.w);
  archive("h", block.h);
  archive("data", block.data);
  archive("extra", block.extra);
}
template <class Archive, Of<Tim> T>
void fields(Archive& archive, T& tim) {
  archive("id", tim.id);
  archive("version", tim.version);
  archive("reserved", tim.reserved);
  archive("flags", tim.flags);
  archive("clut", tim.clut);
  archive("pixels", tim.pixels);
  archive("tail", tim.tail);
}

}  // namespace anmkit::psx
