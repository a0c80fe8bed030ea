// From paths to documents.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "anmkit/registry.hpp"
#include "cli/arguments.hpp"

namespace anmkit::cli {

// One file that was opened, well or not.
struct Opened {
  std::string path;
  Bytes bytes;
  const Format* format = nullptr;  // null: unreadable or unknown
  DocumentPtr document;            // null: could not be parsed
  Diagnostics diagnostics;         // what reading found
  int status = kGood;              // kBad or kSystem when there is no document
};

// The paths that the arguments mean: folders become the files in them that some format (or the
// one of --format) claims by extension or content; `every_file`: all files in them.
std::vector<std::string> expand_inputs(const Arguments& arguments, bool every_file = false);

// The name of a file inside the folder argument that it comes from; else as it was given.
std::string name_inside(const std::string& path, const Arguments& arguments);
// Where a file of a folder argument lies inside that folder: "Assets/Models/", or empty. Outputs
// keep this structure, so that files of one name do not meet.
std::string subfolder_of(const std::string& path, const Arguments& arguments);

// Opens and parses one path. Never fails; `status` and `diagnostics` say what went wrong.
Opened open_input(const std::string& path, const Arguments& arguments);

// Inputs whose names are resolved over all files of a folder: C sources. Borrows them.
class LinkedFiles {
 public:
  explicit LinkedFiles(std::span<const Opened> inputs);
  // Those in the folder of an input, itself among them; none when its format has no such names.
  Companions beside(const Opened& input) const;

 private:
  std::map<std::string, std::vector<Companion>> folders_;
};

// Companions of one document, and what keeps them alive.
class CompanionSet {
 public:
  // The ones that --with names. Prints what is wrong; `status()` says it.
  explicit CompanionSet(const Arguments& arguments);
  // Adds an input of the same command: a model beside its animations. Borrows it.
  void lend(const Opened& opened);
  void lend(Companions others);
  // Adds those that the document's family finds beside the file, when none were named.
  void find(const Opened& opened);

  Companions companions() const { return companions_; }
  const std::vector<std::string>& found() const { return found_; }
  int status() const { return status_; }

 private:
  bool add(const std::string& path, bool must_exist);
  std::vector<std::unique_ptr<Opened>> files_;
  std::vector<Companion> companions_;
  std::vector<std::string> found_;
  int status_ = kGood;
};

// Prints why an input has no document, with a next step.
void explain(const Opened& opened);

}  // namespace anmkit::cli
