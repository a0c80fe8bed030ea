// SPDX-License-Identifier: MIT
// Transforms to matrices, four or eight at a time, and products of affine matrices, as many columns
// at a time as registers have room for.
#include "playback/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "playback/matrices.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <type_traits>

#include "playback/compiled.hpp"
#include "playback/lanes.hpp"
#include "playback/matrices.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Four = hn::FixedTag<float, 4>;
template <std::size_t kIndex>
using Index = std::integral_constant<std::size_t, kIndex>;

// As many columns of a matrix as a register holds are multiplied at once.
constexpr std::size_t kColumns = HWY_MAX_BYTES / 16;
using Columns = hn::FixedTag<float, 4 * kColumns>;

// Affine local matrices of four transforms: of each of the twelve numbers those of all four, in the
// order in which `times_local` takes them. The last column is the translation; where a register
// holds one column, that is read from the transform itself.
using FourMatrices = float[12 * 4];
HWY_INLINE constexpr std::size_t at(std::size_t row, std::size_t column) {
  return 4 * (column / kColumns * 3 * kColumns + row * kColumns + column % kColumns);
}

// As many transforms as there are lanes, to a FourMatrices each four.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void local_matrices(D d, const float* in, const std::uint32_t* sources,
                               FourMatrices* out) {
  V x, y, z, w, tx, ty, tz, sx, sy, sz;
  load_fours(d, in, sources, x, y, z, w);
  load_fours(d, in + kScaleAt - 1, sources, tz, sx, sy, sz);
  if constexpr (kColumns > 1) load_fours(d, in + kTranslationAt, sources, tx, ty, tz, sx);
  // Quaternions of other lengths turn as those of length 1.
  const V length = hn::MulAdd(x, x, hn::MulAdd(y, y, hn::MulAdd(z, z, hn::Mul(w, w))));
  const V two = hn::IfThenElseZero(hn::Gt(length, hn::Zero(d)), hn::Div(hn::Set(d, 2), length));
  const V one = hn::Set(d, 1);
  const V x2 = hn::Mul(x, two), y2 = hn::Mul(y, two), z2 = hn::Mul(z, two);
  const V wx = hn::Mul(w, x2), wy = hn::Mul(w, y2), wz = hn::Mul(w, z2);
  const V xy = hn::Mul(x, y2), xz = hn::Mul(x, z2), yz = hn::Mul(y, z2);
  const V no_x = hn::NegMulAdd(x, x2, one), no_y = hn::NegMulAdd(y, y2, one);
  const V zz = hn::Mul(z, z2);
  const auto put = [&](std::size_t row, V first, V second, V third, V last) HWY_ATTR {
#if HWY_MAX_BYTES >= 32
    const hn::FixedTag<float, 8> pair;
    const std::size_t left = at(row, 0), right = at(row, 2);
    if constexpr (hn::MaxLanes(D()) == 8) {
      hn::Store(hn::ConcatLowerLower(pair, second, first), pair, out[0] + left);
      hn::Store(hn::ConcatLowerLower(pair, last, third), pair, out[0] + right);
      hn::Store(hn::ConcatUpperUpper(pair, second, first), pair, out[1] + left);
      hn::Store(hn::ConcatUpperUpper(pair, last, third), pair, out[1] + right);
    } else {
      hn::Store(hn::Combine(pair, second, first), pair, out[0] + left);
      hn::Store(hn::Combine(pair, last, third), pair, out[0] + right);
    }
#else
    (void)last;
    hn::Store(first, d, out[0] + at(row, 0));
    hn::Store(second, d, out[0] + at(row, 1));
    hn::Store(third, d, out[0] + at(row, 2));
#endif
  };
  put(0, hn::Mul(hn::Sub(no_y, zz), sx), hn::Mul(hn::Sub(xy, wz), sy), hn::Mul(hn::Add(xz, wy), sz),
      tx);
  put(1, hn::Mul(hn::Add(xy, wz), sx), hn::Mul(hn::Sub(no_x, zz), sy), hn::Mul(hn::Sub(yz, wx), sz),
      ty);
  put(2, hn::Mul(hn::Sub(xz, wy), sx), hn::Mul(hn::Add(yz, wx), sy),
      hn::Mul(hn::NegMulAdd(y, y2, no_x), sz), tz);
}

// An affine matrix, whose last row is 0 0 0 1, on the left of others; on the right stands what
// gives the number of a row and of some columns everywhere.
template <class Number>
HWY_INLINE void times(const float* a, Number&& number, float* out) {
  const Columns d;
  using V = hn::Vec<Columns>;
  const V x = hn::LoadDup128(d, a), y = hn::LoadDup128(d, a + 4), z = hn::LoadDup128(d, a + 8);
  // Of the last columns only the last one moves on by the origin.
  V origin = hn::LoadDup128(d, a + 12);
  if constexpr (kColumns > 1)
    origin = hn::IfThenElse(hn::FirstN(d, 4 * (kColumns - 1)), hn::Zero(d), origin);
  const auto put = [&](auto column) HWY_ATTR {
    V sum = hn::Mul(x, number(d, Index<0>(), column));
    if constexpr (decltype(column)::value + kColumns == 4)
      sum = hn::MulAdd(x, number(d, Index<0>(), column), origin);
    sum = hn::MulAdd(y, number(d, Index<1>(), column), sum);
    hn::StoreU(hn::MulAdd(z, number(d, Index<2>(), column), sum), d, out + 4 * column());
  };
  put(Index<0>());
  if constexpr (kColumns == 1) put(Index<1>());
  put(Index<2>());
  if constexpr (kColumns == 1) put(Index<3>());
}

// One number of each four. As integers, which x86 shuffles on their way from memory.
template <std::size_t kLane, class D>
HWY_INLINE hn::Vec<D> everywhere(D d, const float* from) {
  const hn::RebindToUnsigned<D> bits;
  return hn::BitCast(d, hn::Broadcast<kLane>(hn::BitCast(bits, hn::LoadU(d, from))));
}

// `translation` belongs to the transform.
template <std::size_t kLane>
HWY_INLINE void times_local(const float* a, const FourMatrices& b, const float* translation,
                            float* out) {
  times(
      a,
      [&](auto d, auto row, auto column) HWY_ATTR {
        if constexpr (kColumns == 1 && decltype(column)::value == 3)
          return everywhere<decltype(row)::value>(d, translation);
        else
          return everywhere<kLane>(d, b + at(row(), column()));
      },
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
  if (HWY_LIKELY(link.plain)) return out + link.parent;
  const float* parent = link.parent < 0 ? kIdentity.m.data() : out + link.parent;
  if (link.offset < 0) return parent;
  multiply(parent, offsets + link.offset, moved);
  return moved;
}

// Transforms in a row, without the scales that are not inherited.
HWY_INLINE void copy_inherited(const Hierarchy::Link* links, std::size_t count, const float* in,
                               float* out) {
  for (std::size_t i = 0; i < count; ++i, out += kFloats) {
    std::copy_n(in + links[i].local, kFloats, out);
    if (!links[i].inherit_scale) std::fill_n(out + kScaleAt, 3, 1.0F);
  }
}

// Of as many nodes as there are lanes.
template <class D>
HWY_INLINE void some_locals(D d, const Hierarchy::Link* links, const float* in, FourMatrices* out) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  std::uint32_t sources[kLanes];
  bool as_they_are = true;
  for (std::size_t i = 0; i < kLanes; ++i) {
    sources[i] = links[i].local;
    as_they_are = as_they_are && links[i].inherit_scale;
  }
  if (HWY_LIKELY(as_they_are)) return local_matrices(d, in, sources, out);
  float copies[kLanes * kFloats];
  copy_inherited(links, kLanes, in, copies);
  for (std::size_t i = 0; i < kLanes; ++i)
    sources[i] = static_cast<std::uint32_t>(i) * kFloats;
  local_matrices(d, copies, sources, out);
}

// `count` nodes, a multiple of four, parents first. The long steps of a local matrix overlap
// with the next ones, so they are made ahead of the products.
constexpr std::size_t kAhead = 64;
HWY_INLINE void some_worlds(const Hierarchy::Link* links, std::size_t count, const float* offsets,
                            const float* in, float* out) {
  alignas(32) FourMatrices own[kAhead / 4];
  const hn::CappedTag<float, 8> wide;
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= count; i += hn::Lanes(wide))
    some_locals(wide, links + i, in, own + i / 4);
  if (i < count) some_locals(Four(), links + i, in, own + i / 4);
  float moved[16];
  for (i = 0; i < count; i += 4) {
    const auto multiplied = [&](auto lane) HWY_ATTR {
      const Hierarchy::Link& link = links[i + lane()];
      times_local<decltype(lane)::value>(above(link, offsets, out, moved), own[i / 4],
                                         in + link.local + kTranslationAt, out + link.world);
    };
    multiplied(Index<0>());
    multiplied(Index<1>());
    multiplied(Index<2>());
    multiplied(Index<3>());
  }
}

void worlds_of_links(std::span<const Hierarchy::Link> links, const float* offsets, const float* in,
                     float* out) {
  while (links.size() >= 4) {
    const std::size_t count = std::min(links.size() / 4 * 4, kAhead);
    some_worlds(links.data(), count, offsets, in, out);
    links = links.subspan(count);
  }
  if (links.empty()) return;
  // Missing ones at the end repeat the last one.
  Hierarchy::Link last[4];
  for (std::size_t k = 0; k < 4; ++k)
    last[k] = links[std::min(k, links.size() - 1)];
  some_worlds(last, 4, offsets, in, out);
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
