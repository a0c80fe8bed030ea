// SPDX-License-Identifier: MIT
// Short output of many findings: equal ones once, at most one screen, the rest counted.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "anmkit/result.hpp"

namespace anmkit::cli {

class FindingsScreen {
 public:
  // Whether this finding is to be printed now; counts it either way. Errors of different files are
  // different findings.
  bool admit(std::string_view file, const Diagnostic& diagnostic);
  // Whether one more plain line is.
  bool admit_line();

  // The findings that were left out, the commonest first: "148 x sm64.I-TEXTURE: the texture ...".
  std::vector<std::string> left_out() const;

 private:
  struct Kind {
    std::size_t left_out = 0;
    std::string example;
  };
  std::set<std::string> equal_;        // codes and messages of those that were admitted
  std::map<std::string, Kind> kinds_;  // by code
  std::size_t shown_ = 0, lines_ = 0, lines_left_out_ = 0;
};

}  // namespace anmkit::cli
