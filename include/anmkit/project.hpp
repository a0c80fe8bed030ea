// SPDX-License-Identifier: MIT
// Folders as projects: their subjects, with the files that belong to each.
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

// Something to look at in a folder (a model, a script), with its files.
struct Subject {
  std::string name;                     // "mario"; "koopa/koopa_geo" if a folder has several
  std::string_view family;              // id
  std::string model;                    // path of its model; empty: bones alone
  Options options;                      // that select it inside the model
  std::vector<std::string> files;       // paths of its animations
  std::vector<ClipInfo> clips;          // of all animations
  std::vector<std::string> companions;  // paths of its other files
  std::vector<std::string> textures;    // the companions that are images
  std::vector<std::string> missing;     // names of missing files
  std::vector<std::string> rivals;      // paths of models that fit equally well: none is used
};
struct Project {
  std::vector<Subject> subjects;     // by name
  std::vector<std::string> orphans;  // paths of files of known formats without a subject
  std::vector<Raw> broken;           // files that could not be read, without their bytes
};
struct ProjectRequest {
  std::string folder = {};
  const Options& options = kNoOptions;
  Share share = {};  // of the files
  std::size_t workers = 1;
};
// The subjects of a folder and the folders below it. Reads each file once.
Project open_project(const Neighbourhood& around, const ProjectRequest& request = {});

// Makes one file with a subject and all its clips. Request::output names it. For many subjects of
// one folder, make `folders` once (list_once), or once per thread.
Result<OutputFiles> convert_subject(const Subject& subject, const ConvertRequest& request,
                                    const std::shared_ptr<Folders>& folders,
                                    ConversionReport& report);

}  // namespace anmkit
