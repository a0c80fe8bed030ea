// SPDX-License-Identifier: MIT
// Transforms to matrices, four at a time, and products of affine matrices, two columns at a time
// where registers have room for them.
#include "scene/sampler/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/sampler/matrices.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <type_traits>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/lanes.hpp"
#include "scene/sampler/matrices.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Four = hn::FixedTag<float, 4>;
using V4 = hn::Vec<Four>;
template <std::size_t kIndex>
using Index = std::integral_constant<std::size_t, kIndex>;

// Affine local matrices of four transforms: of each of the twelve numbers those of all four, in the
// order in which `times_local` takes them. The last column is the translation.
using FourMatrices = float[12 * 4];
HWY_INLINE constexpr std::size_t at(std::size_t row, std::size_t column) {
  return 4 * (column / 2 * 6 + row * 2 + column % 2);
}

// As many transforms as there are lanes, to a FourMatrices each four.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void local_matrices(D d, const float* in, const std::uint32_t* sources,
                               FourMatrices* out) {
  V x, y, z, w, tx, ty, tz, sx, sy, sz;
  load_fours(d, in, sources, x, y, z, w);
  load_fours(d, in + kTranslationAt, sources, tx, ty, tz, sx);
  load_fours(d, in + kScaleAt - 1, sources, tz, sx, sy, sz);
  // Quaternions of other lengths turn as those of length 1.
  const V length = hn::MulAdd(x, x, hn::MulAdd(y, y, hn::MulAdd(z, z, hn::Mul(w, w))));
  const V two = hn::IfThenElseZero(hn::Gt(length, hn::Zero(d)), hn::Div(hn::Set(d, 2), length));
  const V one = hn::Set(d, 1);
  const V x2 = hn::Mul(x, two), y2 = hn::Mul(y, two), z2 = hn::Mul(z, two);
  const V wx = hn::Mul(w, x2), wy = hn::Mul(w, y2), wz = hn::Mul(w, z2);
  const V xy = hn::Mul(x, y2), xz = hn::Mul(x, z2), yz = hn::Mul(y, z2);
  const V no_x = hn::NegMulAdd(x, x2, one), no_y = hn::NegMulAdd(y, y2, one);
  const V zz = hn::Mul(z, z2);
  // The numbers of a row in two columns, which `times_local` reads as they are stored here.
  const auto put = [&](std::size_t row, std::size_t column, V left, V right) HWY_ATTR {
    float* to = out[0] + at(row, column);
#if HWY_TARGET == HWY_AVX2
    const hn::FixedTag<float, 8> pair;
    if constexpr (hn::MaxLanes(D()) == 8) {
      hn::Store(hn::ConcatLowerLower(pair, right, left), pair, to);
      hn::Store(hn::ConcatUpperUpper(pair, right, left), pair, out[1] + at(row, column));
    } else {
      hn::Store(hn::Combine(pair, right, left), pair, to);
    }
#else
    hn::Store(left, d, to);
    hn::Store(right, d, to + 4);
#endif
  };
  put(0, 0, hn::Mul(hn::Sub(no_y, zz), sx), hn::Mul(hn::Sub(xy, wz), sy));
  put(1, 0, hn::Mul(hn::Add(xy, wz), sx), hn::Mul(hn::Sub(no_x, zz), sy));
  put(2, 0, hn::Mul(hn::Sub(xz, wy), sx), hn::Mul(hn::Add(yz, wx), sy));
  put(0, 2, hn::Mul(hn::Add(xz, wy), sz), tx);
  put(1, 2, hn::Mul(hn::Sub(yz, wx), sz), ty);
  put(2, 2, hn::Mul(hn::NegMulAdd(y, y2, no_x), sz), tz);
}

// An affine matrix, whose last row is 0 0 0 1, on the left of others; on the right stands what
// gives the number of a row and a column everywhere.
#if HWY_TARGET == HWY_AVX2
// Two columns a register.
template <class Number>
HWY_INLINE void times(const float* a, Number&& number, float* out) {
  const hn::FixedTag<float, 8> d;
  const auto x = hn::LoadDup128(d, a), y = hn::LoadDup128(d, a + 4), z = hn::LoadDup128(d, a + 8);
  const auto origin = hn::ConcatUpperLower(d, hn::LoadDup128(d, a + 12), hn::Zero(d));
  const auto turned = [&](auto column) HWY_ATTR {
    const auto flat = hn::Mul(x, number(d, Index<0>(), column));
    const auto both = hn::MulAdd(y, number(d, Index<1>(), column), flat);
    return hn::MulAdd(z, number(d, Index<2>(), column), both);
  };
  const auto first = turned(Index<0>()), second = turned(Index<2>());
  hn::StoreU(first, d, out);
  hn::StoreU(hn::Add(second, origin), d, out + 8);
}
#else
template <class Number>
HWY_INLINE void times(const float* a, Number&& number, float* out) {
  const Four d;
  const V4 x = hn::LoadU(d, a), y = hn::LoadU(d, a + 4), z = hn::LoadU(d, a + 8);
  const V4 origin = hn::LoadU(d, a + 12);
  const auto turned = [&](auto column) HWY_ATTR {
    const V4 flat = hn::Mul(x, number(d, Index<0>(), column));
    const V4 both = hn::MulAdd(y, number(d, Index<1>(), column), flat);
    return hn::MulAdd(z, number(d, Index<2>(), column), both);
  };
  const V4 first = turned(Index<0>()), second = turned(Index<1>());
  const V4 third = turned(Index<2>()), last = turned(Index<3>());
  hn::StoreU(first, d, out);
  hn::StoreU(second, d, out + 4);
  hn::StoreU(third, d, out + 8);
  hn::StoreU(hn::Add(last, origin), d, out + 12);
}
#endif

// One number of each four. As integers, which x86 shuffles on their way from memory.
template <std::size_t kLane, class D>
HWY_INLINE hn::Vec<D> everywhere(D d, const float* from) {
  const hn::RebindToUnsigned<D> bits;
  return hn::BitCast(d, hn::Broadcast<kLane>(hn::BitCast(bits, hn::LoadU(d, from))));
}

template <std::size_t kLane>
HWY_INLINE void times_local(const float* a, const FourMatrices& b, float* out) {
  times(
      a,
      [&](auto d, auto row, auto column)
          HWY_ATTR { return everywhere<kLane>(d, b + at(row(), column())); },
      out);
}

HWY_INLINE void multiply(const float* a, const float* b, float* out) {
  times(
      a,
      [&](auto d, auto row, auto column)
          HWY_ATTR { return everywhere<decltype(row)::value>(d, b + 4 * column()); },
      out);
}

constexpr Mat4f kIdentity;

// What a node's local matrix is multiplied with; `moved` is room for it where there is an offset.
HWY_INLINE const float* above(const Hierarchy::Link& link, const float* offsets, const float* out,
                              float* moved) {
  const float* parent =
      link.parent < 0 ? kIdentity.m.data() : out + std::ptrdiff_t{16} * link.parent;
  if (HWY_LIKELY(link.offset < 0)) return parent;
  multiply(parent, offsets + std::ptrdiff_t{16} * link.offset, moved);
  return moved;
}

// Transforms in a row, without the scales that are not inherited.
HWY_INLINE void copy_inherited(const Hierarchy::Link* links, std::size_t count, const float* in,
                               float* out) {
  for (std::size_t i = 0; i < count; ++i, out += kFloats) {
    std::copy_n(in + std::size_t{kFloats} * links[i].node, kFloats, out);
    if (!links[i].inherit_scale) std::fill_n(out + kScaleAt, 3, 1.0F);
  }
}

// As many nodes as there are lanes, parents first.
template <class D>
HWY_INLINE void some_worlds(D d, const Hierarchy::Link* links, const float* offsets,
                            const float* in, float* out) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  std::uint32_t sources[kLanes];
  bool as_they_are = true;
  for (std::size_t i = 0; i < kLanes; ++i) {
    sources[i] = links[i].node * kFloats;
    as_they_are = as_they_are && links[i].inherit_scale;
  }
  alignas(32) FourMatrices own[kLanes / 4];
  if (HWY_LIKELY(as_they_are)) {
    local_matrices(d, in, sources, own);
  } else {
    float copies[kLanes * kFloats];
    copy_inherited(links, kLanes, in, copies);
    for (std::size_t i = 0; i < kLanes; ++i)
      sources[i] = static_cast<std::uint32_t>(i) * kFloats;
    local_matrices(d, copies, sources, own);
  }
  float moved[16];
  for (std::size_t i = 0; i < kLanes; i += 4, links += 4) {
    const auto to = [&](std::size_t k) HWY_ATTR { return out + std::size_t{16} * links[k].node; };
    times_local<0>(above(links[0], offsets, out, moved), own[i / 4], to(0));
    times_local<1>(above(links[1], offsets, out, moved), own[i / 4], to(1));
    times_local<2>(above(links[2], offsets, out, moved), own[i / 4], to(2));
    times_local<3>(above(links[3], offsets, out, moved), own[i / 4], to(3));
  }
}

void worlds_of_links(std::span<const Hierarchy::Link> links, const float* offsets, const float* in,
                     float* out) {
  const hn::CappedTag<float, 8> wide;
  const std::size_t count = links.size();
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= count; i += hn::Lanes(wide))
    some_worlds(wide, links.data() + i, offsets, in, out);
  for (; i < count; i += 4) {
    // What is missing at the end is the last one again.
    Hierarchy::Link last[4];
    for (std::size_t k = 0; k < 4; ++k)
      last[k] = links[std::min(i + k, count - 1)];
    some_worlds(Four(), last, offsets, in, out);
  }
}

void products_of(const float* a, const float* b, float* out, std::size_t count) {
  for (std::size_t i = 0; i < 16 * count; i += 16)
    multiply(a + i, b + i, out + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(worlds_of_links);
HWY_EXPORT(products_of);

namespace {
const float* floats(std::span<const Mat4f> matrices) {
  return reinterpret_cast<const float*>(matrices.data());
}
float* floats(std::span<Mat4f> matrices) {
  return reinterpret_cast<float*>(matrices.data());
}
}  // namespace

void link_matrices(std::span<const Hierarchy::Link> links, std::span<const Mat4f> offsets,
                   std::span<const Transformf> locals, std::span<Mat4f> out) {
  HWY_DYNAMIC_DISPATCH(worlds_of_links)
  (links, floats(offsets), reinterpret_cast<const float*>(locals.data()), floats(out));
}

void multiply_matrices(std::span<const Mat4f> a, std::span<const Mat4f> b, std::span<Mat4f> out) {
  HWY_DYNAMIC_DISPATCH(products_of)(floats(a), floats(b), floats(out), out.size());
}

}  // namespace anmkit
#endif
