// SPDX-License-Identifier: MIT
// Libraries in C say of memory that ended what they say of a file that is damaged. A file must not
// be left out for that: memory ends here as it does everywhere.
#pragma once

#include <cerrno>
#include <new>

namespace anmkit {

// Before their calls.
inline void watch_memory() {
  errno = 0;
}

// After one that failed, or that may have gone on without the memory that it asked for.
inline void require_memory() {
  if (errno != ENOMEM) return;
  if (const std::new_handler handler = std::get_new_handler()) handler();
}

}  // namespace anmkit
