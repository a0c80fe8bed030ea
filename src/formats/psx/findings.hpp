// Reporting in this family's words.
#pragma once

#include "core/findings.hpp"

namespace anmkit::psx {

inline std::string prefixed(std::string_view code) {
  return anmkit::prefixed("psx", code);
}

class Findings : public anmkit::Findings {
 public:
  explicit Findings(Diagnostics& diagnostics) : anmkit::Findings("psx", diagnostics) {}
};

}  // namespace anmkit::psx
