// SPDX-License-Identifier: MIT
// Keeps the pieces of tracks, and looks them up.
#include "scene/sampler/pieces.hpp"

#include <algorithm>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/piece_fit.hpp"

namespace anmkit {
namespace {

PieceKind kind_of(Property property) {
  if (property == Property::rotation) return PieceKind::turns;
  return property == Property::euler ? PieceKind::angles : PieceKind::lines;
}

}  // namespace

bool CurvePieces::add(const Track& track, std::size_t most) {
  const std::size_t first = pieces_.size();
  const bool fits = fit_pieces(track, most - std::min(most, made_), pieces_);
  made_ += pieces_.size() - first;
  if (!fits) {
    pieces_.cut(first);
    return false;
  }
  const Curve curve{track.node, place_of(track), pieces_.close(first, track.period)};
  if (track.property == Property::pivot) {
    pivots_.push_back(curve);
  } else {
    curves_[static_cast<std::size_t>(kind_of(track.property))].push_back(curve);
  }
  return true;
}

void CurvePieces::sample(double frame, std::span<Transformf> out) const {
  auto* floats = reinterpret_cast<float*>(out.data());
  for (const PieceKind kind : {PieceKind::turns, PieceKind::lines, PieceKind::angles}) {
    PieceWays ways;
    std::size_t count = 0;
    for (const Curve& curve : curves_[static_cast<std::size_t>(kind)]) {
      if (curve.node >= out.size()) continue;
      const auto way = pieces_.between(curve.keys, frame);
      ways.from[count] = way.from;
      ways.part[count] = way.part;
      ways.target[count] = curve.target;
      if (++count < PieceWays::kMost) continue;
      mix_pieces(kind, ways, count, floats);
      count = 0;
    }
    if (count == 0) continue;
    for (; kind == PieceKind::angles && count % 4 != 0; ++count) {
      const std::size_t last = count - 1;
      ways.from[count] = ways.from[last];
      ways.part[count] = ways.part[last];
      ways.target[count] = ways.target[last];
    }
    mix_pieces(kind, ways, count, floats);
  }
}

void CurvePieces::sample_pivots(double frame, std::span<Transformf> out) const {
  for (const Curve& curve : pivots_) {
    if (curve.node >= out.size()) continue;
    const auto way = pieces_.between(curve.keys, frame);
    const auto& powers = way.from->powers;
    std::array<float, 3> pivot;
    for (std::size_t i = 0; i < 3; ++i) {
      pivot[i] = powers[0][i] +
                 way.part * (powers[1][i] + way.part * (powers[2][i] + way.part * powers[3][i]));
    }
    add_pivot(pivot, out[curve.node]);
  }
}

std::size_t CurvePieces::bytes() const {
  std::size_t count = pivots_.size();
  for (const std::vector<Curve>& curves : curves_)
    count += curves.size();
  return sizeof(Curve) * count + pieces_.bytes();
}

void CurvePieces::shrink() {
  for (std::vector<Curve>& curves : curves_)
    curves.shrink_to_fit();
  pivots_.shrink_to_fit();
  pieces_.shrink();
}

}  // namespace anmkit
