// SPDX-License-Identifier: MIT
// Folders as projects: what there is to look at, with everything that belongs to it.
//
//   Project project = open_project(neighbourhood, {.folder = "actors"});
//   const auto folders = list_once(neighbourhood);
//   for (const Subject& subject : project.subjects)
//     convert_subject(subject, {.output = subject.name + ".glb"}, folders, report);
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/convert.hpp"

namespace anmkit {

// Something to look at in a folder, with everything that belongs to it.
struct Subject {
  std::string name;                     // "mario"; "koopa/koopa_geo" where a folder holds several
  std::string_view family;              // id
  std::string model;                    // path of what has its body; empty: bones alone
  Options options;                      // what chooses it inside the model
  std::vector<std::string> files;       // paths of its animations
  std::vector<ClipInfo> clips;          // all of theirs
  std::vector<std::string> companions;  // paths of what else it is shown with
  std::vector<std::string> textures;    // those of them that are pictures
  std::vector<std::string> missing;     // names of files that it asks for and that are not there
};
struct Project {
  std::vector<Subject> subjects;     // by name
  std::vector<std::string> orphans;  // paths of files of known formats that belong to none
  std::vector<Raw> broken;           // files that could not be read, without their bytes
};
struct ProjectRequest {
  std::string folder = {};
  const Options& options = kNoOptions;
  Share share = {};  // of the files
  std::size_t workers = 1;
};
// All that a folder and the folders below it hold. Reads each file once.
Project open_project(const Neighbourhood& around, const ProjectRequest& request = {});

// One file with a subject and all its clips. Request::output names it. For many subjects of one
// folder `folders` is made once (list_once), or once per thread.
Result<OutputFiles> convert_subject(const Subject& subject, const ConvertRequest& request,
                                    const std::shared_ptr<Folders>& folders,
                                    ConversionReport& report);

}  // namespace anmkit
