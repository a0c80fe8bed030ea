// SPDX-License-Identifier: MIT
// Keeps the pieces of tracks, and looks them up.
#include "scene/sampler/pieces.hpp"

#include <algorithm>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/piece_fit.hpp"

namespace anmkit {
namespace {

// Those of a pose of so many nodes.
template <class Curve, class AnyPiece>
std::size_t ways_of(std::span<const Curve> curves, const KeysFound<AnyPiece>& found,
                    std::size_t nodes, PieceWays<AnyPiece>& ways) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].node >= nodes) continue;
    ways.from[count] = found.from[i];
    ways.part[count] = found.part[i];
    ways.target[count] = curves[i].target;
    ++count;
  }
  return count;
}

void fill_up_fours(PieceWays<Piece>& ways, std::size_t& count) {
  for (; count % 4 != 0; ++count) {
    const std::size_t last = count - 1;
    ways.from[count] = ways.from[last];
    ways.part[count] = ways.part[last];
    ways.target[count] = ways.target[last];
  }
}

}  // namespace

template <class AnyPiece>
bool CurvePieces::add_to(const Track& track, std::size_t most_bytes, KeyLists<AnyPiece>& pieces,
                         CurveList<Curve>& list) {
  const std::size_t first = pieces.size();
  const std::size_t left = most_bytes - std::min(most_bytes, made_bytes_);
  const bool fits = fit_pieces(track, left / sizeof(AnyPiece), pieces);
  made_bytes_ += (pieces.size() - first) * sizeof(AnyPiece);
  if (!fits) {
    pieces.cut(first);
    return false;
  }
  list.curves.push_back({track.node, place_of(track), pieces.close(first, track.period)});
  return true;
}

bool CurvePieces::add(const Track& track, std::size_t most_bytes) {
  if (track.property == Property::rotation) return add_to(track, most_bytes, turn_pieces_, turns_);
  CurveList<Curve>& list = track.property == Property::euler   ? angles_
                           : track.property == Property::pivot ? pivots_
                                                               : lines_;
  return add_to(track, most_bytes, pieces_, list);
}

void CurvePieces::sample(double frame, std::span<Transformf> out) const {
  auto* floats = reinterpret_cast<float*>(out.data());
  turn_pieces_.find(turns_, frame, [&](std::span<const Curve> curves, const auto& found) {
    PieceWays<TurnPiece> ways;
    mix_turns(ways, ways_of(curves, found, out.size(), ways), floats);
  });
  pieces_.find(lines_, frame, [&](std::span<const Curve> curves, const auto& found) {
    PieceWays<Piece> ways;
    mix_pieces(PieceKind::lines, ways, ways_of(curves, found, out.size(), ways), floats);
  });
  pieces_.find(angles_, frame, [&](std::span<const Curve> curves, const auto& found) {
    PieceWays<Piece> ways;
    std::size_t count = ways_of(curves, found, out.size(), ways);
    fill_up_fours(ways, count);
    mix_pieces(PieceKind::angles, ways, count, floats);
  });
}

void CurvePieces::sample_pivots(double frame, std::span<Transformf> out) const {
  pieces_.find(pivots_, frame, [&](std::span<const Curve> curves, const auto& found) {
    for (std::size_t k = 0; k < curves.size(); ++k) {
      if (curves[k].node >= out.size()) continue;
      const auto& powers = found.from[k]->powers;
      const float part = found.part[k];
      std::array<float, 3> pivot;
      for (std::size_t i = 0; i < 3; ++i) {
        pivot[i] =
            powers[0][i] + part * (powers[1][i] + part * (powers[2][i] + part * powers[3][i]));
      }
      add_pivot(pivot, out[curves[k].node]);
    }
  });
}

std::size_t CurvePieces::bytes() const {
  return turns_.bytes() + lines_.bytes() + angles_.bytes() + pivots_.bytes() +
         turn_pieces_.bytes() + pieces_.bytes();
}

void CurvePieces::finish() {
  turn_pieces_.arrange(turns_);
  for (CurveList<Curve>* list : {&lines_, &angles_, &pivots_})
    pieces_.arrange(*list);
  for (CurveList<Curve>* list : {&turns_, &lines_, &angles_, &pivots_})
    list->shrink();
  turn_pieces_.shrink();
  pieces_.shrink();
}

}  // namespace anmkit
