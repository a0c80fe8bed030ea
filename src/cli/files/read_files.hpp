// SPDX-License-Identifier: MIT
// Files that a command reads, by device and number, so that links and other spellings are seen
// through: no output replaces one.
#pragma once

#include <string>
#include <vector>

namespace anmkit::cli {

// At the beginning of a run: the paths of the command line that are read.
void begin_read_files(const std::vector<std::string>& paths);
// A further one, as a companion that was found. An archive represents its contents.
void note_read_file(const std::string& path);
void note_read_files(const std::vector<std::string>& paths);
bool is_read_file(const std::string& path);

}  // namespace anmkit::cli
