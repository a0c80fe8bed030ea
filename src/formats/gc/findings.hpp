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

}  // namespace anmkit::gc
