// SPDX-License-Identifier: MIT
// The inputs of `play` and `sample` that have clips.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments/arguments.hpp"

namespace anmkit::cli {

struct ClipInputs {
  std::vector<std::string> paths;
  int status = kGood;     // of files in folders that cannot be read, which was printed
  bool searched = false;  // in folders
};

// Files as they are named; of a folder the files with clips of all its subjects, also those that
// its models name outside of it: what `info FOLDER` counts. `gltf`: glTF files
// count as well, but no scripts, which have no poses.
ClipInputs clip_inputs(const Arguments& arguments, bool gltf);

}  // namespace anmkit::cli
