// SPDX-License-Identifier: MIT
// Files are written beside their place and renamed, so that nothing is ever half written or lost.
#pragma once

#include <string>

#include "anmkit/result.hpp"
#include "cli/arguments.hpp"
#include "core/bytes.hpp"

namespace anmkit::cli {

// Writes to `path` ("-" = stdout). An existing file stays as it is unless `force`; folders on the
// way are made. Errors have the code kCannotWrite.
Result<void> write_output(const std::string& path, ByteView bytes, bool force);

// The same with everything that a user should know of it, for outputs of `convert`. Gives the exit
// status.
int deliver(const std::string& path, ByteView bytes, const Arguments& arguments);

}  // namespace anmkit::cli
