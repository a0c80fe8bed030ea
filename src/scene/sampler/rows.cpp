// SPDX-License-Identifier: MIT
// Rows to poses: eight or four joints side by side, with the widest registers there are.
#include "scene/sampler/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/sampler/rows.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// sin(t * angle) / sin(angle) by powers of the angle's square y: t + k1 y + k2 y^2 + k3 y^3. It is
// 0 and 1 at the ends exactly, and 5e-8 wrong at most up to `kNear`.
struct Weight {
  float t, k1, k2, k3;
};
// `rest` = 1 - part.
HWY_INLINE Weight weight_of(float part, float rest) {
  const float s = part * part, c = part * rest * (1 + part);
  return {part, c * (1.0F / 6), c * (7 - 3 * s) * (1.0F / 360),
          c * (31 - s * (18 - 3 * s)) * (1.0F / 15120)};
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

// Joints of a group of `kWidth`, from the first one of `from` and `to` on.
template <std::size_t kWidth, class D, class Row>
HWY_INLINE void mix_arcs(D d, Row from, Row to, const Weight& before, const Weight& after,
                         const std::uint32_t* targets, float* out) {
  using V = hn::Vec<D>;
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
  store_fours(d, mixed(0), mixed(1), mixed(2), mixed(3), targets, out);
}

// A whole group of 8 or 4.
template <std::size_t kWidth, class Row>
HWY_INLINE void mix_group(Row from, Row to, const Weight& before, const Weight& after,
                          const std::uint32_t* targets, float* out) {
  const hn::CappedTag<float, kWidth> d;
  for (std::size_t i = 0; i < kWidth; i += hn::Lanes(d))
    mix_arcs<kWidth>(d, from.behind(i), to.behind(i), before, after, targets + i, out);
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
  for (std::size_t i = 0; i < kWidth && targets[i] < size; ++i)
    std::copy_n(some + 4 * i, 4, out + targets[i]);
}

// `size` floats of `out` count, whole nodes. The weight `after` is that of the part of the way.
template <class Row>
HWY_INLINE void mix_rows(const Sheet& sheet, Row from, Row to, const Weight& before,
                         const Weight& after, const std::uint32_t* targets, float* out,
                         std::size_t size) {
  const float part = after.t;
  std::size_t i = 0;
  const auto go_on = [&](std::size_t count) HWY_ATTR {
    from = from.behind(count);
    to = to.behind(count);
  };
  for (; i + 8 <= sheet.arcs; i += 8, go_on(40))
    mix_within<8>(from, to, before, after, targets + i, out, size);
  if (i < sheet.arcs) {
    mix_within<4>(from, to, before, after, targets + i, out, size);
    go_on(20);
  }
  targets += sheet.arcs;
  const hn::FixedTag<float, 4> four;
  const hn::FixedTag<float, 2> two;
  const auto line = [&](auto d, std::size_t at, std::uint32_t target) HWY_ATTR {
    const auto start = from.load(d, at);
    const auto way = hn::Sub(to.load(d, at), start);
    hn::StoreU(hn::MulAdd(way, hn::Set(d, part), start), d, out + target);
  };
  for (i = 0; i < sheet.sixes && targets[i] < size; ++i, go_on(6)) {
    line(four, 0, targets[i]);
    line(two, 4, targets[i] + 4);
  }
  go_on(6 * (sheet.sixes - i));
  targets += sheet.sixes;
  for (i = 0; i < sheet.threes && targets[i] < size; ++i, go_on(3)) {
    line(two, 0, targets[i]);
    const float start = from.one(2);
    out[targets[i] + 2] = start + part * (to.one(2) - start);
  }
}

// What a sheet has at one moment.
template <class Row>
HWY_INLINE void mix_moment(const CompiledClip& clip, const Sheet& sheet, Row rows, std::size_t row,
                           const Weight& before, const Weight& after, float* out,
                           std::size_t size) {
  rows.at += row * sheet.stride;
  Row next = rows;
  if (after.t != 0) next.at += sheet.stride;
  mix_rows(sheet, rows, next, before, after, clip.targets.data() + sheet.targets, out, size);
}

// At some: places and weights are computed side by side.
constexpr std::size_t kMoments = 16;
template <class Row>
HWY_INLINE void mix_moments(const CompiledClip& clip, const Sheet& sheet, Row rows,
                            std::span<const PoseJob> jobs) {
  std::uint32_t row[kMoments];
  float part[kMoments];
  Weight before[kMoments], after[kMoments];
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const RowPlace place = place_in(sheet, jobs[i].frame);
    row[i] = static_cast<std::uint32_t>(place.row);
    part[i] = sheet.holds ? 0 : place.part;
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    before[i] = weight_of(1 - part[i], part[i]);
    after[i] = weight_of(part[i], 1 - part[i]);
  }
  for (std::size_t i = 0; i < jobs.size(); ++i)
    mix_moment(clip, sheet, rows, row[i], before[i], after[i], jobs[i].out, jobs[i].size);
}

// Calls mix(sheet, rows) for each sheet.
template <class Mix>
HWY_INLINE void each_sheet(const CompiledClip& clip, Mix&& mix) {
  if (clip.ranges.empty()) {
    for (const Sheet& sheet : clip.sheets)
      mix(sheet, FloatRow{clip.rows.data() + sheet.rows});
  } else {
    for (const Sheet& sheet : clip.sheets) {
      const float* const ranges = clip.ranges.data() + sheet.ranges;
      mix(sheet, ShortRow{clip.short_rows.data() + sheet.rows, ranges, ranges + sheet.stride});
    }
  }
}

const float* rest_of(const CompiledClip& clip) {
  return reinterpret_cast<const float*>(clip.rest.data());
}

void pose_of_rows(const CompiledClip& clip, double frame, float* out, std::size_t size) {
  copy_floats(rest_of(clip), out, size);
  each_sheet(clip, [&](const Sheet& sheet, auto rows) HWY_ATTR {
    const RowPlace place = place_in(sheet, frame);
    const float part = sheet.holds ? 0 : place.part;
    mix_moment(clip, sheet, rows, place.row, weight_of(1 - part, part), weight_of(part, 1 - part),
               out, size);
  });
}

// Moments of one clip, at most kMoments, in as much memory each.
void poses_of_clip(const CompiledClip& clip, std::span<const PoseJob> jobs) {
  std::size_t i = 0;
  for (; i + 4 <= jobs.size(); i += 4) {
    copy_to_four(rest_of(clip), jobs[i].out, jobs[i + 1].out, jobs[i + 2].out, jobs[i + 3].out,
                 jobs[i].size);
  }
  for (; i < jobs.size(); ++i)
    copy_floats(rest_of(clip), jobs[i].out, jobs[i].size);
  each_sheet(clip,
             [&](const Sheet& sheet, auto rows) HWY_ATTR { mix_moments(clip, sheet, rows, jobs); });
}

// Asks memory for the first lines of a range; processors go on by themselves.
HWY_INLINE void fetch(const void* begin, std::size_t bytes) {
  const auto* at = static_cast<const std::uint8_t*>(begin);
  for (std::size_t i = 0; i < bytes && i < 1024; i += 64)
    hwy::Prefetch(at + i);
}

// What the pose reads, when the clip itself is here already.
HWY_INLINE void fetch_pose(const PoseJob& job) {
  const CompiledClip& clip = *job.clip;
  fetch(clip.rest.data(), job.size * sizeof(float));
  fetch(clip.targets.data(), clip.targets.size() * sizeof clip.targets[0]);
  for (const Sheet& sheet : clip.sheets) {
    const std::size_t at = sheet.rows + place_in(sheet, job.frame).row * sheet.stride;
    const std::size_t count = std::size_t{2} * sheet.stride;
    if (clip.ranges.empty()) {
      fetch(clip.rows.data() + at, count * sizeof(float));
    } else {
      fetch(clip.short_rows.data() + at, count * sizeof(std::int16_t));
      fetch(clip.ranges.data() + sheet.ranges, count * sizeof(float));
    }
  }
}

// How many jobs from the first one on are moments of one clip of few nodes. With more of them what
// a pose takes beside its nodes is not worth going through the poses twice.
HWY_INLINE std::size_t moments_of_one(std::span<const PoseJob> jobs) {
  constexpr std::size_t kFewFloats = std::size_t{40} * kFloats;
  if (jobs[0].size > kFewFloats) return 1;
  const std::size_t most = std::min(jobs.size(), kMoments);
  std::size_t count = 1;
  while (count < most && jobs[count].clip == jobs[0].clip && jobs[count].size == jobs[0].size)
    ++count;
  return count;
}

void poses_of_rows(std::span<const PoseJob> jobs) {
  // A clip's head, its list of sheets and its rows are found one by the other.
  constexpr std::size_t kHead = 8, kSheets = 6, kRows = 3;
  while (!jobs.empty()) {
    const CompiledClip& clip = *jobs[0].clip;
    const std::size_t count = moments_of_one(jobs);
    // Moments of one clip find it where the last one left it.
    if (count == 1 && jobs.size() > kRows && jobs[kRows].clip != &clip) {
      if (jobs.size() > kHead) fetch(jobs[kHead].clip, sizeof(CompiledClip));
      if (jobs.size() > kSheets) {
        const CompiledClip& later = *jobs[kSheets].clip;
        fetch(later.sheets.data(), later.sheets.size() * sizeof(Sheet));
      }
      fetch_pose(jobs[kRows]);
    }
    if (count == 1) {
      pose_of_rows(clip, jobs[0].frame, jobs[0].out, jobs[0].size);
    } else {
      poses_of_clip(clip, jobs.first(count));
    }
    if (!clip.only_rows) {
      for (const PoseJob& job : jobs.first(count))
        finish_pose(job);
    }
    jobs = jobs.subspan(count);
  }
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
    // t = 2 * axis x pivot; turned = pivot + w * t + axis x t.
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
HWY_EXPORT(pose_of_rows);
HWY_EXPORT(poses_of_rows);
HWY_EXPORT(pivots_turned);

void sample_rows(const PoseJob& job) {
  HWY_DYNAMIC_DISPATCH(pose_of_rows)(*job.clip, job.frame, job.out, job.size);
  if (!job.clip->only_rows) finish_pose(job);
}
void sample_rows(std::span<const PoseJob> jobs) {
  HWY_DYNAMIC_DISPATCH(poses_of_rows)(jobs);
}

void turn_pivots(const CompiledClip& clip, std::span<Transformf> out) {
  const std::size_t size = kFloats * std::min(out.size(), clip.rest.size());
  HWY_DYNAMIC_DISPATCH(pivots_turned)(clip, reinterpret_cast<float*>(out.data()), size);
}
}  // namespace anmkit
#endif
