// SPDX-License-Identifier: MIT
// Rows to poses: eight or four nodes side by side, with the widest registers there are.
#include "playback/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "playback/rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "playback/compiled.hpp"
#include "playback/lanes.hpp"
#include "scene/evaluate.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// sin(t * angle) / sin(angle) by powers of the angle's square y: t + k1 y + k2 y^2 + k3 y^3. It is
// 0 and 1 at the ends exactly, and 5e-8 wrong at most up to `kNear`.
struct Weight {
  float t, k1, k2, k3;
};
HWY_INLINE Weight weight_of(float part) {
  const float s = part * part, c = part - part * s;
  return {part, c * (1.0F / 6), c * (7.0F / 360 - s * (3.0F / 360)),
          c * (31.0F / 15120 - s * (18.0F / 15120 - s * (3.0F / 15120)))};
}
constexpr float kNear = 0.16F;  // the square of 0.4: 46 degrees of rotation between two rows

template <class D, class V = hn::Vec<D>>
HWY_INLINE V near_weight(D d, const Weight& weight, V y) {
  const V inner = hn::MulAdd(hn::Set(d, weight.k3), y, hn::Set(d, weight.k2));
  return hn::MulAdd(hn::MulAdd(inner, y, hn::Set(d, weight.k1)), y, hn::Set(d, weight.t));
}

// sin(x) / x by powers of x^2: 6e-8 wrong at most up to a quarter turn.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V sine_over(D d, V y) {
  V sum = hn::Set(d, -1.0F / 39916800);
  for (const float term : {1.0F / 362880, -1.0F / 5040, 1.0F / 120, -1.0F / 6, 1.0F})
    sum = hn::MulAdd(sum, y, hn::Set(d, term));
  return sum;
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE V far_weight(D d, float t, V y) {
  const V way = hn::Set(d, t);
  return hn::Div(hn::Mul(way, sine_over(d, hn::Mul(hn::Mul(way, way), y))), sine_over(d, y));
}

// Between two rows.
struct Between {
  const float *from, *to;
  Weight before, after;

  HWY_INLINE void go_on(std::size_t floats) {
    from += floats;
    to += floats;
  }
};

// A group of arcs. Of `out` the first `size` floats are written.
template <std::size_t kWidth>
HWY_INLINE void mix_arcs(const Between& rows, const std::uint32_t* targets, float* out,
                         std::size_t size) {
  const hn::CappedTag<float, kWidth> d;
  using V = hn::Vec<decltype(d)>;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const V y = hn::LoadU(d, rows.from + 4 * kWidth + i);
    V a, b;
    if (HWY_LIKELY(hn::AllTrue(d, hn::Le(y, hn::Set(d, kNear))))) {
      a = near_weight(d, rows.before, y);
      b = near_weight(d, rows.after, y);
    } else {
      a = far_weight(d, rows.before.t, y);
      b = far_weight(d, rows.after.t, y);
    }
    const auto mixed = [&](std::size_t component) HWY_ATTR {
      const std::size_t at = component * kWidth + i;
      const V one = hn::Mul(hn::LoadU(d, rows.from + at), a);
      return hn::MulAdd(hn::LoadU(d, rows.to + at), b, one);
    };
    store_within(d, mixed(0), mixed(1), mixed(2), mixed(3), targets + i, out, size);
  }
}

template <class D>
HWY_INLINE void mix_line(D d, const Between& rows, std::size_t at, float* out) {
  const auto start = hn::LoadU(d, rows.from + at);
  const auto way = hn::Sub(hn::LoadU(d, rows.to + at), start);
  hn::StoreU(hn::MulAdd(way, hn::Set(d, rows.after.t), start), d, out);
}

HWY_INLINE void mix_sheet(const CompiledClip& clip, const Sheet& sheet, double frame, float* out,
                          std::size_t size) {
  const double folded = fold(frame, sheet.period);
  // Before the first row it holds; the same for what is no number.
  const double at = folded > sheet.first ? std::min(folded, sheet.last) - sheet.first : 0;
  const auto row = static_cast<std::size_t>(at);
  const float part = sheet.holds ? 0 : static_cast<float>(at - std::floor(at));
  const float* const from = clip.rows.data() + sheet.rows + row * sheet.stride;
  // At the frame of a row the next one, which need not exist, has the weight 0.
  Between rows{from, part == 0 ? from : from + sheet.stride, weight_of(1 - part), weight_of(part)};
  const std::uint32_t* targets = clip.targets.data() + sheet.targets;
  std::size_t i = 0;
  for (; i + 8 <= sheet.arcs; i += 8, targets += 8, rows.go_on(40))
    mix_arcs<8>(rows, targets, out, size);
  if (i < sheet.arcs) {
    mix_arcs<4>(rows, targets, out, size);
    targets += 4;
    rows.go_on(20);
  }
  for (i = 0; i < sheet.sixes; ++i, rows.go_on(6)) {
    if (targets[i] >= size) continue;
    mix_line(hn::FixedTag<float, 4>(), rows, 0, out + targets[i]);
    mix_line(hn::FixedTag<float, 2>(), rows, 4, out + targets[i] + 4);
  }
  targets += sheet.sixes;
  for (i = 0; i < sheet.threes; ++i, rows.go_on(3)) {
    if (targets[i] >= size) continue;
    mix_line(hn::FixedTag<float, 2>(), rows, 0, out + targets[i]);
    out[targets[i] + 2] = rows.from[2] + part * (rows.to[2] - rows.from[2]);
  }
}

void rows_mixed(const CompiledClip& clip, double frame, float* out, std::size_t size) {
  std::copy_n(reinterpret_cast<const float*>(clip.rest.data()), size, out);
  for (const Sheet& sheet : clip.sheets)
    mix_sheet(clip, sheet, frame, out, size);
}

void pivots_turned(const CompiledClip& clip, float* out, std::size_t size) {
  const hn::FixedTag<float, 4> d;
  using V = hn::Vec<decltype(d)>;
  for (const PivotGroup& group : clip.pivots) {
    if (HWY_UNLIKELY(group.targets[3] >= size)) {
      for (std::size_t i = 0; i < 4 && group.targets[i] < size; ++i) {
        add_pivot({group.x[i], group.y[i], group.z[i]},
                  *reinterpret_cast<Transformf*>(out + group.targets[i]));
      }
      continue;
    }
    V x, y, z, w;
    load_fours(d, out, group.targets, x, y, z, w);
    const V px = hn::LoadU(d, group.x), py = hn::LoadU(d, group.y), pz = hn::LoadU(d, group.z);
    const V two = hn::Set(d, 2.0F);
    // As add_pivot.
    const V tx = hn::Mul(two, hn::Sub(hn::Mul(y, pz), hn::Mul(z, py)));
    const V ty = hn::Mul(two, hn::Sub(hn::Mul(z, px), hn::Mul(x, pz)));
    const V tz = hn::Mul(two, hn::Sub(hn::Mul(x, py), hn::Mul(y, px)));
    const V vx = hn::Add(hn::MulAdd(w, tx, px), hn::Sub(hn::Mul(y, tz), hn::Mul(z, ty)));
    const V vy = hn::Add(hn::MulAdd(w, ty, py), hn::Sub(hn::Mul(z, tx), hn::Mul(x, tz)));
    const V vz = hn::Add(hn::MulAdd(w, tz, pz), hn::Sub(hn::Mul(x, ty), hn::Mul(y, tx)));
    add_fours(d, vx, vy, vz, hn::Zero(d), group.targets, out + kTranslationAt);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(rows_mixed);
HWY_EXPORT(pivots_turned);

void sample_rows(const CompiledClip& clip, double frame, float* out, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(rows_mixed)(clip, frame, out, size);
}
void turn_pivots(const CompiledClip& clip, float* out, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(pivots_turned)(clip, out, size);
}
}  // namespace anmkit
#endif
