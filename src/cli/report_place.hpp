// SPDX-License-Identifier: MIT
// The checks of the file of --report.
#pragma once

#include "anmkit/result.hpp"
#include "cli/arguments/arguments.hpp"

namespace anmkit::cli {

// An error of usage when the report would replace a file that the command reads, or, without -f,
// any file that is no report.
Result<void> check_report_place(const Arguments& arguments);

}  // namespace anmkit::cli
