// SPDX-License-Identifier: MIT
// Files, folders and archives: the only reads of the tool.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"
#include "core/limits.hpp"
#include "core/paths.hpp"

namespace anmkit::cli {

// Codes of errors that mean exit status 3.
inline constexpr std::string_view kCannotRead = "anmkit.READ";
inline constexpr std::string_view kCannotWrite = "anmkit.WRITE";

// "-" is stdin. "ARCHIVE//NAME" is an entry of a ZIP file (.cspack) or of a format that contains
// files.
Result<Bytes> read_path(const std::string& path);

// Once, before any work: these files may be pipes, and companions are searched in all of these
// folders. All other files must be regular ones, so that one that nobody named never makes a run
// wait.
void set_named_files(std::vector<std::string> paths);
// Where `folder` + `name` leads when links are followed; empty: out of the folder, or nowhere.
std::string path_below(const std::string& folder, const std::string& name);

// open() that no signal disturbs.
int open_file(const std::string& path, int flags);

// What was there and could not be read, and why: what was missed is not known, so that nothing may
// be made from the rest. Empty: nothing. What does not exist or may not be read is not meant.
std::string unread();

bool is_folder(const std::string& path);
// All files below a folder, sorted by bytes, or any `most` of them; hidden folders are left out.
std::vector<std::string> files_below(const std::string& folder, std::size_t most = SIZE_MAX);
// The same; an error where there are more than a limit allows.
Result<std::vector<std::string>> list_files(const std::string& folder, Limit limit);

// The folder of a file, on disk or inside an archive.
class Storage final : public Neighbourhood {
 public:
  std::vector<std::string> list(const std::string& folder) const override;
  Result<Bytes> read(const std::string& path) const override { return read_path(path); }
  std::vector<std::string> files(const std::string& folder) const override;
  std::vector<std::string> roots() const override;
  std::string full_name(const std::string& folder) const override;
};

// The files that one file can name: those in its folder and below, and those of the command line.
class StorageBelow final : public Neighbourhood {
 public:
  explicit StorageBelow(const std::string& file) : folder_(folder_of(file)) {}
  std::vector<std::string> list(const std::string& folder) const override {
    return Storage().list(folder);
  }
  // No link leads out of the folder.
  Result<Bytes> read(const std::string& path) const override;

 private:
  std::string folder_;
};

}  // namespace anmkit::cli
