// SPDX-License-Identifier: MIT
// Findings about one block: its name, its size and its faces on the texture.
#include "formats/craftstudio/model/check_block.hpp"

namespace anmkit::craftstudio {
namespace {

// Without a texture, only coordinates that no texture has are outside.
void check_faces(const StoredBlock& block, const std::optional<PngInfo>& png, Findings& findings) {
  static constexpr std::array<std::string_view, kFaceCount> kNames = {"Front",  "Back", "Right",
                                                                      "Bottom", "Left", "Top"};
  const RestNode& node = block.rest;
  for (std::size_t face = 0; face < kFaceCount; ++face) {
    const auto [width, height] = face_size(face, node.size);
    bool outside = false;
    for (const auto& [x, y] :
         face_uvs(node.quad_offset[face], node.quad_transform[face], width, height)) {
      outside = outside || x < 0 || y < 0 || (png && (x > png->width || y > png->height));
    }
    // Unused faces of flat blocks often point anywhere.
    const bool flat = width == 0 || height == 0;
    if (!outside || (flat && !png)) continue;
    findings.add(
        flat ? Severity::info : Severity::warning, "W-UV-OUTSIDE",
        node_label(node.name) + ": the " + std::string(kNames[face]) + " face leaves the texture" +
            (png ? " of " + std::to_string(png->width) + "x" + std::to_string(png->height) : ""),
        block.faces[face], block.has_faces ? path_of(block.faces_path, face) : block.faces_path);
  }
}

}  // namespace

void BlockCheck::operator()(const StoredBlock& block, Findings& findings) {
  const std::string& name = block.rest.name;
  if (name.empty()) {
    findings.warning("W-EMPTY-NAME", "a block has no name, by which animations find it", block.name,
                     block.name_path);
  } else if (!names_.insert(name).second) {
    findings.warning("W-NAME-DUPLICATE",
                     "several nodes are called " + quoted(name) +
                         (minecraft_ ? ": the Minecraft runtime moves only one of them"
                                     : ": an animation moves them together"),
                     block.name, block.name_path);
  } else if (minecraft_) {
    minecraft_names_.add(name, block.name, block.name_path, findings);
  }
  const Vec3& scale = block.rest.scale;
  std::size_t axis = 0;
  for (const double one : {scale.x, scale.y, scale.z}) {
    if (one == 0) {
      findings.info("I-SCALE-ZERO", node_label(name) + " has a scale component 0",
                    block.scale[axis], block.scale_path);
    }
    ++axis;
  }
  const Vec3& size = block.rest.size;
  if ((size.x == 0) + (size.y == 0) + (size.z == 0) > 1) {
    findings.info("I-SIZE-ZERO",
                  node_label(name) + " has the size 0 in two directions or more: it shows nothing",
                  block.name, block.size_path);
  }
  check_faces(block, texture_, findings);
}

}  // namespace anmkit::craftstudio
