// SPDX-License-Identifier: MIT
// Comparisons of a moment with the times of keys, eight or four curves side by side.
#include "scene/sampler/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/sampler/key_lookup.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "scene/sampler/key_lookup.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// For each curve so many comparisons, as how many it takes cannot be foretold.
bool keys_looked_up(const KeyRow& in, float behind, std::size_t count, std::uint32_t* places,
                    float* since) {
  // A copy: what is written below could overlap it.
  const KeyRow row = in;
  const hn::CappedTag<float, 8> d;
  const hn::RebindToUnsigned<decltype(d)> whole;
  const auto moment = hn::Set(d, behind);
  const auto step = hn::Set(whole, row.step);
  const auto zero = hn::Zero(d);
  auto equal = hn::Lt(zero, zero);
  const auto look = [&](std::size_t i, std::uint32_t nexts) HWY_ATTR ANMKIT_INLINE {
    auto place = hn::LoadU(whole, row.places + i);
    const float* times = row.times + i;
    auto passed = hn::Add(hn::LoadU(d, times), moment);
    auto either = hn::Lt(zero, zero);
    for (std::uint32_t k = 0; k < nexts; ++k) {
      times += row.stride;
      const auto next = hn::LoadU(d, times);
      const auto reached = hn::Le(next, moment);
      place = hn::Add(place, hn::IfThenElseZero(hn::RebindMask(whole, reached), step));
      passed = hn::IfThenElse(reached, hn::Sub(moment, next), passed);
      either = hn::Or(either, hn::Eq(next, moment));
    }
    hn::StoreU(place, whole, places + i);
    // Before its first key a curve holds.
    hn::StoreU(hn::Max(passed, zero), d, since + i);
    return either;
  };
  const auto look_at_all = [&](std::uint32_t nexts) HWY_ATTR ANMKIT_INLINE {
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d))
      equal = hn::Or(equal, look(i, nexts));
    // What stands behind the last curve means nothing.
    for (; i < count; i += hn::Lanes(d))
      equal = hn::Or(equal, hn::And(look(i, nexts), hn::FirstN(d, count - i)));
  };
  // Mostly there is one.
  row.nexts == 1 ? look_at_all(1) : look_at_all(row.nexts);
  return !hn::AllFalse(d, equal);
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(keys_looked_up);

bool look_up_keys(const KeyRow& row, float behind, std::size_t count, std::uint32_t* places,
                  float* since) {
  return HWY_DYNAMIC_DISPATCH(keys_looked_up)(row, behind, count, places, since);
}
}  // namespace anmkit
#endif
