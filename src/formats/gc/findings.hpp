// SPDX-License-Identifier: MIT
// Reporting in this family's words.
#pragma once

#include "core/findings.hpp"

namespace anmkit::gc {

inline std::string prefixed(std::string_view code) {
  return anmkit::prefixed("gc", code);
}

class Findings : public anmkit::Findings {
 public:
  explicit Findings(Diagnostics& diagnostics) : anmkit::Findings("gc", diagnostics) {}
};

// Says that an edited file was laid out anew (section 9).
inline void report_layout(Diagnostics& diagnostics) {
  diagnostics.add(Severity::info, prefixed("LAYOUT"),
                  "edited: every record moved to its canonical place");
}

}  // namespace anmkit::gc
