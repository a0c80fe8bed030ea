// SPDX-License-Identifier: MIT
// Folders as people mean them: what there is to look at in them.
#pragma once

#include <string>
#include <vector>

#include "anmkit/convert.hpp"
#include "cli/arguments.hpp"

namespace anmkit::cli {

// A folder with everything in it, read on all cores.
Project open_folder(const std::string& folder, const Arguments& arguments);

// Whether `convert` makes one file a subject: all inputs are folders, the target is glTF, and
// nothing was named that says otherwise.
bool converts_subjects(const Arguments& arguments);
int convert_subjects(const ConvertRequest& request, const Arguments& arguments);

// `info` on a folder.
std::string subject_table(const std::string& folder, const Project& project);

}  // namespace anmkit::cli
