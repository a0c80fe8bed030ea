// SPDX-License-Identifier: MIT
// Files that hold files: ZIP (.cspack) through minizip, and the archives of the formats themselves.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit::cli {

class Archive {
 public:
  virtual ~Archive() = default;
  // Names of the entries, in the archive's order.
  virtual std::vector<std::string> names() const = 0;
  // One entry; the error's message gives why there is none.
  virtual Result<Bytes> read(const std::string& name) const = 0;
};

// True for ZIP archives, by content.
bool is_zip(ByteView bytes);

// True for archives of the formats: what they hold can be looked at as a folder.
bool is_archive(const std::string& path);

// The options for opening archives (keys), from the command line.
void set_archive_options(const Options& options);

// The files that options name, of all families (Family::option_files).
std::vector<std::string> option_files(const Options& options);

// Opens a file as an archive. The last one of each thread stays open, because formats look around
// in theirs.
Result<std::shared_ptr<const Archive>> open_archive(const std::string& path);

}  // namespace anmkit::cli
