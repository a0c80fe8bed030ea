// SPDX-License-Identifier: MIT
// Arcs between arcs at several moments side by side.
#include "scene/sampler/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/sampler/squad_values.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <numbers>

#include "scene/sampler/squad_values.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 4>;
using VD = hn::Vec<Doubles>;

struct Turns {
  VD x, y, z, w;
};

HWY_INLINE VD number(double value) {
  return hn::Set(Doubles(), value);
}

// Taylor's series around 0, 7e-10 wrong at most up to a quarter turn; the second quarter mirrors
// the first.
HWY_INLINE VD sine(VD x) {
  const VD near = hn::Min(x, hn::Sub(number(std::numbers::pi), x)), y = hn::Mul(near, near);
  VD tail = number(1.0 / 6227020800);
  for (const double term : {-1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6})
    tail = hn::MulAdd(tail, y, number(term));
  return hn::MulAdd(hn::Mul(near, y), tail, near);
}

HWY_INLINE Turns mix(const Turns& a, const Turns& b, VD from, VD to) {
  return {hn::MulAdd(b.x, to, hn::Mul(a.x, from)), hn::MulAdd(b.y, to, hn::Mul(a.y, from)),
          hn::MulAdd(b.z, to, hn::Mul(a.z, from)), hn::MulAdd(b.w, to, hn::Mul(a.w, from))};
}

HWY_INLINE Turns along(const SquadSpan::Arc& arc, VD part) {
  const auto turns = [](const std::array<double, 4>& q) HWY_ATTR {
    return Turns{number(q[0]), number(q[1]), number(q[2]), number(q[3])};
  };
  const VD angle = number(arc.angle), over = number(arc.inverse_sine);
  const VD ahead = hn::Mul(part, angle);
  return mix(turns(arc.from), turns(arc.to), hn::Mul(sine(hn::Sub(angle, ahead)), over),
             hn::Mul(sine(ahead), over));
}

// The same where the angles differ.
HWY_INLINE Turns between(const Turns& a, const Turns& b, VD part) {
  const VD cosine =
      hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::MulAdd(a.z, b.z, hn::Mul(a.w, b.w))));
  const VD one = number(1);
  const VD lack = hn::Max(hn::Sub(one, hn::Abs(cosine)), number(kSmallestLack));
  const VD root = hn::Sqrt(lack);
  const VD over = hn::Div(one, hn::Mul(root, hn::Sqrt(hn::Sub(number(2), lack))));
  // The arc cosine, through its values at Chebyshev's points: 7e-10 wrong at most.
  VD over_root = number(3.954026817798442e-4);
  for (const double term : {-1.080250757770397e-3, 1.7769569755394698e-3, -9.074851611245751e-4,
                            1.6001904630579683e-3, 2.513216700950416e-3, 7.919219180209122e-3,
                            2.651431681489155e-2, 1.1785119724717245e-1, 1.4142135620370928})
    over_root = hn::MulAdd(over_root, lack, number(term));
  const VD narrow = hn::Mul(root, over_root);
  const VD angle =
      hn::IfThenElse(hn::Lt(cosine, number(0)), hn::Sub(number(std::numbers::pi), narrow), narrow);
  const VD ahead = hn::Mul(part, angle);
  return mix(a, b, hn::Mul(sine(hn::Sub(angle, ahead)), over), hn::Mul(sine(ahead), over));
}

void values_of_squad(const SquadSpan& squad, std::span<const double> parts,
                     const std::array<double*, 4>& out) {
  const Doubles d;
  for (std::size_t i = 0; i < parts.size(); i += hn::MaxLanes(d)) {
    const VD part = hn::LoadU(d, parts.data() + i);
    const VD bend = hn::Mul(hn::Add(part, part), hn::Sub(number(1), part));
    const Turns turns = between(along(squad.main, part), along(squad.control, part), bend);
    hn::StoreU(turns.x, d, out[0] + i);
    hn::StoreU(turns.y, d, out[1] + i);
    hn::StoreU(turns.z, d, out[2] + i);
    hn::StoreU(turns.w, d, out[3] + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(values_of_squad);

void squad_values(const SquadSpan& squad, std::span<const double> parts,
                  const std::array<double*, 4>& out) {
  HWY_DYNAMIC_DISPATCH(values_of_squad)(squad, parts, out);
}
}  // namespace anmkit
#endif
