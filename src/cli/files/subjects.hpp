// SPDX-License-Identifier: MIT
// Folders as lists of their models and animations.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "anmkit/project.hpp"
#include "cli/arguments/arguments.hpp"

namespace anmkit::cli {

// The folders around the inputs, each listed once per thread.
class FolderPool {
 public:
  // Borrows `around`.
  explicit FolderPool(const Neighbourhood& around) : around_(around) {}
  std::shared_ptr<Folders> take();
  void give(std::shared_ptr<Folders> folders);

 private:
  const Neighbourhood& around_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Folders>> free_;
};

// A folder with everything in it, read on all cores.
Project open_folder(const std::string& folder, const Arguments& arguments);

// Whether images are among the files of a folder that belong to no subject.
bool has_images(const Project& project);

// Whether `convert` makes one file per subject: all inputs are folders, the target is glTF, and
// nothing was named that says otherwise.
bool converts_subjects(const Arguments& arguments);
int convert_subjects(const ConvertRequest& request, const Arguments& arguments);

// `info` on a folder.
std::string subject_table(const std::string& folder, const Project& project);

}  // namespace anmkit::cli
