// SPDX-License-Identifier: MIT
// Reporting in this family's words.
#pragma once

#include "core/findings.hpp"

namespace anmkit::craftstudio {

inline std::string prefixed(std::string_view code) {
  return anmkit::prefixed("craftstudio", code);
}

class Findings : public anmkit::Findings {
 public:
  explicit Findings(Diagnostics& diagnostics) : anmkit::Findings("craftstudio", diagnostics) {}
};

}  // namespace anmkit::craftstudio
