// SPDX-License-Identifier: MIT
// Curves of every kind between keys at any times: polynomials, found by a table or a search.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/sampler/key_search.hpp"
#include "scene/sampler/piece_ways.hpp"

namespace anmkit {

class CurvePieces {
 public:
  // False: the track is not taken, as it needs more pieces than are left of `most` for all tracks,
  // or is no curve that numbers of a computer can follow.
  bool add(const Track& track, std::size_t most);
  bool moves() const { return !pieces_.empty(); }
  bool moves_pivots() const { return !pivots_.empty(); }
  void sample(double frame, std::span<Transformf> out) const;
  // Those that move a pivot, once everything else is in `out`.
  void sample_pivots(double frame, std::span<Transformf> out) const;
  std::size_t bytes() const;
  void shrink();

 private:
  struct Curve {
    std::uint32_t node;
    std::uint32_t target;  // index of a float in the pose
    KeyRange keys;
  };

  std::array<std::vector<Curve>, 3> curves_;  // by PieceKind: angles come last
  std::vector<Curve> pivots_;
  KeyLists<Piece> pieces_;
  std::size_t made_ = 0;  // with those of tracks that were not taken, so that the work is bounded
};

}  // namespace anmkit
