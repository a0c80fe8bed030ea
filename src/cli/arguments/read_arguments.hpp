// SPDX-License-Identifier: MIT
// The values of a command line, as typed and as the verbs take them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/arguments/arguments.hpp"
#include "cli/arguments/definitions.hpp"
#include "cli/arguments/usage.hpp"

namespace anmkit::cli {

// Values as they were typed, by option name.
struct Typed {
  std::map<std::string, std::vector<std::string>, std::less<>> values;
  std::map<std::string, bool, std::less<>> switches;
  std::vector<std::string> files;
};

// The values checked one by one. The last fault goes to `fault`; without one it stays as it is.
Arguments read_arguments(const VerbDefinition& verb, const Typed& typed, Fault& fault);

}  // namespace anmkit::cli
