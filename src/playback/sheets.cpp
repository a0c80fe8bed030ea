// SPDX-License-Identifier: MIT
// Columns of sheets, and where in a pose they go.
#include "playback/sheets.hpp"

#include <algorithm>
#include <utility>

#include "playback/row_values.hpp"

namespace anmkit {
namespace {

// In the order of a row.
struct SheetTracks {
  std::vector<const Track*> arcs, sixes, threes;
};

SheetTracks in_order(const SheetPlan& plan) {
  std::vector<const Track*> tracks = plan.tracks;
  // Nodes in their order, translations before scales.
  std::ranges::sort(tracks, {},
                    [](const Track* track) { return std::pair(track->node, track->property); });
  SheetTracks sorted;
  const Track* translation = nullptr;  // that has no scale yet
  const auto put_alone = [&] {
    if (translation != nullptr) sorted.threes.push_back(std::exchange(translation, nullptr));
  };
  for (const Track* track : tracks) {
    if (translation != nullptr && translation->node != track->node) put_alone();
    switch (track->property) {
      case Property::translation:
        translation = track;
        break;
      case Property::scale:
        if (translation != nullptr) {
          sorted.sixes.insert(sorted.sixes.end(), {std::exchange(translation, nullptr), track});
        } else {
          sorted.threes.push_back(track);
        }
        break;
      default:
        sorted.arcs.push_back(track);
    }
  }
  put_alone();
  while (sorted.arcs.size() % 4 != 0)
    sorted.arcs.push_back(sorted.arcs.back());
  return sorted;
}

std::uint32_t count(const auto& list) {
  return static_cast<std::uint32_t>(list.size());
}

}  // namespace

std::uint32_t place_of(const Track& track) {
  switch (track.property) {
    case Property::translation:
      return track.node * kFloats + kTranslationAt;
    case Property::scale:
      return track.node * kFloats + kScaleAt;
    default:
      return track.node * kFloats;
  }
}

void add_sheet(double period, bool holds, const SheetPlan& plan, CompiledClip& out) {
  const auto [arcs, sixes, threes] = in_order(plan);
  const std::size_t stride = 5 * arcs.size() + 3 * (sixes.size() + threes.size());
  const auto row_count = static_cast<std::size_t>(plan.last - plan.first + 1);
  out.sheets.push_back({.first = static_cast<double>(plan.first),
                        .last = static_cast<double>(plan.last),
                        .period = period,
                        .holds = holds,
                        .stride = static_cast<std::uint32_t>(stride),
                        .arcs = count(arcs),
                        .sixes = count(sixes) / 2,
                        .threes = count(threes),
                        .rows = out.rows.size(),
                        .targets = out.targets.size()});
  out.rows.resize(out.rows.size() + stride * row_count);
  Column column{plan.first, row_count, out.rows.data() + out.sheets.back().rows, stride};
  for (std::span<const Track* const> left = arcs; !left.empty();) {
    const std::size_t width = left.size() >= 8 ? 8 : 4;
    for (std::size_t i = 0; i < width; ++i, ++column.to) {
      write_arc(*left[i], column, width);
      out.targets.push_back(place_of(*left[i]));
    }
    column.to += 4 * width;
    left = left.subspan(width);
  }
  for (const auto* tracks : {&sixes, &threes}) {
    for (std::size_t i = 0; i < tracks->size(); ++i, column.to += 3) {
      const Track& track = *(*tracks)[i];
      write_line(track, column);
      if (tracks == &threes || i % 2 == 0) out.targets.push_back(place_of(track));
    }
  }
}

}  // namespace anmkit
