// SPDX-License-Identifier: MIT
// Shares the room for rows out.
#include "playback/plan.hpp"

#include <algorithm>

#include "playback/row_values.hpp"

namespace anmkit {

std::uint64_t SheetPlan::floats() const {
  return static_cast<std::uint64_t>(last - first + 1) * (5 * ((arcs + 3) / 4 * 4) + 3 * lines);
}

SheetPlans plan_sheets(const std::vector<NodeTracks>& tracks) {
  std::vector<const Track*> fitting;
  std::uint64_t most = (std::uint64_t{1} << 20) / sizeof(float), total = 0;
  for (const NodeTracks& own : tracks) {
    for (const Track* track : own) {
      if (track == nullptr) continue;
      most += 16 * track->times.size() * (track->stride() + 1);
      // Two kinds of rotation of one node: the angles count, after everything else.
      if (track->property == Property::euler && own[slot(Property::rotation)] != nullptr) continue;
      if (fits_rows(*track)) fitting.push_back(track);
    }
  }
  std::ranges::stable_sort(
      fitting, {}, [](const Track* track) { return track->times.back() - track->times.front(); });
  SheetPlans plans;
  for (const Track* track : fitting) {
    // A period that is not positive, or no number, is none.
    SheetPlan& plan = plans[{track->period > 0 ? track->period : 0, holds(*track)}];
    const bool empty = plan.tracks.empty();
    const auto first = static_cast<std::int64_t>(track->times.front());
    const auto last = static_cast<std::int64_t>(track->times.back());
    const bool turns = track->property == Property::rotation || track->property == Property::euler;
    SheetPlan wider{.first = empty ? first : std::min(first, plan.first),
                    .last = empty ? last : std::max(last, plan.last),
                    .tracks = {},
                    .arcs = plan.arcs + (turns ? 1 : 0),
                    .lines = plan.lines + (turns ? 0 : 1)};
    const std::uint64_t rest = total - (empty ? 0 : plan.floats());
    if (rest + wider.floats() > most) continue;
    total = rest + wider.floats();
    wider.tracks = std::move(plan.tracks);
    wider.tracks.push_back(track);
    plan = std::move(wider);
  }
  std::erase_if(plans, [](const auto& each) { return each.second.tracks.empty(); });
  return plans;
}

}  // namespace anmkit
