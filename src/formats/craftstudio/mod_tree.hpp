// SPDX-License-Identifier: MIT
// Trees of mods (section 3.6): models/KIND/X, animations/KIND/X_walk, textures/KIND/X.png.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/folders.hpp"

namespace anmkit::craftstudio {

// The folders of a mod that may contain a companion of `path`, a file below its folder `own`: below
// `wanted` the same subfolder first, then the folder itself, then its other subfolders. Empty
// outside such a tree.
std::vector<std::string> mod_folders(const std::string& path, std::string_view own,
                                     std::string_view wanted, Folders& around);

}  // namespace anmkit::craftstudio
