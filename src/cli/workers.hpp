// SPDX-License-Identifier: MIT
// Work on many files at once: the library has no threads, the tool has these.
#pragma once

#include <cstddef>
#include <functional>

namespace anmkit::cli {

using Work = std::function<void(std::size_t index, std::size_t worker)>;

// As many as the machine runs at once.
std::size_t worker_count();

// Calls work(index, worker) for each index below `count`, on all cores. A worker does one thing at
// a time, so that what belongs to its number needs no lock. A worker that calls this gets help from
// those that have nothing left to do, under their numbers.
void share(std::size_t count, const Work& work);

// The same, and calls deliver(index) on this thread, in order, soon after its work is done. What
// the messages of the work are printed just before. Work runs some way ahead and no further: what
// waits to be delivered should be small.
void in_order(std::size_t count, const Work& work,
              const std::function<void(std::size_t index)>& deliver);

}  // namespace anmkit::cli
