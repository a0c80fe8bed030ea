// SPDX-License-Identifier: MIT
// From paths to opened files and their companions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "anmkit/convert.hpp"
#include "cli/arguments/arguments.hpp"
#include "cli/files/storage.hpp"

namespace anmkit::cli {

// Contents of files that were looked into before they are opened, by path.
using ReadFiles = std::map<std::string, Bytes, std::less<>>;

// The paths that the arguments mean: folders become the files in them that some format (or the
// one of --format) claims by extension or content; `every_file`: all files in them. What had to be
// read for that is kept in `read`, for verbs that hold all their inputs anyway.
std::vector<std::string> expand_inputs(const Arguments& arguments, bool every_file = false,
                                       ReadFiles* read = nullptr);

// Every path of the command line that is read: inputs, companions, files of options.
std::vector<std::string> named_files_of(const Arguments& arguments);
// An input that is named twice, or alone and with its folder, is taken once, and reported.
Arguments with_each_input_once(const Arguments& given);

// Opens one path, whose contents are taken out of `read` where they are there. Never fails: what
// cannot be read or parsed is Raw, with the reason.
Opened open_input(const std::string& path, const Arguments& arguments, ReadFiles* read = nullptr);

// The exit status for a file without a document: kSystem when it could not be read.
int status_of(const Raw& raw);
// Prints why, with a next step.
void explain(const Raw& raw);
// The document of a verb that needs one; null after its absence was explained.
const Parsed* parsed_or_explain(const Opened& opened, int& status);

// The companions of one command: the files of --with, and the folders around.
class Surroundings {
 public:
  // Prints the errors of the named ones; `status()` has their exit status.
  explicit Surroundings(const Arguments& arguments);
  CompanionPool& pool() { return pool_; }
  int status() const { return status_; }
  // One line about the files of --with that none of the inputs given to the pool's `use_for` is
  // shown with.
  void tell_unused() const;

 private:
  Result<void> name_all(const std::string& folder, const Arguments& arguments);

  Storage storage_;
  CompanionPool pool_;
  std::vector<std::string> single_;  // files that were named, not those of named folders
  bool shows_images_ = true;         // the verb shows textures
  int status_ = kGood;
};

// "MODEL --with ANIMATION" means the same as "ANIMATION --with MODEL": animations move models,
// whatever the order. Other arguments stay as they are.
Arguments with_motions_as_inputs(const Arguments& arguments);

// What a verb that prints numbers plays a file with: what is named, and what is next to it only
// where the format specifies it. Numbers that scripts read must not depend on neighbours.
std::vector<Companion> companions_for(const Parsed& file, Surroundings& surroundings);

}  // namespace anmkit::cli
