// SPDX-License-Identifier: MIT
// Facts of each file of a project; the files themselves are released.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "anmkit/project.hpp"
#include "formats/folders.hpp"

namespace anmkit {

struct ProjectFile {
  std::string path;
  const Format* format = nullptr;  // null: none of a known format
  FileRole standing{.role = FileRole::Role::none};
  std::vector<ClipInfo> clips = {};
  std::size_t nodes = 0;
  // Of a motion the first few: which model it is for.
  std::vector<std::string> companions = {};
  std::vector<std::string> rivals = {};   // models that fit equally well, where it has none
  std::vector<std::string> entries = {};  // names inside an archive
  std::optional<Raw> broken = {};
};

// Whether an extension is one that all kinds of programs use (".c", ".txt"), and what is in such a
// file must tell.
bool has_common_extension(std::string_view path);
// How sure it is that a file is of a known format (Detection::confidence); 0 = it is not.
int confidence_of(ByteView bytes, const std::string& path);

// One file; none of ours has no format.
ProjectFile scan_file(const std::string& path, Folders& folders, const Options& options);

// All files of a request, those inside archives too, in the order of their paths.
std::vector<ProjectFile> scan_files(const Neighbourhood& around, const ProjectRequest& request);

// Whether a name is one that glTF files have; avatars and their motions are glTF as well.
bool has_gltf_extension(std::string_view path);

}  // namespace anmkit
