// SPDX-License-Identifier: MIT
// Files are written under temporary names and renamed, so that nothing is ever half written or
// lost.
#pragma once

#include <string>
#include <vector>

#include "anmkit/result.hpp"
#include "cli/arguments/arguments.hpp"
#include "cli/files/staging.hpp"
#include "core/bytes.hpp"

namespace anmkit::cli {

// The whole output so far.
inline Pieces in_one_piece(ByteView bytes) {
  return [bytes](const Sink& sink) { return sink(bytes); };
}

// A single output is on the disk when the tool ends; those of a folder are many. Links below a
// folder that is named are not followed.
OutputWishes wishes_of(const Arguments& arguments);

// Writes to `path` ("-" = stdout), piece by piece. Folders on the way are made. Gives the number of
// bytes. Errors have the code kCannotWrite, or are of a limit.
Result<std::uint64_t> write_output(const std::string& path, const Pieces& bytes,
                                   const OutputWishes& wishes);

// The same with everything that a user should know of it, for outputs of `convert`. Gives the exit
// status.
int deliver(const std::string& path, const Pieces& bytes, const Arguments& arguments);
// The exit status of an output that was not written.
int status_of_output(const Error& error);

// Outputs that belong together: all of them or none.
class Delivery {
 public:
  explicit Delivery(const Arguments& arguments) : arguments_(arguments) {}
  // One more, whole, but not under its name. Standard output is written at once.
  int add(const std::string& path, const Pieces& bytes);
  // Unless one could not be made.
  int place();

 private:
  const Arguments& arguments_;
  std::vector<StagedFile> files_;
  bool failed_ = false;
};

}  // namespace anmkit::cli
