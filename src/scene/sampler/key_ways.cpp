// SPDX-License-Identifier: MIT
// Arcs of four nodes side by side, and their lines one by one.
#include "scene/sampler/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/sampler/key_ways.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/key_ways.hpp"
#include "scene/sampler/lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Four = hn::FixedTag<float, 4>;
using V4 = hn::Vec<Four>;

// Taylor's series around 0: below 1e-7 wrong up to a quarter turn, and odd exactly.
HWY_INLINE V4 sine(V4 x) {
  const Four d;
  const V4 y = hn::Mul(x, x);
  V4 tail = hn::Set(d, -1.0F / 39916800);
  for (const float term : {1.0F / 362880, -1.0F / 5040, 1.0F / 120, -1.0F / 6})
    tail = hn::MulAdd(tail, y, hn::Set(d, term));
  return hn::MulAdd(hn::Mul(x, y), tail, x);
}

// Four floats from four pointers, each number of all four beside the others.
HWY_INLINE void load_columns(const std::array<const float*, 4>& from, V4& x, V4& y, V4& z, V4& w) {
  const Four d;
  x = hn::LoadU(d, from[0]);
  y = hn::LoadU(d, from[1]);
  z = hn::LoadU(d, from[2]);
  w = hn::LoadU(d, from[3]);
  transpose(d, x, y, z, w);
}

HWY_INLINE void mix_turns(const Key* const* from, V4 part, V4& x, V4& y, V4& z, V4& w) {
  const Four d;
  const auto each = [&](auto place) HWY_ATTR {
    return std::array<const float*, 4>{place(from[0]), place(from[1]), place(from[2]),
                                       place(from[3])};
  };
  // The time's two halves and the length on the left of the angle, the scale left of its sine.
  V4 angle, inverse_sine, ax, ay, az, aw, bx, by, bz, bw;
  load_columns(each([](const Key* key) { return reinterpret_cast<const float*>(key); }), ax, ay, az,
               angle);
  load_columns(each([](const Key* key) { return key->scale.data(); }), ax, ay, az, inverse_sine);
  load_columns(each([](const Key* key) { return key->rotation.data(); }), ax, ay, az, aw);
  load_columns(each([](const Key* key) { return key[1].rotation.data(); }), bx, by, bz, bw);
  const V4 rest = hn::Sub(hn::Set(d, 1), part);
  const V4 a = hn::Mul(sine(hn::Mul(rest, hn::Abs(angle))), inverse_sine);
  const V4 b = hn::Mul(sine(hn::Mul(part, angle)), inverse_sine);
  x = hn::MulAdd(bx, b, hn::Mul(ax, a));
  y = hn::MulAdd(by, b, hn::Mul(ay, a));
  z = hn::MulAdd(bz, b, hn::Mul(az, a));
  w = hn::MulAdd(bw, b, hn::Mul(aw, a));
}

// Three numbers; a fourth one is read.
HWY_INLINE void mix_three(const float* from, const float* to, float part, float* out) {
  const Four d;
  const hn::FixedTag<float, 2> two;
  const V4 start = hn::LoadU(d, from);
  const V4 mixed = hn::MulAdd(hn::Sub(hn::LoadU(d, to), start), hn::Set(d, part), start);
  hn::StoreU(hn::LowerHalf(two, mixed), two, out);
  out[2] = hn::GetLane(hn::UpperHalf(two, mixed));
}

HWY_INLINE void mix_lines_of(const KeyWays& ways, std::size_t i, float* out) {
  const Key* from = ways.from[i];
  float* to = out + ways.target[i];
  const float part = ways.part[i];
  if (ways.translates[i])
    mix_three(from->translation.data(), from[1].translation.data(), part, to + kTranslationAt);
  if (ways.scales[i]) mix_three(from->scale.data(), from[1].scale.data(), part, to + kScaleAt);
}

void lines_to_pose(const KeyWays& ways, std::size_t count, float* out) {
  for (std::size_t i = 0; i < count; ++i)
    mix_lines_of(ways, i, out);
}

void keys_to_pose(const KeyWays& ways, std::size_t count, float* out) {
  const Four d;
  for (std::size_t i = 0; i < count; i += 4) {
    V4 x, y, z, w;
    mix_turns(ways.from + i, hn::Load(d, ways.part + i), x, y, z, w);
    transpose(d, x, y, z, w);
    const V4 turns[4] = {x, y, z, w};
    for (std::size_t k = 0; k < 4; ++k) {
      hn::StoreU(turns[k], d, out + ways.target[i + k]);
      mix_lines_of(ways, i + k, out);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(keys_to_pose);
HWY_EXPORT(lines_to_pose);

void mix_keys(const KeyWays& ways, std::size_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(keys_to_pose)(ways, count, out);
}
void mix_lines(const KeyWays& ways, std::size_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(lines_to_pose)(ways, count, out);
}
}  // namespace anmkit
#endif
