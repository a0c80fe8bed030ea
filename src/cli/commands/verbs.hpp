// SPDX-License-Identifier: MIT
// The verbs, one file each. They print results to stdout, everything else to stderr, and return
// an exit code.
#pragma once

#include "cli/arguments/arguments.hpp"

namespace anmkit::cli {

int run_formats(const Arguments& arguments);
int run_info(const Arguments& arguments);
int run_check(const Arguments& arguments);
int run_dump(const Arguments& arguments);
int run_build(const Arguments& arguments);
int run_convert(const Arguments& arguments);
int run_map(const Arguments& arguments);
int run_render(const Arguments& arguments);
int run_view(const Arguments& arguments);
int run_sample(const Arguments& arguments);
int run_play(const Arguments& arguments);
int run_explain(const Arguments& arguments);

}  // namespace anmkit::cli
