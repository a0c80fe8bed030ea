// SPDX-License-Identifier: MIT
// Visibility of nodes (KHR_node_visibility): a hidden node hides everything below it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "exchange/gltf/fold.hpp"

namespace anmkit {

// The node that "/nodes/3/extensions/KHR_node_visibility/visible" names.
std::optional<std::uint32_t> visibility_node(std::string_view pointer, std::size_t nodes);

// Hides the scene's nodes as the extension specifies for nodes, and adds the tracks of moving ones.
// `shows` has the animated visibility of raw nodes, for each of the scene's clips.
void read_visibility(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding,
                     const std::vector<std::vector<RawTrack>>& shows, Scene& scene);

}  // namespace anmkit
