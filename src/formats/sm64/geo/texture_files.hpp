// SPDX-License-Identifier: MIT
// Paths of a model's images.
#pragma once

#include <string>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit::sm64 {

// The images of a model's source.
struct TextureFiles {
  // Paths of the PNG files next to it that it names, and of the files that its includes name
  // ("actors/x/eye.rgba16.inc.c": eye.rgba16.png there, or that file), below any folder above it.
  std::vector<std::string> found;
  std::vector<std::string> missing;  // names of those that are nowhere
};
const TextureFiles& texture_files(const std::string& model, Folders& around);
// Of a source that was read already.
TextureFiles texture_files(const std::string& model, std::string_view text, Folders& around);
// The file that has the texture which a source of a folder includes; empty when there is none.
std::string texture_file(const std::string& folder, const std::string& picture, Folders& around);

}  // namespace anmkit::sm64
