// SPDX-License-Identifier: MIT
// Transforms to matrices, four at a time, and products of affine matrices, two columns at a time
// where registers have room for them.
#include "scene/sampler/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/sampler/matrices.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/lanes.hpp"
#include "scene/sampler/matrices.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Four = hn::FixedTag<float, 4>;
using V4 = hn::Vec<Four>;

// Columns of four matrices: 16 floats lie between two of the matrices.
HWY_INLINE void put_columns(V4 x, V4 y, V4 z, V4 w, float* out) {
  static constexpr std::uint32_t kTargets[4] = {0, 16, 32, 48};
  store_fours(Four(), x, y, z, w, kTargets, out);
}

// Of four transforms in a row.
HWY_INLINE void four_locals(const float* in, float* out) {
  const Four d;
  static constexpr std::uint32_t kSources[4] = {0, kFloats, 2 * kFloats, 3 * kFloats};
  V4 x, y, z, w, tx, ty, tz, sx, sy, sz;
  load_fours(d, in, kSources, x, y, z, w);
  load_fours(d, in + 4, kSources, tx, ty, tz, sx);
  load_fours(d, in + 6, kSources, tz, sx, sy, sz);
  // Quaternions of other lengths turn as those of length 1.
  const V4 length = hn::MulAdd(x, x, hn::MulAdd(y, y, hn::MulAdd(z, z, hn::Mul(w, w))));
  const V4 two = hn::IfThenElseZero(hn::Gt(length, hn::Zero(d)), hn::Div(hn::Set(d, 2), length));
  const V4 one = hn::Set(d, 1);
  const V4 x2 = hn::Mul(x, two), y2 = hn::Mul(y, two), z2 = hn::Mul(z, two);
  const V4 wx = hn::Mul(w, x2), wy = hn::Mul(w, y2), wz = hn::Mul(w, z2);
  const V4 xy = hn::Mul(x, y2), xz = hn::Mul(x, z2), yz = hn::Mul(y, z2);
  const V4 no_x = hn::NegMulAdd(x, x2, one), no_y = hn::NegMulAdd(y, y2, one);
  const V4 zz = hn::Mul(z, z2), zero = hn::Zero(d);
  const V4 right = hn::Sub(no_y, zz), up = hn::Sub(no_x, zz), back = hn::NegMulAdd(y, y2, no_x);
  put_columns(hn::Mul(right, sx), hn::Mul(hn::Add(xy, wz), sx), hn::Mul(hn::Sub(xz, wy), sx), zero,
              out);
  put_columns(hn::Mul(hn::Sub(xy, wz), sy), hn::Mul(up, sy), hn::Mul(hn::Add(yz, wx), sy), zero,
              out + 4);
  put_columns(hn::Mul(hn::Add(xz, wy), sz), hn::Mul(hn::Sub(yz, wx), sz), hn::Mul(back, sz), zero,
              out + 8);
  put_columns(tx, ty, tz, one, out + 12);
}

void LocalMatrices(const float* in, float* out, std::size_t count) {
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    four_locals(in + kFloats * i, out + 16 * i);
  if (i == count) return;
  float some[4 * kFloats] = {}, made[64];
  std::copy_n(in + kFloats * i, kFloats * (count - i), some);
  four_locals(some, made);
  std::copy_n(made, 16 * (count - i), out + 16 * i);
}

// Affine: the last row is 0 0 0 1, and `out` may be `b`.
#if HWY_TARGET == HWY_AVX2
HWY_INLINE void multiply(const float* a, const float* b, float* out) {
  const hn::FixedTag<float, 8> d;
  const auto x = hn::LoadDup128(d, a), y = hn::LoadDup128(d, a + 4), z = hn::LoadDup128(d, a + 8);
  const auto origin = hn::ConcatUpperLower(d, hn::LoadDup128(d, a + 12), hn::Zero(d));
  const auto first = hn::LoadU(d, b), second = hn::LoadU(d, b + 8);
  const auto turned = [&](auto columns) HWY_ATTR {
    const auto flat = hn::Mul(x, hn::Broadcast<0>(columns));
    const auto both = hn::MulAdd(y, hn::Broadcast<1>(columns), flat);
    return hn::MulAdd(z, hn::Broadcast<2>(columns), both);
  };
  hn::StoreU(turned(first), d, out);
  hn::StoreU(hn::Add(turned(second), origin), d, out + 8);
}
#else
HWY_INLINE void multiply(const float* a, const float* b, float* out) {
  const Four d;
  const V4 x = hn::LoadU(d, a), y = hn::LoadU(d, a + 4), z = hn::LoadU(d, a + 8);
  const V4 origin = hn::LoadU(d, a + 12);
  const auto turned = [&](std::size_t at) HWY_ATTR {
    const V4 column = hn::LoadU(d, b + at);
    const V4 flat = hn::Mul(x, hn::Broadcast<0>(column));
    const V4 both = hn::MulAdd(y, hn::Broadcast<1>(column), flat);
    return hn::MulAdd(z, hn::Broadcast<2>(column), both);
  };
  const V4 first = turned(0), second = turned(4), third = turned(8), last = turned(12);
  hn::StoreU(first, d, out);
  hn::StoreU(second, d, out + 4);
  hn::StoreU(third, d, out + 8);
  hn::StoreU(hn::Add(last, origin), d, out + 12);
}
#endif

void JoinMatrices(std::span<const Hierarchy::Link> links, const float* offsets, float* matrices) {
  for (const Hierarchy::Link& link : links) {
    float* own = matrices + std::size_t{16} * link.node;
    if (link.offset >= 0)
      multiply(offsets + 16 * static_cast<std::ptrdiff_t>(link.offset), own, own);
    if (link.parent >= 0)
      multiply(matrices + 16 * static_cast<std::ptrdiff_t>(link.parent), own, own);
  }
}

void MultiplyMatrices(const float* a, const float* b, float* out, std::size_t count) {
  for (std::size_t i = 0; i < 16 * count; i += 16)
    multiply(a + i, b + i, out + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(LocalMatrices);
HWY_EXPORT(JoinMatrices);
HWY_EXPORT(MultiplyMatrices);

namespace {
const float* floats(std::span<const Mat4f> matrices) {
  return reinterpret_cast<const float*>(matrices.data());
}
}  // namespace

void local_matrices(std::span<const Transformf> locals, std::span<Mat4f> out) {
  HWY_DYNAMIC_DISPATCH(LocalMatrices)
  (reinterpret_cast<const float*>(locals.data()), reinterpret_cast<float*>(out.data()),
   locals.size());
}

void join_matrices(std::span<const Hierarchy::Link> links, std::span<const Mat4f> offsets,
                   std::span<Mat4f> matrices) {
  HWY_DYNAMIC_DISPATCH(JoinMatrices)
  (links, floats(offsets), reinterpret_cast<float*>(matrices.data()));
}

void multiply_matrices(std::span<const Mat4f> a, std::span<const Mat4f> b, std::span<Mat4f> out) {
  HWY_DYNAMIC_DISPATCH(MultiplyMatrices)
  (floats(a), floats(b), reinterpret_cast<float*>(out.data()), out.size());
}

}  // namespace anmkit
#endif
