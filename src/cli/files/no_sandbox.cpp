// SPDX-License-Identifier: MIT
// Systems without the sandbox: a run is one process.
#include "cli/files/outside.hpp"
#include "cli/files/sandbox.hpp"

namespace anmkit::cli {

Result<void> enter_sandbox(const SandboxDoors&) {
  return fail(std::string(kUnsupported), "--sandbox is for Linux only; this system is another");
}

bool is_shut_in() {
  return false;
}

std::string workplace_of(const std::string& target) {
  return target;
}

Result<void> place_outside(std::span<const StagedFile>) {
  return {};
}

}  // namespace anmkit::cli
