// SPDX-License-Identifier: MIT
// Preparation of the process before it works: closed streams, broken pipes, no memory.
#pragma once

namespace anmkit::cli {

// Standard files that are closed stay so for whoever writes to them: an output must not get their
// numbers, or messages would be written into it. A pipe that breaks is a failed write, and the end
// of memory or of threads is a sentence and the exit status kSystem. No end leaves temporary files.
void prepare_process();

}  // namespace anmkit::cli
