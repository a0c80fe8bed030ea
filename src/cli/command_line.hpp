// SPDX-License-Identifier: MIT
// From argc and argv to a verb.
#pragma once

namespace anmkit::cli {

int run(int argc, char** argv);

}  // namespace anmkit::cli
