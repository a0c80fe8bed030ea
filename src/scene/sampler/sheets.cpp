// SPDX-License-Identifier: MIT
// Columns of sheets, and where in a pose they go.
#include "scene/sampler/sheets.hpp"

#include <algorithm>

#include "scene/sampler/curve_values.hpp"

namespace anmkit {
namespace {

// Repetitions of the last one make the last group of four full.
void fill_up(std::vector<const Track*>& tracks) {
  while (tracks.size() % 4 != 0)
    tracks.push_back(tracks.back());
}

// Of each node that has any, in their order.
std::vector<NodeTracks> by_node(const ClipPlan& plan) {
  std::vector<const Track*> tracks = plan.tracks;
  std::ranges::sort(tracks, {}, [](const Track* track) { return track->node; });
  std::vector<NodeTracks> own;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (i == 0 || tracks[i]->node != tracks[i - 1]->node) own.emplace_back();
    own.back()[slot(tracks[i]->property)] = tracks[i];
  }
  return own;
}

// A sheet's numbers that do not depend on what its rows are.
template <class AnySheet>
AnySheet begin_sheet(double period, const ClipPlan& plan, std::size_t stride, CompiledClip& out) {
  AnySheet sheet;
  sheet.first = static_cast<double>(plan.first);
  sheet.last = static_cast<double>(plan.last);
  sheet.period = period;
  sheet.stride = static_cast<std::uint32_t>(stride);
  sheet.rows = out.rows.size();
  sheet.targets = out.targets.size();
  const auto count = static_cast<std::size_t>(plan.last - plan.first + 1);
  out.rows.reserve(out.rows.size() + stride * count + 1);
  out.rows.resize(out.rows.size() + stride * count);
  return sheet;
}

Column first_column(const ClipPlan& plan, std::size_t stride, std::size_t rows, CompiledClip& out) {
  return {plan.first, static_cast<std::size_t>(plan.last - plan.first + 1), out.rows.data() + rows,
          stride};
}

std::uint32_t count(const auto& list) {
  return static_cast<std::uint32_t>(list.size());
}

// Translations and scales of one node, together or alone.
void add_lines(const NodeTracks& own, std::vector<const Track*>& sixes,
               std::vector<const Track*>& threes) {
  const Track* moves = own[slot(Property::translation)];
  const Track* grows = own[slot(Property::scale)];
  if (moves != nullptr && grows != nullptr) {
    sixes.insert(sixes.end(), {moves, grows});
  } else if (moves != nullptr || grows != nullptr) {
    threes.push_back(moves != nullptr ? moves : grows);
  }
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

void add_sheet(double period, bool steps, const ClipPlan& plan, CompiledClip& out) {
  std::vector<const Track*> arcs, sixes, threes;
  for (const NodeTracks& own : by_node(plan)) {
    for (const Property turn : {Property::rotation, Property::euler}) {
      if (own[slot(turn)] != nullptr) arcs.push_back(own[slot(turn)]);
    }
    add_lines(own, sixes, threes);
  }
  fill_up(arcs);
  const std::size_t stride = 5 * arcs.size() + 3 * sixes.size() + 3 * threes.size();
  auto sheet = begin_sheet<Sheet>(period, plan, stride, out);
  sheet.holds = steps;
  sheet.arcs = count(arcs);
  sheet.sixes = count(sixes) / 2;
  sheet.threes = count(threes);
  Column column = first_column(plan, stride, sheet.rows, out);
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    // A group of eight, or the last one of four.
    const std::size_t width = arcs.size() - i / 8 * 8 >= 8 ? 8 : 4;
    Column lane = column;
    lane.to += i / 8 * 40 + i % 8;
    write_arc(*arcs[i], lane, width);
    out.targets.push_back(place_of(*arcs[i]));
  }
  column.to += 5 * arcs.size();
  for (std::size_t i = 0; i < sixes.size(); ++i, column.to += 3) {
    write_line(*sixes[i], column);
    if (i % 2 == 0) out.targets.push_back(place_of(*sixes[i]));
  }
  for (std::size_t i = 0; i < threes.size(); ++i, column.to += 3) {
    write_line(*threes[i], column);
    out.targets.push_back(place_of(*threes[i]));
  }
  out.sheets.push_back(sheet);
}

void add_curve_sheet(double period, const ClipPlan& plan, CompiledClip& out) {
  std::vector<const Track*> turns, angles, sixes, threes;
  for (const NodeTracks& own : by_node(plan)) {
    if (const Track* turn = own[slot(Property::rotation)]) turns.push_back(turn);
    if (const Track* angle = own[slot(Property::euler)]) angles.push_back(angle);
    add_lines(own, sixes, threes);
  }
  fill_up(turns);
  fill_up(angles);
  const std::size_t stride =
      16 * turns.size() + 12 * (angles.size() + sixes.size() + threes.size());
  auto sheet = begin_sheet<CurveSheet>(period, plan, stride, out);
  sheet.turns = count(turns);
  sheet.angles = count(angles);
  sheet.sixes = count(sixes) / 2;
  sheet.threes = count(threes);
  Column column = first_column(plan, stride, sheet.rows, out);
  for (const auto* groups : {&turns, &angles}) {
    for (std::size_t i = 0; i < groups->size(); ++i) {
      const Track& track = *(*groups)[i];
      Column lane = column;
      lane.to += i / 4 * (16 * track.components()) + i % 4;
      write_powers(track, lane, 16, 4);
      out.targets.push_back(place_of(track));
    }
    column.to += groups->size() * (groups == &turns ? 16 : 12);
  }
  for (std::size_t i = 0; i < sixes.size(); i += 2, column.to += 24) {
    Column scale = column;
    scale.to += 3;
    write_powers(*sixes[i], column, 1, 6);
    write_powers(*sixes[i + 1], scale, 1, 6);
    out.targets.push_back(place_of(*sixes[i]));
  }
  for (const Track* track : threes) {
    write_powers(*track, column, 1, 3);
    out.targets.push_back(place_of(*track));
    column.to += 12;
  }
  out.curves.push_back(sheet);
}

}  // namespace anmkit
