// SPDX-License-Identifier: MIT
// Between numbers side by side and numbers of one joint in a row. Compiled once an instruction set,
// so this file is included as often; Highway's toggle stands for an include guard.
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

// Eight floats: pairs of them come from `to` where `kPairs` has a 1, the others from `from`.
template <int kPairs, class D, class V = hn::Vec<D>>
HWY_INLINE V take_pairs(D d, V to, V from) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
  constexpr int kEach =
      (kPairs & 1) * 3 + (kPairs >> 1 & 1) * 12 + (kPairs >> 2 & 1) * 48 + (kPairs >> 3 & 1) * 192;
  (void)d;
  return V{_mm256_blend_ps(from.raw, to.raw, kEach)};
#else
  alignas(32) static constexpr float kTake[8] = {kPairs & 1, kPairs & 1, kPairs & 2, kPairs & 2,
                                                 kPairs & 4, kPairs & 4, kPairs & 8, kPairs & 8};
  return hn::IfThenElse(hn::Ne(hn::Load(d, kTake), hn::Zero(d)), to, from);
#endif
}

// Eight floats, so many pairs on: with 1 the last pair becomes the first, with 3 the first the
// last.
template <int kPairs, class D, class V = hn::Vec<D>>
HWY_INLINE V turn_pairs(D d, V v) {
  static_assert(kPairs == 1 || kPairs == 3);
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
  (void)d;
  constexpr int kFrom = kPairs == 1 ? 0x93 : 0x39;
  return V{_mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(v.raw), kFrom))};
#else
  alignas(32) static constexpr std::int32_t kFrom[2][8] = {{6, 7, 0, 1, 2, 3, 4, 5},
                                                           {2, 3, 4, 5, 6, 7, 0, 1}};
  return hn::TableLookupLanes(v, hn::SetTableIndices(d, kFrom[kPairs / 2]));
#endif
}

// Where a pose begins, as seen from registers of eight floats.
enum class Place : bool {
  anywhere,
  halfway,  // in the middle between two multiples of their size
};

// Nodes that follow each other are written once, in order, and in the widest pieces there are:
// stores that overlap cost more than whatever is computed. Two of them in registers of four floats:
// their quaternions, and beside those still(i) from float i on. It is called between the stores, so
// that what it loads needs no register of its own.
template <class D, class Still, class V = hn::Vec<D>>
HWY_INLINE void store_two(D d, V first, V second, Still&& still, float* out) {
  hn::StoreU(first, d, out);
  hn::StoreU(still(4), d, out + 4);
  hn::StoreU(hn::ConcatLowerLower(d, second, still(8)), d, out + 8);
  hn::StoreU(hn::ConcatUpperUpper(d, still(12), second), d, out + 12);
  hn::StoreU(still(16), d, out + 16);
}

// Four of them in registers of eight floats: the quaternions of the first and the third, and those
// of the second and the fourth. Halfway no piece crosses lines: the first four floats and the last
// four are by themselves, and of still(24) and still(32) the lower and the upper half count.
template <Place kPlace, class D, class Still, class V = hn::Vec<D>>
HWY_INLINE void store_four(D d, V even, V odd, Still&& still, float* out) {
  if constexpr (kPlace == Place::halfway) {
    const hn::Half<D> half;
    odd = turn_pairs<3>(d, odd);
    hn::StoreU(hn::LowerHalf(half, even), half, out);
    hn::StoreU(take_pairs<0b1000>(d, odd, still(4)), d, out + 4);
    hn::StoreU(take_pairs<0b0001>(d, odd, still(12)), d, out + 12);
    hn::StoreU(hn::ConcatLowerUpper(d, still(24), even), d, out + 20);
    hn::StoreU(take_pairs<0b0110>(d, odd, still(28)), d, out + 28);
    hn::StoreU(hn::UpperHalf(half, still(32)), half, out + 36);
  } else {
    odd = turn_pairs<1>(d, odd);
    hn::StoreU(take_pairs<0b0011>(d, even, still(0)), d, out);
    hn::StoreU(take_pairs<0b0110>(d, odd, still(8)), d, out + 8);
    hn::StoreU(take_pairs<0b1100>(d, even, still(16)), d, out + 16);
    hn::StoreU(take_pairs<0b1000>(d, odd, still(24)), d, out + 24);
    hn::StoreU(take_pairs<0b0001>(d, odd, still(32)), d, out + 32);
  }
}

// Lanes to nodes that follow each other, whose numbers behind the four are those of `rest`.
//
// Eight lanes are the nodes 0, 1, 4, 5, 2, 3, 6, 7. Of four lanes the first two are neighbours, and
// the next two `kSecond` floats behind them.
template <std::size_t kSecond, Place kPlace, class D, class V = hn::Vec<D>>
HWY_INLINE void store_nodes(D d, V x, V y, V z, V w, const float* rest, float* out) {
  transpose(d, x, y, z, w);
  const auto some = [&](V first, V second, std::size_t at) HWY_ATTR ANMKIT_INLINE {
    const auto still = [&](std::size_t i)
                           HWY_ATTR ANMKIT_INLINE { return hn::LoadU(d, rest + at + i); };
    if constexpr (hn::MaxLanes(D()) == 4) {
      store_two(d, first, second, still, out + at);
    } else {
      store_four<kPlace>(d, first, second, still, out + at);
    }
  };
  some(x, y, 0);
  some(z, w, hn::MaxLanes(D()) == 4 ? kSecond : 4 * kFloats);
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

// Nodes are pairs of floats.
HWY_INLINE void copy_floats(const float* from, float* to, std::size_t count) {
  const hn::CappedTag<float, 8> d;
  constexpr std::size_t kWide = hn::MaxLanes(d);
  std::size_t i = 0;
  for (; i + 4 * kWide <= count; i += 4 * kWide) {
    for (std::size_t k = 0; k < 4 * kWide; k += kWide)
      hn::StoreU(hn::LoadU(d, from + i + k), d, to + i + k);
  }
  for (; i + kWide <= count; i += kWide)
    hn::StoreU(hn::LoadU(d, from + i), d, to + i);
  const hn::FixedTag<float, 2> two;
  for (; i < count; i += 2)
    hn::StoreU(hn::LoadU(two, from + i), two, to + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();
#endif
