// SPDX-License-Identifier: MIT
// Meshes, skins, materials, images and cameras of a glTF file.
#pragma once

#include <vector>

#include "exchange/gltf/fold.hpp"

namespace anmkit {

void read_materials(GltfFile& file, Scene& scene);
void read_cameras(GltfFile& file, double metres, Scene& scene);

// Reads the meshes of all nodes. The merged mesh of an export comes apart again: vertices that
// follow one joint return to that node's own mesh.
void read_meshes(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding,
                 Scene& scene);

// shapes.cpp: warns of morph targets that shape a mesh at rest, copies of it by an extension,
// joints beyond the fourth and cut triangles.
void tell_shapes(GltfFile& file, const std::vector<RawNode>& raw);

// quantized.cpp: once the clips are read.
void scale_quantized_meshes(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding,
                            Scene& scene);

}  // namespace anmkit
