// SPDX-License-Identifier: MIT
// Shares the room for rows out.
#include "scene/sampler/plan.hpp"

#include <algorithm>
#include <optional>

#include "scene/sampler/curve_values.hpp"
#include "scene/sampler/row_values.hpp"

namespace anmkit {
namespace {

std::optional<RowKind> kind_of(const Track& track) {
  if (track.property == Property::pivot) return std::nullopt;
  if (fits_rows(track)) return holds(track) ? RowKind::steps : RowKind::lines;
  if (fits_curves(track)) return RowKind::curves;
  return std::nullopt;
}

}  // namespace

std::uint64_t ClipPlan::floats(RowKind kind) const {
  const auto fours = [](std::uint64_t count) { return (count + 3) / 4 * 4; };
  const std::uint64_t row = kind == RowKind::curves
                                ? 16 * fours(turns) + 12 * fours(angles) + 12 * others
                                : 5 * fours(turns + angles) + 3 * others;
  return static_cast<std::uint64_t>(last - first + 1) * row_stride(row);
}

Plans plan_rows(const std::vector<NodeTracks>& tracks) {
  std::vector<std::pair<const Track*, RowKind>> fitting;
  std::uint64_t most = (std::uint64_t{1} << 20) / sizeof(float), total = 0;
  for (const NodeTracks& own : tracks) {
    for (const Track* track : own) {
      if (track == nullptr) continue;
      most += 16 * track->times.size() * (track->stride() + 1);
      // Two kinds of rotation of one node: the angles count, after everything else.
      if (track->property == Property::euler && own[slot(Property::rotation)] != nullptr) continue;
      if (const auto kind = kind_of(*track)) fitting.emplace_back(track, *kind);
    }
  }
  std::ranges::stable_sort(fitting, {}, [](const auto& each) {
    return each.first->times.back() - each.first->times.front();
  });
  Plans plans;
  for (const auto& [track, kind] : fitting) {
    // What is not positive, or no number, is none.
    ClipPlan& plan = plans[{track->period > 0 ? track->period : 0, kind}];
    const bool empty = plan.tracks.empty();
    const auto first = static_cast<std::int64_t>(track->times.front());
    const auto last = static_cast<std::int64_t>(track->times.back());
    const auto one = [&](bool yes) { return std::uint64_t{yes}; };
    const bool turns = track->property == Property::rotation;
    const bool angles = track->property == Property::euler;
    ClipPlan wider{.first = empty ? first : std::min(first, plan.first),
                   .last = empty ? last : std::max(last, plan.last),
                   .tracks = {},
                   .turns = plan.turns + one(turns),
                   .angles = plan.angles + one(angles),
                   .others = plan.others + one(!turns && !angles)};
    const std::uint64_t rest = total - (empty ? 0 : plan.floats(kind));
    if (rest + wider.floats(kind) > most) continue;
    total = rest + wider.floats(kind);
    wider.tracks = std::move(plan.tracks);
    wider.tracks.push_back(track);
    plan = std::move(wider);
  }
  std::erase_if(plans, [](const auto& each) { return each.second.tracks.empty(); });
  return plans;
}

}  // namespace anmkit
