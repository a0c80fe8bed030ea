// SPDX-License-Identifier: MIT
// A squad is a sum of its four quaternions. Each weight depends on the moment and on few cosines
// only, so that polynomials go through the weights of several spans at once, and not through their
// values one by one.
#include "scene/sampler/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/sampler/squad_fit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "scene/sampler/small_arcs.hpp"
#include "scene/sampler/squad_fit.hpp"
#include "scene/sampler/through.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each lane is a span.
using Lanes = hn::CappedTag<double, kSquadSpans>;
using VL = hn::Vec<Lanes>;
constexpr std::size_t kLanes = hn::MaxLanes(Lanes());

constexpr std::size_t kDegree = 7, kPowers = kDegree + 1;
constexpr std::size_t kLooks = Points<kPowers>::kAt.size(), kChecks = kLooks - kPowers;

// Of each quaternion: at the beginning of the span, its control, the control before the end, the
// end.
using Weights = std::array<std::array<VL, kLooks>, 4>;
struct Turns {
  VL x, y, z, w;
};

constexpr std::size_t kSums = kDegree + kChecks;
constexpr auto kOfPoints = sums_of_points<kPowers>();
constexpr auto kArcs = small_squads<kPowers>();

HWY_INLINE VL number(double value) {
  return hn::Set(Lanes(), value);
}

// Of some spans the quaternion that lies so many numbers behind the beginning of each.
HWY_INLINE Turns load_turns(const std::array<const double*, kLanes>& spans, std::size_t at) {
  const Lanes d;
  const auto low = [&](std::size_t i) HWY_ATTR { return hn::LoadU(d, spans[i] + at); };
  if constexpr (kLanes == 4) {
    const VL x = low(0), y = low(1), z = low(2), w = low(3);
    const VL xz = hn::InterleaveLower(d, x, y), yw = hn::InterleaveUpper(d, x, y);
    const VL more_xz = hn::InterleaveLower(d, z, w), more_yw = hn::InterleaveUpper(d, z, w);
    return {hn::ConcatLowerLower(d, more_xz, xz), hn::ConcatLowerLower(d, more_yw, yw),
            hn::ConcatUpperUpper(d, more_xz, xz), hn::ConcatUpperUpper(d, more_yw, yw)};
  } else {
    const auto high = [&](std::size_t i) HWY_ATTR { return hn::LoadU(d, spans[i] + at + 2); };
    return {hn::InterleaveLower(d, low(0), low(1)), hn::InterleaveUpper(d, low(0), low(1)),
            hn::InterleaveLower(d, high(0), high(1)), hn::InterleaveUpper(d, high(0), high(1))};
  }
}

HWY_INLINE VL dot(const Turns& a, const Turns& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::MulAdd(a.z, b.z, hn::Mul(a.w, b.w))));
}

// What stored numbers have too much of counts as nothing, as everywhere.
HWY_INLINE VL lack_of(VL cosine) {
  return hn::Max(hn::Sub(number(1), cosine), number(0));
}

HWY_INLINE VL weight(const SmallArc& arc, VL lack) {
  VL sum = number(arc[kSmallTerms]);
  for (std::size_t i = kSmallTerms; i-- > 0;)
    sum = hn::MulAdd(sum, lack, number(arc[i]));
  return sum;
}

// Returns the spans that are made of rotations and small arcs.
HWY_INLINE hn::Mask<Lanes> find_weights(const std::array<Turns, 4>& quaternions, Weights& weights) {
  const auto& [a, leave, arrive, b] = quaternions;
  // Not the largest of all four: what is no number is lost there.
  const auto is_turn = [](const Turns& q) HWY_ATTR {
    return hn::Lt(hn::Abs(hn::Sub(dot(q, q), number(1))), number(0.01));
  };
  const auto turns =
      hn::And(hn::And(is_turn(a), is_turn(leave)), hn::And(is_turn(arrive), is_turn(b)));
  const VL a_leave = dot(a, leave), a_arrive = dot(a, arrive);
  const VL b_leave = dot(b, leave), b_arrive = dot(b, arrive);
  const VL main = lack_of(dot(a, b)), control = lack_of(dot(leave, arrive));
  VL widest = hn::Max(main, control);
  // At the beginning there is nothing but the first one.
  for (std::size_t i = 1; i < kLooks; ++i) {
    const SmallSquad& at = kArcs[i];
    const VL from = weight(at.from, main), to = weight(at.to, main);
    const VL leaving = weight(at.from, control), arriving = weight(at.to, control);
    const VL cosine =
        hn::MulAdd(leaving, hn::MulAdd(from, a_leave, hn::Mul(to, b_leave)),
                   hn::Mul(arriving, hn::MulAdd(from, a_arrive, hn::Mul(to, b_arrive))));
    const VL lack = lack_of(cosine);
    widest = hn::Max(widest, lack);
    const VL of_main = weight(at.of_main, lack), of_control = weight(at.of_control, lack);
    weights[0][i] = hn::Mul(of_main, from);
    weights[1][i] = hn::Mul(of_control, leaving);
    weights[2][i] = hn::Mul(of_control, arriving);
    weights[3][i] = hn::Mul(of_main, to);
  }
  return hn::And(turns, hn::Le(widest, number(kSmallLack)));
}

// All powers but the first one, of each quaternion.
using LanePowers = std::array<std::array<std::array<double, kLanes>, kDegree>, 4>;

// Returns how far the squad and its polynomials are apart at most.
HWY_INLINE VL go_through(const Weights& weights, const std::array<Turns, 4>& quaternions,
                         LanePowers& powers) {
  const Lanes d;
  // The weights of two quaternions that are near each other may be wrong by much more than what
  // they make together.
  std::array<Turns, kChecks> wrong;
  for (Turns& each : wrong)
    each = {number(0), number(0), number(0), number(0)};
  for (std::size_t k = 0; k < 4; ++k) {
    std::array<VL, kSums> sums;
    // At the beginning the first quaternion's weight is 1 and those of the others are 0.
    for (std::size_t i = 0; i < kSums; ++i)
      sums[i] = number(k == 0 ? kOfPoints[0][i] : 0);
    for (std::size_t point = 1; point <= kDegree; ++point) {
      for (std::size_t i = 0; i < kSums; ++i)
        sums[i] = hn::MulAdd(weights[k][point], number(kOfPoints[point][i]), sums[i]);
    }
    for (std::size_t i = 0; i < kDegree; ++i)
      hn::StoreU(sums[i], d, powers[k][i].data());
    for (std::size_t i = 0; i < kChecks; ++i) {
      const VL apart = hn::Sub(sums[kDegree + i], weights[k][1 + kDegree + i]);
      const Turns &q = quaternions[k], was = wrong[i];
      wrong[i] = {hn::MulAdd(apart, q.x, was.x), hn::MulAdd(apart, q.y, was.y),
                  hn::MulAdd(apart, q.z, was.z), hn::MulAdd(apart, q.w, was.w)};
    }
  }
  VL most = number(0);
  for (const Turns& each : wrong) {
    most = hn::Max(most, hn::Max(hn::Max(hn::Abs(each.x), hn::Abs(each.y)),
                                 hn::Max(hn::Abs(each.z), hn::Abs(each.w))));
  }
  return most;
}

// Of one span. Here lanes are the numbers of a quaternion.
HWY_INLINE void write_powers(const double* span, const LanePowers& of, std::size_t lane,
                             TurnPiece& piece) {
  const Lanes d;
  const hn::Rebind<float, Lanes> floats;
  for (std::size_t i = 0; i < 4; i += kLanes) {
    const VL a = hn::LoadU(d, span + 4 + i), leave = hn::LoadU(d, span + 8 + i);
    const VL arrive = hn::LoadU(d, span + 12 + i), b = hn::LoadU(d, span + 16 + i);
    hn::StoreU(hn::DemoteTo(floats, a), floats, piece.powers.data() + i);
    for (std::size_t power = 0; power < kDegree; ++power) {
      const VL controls = hn::MulAdd(leave, number(of[1][power][lane]),
                                     hn::Mul(arrive, number(of[2][power][lane])));
      const VL sum = hn::MulAdd(a, number(of[0][power][lane]),
                                hn::MulAdd(b, number(of[3][power][lane]), controls));
      hn::StoreU(hn::DemoteTo(floats, sum), floats, piece.powers.data() + 4 * (power + 1) + i);
    }
  }
}

unsigned squads_fitted(const double* keys, std::size_t count, double bound,
                       std::array<TurnPiece, kSquadSpans>& pieces) {
  constexpr std::size_t kKey = 12;
  const Lanes d;
  unsigned fits = 0;
  for (std::size_t first = 0; first < count; first += kLanes) {
    // Lanes that have none repeat the last span.
    std::array<const double*, kLanes> spans;
    for (std::size_t i = 0; i < kLanes; ++i)
      spans[i] = keys + kKey * HWY_MIN(first + i, count - 1);
    const std::array<Turns, 4> quaternions = {load_turns(spans, 4), load_turns(spans, 8),
                                              load_turns(spans, 12), load_turns(spans, 16)};
    Weights weights;
    const auto small = find_weights(quaternions, weights);
    LanePowers powers;
    const VL most = go_through(weights, quaternions, powers);
    std::array<double, kLanes> good;
    hn::StoreU(hn::IfThenElseZero(hn::And(small, hn::Le(most, number(bound))), number(1)), d,
               good.data());
    for (std::size_t lane = 0; lane < kLanes && first + lane < count; ++lane) {
      if (good[lane] == 0) continue;
      fits |= 1U << (first + lane);
      write_powers(spans[lane], powers, lane, pieces[first + lane]);
    }
  }
  return fits;
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(squads_fitted);

unsigned fit_squads(const double* keys, std::size_t count, double bound,
                    std::array<TurnPiece, kSquadSpans>& pieces) {
  return HWY_DYNAMIC_DISPATCH(squads_fitted)(keys, count, bound, pieces);
}
}  // namespace anmkit
#endif
