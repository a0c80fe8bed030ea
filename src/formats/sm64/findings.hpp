// SPDX-License-Identifier: MIT
// Reporting in this family's words.
#pragma once

#include "core/findings.hpp"

namespace anmkit::sm64 {

inline std::string prefixed(std::string_view code) {
  return anmkit::prefixed("sm64", code);
}

class Findings : public anmkit::Findings {
 public:
  explicit Findings(Diagnostics& diagnostics) : anmkit::Findings("sm64", diagnostics) {}
};

}  // namespace anmkit::sm64
