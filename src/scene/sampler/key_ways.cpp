// SPDX-License-Identifier: MIT
// Arcs of eight or four nodes side by side, and their lines one by one.
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
template <class D, class V = hn::Vec<D>>
HWY_INLINE V sine(D d, V x) {
  const V y = hn::Mul(x, x);
  V tail = hn::Set(d, -1.0F / 39916800);
  for (const float term : {1.0F / 362880, -1.0F / 5040, 1.0F / 120, -1.0F / 6})
    tail = hn::MulAdd(tail, y, hn::Set(d, term));
  return hn::MulAdd(hn::Mul(x, y), tail, x);
}

// Four floats of each of as many keys as there are lanes, each number of all beside the others;
// `place` says where a key has them.
template <class D, class Place, class V = hn::Vec<D>>
HWY_INLINE void load_columns(D d, Place&& place, V& x, V& y, V& z, V& w) {
  const auto row = [&](std::size_t i) HWY_ATTR { return hn::LoadU(Four(), place(i)); };
  x = rows_at(d, row, 0);
  y = rows_at(d, row, 1);
  z = rows_at(d, row, 2);
  w = rows_at(d, row, 3);
  transpose(d, x, y, z, w);
}

template <class D>
struct Quaternions {
  hn::Vec<D> x, y, z, w;
};

// From one to the other, by a part of the way.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void mix_arcs(D d, const Quaternions<D>& from, const Quaternions<D>& to, V angle,
                         V inverse_sine, V part, const std::uint32_t* targets, float* out) {
  const V rest = hn::Sub(hn::Set(d, 1), part);
  const V a = hn::Mul(sine(d, hn::Mul(rest, hn::Abs(angle))), inverse_sine);
  const V b = hn::Mul(sine(d, hn::Mul(part, angle)), inverse_sine);
  store_fours(d, hn::MulAdd(to.x, b, hn::Mul(from.x, a)), hn::MulAdd(to.y, b, hn::Mul(from.y, a)),
              hn::MulAdd(to.z, b, hn::Mul(from.z, a)), hn::MulAdd(to.w, b, hn::Mul(from.w, a)),
              targets, out);
}

// Three numbers of four.
HWY_INLINE void store_three(V4 v, float* out) {
  const hn::FixedTag<float, 2> two;
  hn::StoreU(hn::LowerHalf(two, v), two, out);
  out[2] = hn::GetLane(hn::UpperHalf(two, v));
}
HWY_INLINE void mix_three(const float* from, const float* to, V4 part, float* out) {
  const Four d;
  const V4 start = hn::LoadU(d, from);
  store_three(hn::MulAdd(hn::Sub(hn::LoadU(d, to), start), part, start), out);
}

// Calls mix(d, i) for groups of eight nodes, and four where the last one has no more.
template <class Mix>
HWY_INLINE void each_group(std::size_t count, Mix&& mix) {
  const hn::CappedTag<float, 8> wide;
  std::size_t i = 0;
  for (; i + 4 < count; i += hn::Lanes(wide))
    mix(wide, i);
  if (i < count) mix(Four(), i);
}

HWY_INLINE void turns_to_pose(KeysFound<Key> found, const float* parts, float* out) {
  each_group(found.count, [&](auto d, std::size_t i) HWY_ATTR ANMKIT_INLINE {
    using V = hn::Vec<decltype(d)>;
    const auto columns = [&](auto&& place, V& x, V& y, V& z, V& w) HWY_ATTR ANMKIT_INLINE {
      load_columns(d, [&](std::size_t k) { return place(&found.key(i + k)); }, x, y, z, w);
    };
    V angle, inverse_sine, nothing, more;
    columns([](const Key* key) { return &key->arc.angle; }, angle, inverse_sine, nothing, more);
    Quaternions<decltype(d)> from, to;
    columns([](const Key* key) { return key->rotation.data(); }, from.x, from.y, from.z, from.w);
    columns([](const Key* key) { return key[1].rotation.data(); }, to.x, to.y, to.z, to.w);
    mix_arcs(d, from, to, angle, inverse_sine, hn::LoadU(d, parts + i), found.target + i, out);
  });
}

template <bool kTurns, bool kTranslates, bool kScales>
HWY_INLINE void parts_to_pose(KeysFound<Key> found, float* out) {
  const Four d;
  HWY_ALIGN float parts[kMostKeys];
  for (std::size_t i = 0; i < found.count; ++i)
    parts[i] = found.part(i);
  if constexpr (kTranslates || kScales) {
    for (std::size_t i = 0; i < found.count; ++i) {
      const Key* const from = &found.key(i);
      float* const to = out + found.target[i];
      const V4 part = hn::Set(d, parts[i]);
      if constexpr (kTranslates)
        mix_three(from->translation.data(), from[1].translation.data(), part, to + kTranslationAt);
      if constexpr (kScales)
        mix_three(from->scale.data(), from[1].scale.data(), part, to + kScaleAt);
    }
  }
  if constexpr (kTurns) {
    for (std::size_t i = found.count; i % kKeyGroup != 0; ++i)
      parts[i] = parts[i - 1];
    turns_to_pose(found, parts, out);
  }
}

void keys_to_pose(const KeyParts& parts, const KeysFound<Key>& all, float* out) {
  const KeysFound<Key> found = all;
  const auto mix = [&](auto turns, auto translates, auto scales)
                       HWY_ATTR { parts_to_pose<turns, translates, scales>(found, out); };
  const auto with_scales = [&](auto turns, auto translates) HWY_ATTR {
    parts.scales ? mix(turns, translates, std::true_type())
                 : mix(turns, translates, std::false_type());
  };
  const auto with_lines = [&](auto turns) HWY_ATTR {
    parts.translates ? with_scales(turns, std::true_type()) : with_scales(turns, std::false_type());
  };
  parts.turns ? with_lines(std::true_type()) : with_lines(std::false_type());
}

// The parts of the way of keys from this one on, as EaseParts::at has them.
template <class D, class AnyKey, class V = hn::Vec<D>>
HWY_INLINE V eased_parts(D d, KeysFound<AnyKey> found, std::size_t first) {
  V begins, ends, speed, last;
  const auto ease = [&](std::size_t i) { return &found.key(first + i).ease.begins; };
  load_columns(d, ease, begins, ends, speed, last);
  const V since = hn::LoadU(d, found.since + first);
  const V square = hn::Min(since, begins);
  const V line = hn::Sub(hn::Max(since, begins), begins);
  const V behind = hn::Sub(hn::Max(since, ends), ends);
  const V twice = hn::Max(hn::Add(begins, begins), hn::Set(d, EaseParts::kLeast));
  const V way = hn::MulAdd(square, hn::Div(square, twice), line);
  return hn::NegMulAdd(hn::Mul(last, behind), behind, hn::Mul(speed, way));
}

void eased_lines_to_pose(const KeysFound<EasedLine>& all, float* out) {
  const KeysFound<EasedLine> found = all;
  const Four d;
  HWY_ALIGN float parts[kMostKeys];
  const std::size_t count = found.count;
  each_group(count, [&](auto group, std::size_t i) HWY_ATTR ANMKIT_INLINE {
    hn::StoreU(eased_parts(group, found, i), group, parts + i);
  });
  for (std::size_t i = 0; i < count; ++i) {
    const EasedLine& key = found.key(i);
    const V4 from = hn::LoadU(d, key.from.data()), way = hn::LoadU(d, key.way.data());
    store_three(hn::MulAdd(way, hn::Set(d, parts[i]), from), out + found.target[i]);
  }
}

void eased_turns_to_pose(const KeysFound<EasedTurn>& all, float* out) {
  const KeysFound<EasedTurn> found = all;
  each_group(found.count, [&](auto d, std::size_t i) HWY_ATTR ANMKIT_INLINE {
    using V = hn::Vec<decltype(d)>;
    const auto columns = [&](auto&& place, V& x, V& y, V& z, V& w) HWY_ATTR ANMKIT_INLINE {
      load_columns(d, [&](std::size_t k) { return place(found.key(i + k)); }, x, y, z, w);
    };
    V angle, inverse_sine, nothing, more;
    columns([](const EasedTurn& key) { return &key.arc.angle; }, angle, inverse_sine, nothing,
            more);
    Quaternions<decltype(d)> from, to;
    columns([](const EasedTurn& key) { return key.from.data(); }, from.x, from.y, from.z, from.w);
    columns([](const EasedTurn& key) { return key.to.data(); }, to.x, to.y, to.z, to.w);
    mix_arcs(d, from, to, angle, inverse_sine, eased_parts(d, found, i), found.target + i, out);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace anmkit
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace anmkit {
HWY_EXPORT(keys_to_pose);
HWY_EXPORT(eased_lines_to_pose);
HWY_EXPORT(eased_turns_to_pose);

void mix_keys(const KeyParts& parts, const KeysFound<Key>& found, float* out) {
  HWY_DYNAMIC_DISPATCH(keys_to_pose)(parts, found, out);
}
void mix_eased_lines(const KeysFound<EasedLine>& found, float* out) {
  HWY_DYNAMIC_DISPATCH(eased_lines_to_pose)(found, out);
}
void mix_eased_turns(const KeysFound<EasedTurn>& found, float* out) {
  HWY_DYNAMIC_DISPATCH(eased_turns_to_pose)(found, out);
}
}  // namespace anmkit
#endif
