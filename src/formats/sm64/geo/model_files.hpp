// SPDX-License-Identifier: MIT
// The files that show a layout: sources of its display lists, and their textures.
#pragma once

#include <string>
#include <vector>

#include "anmkit/document.hpp"
#include "formats/sm64/geo/layout.hpp"

namespace anmkit::sm64 {

struct ModelFiles {
  // Paths of the sources, and of the images or arrays that their textures include.
  std::vector<std::string> sources, textures;
  // Names of textures, and of display lists, that are nowhere.
  std::vector<std::string> missing_textures, missing_lists;
};
// Of the layouts of the file with this path.
const ModelFiles& model_files(const std::string& path, std::span<const GeoLayout> layouts,
                              Folders& around);

}  // namespace anmkit::sm64
