// SPDX-License-Identifier: MIT
// The files that the viewer's page may read: the named ones and their companions.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments/arguments.hpp"

namespace anmkit::cli {

struct ViewFile {
  std::string place;   // on disk
  std::string path;    // as the page has it, inside of the folder that contains all of them
  bool named = false;  // an input, or inside of a folder that is one
};

struct ViewFiles {
  std::vector<ViewFile> files;    // named ones first, in the order of the command line
  std::vector<std::string> with;  // paths of --with, as the page has them
  Options options;                // of the families; files that they name are called as above
};

// Reports the error, and returns its exit status.
int collect_view_files(const Arguments& arguments, ViewFiles& to);

}  // namespace anmkit::cli
