// SPDX-License-Identifier: MIT
// A run on files from anywhere, shut in.
#pragma once

#include <string>
#include <vector>

#include "anmkit/result.hpp"
#include "cli/arguments/arguments.hpp"
#include "cli/files/outside.hpp"

namespace anmkit::cli {

// The paths that a run may access: files, and folders with everything below them.
struct SandboxDoors {
  std::vector<std::string> read;   // missing ones are left out
  std::vector<std::string> write;  // folders that are not there are made
  OutputRules rules = {};
  std::vector<int> keep = {};  // descriptors that stay open, besides the standard ones
};

// Inputs with the folders that they are in, where companions are; outputs with theirs.
SandboxDoors doors_of(const Arguments& arguments);

// From here on, for this process and every thread that it starts: files are read behind the doors
// alone, and written to new folders inside those for outputs; no other descriptor is open; no
// program is started, nothing is sent anywhere, and only the system calls that such work needs are
// answered. There is no way out. The process that called stays outside, gives outputs their names
// (outside.hpp), and ends as this one ends. Of Linux since 5.13 (Landlock and seccomp); elsewhere
// an error, and nothing has changed.
Result<void> enter_sandbox(const SandboxDoors& doors);

}  // namespace anmkit::cli
