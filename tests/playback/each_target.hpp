// SPDX-License-Identifier: MIT
// The same test with each instruction set that this machine has.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "playback/highway.hpp"

namespace anmkit::testing {

// Calls `test` once for each instruction set.
template <class Test>
void on_each_target(Test&& test) {
#ifdef ANMKIT_HIGHWAY_HEADERS
  test();
#else
  std::int64_t known = hwy::SupportedTargets() | HWY_EMU128;
  known &= HWY_EMU128 | HWY_SSE4 | HWY_AVX2 | HWY_NEON;
  for (; known != 0; known &= known - 1) {
    const std::int64_t target = known & -known;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    SCOPED_TRACE(hwy::TargetName(target));
    test();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
#endif
}

}  // namespace anmkit::testing
