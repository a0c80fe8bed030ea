// SPDX-License-Identifier: MIT
// Start of the tool: memory is set up for one short run.
#include "cli/command_line.hpp"
#include "cli/files/process.hpp"
#include "cli/platform/calls.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

// The headers above say which C library this is.
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace {

// A run is short and ends with its memory: fewer, larger steps to the system, none back, and large
// pages, since a third of the time of an export went into faults of small ones.
void prepare_memory() {
#ifdef __GLIBC__
  constexpr std::uintptr_t kStep = 64 << 20, kLargePage = 2 << 20;
  ::mallopt(M_TOP_PAD, static_cast<int>(kStep));
  ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
  ::mallopt(M_MMAP_THRESHOLD, 64 << 20);
  // Larger than the rest, so that the heap grows now; volatile, so that it is not optimised away.
  void* volatile block = std::malloc(1 << 20);
  auto* const top = static_cast<std::byte*>(block);
  std::free(block);
  auto* const end = static_cast<std::byte*>(::sbrk(0));
  // Another allocator's memory is elsewhere.
  if (top >= end || end - top > static_cast<std::ptrdiff_t>(2 * kStep)) return;
  const std::uintptr_t gap = kLargePage - reinterpret_cast<std::uintptr_t>(top) % kLargePage;
  // Only advice: where it cannot be taken, small pages do.
  (void)::madvise(top + gap, static_cast<std::size_t>(end - top) - gap, MADV_HUGEPAGE);
  // What is before the large pages is taken and not touched.
  [[maybe_unused]] static void* volatile kept = std::malloc(gap);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  anmkit::cli::prepare_process();
  const anmkit::cli::sys::CommandLine line(argc, argv);
  // Words that are no verb are answered with a few lines.
  if (argc > 1 && argv[1][0] != '-') prepare_memory();
  return anmkit::cli::run(line.count(), line.words());
}
