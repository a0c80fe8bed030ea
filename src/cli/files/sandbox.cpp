// SPDX-License-Identifier: MIT
// The paths that the sandbox of a run allows, from its command line.
#include "cli/files/sandbox.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/files/storage.hpp"
#include "cli/report.hpp"

namespace anmkit::cli {
namespace {

namespace fs = std::filesystem;

std::string parent_folder(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// "ARCHIVE//NAME" is in the archive, and that in its folder.
void add_input(SandboxDoors& doors, const std::string& path) {
  if (path.empty() || path == "-") return;
  const std::string file = path.substr(0, path.find("//"));
  doors.read.push_back(is_folder(file) ? file : parent_folder(file));
}

void add_output(SandboxDoors& doors, const std::string& path) {
  if (path.empty() || path == "-") return;
  std::error_code ignored;
  const bool device = fs::exists(path, ignored) && fs::is_other(path, ignored);
  const bool folder = path.ends_with('/') || is_folder(path);
  doors.write.push_back(device || folder ? path : parent_folder(path));
}

}  // namespace

SandboxDoors doors_of(const Arguments& arguments) {
  SandboxDoors doors;
  for (const std::string& path : named_files_of(arguments))
    add_input(doors, path);
  for (const std::string& path :
       {arguments.convert.dry_run ? std::string() : arguments.output, arguments.explain.html}) {
    add_output(doors, path);
    const bool folder = !path.empty() && !path.ends_with('/') && is_folder(path);
    if (!path.empty() && path != "-") doors.rules.outputs.push_back(folder ? path + "/" : path);
  }
  doors.rules.wishes = wishes_of(arguments);
  doors.keep = {findings_descriptor()};
  for (const std::string& path : named_files_of(arguments)) {
    for (const std::string_view open : {"/dev/fd/", "/proc/self/fd/"}) {
      if (path.starts_with(open)) doors.keep.push_back(std::atoi(path.c_str() + open.size()));
    }
  }
  return doors;
}

}  // namespace anmkit::cli
