// SPDX-License-Identifier: MIT
// What a clip becomes before it is sampled.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/evaluate.hpp"
#include "scene/reference.hpp"
#include "scene/sampler/aligned.hpp"
#include "scene/sampler/eased.hpp"
#include "scene/sampler/keyed.hpp"
#include "scene/sampler/pieces.hpp"

namespace anmkit {

// Joints are written as floats: where a node begins, and its parts.
inline constexpr std::uint32_t kFloats = 10, kTranslationAt = 4, kScaleAt = 7;
static_assert(sizeof(Transformf) == kFloats * sizeof(float));

// One row a frame of all that moves and repeats alike. A row has arcs, then sixes, then threes.
//
// Arcs stand in groups of eight joints and at last one of four: x[8] y[8] z[8] w[8] y2[8], where
// y2 is the square of the angle to the next row's quaternion, the short way and with its sign.
// A six is a translation and a scale, a three is one of them.
//
// The first groups, of eight and at last one of four, are of nodes that move altogether, of which
// always four follow each other; eight are in the order 0, 1, 4, 5, 2, 3, 6, 7. Behind the arcs are
// the sixes of each four, as kSixesOfFour says. Then come such groups of other nodes that move
// altogether, and behind the arcs their sixes. Then, in the first sheet, groups of nodes that
// follow each other, eight in the same order and at last four: they are written with what stands
// still. The other arcs have groups of eight and at last one of four again.
struct Sheet {
  double first = 0, last = 0;  // frames of the first and of the last row
  double period = 0;           // as Track::period
  bool holds = false;          // a row lasts until the next one: steps
  bool finite = false;         // all numbers of its rows are
  std::uint32_t stride = 0;    // floats a row
  std::uint32_t fours = 0;     // arcs of nodes that move altogether, four following each other
  std::uint32_t full = 0;      // arcs of others that do
  std::uint32_t whole = 0;     // arcs of nodes that are written with what stands still
  std::uint32_t arcs = 0;      // others, with repetitions of the last to fill up its group
  std::uint32_t sixes = 0;
  std::uint32_t threes = 0;
  std::size_t rows = 0;     // into CompiledClip::rows, or short_rows where ranges has any
  std::size_t targets = 0;  // into CompiledClip::targets, one for each arc, six and three
  std::size_t ranges = 0;   // into CompiledClip::ranges
};

// Where the sixes of four nodes that follow each other stand in a row: beside the quaternions,
// eight floats of the pose are eight of a row or parts of two such. In the pose these are the
// floats
//   16 17 18 19  4  5  6  7   24 25 26 27 28 29 14 15   8  9 34 35 36 37 38 39
inline constexpr std::uint8_t kSixesOfFour[4][6] = {
    {4, 5, 6, 7, 16, 17}, {14, 15, 0, 1, 2, 3}, {8, 9, 10, 11, 12, 13}, {18, 19, 20, 21, 22, 23}};
inline constexpr std::uint32_t kFloatsOfFour = 24;

// As Sheet, but a row is by itself: polynomials of the time since its frame, with four numbers for
// each component. Groups of eight quaternions and a last one of four come first, which become of
// length 1; then such groups of three angles; then translations with scales, and one of the two. In
// a group each power has the numbers of its nodes side by side, elsewhere those of the one node.
struct CurveSheet {
  double first = 0, last = 0;
  double period = 0;
  std::uint32_t stride = 0;
  std::uint32_t turns = 0, angles = 0;  // with those that fill up the last group
  std::uint32_t sixes = 0;
  std::uint32_t threes = 0;
  std::size_t rows = 0;
  std::size_t targets = 0;
};

// Where a frame falls in a sheet.
struct RowPlace {
  std::size_t row;
  float part;  // of the way to the next one
};
template <class AnySheet>
RowPlace place_in(const AnySheet& sheet, double frame) {
  const double folded = fold(frame, sheet.period);
  // Before the first row it holds; the same for what is no number. 0 has no sign here.
  const double at = folded > sheet.first ? std::min(folded, sheet.last) - sheet.first : 0;
  // No conversion to a whole number between: that takes longer.
  return {static_cast<std::size_t>(static_cast<std::int64_t>(at)),
          static_cast<float>(at - std::floor(at))};
}

// Pivots that stand still of four nodes that turn: their translations move on by the turned pivot.
struct PivotGroup {
  float x[4]{}, y[4]{}, z[4]{};
  std::uint32_t targets[4]{};  // the last is repeated with a pivot of 0
};

// Floats of a pose.
struct Stretch {
  std::uint32_t begin = 0, count = 0;
};

// Floats behind the last row: threes are read as fours, and sixes of curves as eights.
inline constexpr std::size_t kBehindRows = 2;

struct CompiledClip {
  LineVector<Transformf> rest;  // with all that stands still
  std::vector<Stretch> gaps;    // nodes that are not written altogether by what moves them
  std::size_t gap_floats = 0;
  std::vector<Sheet> sheets;
  std::vector<CurveSheet> curves;
  LineVector<float> rows;  // with kBehindRows
  // Sheets as shorts: a number is the middle of its column's range and so many steps from there. In
  // `ranges` a row of middles and a row of steps for each sheet.
  std::vector<std::int16_t> short_rows;
  LineVector<float> ranges;
  std::vector<std::uint32_t> targets;  // where a part is written: index of a float in the pose
  std::vector<PivotGroup> pivots;
  KeyedJoints keyed;                         // lines and arcs between keys that are searched
  EasedTracks eased;                         // the same with eases
  CurvePieces pieces;                        // all other curves
  std::unique_ptr<ReferenceSampler> others;  // curves that are none of all that; null = none
  bool only_rows = true;                     // nothing but `rest` and `sheets`
  bool adds_pivots = false;                  // some translations are written and then moved on
};

// The number of the float in a pose where the values of a track begin; pivots have no place.
std::uint32_t place_of(const Track& track);

// A pose that is wanted: floats of whole nodes, at most those of the clip.
struct PoseJob {
  const CompiledClip* clip;
  double frame;
  float* out;
  std::size_t size;
  bool still_there;  // `out` has another pose of the clip: what stands still is right
};
// Poses that are prepared together: as many as hide the beginning of each.
inline constexpr std::size_t kMostJobs = 64;
inline PoseJob job_of(const CompiledClip& clip, double frame, std::span<Transformf> out) {
  const std::size_t nodes = std::min(out.size(), clip.rest.size());
  return {&clip, frame, reinterpret_cast<float*>(out.data()), kFloats * nodes, false};
}

// What stands still and what is in `sheets`, and behind that what only some clips have
// (finish_pose); of one pose, or of each. Of one it is the way to the first number that takes time.
void sample_rows(const CompiledClip& clip, double frame, std::span<Transformf> out);
void sample_rows(std::span<const PoseJob> jobs);
// At most kMostJobs, of any clips in any order.
void sample_mixed(std::span<const PoseJob> jobs);
void finish_pose(const PoseJob& job);

// The others.
void sample_curves(const CompiledClip& clip, double frame, std::span<Transformf> out);
void turn_pivots(const CompiledClip& clip, std::span<Transformf> out);

// translation += rotation * pivot.
inline void add_pivot(const std::array<float, 3>& pivot, Transformf& to) {
  const auto [x, y, z, w] = to.rotation;
  const auto [px, py, pz] = pivot;
  // t = 2 * axis x pivot; turned = pivot + w * t + axis x t.
  const float tx = 2 * (y * pz - z * py), ty = 2 * (z * px - x * pz), tz = 2 * (x * py - y * px);
  to.translation[0] += px + w * tx + (y * tz - z * ty);
  to.translation[1] += py + w * ty + (z * tx - x * tz);
  to.translation[2] += pz + w * tz + (x * ty - y * tx);
}

}  // namespace anmkit
