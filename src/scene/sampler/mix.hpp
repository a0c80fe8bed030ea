// SPDX-License-Identifier: MIT
// Between two rows of a sheet: arcs and lines, eight or four joints side by side. Compiled once an
// instruction set, as lanes.hpp is.
#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/lanes.hpp"

#if defined(ANMKIT_MIX_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ANMKIT_MIX_HPP
#undef ANMKIT_MIX_HPP
#else
#define ANMKIT_MIX_HPP
#endif

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

// A row as it is kept.
struct FloatRow {
  const float* at;
  template <class D>
  HWY_INLINE hn::Vec<D> load(D d, std::size_t i) const {
    return hn::LoadU(d, at + i);
  }
  HWY_INLINE float one(std::size_t i) const { return at[i]; }
  HWY_INLINE FloatRow behind(std::size_t count) const { return {at + count}; }
};
// A row of finite numbers at its own frame: quaternions are what it has, and the next row is not
// asked for.
struct OnFloatRow : FloatRow {
  HWY_INLINE OnFloatRow behind(std::size_t count) const { return {{at + count}}; }
};
struct ShortRow {
  const std::int16_t* at;
  const float* middle;
  const float* step;
  template <class D>
  HWY_INLINE hn::Vec<D> load(D d, std::size_t i) const {
    const hn::Rebind<std::int32_t, D> whole;
    const hn::Rebind<std::int16_t, D> narrow;
    const auto steps = hn::ConvertTo(d, hn::PromoteTo(whole, hn::LoadU(narrow, at + i)));
    return hn::MulAdd(steps, hn::LoadU(d, step + i), hn::LoadU(d, middle + i));
  }
  HWY_INLINE float one(std::size_t i) const {
    return middle[i] + static_cast<float>(at[i]) * step[i];
  }
  HWY_INLINE ShortRow behind(std::size_t count) const {
    return {at + count, middle + count, step + count};
  }
};

// Joints of a group of `kWidth`, from the first one of `from` and `to` on, given to
// store(d, x, y, z, w).
template <std::size_t kWidth, class D, class Row, class Store>
HWY_INLINE void mix_arcs(D d, Row from, Row to, const Weight& before, const Weight& after,
                         Store&& store) {
  using V = hn::Vec<D>;
  if constexpr (std::is_same_v<Row, OnFloatRow>) {
    return store(d, from.load(d, 0), from.load(d, kWidth), from.load(d, 2 * kWidth),
                 from.load(d, 3 * kWidth));
  }
  const V y = from.load(d, 4 * kWidth);
  V a, b;
  if (HWY_LIKELY(hn::AllTrue(d, hn::Le(y, hn::Set(d, kNear))))) {
    a = near_weight(d, before, y);
    b = near_weight(d, after, y);
  } else {
    a = far_weight(d, before.t, y);
    b = far_weight(d, after.t, y);
  }
  const auto mixed = [&](std::size_t component) HWY_ATTR {
    const V one = hn::Mul(from.load(d, component * kWidth), a);
    return hn::MulAdd(to.load(d, component * kWidth), b, one);
  };
  store(d, mixed(0), mixed(1), mixed(2), mixed(3));
}

// A whole group of 8 or 4.
template <std::size_t kWidth, class Row>
HWY_INLINE void mix_group(Row from, Row to, const Weight& before, const Weight& after,
                          const std::uint32_t* targets, float* out) {
  const hn::CappedTag<float, kWidth> d;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    mix_arcs<kWidth>(d, from.behind(i), to.behind(i), before, after,
                     [&](auto lanes, auto x, auto y, auto z, auto w)
                         HWY_ATTR { store_fours(lanes, x, y, z, w, targets + i, out); });
  }
}

// A group of nodes that are written with what stands still.
template <std::size_t kWidth, Place kPlace, class Row>
HWY_INLINE void mix_nodes(Row from, Row to, const Weight& before, const Weight& after,
                          const float* rest, float* out) {
  const hn::CappedTag<float, kWidth> d;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const std::size_t first = i == 0 ? 0 : 2 * kFloats;
    mix_arcs<kWidth>(d, from.behind(i), to.behind(i), before, after,
                     [&](auto lanes, auto x, auto y, auto z, auto w) HWY_ATTR {
                       constexpr std::size_t kSecond = std::size_t{kWidth == 8 ? 4 : 2} * kFloats;
                       store_nodes<kSecond, kPlace>(lanes, x, y, z, w, rest + first, out + first);
                     });
  }
}

template <std::size_t kWidth, class Row>
HWY_INLINE void mix_within(Row from, Row to, const Weight& before, const Weight& after,
                           const std::uint32_t* targets, float* out, std::size_t size) {
  if (HWY_LIKELY(targets[kWidth - 1] < size)) {
    return mix_group<kWidth>(from, to, before, after, targets, out);
  }
  // Some have no place in `out`.
  static constexpr std::uint32_t kInOrder[8] = {0, 4, 8, 12, 16, 20, 24, 28};
  float some[32];
  mix_group<kWidth>(from, to, before, after, kInOrder, some);
  for (std::size_t i = 0; i < kWidth; ++i) {
    if (targets[i] < size) std::copy_n(some + 4 * i, 4, out + targets[i]);
  }
}

// Floats from `at` on, a part of the way between two rows.
template <class D, class Row>
HWY_INLINE hn::Vec<D> line_at(D d, Row from, Row to, std::size_t at, float part) {
  const auto start = from.load(d, at);
  const auto way = hn::Sub(to.load(d, at), start);
  return hn::MulAdd(way, hn::Set(d, part), start);
}
template <class D, class Row>
HWY_INLINE void mix_line(D d, Row from, Row to, std::size_t at, float part, float* out) {
  hn::StoreU(line_at(d, from, to, at, part), d, out);
}

// A translation and a scale.
template <class Row>
HWY_INLINE void mix_six(Row from, Row to, std::size_t at, float part, float* out) {
  mix_line(hn::FixedTag<float, 4>(), from, to, at, part, out);
  mix_line(hn::FixedTag<float, 2>(), from, to, at + 4, part, out + 4);
}

// Sixes of four nodes, from float `at` of a row on, beside their quaternions: `even` are those of
// the first and the third, `odd` of the others.
template <Place kPlace, class D, class Row, class V = hn::Vec<D>>
HWY_INLINE void mix_four(D d, V even, V odd, Row from, Row to, std::size_t at, float part,
                         float* out) {
  const V a = line_at(d, from, to, at, part);
  const V b = line_at(d, from, to, at + 8, part);
  const V c = line_at(d, from, to, at + 16, part);
  store_four<kPlace>(
      d, even, odd,
      [&](std::size_t i) HWY_ATTR ANMKIT_INLINE {
        switch (i) {
          case 4:
            return hn::ConcatLowerUpper(d, c, a);
          case 8:
            return take_pairs<0b0001>(d, c, b);
          case 12:
            return hn::ConcatLowerUpper(d, a, b);
          case 24:
            return b;
          case 28:
            return hn::ConcatLowerUpper(d, c, b);
          case 32:
            return c;
          default:
            return a;
        }
      },
      out);
}

// The same of the first two (0) or of the last two (1) of the four.
template <std::size_t kHalf, class D, class Row, class V = hn::Vec<D>>
HWY_INLINE void mix_two(D d, V first, V second, Row from, Row to, std::size_t at, float part,
                        float* out) {
  // Where float 4, 8, 12 and 16 of the two stands among the sixes.
  static constexpr std::size_t kPlaces[2][4] = {{4, 16, 12, 0}, {8, 12, 16, 20}};
  store_two(
      d, first, second,
      [&](std::size_t i) HWY_ATTR ANMKIT_INLINE {
        return line_at(d, from, to, at + kPlaces[kHalf][i / 4 - 1], part);
      },
      out);
}

// A group of fours that move altogether, which are written anywhere.
template <std::size_t kWidth, Place kPlace, class Row>
HWY_INLINE void mix_fours(Row from, Row to, const Weight& before, const Weight& after,
                          const std::uint32_t* targets, float* out) {
  const hn::CappedTag<float, kWidth> tag;
  const hn::CappedTag<float, 8> wide;
  constexpr std::size_t kLanes = hn::MaxLanes(tag);
  constexpr std::size_t kSixes = 5 * kWidth, kNext = kSixes + kFloatsOfFour;
  const float part = after.t;
  const auto lanes_from = [&](auto lane) HWY_ATTR ANMKIT_INLINE {
    constexpr std::size_t kLane = lane;
    const std::uint32_t* const places = targets + kLane;
    mix_arcs<kWidth>(tag, from.behind(kLane), to.behind(kLane), before, after,
                     [&](auto d, auto x, auto y, auto z, auto w) HWY_ATTR ANMKIT_INLINE {
                       transpose(d, x, y, z, w);
                       if constexpr (kLanes == 8) {
                         mix_four<kPlace>(d, x, y, from, to, kSixes, part, out + places[0]);
                         mix_four<kPlace>(d, z, w, from, to, kNext, part, out + places[2]);
                       } else if constexpr (kWidth == 8) {
                         mix_two<kLane / 4>(d, x, y, from, to, kSixes, part, out + places[0]);
                         mix_two<kLane / 4>(d, z, w, from, to, kNext, part, out + places[2]);
                       } else if constexpr (hn::MaxLanes(wide) == 8) {
                         const auto even = hn::Combine(wide, z, x), odd = hn::Combine(wide, w, y);
                         mix_four<kPlace>(wide, even, odd, from, to, kSixes, part, out + places[0]);
                       } else {
                         mix_two<0>(d, x, y, from, to, kSixes, part, out + places[0]);
                         mix_two<1>(d, z, w, from, to, kSixes, part, out + places[2]);
                       }
                     });
  };
  lanes_from(std::integral_constant<std::size_t, 0>());
  if constexpr (kLanes < kWidth) lanes_from(std::integral_constant<std::size_t, kLanes>());
}

// Some have no place in `out`. A function of its own, and of few numbers: what is rare would take
// registers of all the rest.
template <std::size_t kWidth, class Row>
HWY_NOINLINE void mix_some_of_fours(Row from, Row to, float part, const std::uint32_t* targets,
                                    float* out, std::size_t size) {
  static constexpr std::uint32_t kEight[8] = {0, 10, 40, 50, 20, 30, 60, 70};
  static constexpr std::uint32_t kFour[4] = {0, 10, 20, 30};
  const std::uint32_t* const places = kWidth == 8 ? kEight : kFour;
  const Weight before = weight_of(1 - part), after = weight_of(part);
  float some[kWidth * kFloats];
  mix_fours<kWidth, Place::anywhere>(from, to, before, after, places, some);
  for (std::size_t i = 0; i < kWidth; ++i) {
    if (targets[i] < size) std::copy_n(some + places[i], kFloats, out + targets[i]);
  }
}

// A group of other nodes that move altogether.
template <std::size_t kWidth, class Row>
HWY_INLINE void mix_full(Row from, Row to, const Weight& before, const Weight& after,
                         const std::uint32_t* targets, float* out, std::size_t size) {
  constexpr std::size_t kSixes = 5 * kWidth;
  const float part = after.t;
  if (HWY_UNLIKELY(targets[kWidth - 1] >= size)) {
    for (std::size_t i = 0; i < kWidth && targets[i] < size; ++i)
      mix_six(from, to, kSixes + 6 * i, part, out + targets[i] + kTranslationAt);
    return mix_within<kWidth>(from, to, before, after, targets, out, size);
  }
  const hn::CappedTag<float, 8> d;
  for (std::size_t i = 0; i < kWidth; ++i) {
    const std::size_t at = kSixes + 6 * i;
    float* const to_write = out + targets[i] + kTranslationAt;
    if constexpr (hn::MaxLanes(d) == 8) {
      // With two floats before, where the quaternion comes.
      mix_line(d, from, to, at - 2, part, to_write - 2);
    } else {
      mix_line(d, from, to, at, part, to_write);
      mix_line(d, from, to, at + 2, part, to_write + 2);
    }
  }
  mix_group<kWidth>(from, to, before, after, targets, out);
}

// `size` floats of `out` count, whole nodes. The weight `after` is that of the part of the way.
// `rest` is null where it is in `out` already.
template <Place kPlace, class Row>
HWY_INLINE void mix_rows(const Sheet& sheet, Row from, Row to, const Weight& before,
                         const Weight& after, const std::uint32_t* targets, const float* rest,
                         float* out, std::size_t size) {
  const float part = after.t;
  const auto go_on = [&](std::size_t count) HWY_ATTR ANMKIT_INLINE {
    from = from.behind(count);
    to = to.behind(count);
  };
  // Groups of eight and a last one of four, of so many floats a node.
  const auto each_group = [&](std::size_t count, std::size_t floats, auto&& mix)
                              HWY_ATTR ANMKIT_INLINE {
                                std::size_t i = 0;
                                for (; i + 8 <= count; i += 8, targets += 8, go_on(8 * floats))
                                  mix(std::integral_constant<std::size_t, 8>());
                                if (i < count) {
                                  mix(std::integral_constant<std::size_t, 4>());
                                  targets += 4;
                                  go_on(4 * floats);
                                }
                              };
  const auto within = [&](auto width) HWY_ATTR ANMKIT_INLINE {
    mix_within<width>(from, to, before, after, targets, out, size);
  };
  each_group(sheet.fours, 11, [&](auto width) HWY_ATTR ANMKIT_INLINE {
    if (HWY_LIKELY(targets[width - 1] < size)) {
      mix_fours<width, kPlace>(from, to, before, after, targets, out);
    } else {
      mix_some_of_fours<width>(from, to, part, targets, out, size);
    }
  });
  each_group(sheet.full, 11, [&](auto width) HWY_ATTR ANMKIT_INLINE {
    mix_full<width>(from, to, before, after, targets, out, size);
  });
  if (rest != nullptr) {
    each_group(sheet.whole, 5, [&](auto width) HWY_ATTR ANMKIT_INLINE {
      mix_nodes<width, kPlace>(from, to, before, after, rest + targets[0], out + targets[0]);
    });
  } else {
    each_group(sheet.whole, 5, within);
  }
  each_group(sheet.arcs, 5, within);
  std::size_t i = 0;
  for (; i < sheet.sixes && targets[i] < size; ++i, go_on(6))
    mix_six(from, to, 0, part, out + targets[i]);
  go_on(6 * (sheet.sixes - i));
  targets += sheet.sixes;
  for (i = 0; i < sheet.threes && targets[i] < size; ++i, go_on(3)) {
    mix_line(hn::FixedTag<float, 2>(), from, to, 0, part, out + targets[i]);
    const float start = from.one(2);
    out[targets[i] + 2] = start + part * (to.one(2) - start);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();
#endif
