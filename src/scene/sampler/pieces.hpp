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
#include "scene/sampler/plan.hpp"

namespace anmkit {

class CurvePieces {
 public:
  // Room for the tracks that are about to be added, when a piece lasts from key to key.
  void reserve(std::span<const NodeTracks> nodes);
  // False: the track is not taken, as it needs more than is left of `most_bytes` for all tracks, or
  // is no curve that numbers of a computer can follow.
  bool add(const Track& track, std::size_t most_bytes);
  // Whether a translation and a scale of one node can be looked up together; null where there is
  // none.
  static bool is_pair(const Track* translation, const Track* scale);
  bool add(const Track& translation, const Track& scale, std::size_t most_bytes);
  // After the last one.
  void finish();
  bool moves() const { return !pieces_.empty() || !turn_pieces_.empty() || !six_pieces_.empty(); }
  bool moves_pivots() const { return !pivots_.empty(); }
  void sample(double frame, std::span<Transformf> out) const;
  // Those that move a pivot, once everything else is in `out`.
  void sample_pivots(double frame, std::span<Transformf> out) const;
  std::size_t bytes() const;

 private:
  // What `make(most, pieces)` adds to `pieces`, or nothing where it says that it was not enough.
  template <class AnyPiece, class Make>
  bool make_some(std::size_t most_bytes, KeyLists<AnyPiece>& pieces, Make&& make);
  template <class AnyPiece, class Make>
  bool add_curve(const Track& track, std::size_t most_bytes, KeyLists<AnyPiece>& pieces,
                 CurveList& list, Make&& make);

  CurveList turns_, sixes_, lines_, angles_, pivots_;
  KeyLists<TurnPiece> turn_pieces_;  // of turns_
  KeyLists<SixPiece> six_pieces_;    // of sixes_
  KeyLists<Piece> pieces_;           // of the others
  // With those of tracks that were not taken, so that the work is bounded.
  std::size_t made_bytes_ = 0;
};

}  // namespace anmkit
