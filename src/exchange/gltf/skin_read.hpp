// SPDX-License-Identifier: MIT
// Skins of a glTF file.
#pragma once

#include <vector>

#include "exchange/gltf/fold.hpp"

namespace anmkit {

struct RawSkin {
  std::vector<std::uint32_t> joints;  // raw nodes
  std::vector<Mat4> inverse_bind;     // one per joint
  bool compressed = false;            // nobody knows where its joints were bound
};

std::vector<RawSkin> read_skins(GltfFile& file, const std::vector<RawNode>& raw);

}  // namespace anmkit
