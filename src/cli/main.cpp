#include "cli/command_line.hpp"

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
  // Larger than what is left, so that the heap grows now; volatile, so that it is not left out.
  void* volatile block = std::malloc(1 << 20);
  std::free(block);
  const auto end = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  const std::uintptr_t first = (end - kStep + kLargePage - 1) / kLargePage * kLargePage;
  // Only advice: where it cannot be taken, small pages do.
  (void)::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  prepare_memory();
  return anmkit::cli::run(argc, argv);
}
