// SPDX-License-Identifier: MIT
// The user's browser, started for a page.
#pragma once

#include <sys/types.h>

#include <string>

namespace anmkit::cli {

class Browser {
 public:
  // Starts what $BROWSER names (commands parted by ':', each with %s or nothing for the address),
  // or else what opens pages on this system. False when there is no such program.
  bool open(const std::string& url);
  // True once, when what was started has ended in failure.
  bool has_failed();

 private:
  pid_t process_ = -1;
};

}  // namespace anmkit::cli
