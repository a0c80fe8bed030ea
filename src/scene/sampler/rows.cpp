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
#include "scene/sampler/mix.hpp"

HWY_BEFORE_NAMESPACE();
namespace anmkit {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE const float* rest_of(const CompiledClip& clip) {
  return reinterpret_cast<const float*>(clip.rest.data());
}

// Whole nodes are not cut off.
HWY_INLINE bool writes_nodes(const PoseJob& job) {
  return !job.still_there && job.size == job.clip->rest.size() * kFloats;
}

// What stands still, but for whole nodes.
HWY_INLINE void write_rest(const PoseJob& job) {
  if (job.still_there) return;
  const float* const rest = rest_of(*job.clip);
  if (!writes_nodes(job)) return copy_floats(rest, job.out, job.size);
  for (const Stretch& gap : job.clip->gaps)
    copy_floats(rest + gap.begin, job.out + gap.begin, gap.count);
}

// What a sheet has at one moment.
template <Place kPlace, class Row>
HWY_INLINE void mix_moment(const CompiledClip& clip, const Sheet& sheet, Row rows, std::size_t row,
                           const Weight& before, const Weight& after, const PoseJob& job) {
  rows.at += row * sheet.stride;
  Row next = rows;
  if (after.t != 0) next.at += sheet.stride;
  mix_rows<kPlace>(sheet, rows, next, before, after, clip.targets.data() + sheet.targets,
                   writes_nodes(job) ? rest_of(clip) : nullptr, job.out, job.size);
}

// Many poses are more than the nearest memory holds: to write in pieces that cross lines costs
// there.
HWY_INLINE bool begins_halfway(const PoseJob& job) {
  constexpr std::size_t kRegister = 8 * sizeof(float);
  if constexpr (hn::MaxLanes(hn::CappedTag<float, 8>()) == 8) {
    return reinterpret_cast<std::uintptr_t>(job.out) % kRegister == kRegister / 2;
  } else {
    return false;
  }
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
    before[i] = weight_of(1 - part[i]);
    after[i] = weight_of(part[i]);
  }
  const auto mix = [&](auto begin, std::size_t i) HWY_ATTR ANMKIT_INLINE {
    if constexpr (std::is_same_v<Row, FloatRow>) {
      if (part[i] == 0 && sheet.finite) {
        const OnFloatRow on{{rows.at + row[i] * sheet.stride}};
        return mix_rows<begin>(
            sheet, on, on, {1, 0, 0, 0}, {0, 0, 0, 0}, clip.targets.data() + sheet.targets,
            writes_nodes(jobs[i]) ? rest_of(clip) : nullptr, jobs[i].out, jobs[i].size);
      }
    }
    // Copies: what is written below could overlap the list.
    const Weight weight_before = before[i], weight_after = after[i];
    mix_moment<begin>(clip, sheet, rows, row[i], weight_before, weight_after, jobs[i]);
  };
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (begins_halfway(jobs[i])) {
      mix(std::integral_constant<Place, Place::halfway>(), i);
    } else {
      mix(std::integral_constant<Place, Place::anywhere>(), i);
    }
  }
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

// Its arguments are in registers.
void pose_of_rows(const CompiledClip& clip, double frame, float* out, std::size_t size,
                  bool still_there) {
  const PoseJob job{&clip, frame, out, size, still_there};
  write_rest(job);
  each_sheet(clip, [&](const Sheet& sheet, auto rows) HWY_ATTR ANMKIT_INLINE {
    const RowPlace place = place_in(sheet, job.frame);
    const float part = sheet.holds ? 0 : place.part;
    mix_moment<Place::anywhere>(clip, sheet, rows, place.row, weight_of(1 - part), weight_of(part),
                                job);
  });
}

// Moments of one clip, at most kMoments, in as much memory each; all are written anew, or none.
void poses_of_clip(const CompiledClip& clip, std::span<const PoseJob> jobs) {
  for (const PoseJob& job : jobs)
    write_rest(job);
  each_sheet(clip, [&](const Sheet& sheet, auto rows)
                       HWY_ATTR ANMKIT_INLINE { mix_moments(clip, sheet, rows, jobs); });
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
  if (!job.still_there) fetch(clip.rest.data(), job.size * sizeof(float));
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

// Floats that are written before those of the sheets.
HWY_INLINE std::size_t floats_of_rest(const PoseJob& job) {
  if (job.still_there) return 0;
  return writes_nodes(job) ? job.clip->gap_floats : job.size;
}

// How many jobs from the first one on are moments of one clip that are made together, which goes
// through the poses twice.
HWY_INLINE std::size_t moments_of_one(std::span<const PoseJob> jobs) {
  constexpr std::size_t kFewFloats = std::size_t{40} * kFloats;
  if (floats_of_rest(jobs[0]) > kFewFloats) return 1;
  const std::size_t most = std::min(jobs.size(), kMoments);
  std::size_t count = 1;
  while (count < most && jobs[count].clip == jobs[0].clip && jobs[count].size == jobs[0].size &&
         jobs[count].still_there == jobs[0].still_there)
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
      pose_of_rows(clip, jobs[0].frame, jobs[0].out, jobs[0].size, jobs[0].still_there);
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

void sample_rows(const CompiledClip& clip, double frame, std::span<Transformf> out) {
  const std::size_t size = kFloats * std::min(out.size(), clip.rest.size());
  auto* floats = reinterpret_cast<float*>(out.data());
  HWY_DYNAMIC_DISPATCH(pose_of_rows)(clip, frame, floats, size, false);
  if (!clip.only_rows) finish_pose({&clip, frame, floats, size, false});
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
