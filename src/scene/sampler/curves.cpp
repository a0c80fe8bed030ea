// SPDX-License-Identifier: MIT
// Polynomials of the third degree to poses: splines, and Euler angles.
#include "scene/sampler/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/sampler/curves.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/lanes.hpp"
#include "scene/sampler/piece_ways.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Four = hn::FixedTag<float, 4>;
using V4 = hn::Vec<Four>;

// Of as many numbers as there are lanes, whose powers lie `step` floats apart.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V value_at(D d, const float* from, std::size_t step, float part) {
  const V t = hn::Set(d, part);
  const V upper = hn::MulAdd(hn::LoadU(d, from + 3 * step), t, hn::LoadU(d, from + 2 * step));
  const V lower = hn::MulAdd(hn::LoadU(d, from + step), t, hn::LoadU(d, from));
  return hn::MulAdd(upper, hn::Set(d, part * part), lower);
}

// Sine and cosine of so many whole turns, or of half a turn more: both then have the other sign,
// and so has the quaternion that is made of them, which is the same rotation.
HWY_INLINE void sine_and_cosine(V4 turns, V4& sine, V4& cosine) {
  const Four d;
  const V4 halves = hn::Round(hn::Mul(turns, hn::Set(d, 2)));
  // Up to a quarter turn, where the polynomials are 5e-9 and 5e-8 wrong at most; they are those
  // that are least wrong of all that are right at 0.
  const V4 x = hn::NegMulAdd(halves, hn::Set(d, 0.5F), turns), y = hn::Mul(x, x);
  const V4 y2 = hn::Mul(y, y);
  const auto of = [&](float k0, float k1, float k2, float k3, float k4) HWY_ATTR {
    const V4 lower = hn::MulAdd(hn::Set(d, k1), y, hn::Set(d, k0));
    const V4 upper = hn::MulAdd(hn::Set(d, k3), y, hn::Set(d, k2));
    return hn::MulAdd(hn::MulAdd(hn::Set(d, k4), y2, upper), y2, lower);
  };
  sine = hn::Mul(x, of(6.28318531F, -41.3416785F, 81.6021552F, -76.5719043F, 39.6828477F));
  cosine = of(1, -19.7391821F, 64.9352215F, -85.2540074F, 56.3406478F);
}

// Rz * Ry * Rx, angles in degrees (Property::euler).
HWY_INLINE void turn_by_angles(V4& x, V4& y, V4& z, V4& w) {
  const V4 half_turns = hn::Set(Four(), 1.0F / 720);
  V4 sx, cx, sy, cy, sz, cz;
  sine_and_cosine(hn::Mul(x, half_turns), sx, cx);
  sine_and_cosine(hn::Mul(y, half_turns), sy, cy);
  sine_and_cosine(hn::Mul(z, half_turns), sz, cz);
  const V4 cc = hn::Mul(cy, cz), ss = hn::Mul(sy, sz);
  const V4 sc = hn::Mul(sy, cz), cs = hn::Mul(cy, sz);
  x = hn::Sub(hn::Mul(sx, cc), hn::Mul(cx, ss));
  y = hn::MulAdd(cx, sc, hn::Mul(sx, cs));
  z = hn::Sub(hn::Mul(cx, cs), hn::Mul(sx, sc));
  w = hn::MulAdd(cx, cc, hn::Mul(sx, ss));
}

HWY_INLINE void mix_curves(const CurveSheet& sheet, const float* row, float part,
                           const std::uint32_t* targets, float* out, std::size_t size) {
  const Four d;
  const hn::FixedTag<float, 2> two;
  std::size_t i = 0;
  for (; i < sheet.turns; i += 4, row += 64, targets += 4) {
    // Four quaternions, each number of all four beside the others.
    V4 x = value_at(d, row, 4, part), y = value_at(d, row + 16, 4, part);
    V4 z = value_at(d, row + 32, 4, part), w = value_at(d, row + 48, 4, part);
    const V4 length = hn::MulAdd(x, x, hn::MulAdd(y, y, hn::MulAdd(z, z, hn::Mul(w, w))));
    const V4 over = hn::Div(hn::Set(d, 1), hn::Sqrt(length));
    store_within(d, hn::Mul(x, over), hn::Mul(y, over), hn::Mul(z, over), hn::Mul(w, over), targets,
                 out, size);
  }
  for (i = 0; i < sheet.angles; i += 4, row += 48, targets += 4) {
    V4 x = value_at(d, row, 4, part), y = value_at(d, row + 16, 4, part),
       z = value_at(d, row + 32, 4, part), w;
    turn_by_angles(x, y, z, w);
    store_within(d, x, y, z, w, targets, out, size);
  }
  for (i = 0; i < sheet.sixes && targets[i] < size; ++i, row += 24) {
    hn::StoreU(value_at(d, row, 6, part), d, out + targets[i]);
    hn::StoreU(value_at(two, row + 4, 6, part), two, out + targets[i] + 4);
  }
  row += 24 * (sheet.sixes - i);
  targets += sheet.sixes;
  for (i = 0; i < sheet.threes && targets[i] < size; ++i, row += 12) {
    const V4 place = value_at(d, row, 3, part);
    hn::StoreU(hn::LowerHalf(two, place), two, out + targets[i]);
    out[targets[i] + 2] = hn::GetLane(hn::UpperHalf(two, place));
  }
}

void pose_of_curves(const CompiledClip& clip, double frame, float* out, std::size_t size) {
  for (const CurveSheet& sheet : clip.curves) {
    const RowPlace place = place_in(sheet, frame);
    mix_curves(sheet, clip.rows.data() + sheet.rows + place.row * sheet.stride, place.part,
               clip.targets.data() + sheet.targets, out, size);
  }
}

// Four numbers of the seventh degree: even and odd powers side by side where registers have room
// for both.
template <class D>
HWY_INLINE V4 turn_at(D wide, const float* powers, float part) {
  const Four d;
  V4 even, odd;
  if constexpr (hn::MaxLanes(D()) == 8) {
    const auto square = hn::Set(wide, part * part);
    auto sum = hn::LoadU(wide, powers + 24);
    for (const int at : {16, 8, 0})
      sum = hn::MulAdd(sum, square, hn::LoadU(wide, powers + at));
    even = hn::LowerHalf(d, sum);
    odd = hn::UpperHalf(d, sum);
  } else {
    const V4 square = hn::Set(d, part * part);
    even = hn::LoadU(d, powers + 24);
    odd = hn::LoadU(d, powers + 28);
    for (const int at : {16, 8, 0}) {
      even = hn::MulAdd(even, square, hn::LoadU(d, powers + at));
      odd = hn::MulAdd(odd, square, hn::LoadU(d, powers + at + 4));
    }
  }
  return hn::MulAdd(odd, hn::Set(d, part), even);
}

void turns_to_pose(const PieceWays<TurnPiece>& ways, std::size_t count, float* out) {
  const hn::CappedTag<float, 8> wide;
  for (std::size_t i = 0; i < count; ++i) {
    hn::StoreU(turn_at(wide, ways.from[i]->powers[0].data(), ways.part[i]), Four(),
               out + ways.target[i]);
  }
}

void pieces_to_pose(PieceKind kind, const PieceWays<Piece>& ways, std::size_t count, float* out) {
  const Four d;
  const hn::FixedTag<float, 2> two;
  const auto value = [&](std::size_t i) HWY_ATTR {
    return value_at(d, ways.from[i]->powers[0].data(), 4, ways.part[i]);
  };
  if (kind == PieceKind::lines) {
    for (std::size_t i = 0; i < count; ++i) {
      const V4 place = value(i);
      hn::StoreU(hn::LowerHalf(two, place), two, out + ways.target[i]);
      out[ways.target[i] + 2] = hn::GetLane(hn::UpperHalf(two, place));
    }
  } else {
    for (std::size_t i = 0; i < count; i += 4) {
      V4 x = value(i), y = value(i + 1), z = value(i + 2), w = value(i + 3);
      transpose(d, x, y, z, w);
      turn_by_angles(x, y, z, w);
      store_fours(d, x, y, z, w, ways.target + i, out);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(pose_of_curves);
HWY_EXPORT(pieces_to_pose);
HWY_EXPORT(turns_to_pose);

void mix_pieces(PieceKind kind, const PieceWays<Piece>& ways, std::size_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(pieces_to_pose)(kind, ways, count, out);
}

void mix_turns(const PieceWays<TurnPiece>& ways, std::size_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(turns_to_pose)(ways, count, out);
}

void sample_curves(const CompiledClip& clip, double frame, std::span<Transformf> out) {
  const std::size_t size = kFloats * std::min(out.size(), clip.rest.size());
  HWY_DYNAMIC_DISPATCH(pose_of_curves)(clip, frame, reinterpret_cast<float*>(out.data()), size);
}
}  // namespace anmkit
#endif
