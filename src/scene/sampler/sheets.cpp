// SPDX-License-Identifier: MIT
// Columns of sheets, and where in a pose they go.
#include "scene/sampler/sheets.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "scene/sampler/curve_values.hpp"

namespace anmkit {
namespace {

// The order of a row's arcs: Sheet.
struct Arcs {
  std::vector<const Track*> fours, full, whole, others;
  std::vector<const Track*> fours_sixes, full_sixes;  // in the order of the nodes
};

bool moves_altogether(const NodeTracks& own) {
  const bool turns = own[slot(Property::rotation)] != nullptr;
  return turns != (own[slot(Property::euler)] != nullptr) &&
         own[slot(Property::translation)] != nullptr && own[slot(Property::scale)] != nullptr;
}

// How the parts of a node are written.
enum class Way : std::uint8_t { four, full, parts };

constexpr std::uint8_t kInOrder[3] = {0, 1, 2};

// Nodes that move altogether are written as fours that follow each other, then in groups of four.
std::vector<Way> ways_of(std::span<const NodeTracks> nodes) {
  std::vector<Way> ways(nodes.size(), Way::parts);
  std::vector<std::size_t> others;
  const auto number = [&](std::size_t i) { return nodes[i][slot(Property::scale)]->node; };
  for (std::size_t i = 0; i < nodes.size();) {
    std::size_t count = 0;
    while (count < 4 && i + count < nodes.size() && moves_altogether(nodes[i + count]) &&
           number(i + count) == number(i) + count)
      ++count;
    if (count == 4) {
      std::fill_n(ways.begin() + static_cast<std::ptrdiff_t>(i), 4, Way::four);
    } else {
      for (std::size_t k = 0; k < count; ++k)
        others.push_back(i + k);
    }
    i += std::max<std::size_t>(count, 1);
  }
  others.resize(others.size() / 4 * 4);
  for (const std::size_t i : others)
    ways[i] = Way::full;
  return ways;
}

// Eights in the order of two registers: 0, 1, 4, 5, 2, 3, 6, 7.
void order_eights(std::span<const Track*> tracks) {
  for (; tracks.size() >= 8; tracks = tracks.subspan(8))
    std::ranges::swap_ranges(tracks.subspan(2, 2), tracks.subspan(4, 2));
}

// Nodes that follow each other, eights and one four, are written with what stands still.
void take_whole(Arcs& arcs) {
  std::vector<const Track*> four, others;
  for (std::span<const Track* const> left = arcs.others; !left.empty();) {
    std::size_t count = 1;
    while (count < 8 && count < left.size() && left[count]->node == left[0]->node + count)
      ++count;
    if (count == 8) {
      arcs.whole.insert(arcs.whole.end(), left.begin(), left.begin() + 8);
    } else if (count >= 4 && four.empty()) {
      count = 4;
      four.assign(left.begin(), left.begin() + 4);
    } else {
      count = 1;
      others.push_back(left[0]);
    }
    left = left.subspan(count);
  }
  order_eights(arcs.whole);
  arcs.whole.insert(arcs.whole.end(), four.begin(), four.end());
  arcs.others = std::move(others);
}

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
AnySheet begin_sheet(double period, const ClipPlan& plan, std::size_t floats, CompiledClip& out) {
  AnySheet sheet;
  const auto stride = static_cast<std::size_t>(row_stride(floats));
  sheet.first = static_cast<double>(plan.first);
  sheet.last = static_cast<double>(plan.last);
  sheet.period = period;
  sheet.stride = static_cast<std::uint32_t>(stride);
  sheet.rows = (out.rows.size() + 7) / 8 * 8;
  sheet.targets = out.targets.size();
  const auto count = static_cast<std::size_t>(plan.last - plan.first + 1);
  out.rows.reserve(sheet.rows + stride * count + 1);
  out.rows.resize(sheet.rows + stride * count);
  return sheet;
}

Column first_column(const ClipPlan& plan, const auto& sheet, CompiledClip& out) {
  return {plan.first, static_cast<std::size_t>(plan.last - plan.first + 1),
          out.rows.data() + sheet.rows, sheet.stride};
}

std::uint32_t count(const auto& list) {
  return static_cast<std::uint32_t>(list.size());
}

// Compilers do four or eight at once.
bool are_finite(std::span<const float> numbers) {
  constexpr std::uint32_t kSign = 0x80000000, kExponent = 0x00800000;
  std::uint32_t signs = 0;
  for (const float number : numbers)
    signs |= (std::bit_cast<std::uint32_t>(number) & ~kSign) + kExponent;
  return (signs & kSign) == 0;
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
  const std::vector<NodeTracks> nodes = by_node(plan);
  const std::vector<Way> ways = ways_of(nodes);
  Arcs arcs;
  std::vector<const Track*> sixes, threes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeTracks& own = nodes[i];
    const bool four = ways[i] == Way::four, full = ways[i] == Way::full;
    for (const Property turn : {Property::rotation, Property::euler}) {
      if (own[slot(turn)] != nullptr)
        (four ? arcs.fours : full ? arcs.full : arcs.others).push_back(own[slot(turn)]);
    }
    add_lines(own, four ? arcs.fours_sixes : full ? arcs.full_sixes : sixes, threes);
  }
  order_eights(arcs.fours);
  if (out.sheets.empty()) take_whole(arcs);
  fill_up(arcs.others);
  const std::size_t all_arcs =
      arcs.fours.size() + arcs.full.size() + arcs.whole.size() + arcs.others.size();
  const std::size_t all_lines =
      arcs.fours_sixes.size() + arcs.full_sixes.size() + sixes.size() + threes.size();
  auto sheet = begin_sheet<Sheet>(period, plan, 5 * all_arcs + 3 * all_lines, out);
  sheet.holds = steps;
  sheet.fours = count(arcs.fours);
  sheet.full = count(arcs.full);
  sheet.whole = count(arcs.whole);
  sheet.arcs = count(arcs.others);
  sheet.sixes = count(sixes) / 2;
  sheet.threes = count(threes);
  Column column = first_column(plan, sheet, out);
  const auto write_lines = [&](std::span<const Track* const> tracks) {
    for (const Track* track : tracks) {
      write_line(*track, column, kInOrder);
      column.to += 3;
    }
  };
  const auto write_fours = [&](std::span<const Track* const> tracks) {
    for (; !tracks.empty(); tracks = tracks.subspan(8), column.to += kFloatsOfFour) {
      for (std::size_t i = 0; i < 8; ++i)
        write_line(*tracks[i], column,
                   std::span(kSixesOfFour[i / 2]).subspan(i % 2 * 3).first<3>());
    }
  };
  // In groups of eight, and a last one of four; each with as many lines of `lines`.
  const auto write_arcs = [&](std::span<const Track* const> tracks,
                              std::span<const Track* const> lines, auto&& write_its_lines) {
    while (!tracks.empty()) {
      const std::size_t width = tracks.size() >= 8 ? 8 : 4;
      for (std::size_t i = 0; i < width; ++i) {
        Column lane = column;
        lane.to += i;
        write_arc(*tracks[i], lane, width);
        out.targets.push_back(place_of(*tracks[i]));
      }
      column.to += 5 * width;
      tracks = tracks.subspan(width);
      if (lines.empty()) continue;
      write_its_lines(lines.first(2 * width));
      lines = lines.subspan(2 * width);
    }
  };
  write_arcs(arcs.fours, arcs.fours_sixes, write_fours);
  write_arcs(arcs.full, arcs.full_sixes, write_lines);
  write_arcs(arcs.whole, {}, write_lines);
  write_arcs(arcs.others, {}, write_lines);
  write_lines(sixes);
  write_lines(threes);
  for (std::size_t i = 0; i < sixes.size(); i += 2)
    out.targets.push_back(place_of(*sixes[i]));
  for (const Track* track : threes)
    out.targets.push_back(place_of(*track));
  sheet.finite = are_finite(std::span(out.rows).subspan(sheet.rows));
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
  const std::size_t floats =
      16 * turns.size() + 12 * (angles.size() + sixes.size() + threes.size());
  auto sheet = begin_sheet<CurveSheet>(period, plan, floats, out);
  sheet.turns = count(turns);
  sheet.angles = count(angles);
  sheet.sixes = count(sixes) / 2;
  sheet.threes = count(threes);
  Column column = first_column(plan, sheet, out);
  for (const auto* groups : {&turns, &angles}) {
    // In groups of eight, and a last one of four.
    for (std::span<const Track* const> left = *groups; !left.empty();) {
      const std::size_t width = left.size() >= 8 ? 8 : 4;
      for (std::size_t i = 0; i < width; ++i) {
        Column lane = column;
        lane.to += i;
        write_powers(*left[i], lane, 4 * width, width);
        out.targets.push_back(place_of(*left[i]));
      }
      column.to += 4 * width * left[0]->components();
      left = left.subspan(width);
    }
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
