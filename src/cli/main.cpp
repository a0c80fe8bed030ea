#include "cli/command_line.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

int main(int argc, char** argv) {
#ifdef __GLIBC__
  // A run is short and ends with its memory: fewer, larger steps to the system, none back.
  ::mallopt(M_TOP_PAD, 16 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
  ::mallopt(M_MMAP_THRESHOLD, 64 << 20);
#endif
  return anmkit::cli::run(argc, argv);
}
