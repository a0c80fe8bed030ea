// SPDX-License-Identifier: MIT
// The user's browser, started for a page.
#pragma once

#include <string>

#include "cli/files/temporaries.hpp"
#include "cli/platform/calls.hpp"

namespace anmkit::cli {

class Browser {
 public:
  // The browser gets a file of this user alone, which leads to the address and is there as long as
  // this object. Starts what $BROWSER names (commands parted by ':', each with %s or nothing for
  // the address), or else what opens pages on this system. False when there is no such program.
  bool open(const std::string& url);
  // True once, when the started program has failed.
  bool has_failed();

 private:
  bool make_page(const std::string& url);

  TemporaryFile page_;
  sys::Process process_ = -1;
};

}  // namespace anmkit::cli
