// SPDX-License-Identifier: MIT
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

// Calls a reader with a list of its own, so that the error it returns is its own first one and not
// that of a file read before it.
template <class Read>
auto with_own_findings(Diagnostics& diagnostics, Read read) {
  Diagnostics own;
  auto result = read(own);
  diagnostics.add_all(own);
  return result;
}

}  // namespace anmkit::psx
