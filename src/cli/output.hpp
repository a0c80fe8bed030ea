// SPDX-License-Identifier: MIT
// Files are written beside their place and renamed, so that nothing is ever half written or lost.
#pragma once

#include <string>

#include "anmkit/result.hpp"
#include "cli/arguments.hpp"
#include "core/bytes.hpp"

namespace anmkit::cli {

// What is there as a whole.
inline Pieces in_one_piece(ByteView bytes) {
  return [bytes](const Sink& sink) { return sink(bytes); };
}

// To an open file or pipe, all of it; false when that fails.
bool write_all(int file, ByteView bytes);

// Writes to `path` ("-" = stdout), piece by piece. An existing file stays as it is unless `force`;
// folders on the way are made. Gives the number of bytes. Errors have the code kCannotWrite.
Result<std::uint64_t> write_output(const std::string& path, const Pieces& bytes, bool force);

// The same with everything that a user should know of it, for outputs of `convert`. Gives the exit
// status.
int deliver(const std::string& path, const Pieces& bytes, const Arguments& arguments);

}  // namespace anmkit::cli
