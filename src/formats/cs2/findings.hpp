// SPDX-License-Identifier: MIT
// Reporting in this family's words.
#pragma once

#include "core/findings.hpp"

namespace anmkit::cs2 {

inline std::string prefixed(std::string_view code) {
  return anmkit::prefixed("cs2", code);
}

class Findings : public anmkit::Findings {
 public:
  explicit Findings(Diagnostics& diagnostics) : anmkit::Findings("cs2", diagnostics) {}
};

}  // namespace anmkit::cs2
