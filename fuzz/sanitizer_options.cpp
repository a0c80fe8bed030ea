// SPDX-License-Identifier: MIT
// Options of the address sanitizer for every target. The stacks of allocations and a large
// quarantine take a third of the time of small inputs; the stack of a fault is printed all the
// same, and ASAN_OPTIONS=malloc_context_size=30 brings the others back for one input.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=2:quarantine_size_mb=8";
}
