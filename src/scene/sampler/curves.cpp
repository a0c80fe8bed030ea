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

// Sine and cosine of so many half turns, or of half a turn more: both then have the other sign, and
// so has the quaternion that is made of them, which is the same rotation.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void sine_and_cosine(D d, V half_turns, V& sine, V& cosine) {
  // Up to a quarter turn, where the polynomials are 5e-9 and 5e-8 wrong at most; they are those
  // that are least wrong of all that are right at 0.
  const V x = hn::Sub(half_turns, hn::Round(half_turns)), y = hn::Mul(x, x), y2 = hn::Mul(y, y);
  const auto of = [&](float k0, float k1, float k2, float k3, float k4) HWY_ATTR {
    const V lower = hn::MulAdd(hn::Set(d, k1), y, hn::Set(d, k0));
    const V upper = hn::MulAdd(hn::Set(d, k3), y, hn::Set(d, k2));
    return hn::MulAdd(hn::MulAdd(hn::Set(d, k4), y2, upper), y2, lower);
  };
  sine = hn::Mul(x, of(3.14159266F, -5.16770981F, 2.55006735F, -0.598218002F, 0.0775055619F));
  cosine = of(1, -4.93479553F, 4.05845134F, -1.33209387F, 0.220080655F);
}

// Rz * Ry * Rx, angles in kHalfTurn.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void turn_by_angles(D d, V& x, V& y, V& z, V& w) {
  V sx, cx, sy, cy, sz, cz;
  sine_and_cosine(d, x, sx, cx);
  sine_and_cosine(d, y, sy, cy);
  sine_and_cosine(d, z, sz, cz);
  const V cc = hn::Mul(cy, cz), ss = hn::Mul(sy, sz);
  const V sc = hn::Mul(sy, cz), cs = hn::Mul(cy, sz);
  x = hn::Sub(hn::Mul(sx, cc), hn::Mul(cx, ss));
  y = hn::MulAdd(cx, sc, hn::Mul(sx, cs));
  z = hn::Sub(hn::Mul(cx, cs), hn::Mul(sx, sc));
  w = hn::MulAdd(cx, cc, hn::Mul(sx, ss));
}

// Rows of a group of eight or four, from the first one of `row` on; a number of all beside each
// other.
template <std::size_t kWidth>
HWY_INLINE void mix_turn_rows(const float* row, float part, const std::uint32_t* targets,
                              float* out, std::size_t size) {
  const hn::CappedTag<float, kWidth> d;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    const auto number = [&](std::size_t which) HWY_ATTR {
      return value_at(d, row + which * 4 * kWidth + i, kWidth, part);
    };
    const auto x = number(0), y = number(1), z = number(2), w = number(3);
    const auto length = hn::MulAdd(x, x, hn::MulAdd(y, y, hn::MulAdd(z, z, hn::Mul(w, w))));
    const auto over = hn::Div(hn::Set(d, 1), hn::Sqrt(length));
    store_within(d, hn::Mul(x, over), hn::Mul(y, over), hn::Mul(z, over), hn::Mul(w, over),
                 targets + i, out, size);
  }
}
template <std::size_t kWidth>
HWY_INLINE void mix_angle_rows(const float* row, float part, const std::uint32_t* targets,
                               float* out, std::size_t size) {
  const hn::CappedTag<float, kWidth> d;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(d)) {
    auto x = value_at(d, row + i, kWidth, part),
         y = value_at(d, row + 4 * kWidth + i, kWidth, part),
         z = value_at(d, row + 8 * kWidth + i, kWidth, part), w = x;
    turn_by_angles(d, x, y, z, w);
    store_within(d, x, y, z, w, targets + i, out, size);
  }
}

// A translation and a scale, with two numbers behind them that mean nothing. Those of the next
// power stand `kRow` numbers further.
template <std::size_t kRow, class D>
HWY_INLINE void mix_six(D wide, const float* from, float part, float* out) {
  const auto at = [&](auto d, const float* powers) HWY_ATTR ANMKIT_INLINE {
    const auto t = hn::Set(d, part);
    auto sum = hn::LoadU(d, powers + 3 * kRow);
    for (const std::size_t power : {2U, 1U, 0U})
      sum = hn::MulAdd(sum, t, hn::LoadU(d, powers + power * kRow));
    return sum;
  };
  const Four d;
  const hn::FixedTag<float, 2> two;
  V4 upper;
  if constexpr (hn::MaxLanes(D()) == 8) {
    const auto six = at(wide, from);
    hn::StoreU(hn::LowerHalf(d, six), d, out);
    upper = hn::UpperHalf(d, six);
  } else {
    hn::StoreU(at(d, from), d, out);
    upper = at(d, from + 4);
  }
  hn::StoreU(hn::LowerHalf(two, upper), two, out + 4);
}

HWY_INLINE void mix_curves(const CurveSheet& sheet, const float* row, float part,
                           const std::uint32_t* targets, float* out, std::size_t size) {
  const Four d;
  const hn::FixedTag<float, 2> two;
  const hn::CappedTag<float, 8> wide;
  // Groups of eight and a last one of four.
  std::size_t i = 0;
  for (; i + 8 <= sheet.turns; i += 8, row += 128, targets += 8)
    mix_turn_rows<8>(row, part, targets, out, size);
  if (i < sheet.turns) {
    mix_turn_rows<4>(row, part, targets, out, size);
    row += 64;
    targets += 4;
  }
  for (i = 0; i + 8 <= sheet.angles; i += 8, row += 96, targets += 8)
    mix_angle_rows<8>(row, part, targets, out, size);
  if (i < sheet.angles) {
    mix_angle_rows<4>(row, part, targets, out, size);
    row += 48;
    targets += 4;
  }
  for (i = 0; i < sheet.sixes && targets[i] < size; ++i, row += 24)
    mix_six<6>(wide, row, part, out + targets[i]);
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
HWY_INLINE V4 turn_at(D wide, const float* powers, float since) {
  const Four d;
  V4 even, odd;
  if constexpr (hn::MaxLanes(D()) == 8) {
    const auto square = hn::Set(wide, since * since);
    auto sum = hn::LoadU(wide, powers + 24);
    for (const int at : {16, 8, 0})
      sum = hn::MulAdd(sum, square, hn::LoadU(wide, powers + at));
    even = hn::LowerHalf(d, sum);
    odd = hn::UpperHalf(d, sum);
  } else {
    const V4 square = hn::Set(d, since * since);
    even = hn::LoadU(d, powers + 24);
    odd = hn::LoadU(d, powers + 28);
    for (const int at : {16, 8, 0}) {
      even = hn::MulAdd(even, square, hn::LoadU(d, powers + at));
      odd = hn::MulAdd(odd, square, hn::LoadU(d, powers + at + 4));
    }
  }
  return hn::MulAdd(odd, hn::Set(d, since), even);
}

void turns_to_pose(const KeysFound<TurnPiece>& all, float* out) {
  const KeysFound<TurnPiece> found = all;
  const hn::CappedTag<float, 8> wide;
  for (std::size_t i = 0; i < found.count; ++i) {
    // What holds may do so longer than squares of frames are numbers.
    const float since = std::min(found.since[i], float{TurnPiece::kLongest});
    hn::StoreU(turn_at(wide, found.key(i).powers.data(), since), Four(), out + found.target[i]);
  }
}

void sixes_to_pose(const KeysFound<SixPiece>& all, float* out) {
  const KeysFound<SixPiece> found = all;
  const hn::CappedTag<float, 8> wide;
  for (std::size_t i = 0; i < found.count; ++i)
    mix_six<SixPiece::kRow>(wide, found.key(i).powers.data(), found.since[i],
                            out + found.target[i]);
}

// Three numbers and one that means nothing.
HWY_INLINE V4 piece_at(KeysFound<Piece> found, std::size_t i) {
  const Four d;
  const float* const powers = found.key(i).powers.data();
  const V4 since = hn::Set(d, found.since[i]);
  V4 sum = hn::LoadU(d, powers + 3 * Piece::kRow);
  for (const std::size_t power : {2U, 1U, 0U})
    sum = hn::MulAdd(sum, since, hn::LoadU(d, powers + power * Piece::kRow));
  return sum;
}

void lines_to_pose(const KeysFound<Piece>& all, float* out) {
  const KeysFound<Piece> found = all;
  const hn::FixedTag<float, 2> two;
  const std::size_t count = found.count;
  for (std::size_t i = 0; i < count; ++i) {
    const V4 place = piece_at(found, i);
    float* const to = out + found.target[i];
    hn::StoreU(hn::LowerHalf(two, place), two, to);
    to[2] = hn::GetLane(hn::UpperHalf(two, place));
  }
}

template <class D>
HWY_INLINE void mix_angles(D d, KeysFound<Piece> found, std::size_t i, float* out) {
  const auto value = [&](std::size_t k) HWY_ATTR ANMKIT_INLINE { return piece_at(found, i + k); };
  auto x = rows_at(d, value, 0), y = rows_at(d, value, 1), z = rows_at(d, value, 2),
       w = rows_at(d, value, 3);
  transpose(d, x, y, z, w);
  turn_by_angles(d, x, y, z, w);
  store_fours(d, x, y, z, w, found.target + i, out);
}

void angles_to_pose(const KeysFound<Piece>& all, float* out) {
  const KeysFound<Piece> found = all;
  const hn::CappedTag<float, 8> wide;
  std::size_t i = 0;
  for (; i + 4 < found.count; i += hn::Lanes(wide))
    mix_angles(wide, found, i, out);
  if (i < found.count) mix_angles(Four(), found, i, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(pose_of_curves);
HWY_EXPORT(sixes_to_pose);
HWY_EXPORT(lines_to_pose);
HWY_EXPORT(angles_to_pose);
HWY_EXPORT(turns_to_pose);

void mix_pieces(PieceKind kind, const KeysFound<Piece>& found, float* out) {
  if (kind == PieceKind::lines) {
    HWY_DYNAMIC_DISPATCH(lines_to_pose)(found, out);
  } else {
    HWY_DYNAMIC_DISPATCH(angles_to_pose)(found, out);
  }
}

void mix_sixes(const KeysFound<SixPiece>& found, float* out) {
  HWY_DYNAMIC_DISPATCH(sixes_to_pose)(found, out);
}

void mix_turns(const KeysFound<TurnPiece>& found, float* out) {
  HWY_DYNAMIC_DISPATCH(turns_to_pose)(found, out);
}

void sample_curves(const CompiledClip& clip, double frame, std::span<Transformf> out) {
  const std::size_t size = kFloats * std::min(out.size(), clip.rest.size());
  HWY_DYNAMIC_DISPATCH(pose_of_curves)(clip, frame, reinterpret_cast<float*>(out.data()), size);
}
}  // namespace anmkit
#endif
