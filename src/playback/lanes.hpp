// SPDX-License-Identifier: MIT
// Between numbers side by side and numbers of one joint in a row. Compiled once per instruction
// set, so this file is included as often; Highway's toggle replaces an include guard.
#include <hwy/highway.h>

#include <cstdint>

#if defined(ANMKIT_LANES_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ANMKIT_LANES_HPP
#undef ANMKIT_LANES_HPP
#else
#define ANMKIT_LANES_HPP
#endif

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Columns to rows within each four lanes: the first becomes the x, y, z, w of lane 0 (and of lane
// 4), the second those of lane 1 (and 5) and so on. It is its own inverse.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void transpose(D d, V& x, V& y, V& z, V& w) {
  const hn::Repartition<std::uint64_t, D> pairs;
  const auto xy = hn::BitCast(pairs, hn::InterleaveLower(d, x, y));
  const auto zw = hn::BitCast(pairs, hn::InterleaveLower(d, z, w));
  const auto xy_upper = hn::BitCast(pairs, hn::InterleaveUpper(d, x, y));
  const auto zw_upper = hn::BitCast(pairs, hn::InterleaveUpper(d, z, w));
  x = hn::BitCast(d, hn::InterleaveLower(pairs, xy, zw));
  y = hn::BitCast(d, hn::InterleaveUpper(pairs, xy, zw));
  z = hn::BitCast(d, hn::InterleaveLower(pairs, xy_upper, zw_upper));
  w = hn::BitCast(d, hn::InterleaveUpper(pairs, xy_upper, zw_upper));
}

// Four floats a lane, each four at a place of its own.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void store_fours(D d, V x, V y, V z, V w, const std::uint32_t* targets, float* out) {
  transpose(d, x, y, z, w);
  const hn::FixedTag<float, 4> four;
  if constexpr (hn::MaxLanes(D()) == 4) {
    hn::StoreU(x, four, out + targets[0]);
    hn::StoreU(y, four, out + targets[1]);
    hn::StoreU(z, four, out + targets[2]);
    hn::StoreU(w, four, out + targets[3]);
  } else {
    hn::StoreU(hn::LowerHalf(four, x), four, out + targets[0]);
    hn::StoreU(hn::LowerHalf(four, y), four, out + targets[1]);
    hn::StoreU(hn::LowerHalf(four, z), four, out + targets[2]);
    hn::StoreU(hn::LowerHalf(four, w), four, out + targets[3]);
    hn::StoreU(hn::UpperHalf(four, x), four, out + targets[4]);
    hn::StoreU(hn::UpperHalf(four, y), four, out + targets[5]);
    hn::StoreU(hn::UpperHalf(four, z), four, out + targets[6]);
    hn::StoreU(hn::UpperHalf(four, w), four, out + targets[7]);
  }
}

// Lanes of which some may have no place within `size` floats; targets ascend.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void store_within(D d, V x, V y, V z, V w, const std::uint32_t* targets, float* out,
                             std::size_t size) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  if (HWY_LIKELY(targets[kLanes - 1] < size)) return store_fours(d, x, y, z, w, targets, out);
  static constexpr std::uint32_t kInOrder[8] = {0, 4, 8, 12, 16, 20, 24, 28};
  float some[4 * kLanes];
  store_fours(d, x, y, z, w, kInOrder, some);
  const hn::FixedTag<float, 4> four;
  for (std::size_t i = 0; i < kLanes && targets[i] < size; ++i)
    hn::StoreU(hn::LoadU(four, some + 4 * i), four, out + targets[i]);
}

// Four floats of row(i), and those of row(i + 4) where registers have room for both.
template <class D, class Row, class V = hn::Vec<D>>
HWY_INLINE V rows_at(D d, Row&& row, std::size_t i) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    return row(i);
  } else {
    return hn::Combine(d, row(i + 4), row(i));
  }
}

// Four floats from each of as many places as there are lanes; the reverse.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void load_fours(D d, const float* in, const std::uint32_t* sources, V& x, V& y, V& z,
                           V& w) {
  const auto row = [&](std::size_t i)
                       HWY_ATTR { return hn::LoadU(hn::FixedTag<float, 4>(), in + sources[i]); };
  x = rows_at(d, row, 0);
  y = rows_at(d, row, 1);
  z = rows_at(d, row, 2);
  w = rows_at(d, row, 3);
  transpose(d, x, y, z, w);
}

// Four lanes: added at their places, one after the other.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void add_fours(D d, V x, V y, V z, V w, const std::uint32_t* targets, float* out) {
  transpose(d, x, y, z, w);
  const auto add = [&](V v, std::uint32_t target) HWY_ATTR {
    hn::StoreU(hn::Add(hn::LoadU(d, out + target), v), d, out + target);
  };
  add(x, targets[0]);
  add(y, targets[1]);
  add(z, targets[2]);
  add(w, targets[3]);
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();
#endif
