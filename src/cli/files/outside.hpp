// SPDX-License-Identifier: MIT
// A run in the sandbox is two processes: one reads and computes, and writes to folders of its own;
// the other reads no input and gives the outputs their names.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/files/staging.hpp"
#include "cli/platform/calls.hpp"

namespace anmkit::cli {

// The outputs that may be placed, as the command line specifies them.
struct OutputRules {
  // Files with those that are named after them, and folders ("out/") with all that is below them.
  std::vector<std::string> outputs;
  OutputWishes wishes;
};

// A folder for outputs, and inside it the one where they are made.
struct Workplace {
  std::string folder, inside;
};

// Whether this process is the one in the sandbox.
bool is_shut_in();
// From here on it is.
void shut_in(int channel, std::vector<Workplace> places);
// A path inside the sandbox, next to which the bytes of an output are made.
std::string workplace_of(const std::string& target);
// Asks the other process to place files, all or none.
Result<void> place_outside(std::span<const StagedFile> files);

// How the other process handles messages, whoever sends them.
class Placing {
 public:
  // Borrows both.
  Placing(const OutputRules& rules, const std::vector<Workplace>& places)
      : rules_(rules), places_(places) {}
  Result<void> answer(const std::string& message);

 private:
  Result<void> carry_out(const std::string& message);

  const OutputRules& rules_;
  const std::vector<Workplace>& places_;
  std::vector<StagedFile> files_;  // to be placed together
};

// The other process: places what is asked for until `child` ends, removes the work places and ends
// as that ended. `held`: the signals that are let in from there on.
[[noreturn]] void serve_outside(int channel, sys::Process child, const OutputRules& rules,
                                const std::vector<Workplace>& places, const sys::HeldSignals& held);

}  // namespace anmkit::cli
