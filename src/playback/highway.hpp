// SPDX-License-Identifier: MIT
// Highway as the library uses it: which instruction sets are compiled. Before its other headers.
#pragma once

// gcc before 12.3 miscompiles products of 16-bit numbers in Highway's fallback; there are none
// here.
#define HWY_BROKEN_EMU128 0
// Groups are of four and eight joints: wider registers bring nothing, and what lies between SSE2
// (the fallback) and SSE4 is old.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
// One instruction set is known in advance, and there is no library to ask for others.
#ifdef ANMKIT_HIGHWAY_HEADERS
#define HWY_COMPILE_ONLY_STATIC
#endif

#include <hwy/targets.h>

// Behind the parameters of a lambda: what it captures stays in registers. HWY_INLINE does that to
// functions.
#if HWY_COMPILER_MSVC
#define ANMKIT_INLINE
#else
#define ANMKIT_INLINE __attribute__((always_inline))
#endif
