// SPDX-License-Identifier: MIT
// Keeps the pieces of tracks, and looks them up.
#include "scene/sampler/pieces.hpp"

#include <algorithm>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/piece_fit.hpp"
#include "scene/sampler/six_fit.hpp"

namespace anmkit {

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

void CurvePieces::reserve(std::span<const Track* const> tracks) {
  std::size_t turns = 0, others = 0;
  for (const Track* track : tracks)
    (track->property == Property::rotation ? turns : others) += track->times.size() + 1;
  turn_pieces_.reserve(turns);
  pieces_.reserve(others);
}

bool CurvePieces::add(const Track& track, std::size_t most_bytes) {
  if (track.property == Property::rotation) return add_to(track, most_bytes, turn_pieces_, turns_);
  CurveList<Curve>& list = track.property == Property::euler   ? angles_
                           : track.property == Property::pivot ? pivots_
                                                               : lines_;
  return add_to(track, most_bytes, pieces_, list);
}

bool CurvePieces::add(const Track& translation, const Track& scale, std::size_t most_bytes) {
  // No periods are alike where one is no number.
  if (translation.period != scale.period) return false;
  const auto left = [&] { return most_bytes - std::min(most_bytes, made_bytes_); };
  KeyLists<Piece> translations, scales;
  for (const auto& [track, pieces] : {std::pair(&translation, &translations), {&scale, &scales}}) {
    const bool fits = fit_pieces(*track, left() / sizeof(Piece), *pieces);
    made_bytes_ += pieces->size() * sizeof(Piece);
    if (!fits) return false;
  }
  const std::size_t first = six_pieces_.size();
  const bool fits = join_pieces(translations, scales, left() / sizeof(SixPiece), six_pieces_);
  made_bytes_ += (six_pieces_.size() - first) * sizeof(SixPiece);
  if (!fits) {
    six_pieces_.cut(first);
    return false;
  }
  sixes_.curves.push_back(
      {translation.node, place_of(translation), six_pieces_.close(first, translation.period)});
  return true;
}

void CurvePieces::sample(double frame, std::span<Transformf> out) const {
  auto* floats = reinterpret_cast<float*>(out.data());
  turn_pieces_.find(turns_, frame, out.size(),
                    [&](const auto& found) { mix_turns(found, floats); });
  six_pieces_.find(sixes_, frame, out.size(), [&](const auto& found) { mix_sixes(found, floats); });
  pieces_.find(lines_, frame, out.size(),
               [&](const auto& found) { mix_pieces(PieceKind::lines, found, floats); });
  pieces_.find(angles_, frame, out.size(),
               [&](const auto& found) { mix_pieces(PieceKind::angles, found, floats); });
}

void CurvePieces::sample_pivots(double frame, std::span<Transformf> out) const {
  pieces_.find(pivots_, frame, out.size(), [&](KeysFound<Piece> found) {
    for (std::size_t k = 0; k < found.count; ++k) {
      const auto& powers = found.key(k).powers;
      const float since = found.since[k];
      std::array<float, 3> pivot;
      for (std::size_t i = 0; i < 3; ++i)
        pivot[i] =
            powers[i] + since * (powers[i + 3] + since * (powers[i + 6] + since * powers[i + 9]));
      add_pivot(pivot, out[found.target[k] / kFloats]);
    }
  });
}

std::size_t CurvePieces::bytes() const {
  return turns_.bytes() + sixes_.bytes() + lines_.bytes() + angles_.bytes() + pivots_.bytes() +
         turn_pieces_.bytes() + six_pieces_.bytes() + pieces_.bytes();
}

void CurvePieces::finish() {
  turn_pieces_.arrange(turns_);
  six_pieces_.arrange(sixes_);
  for (CurveList<Curve>* list : {&lines_, &angles_, &pivots_})
    pieces_.arrange(*list);
  for (CurveList<Curve>* list : {&turns_, &sixes_, &lines_, &angles_, &pivots_})
    list->shrink();
  turn_pieces_.finish();
  six_pieces_.finish();
  pieces_.finish();
}

}  // namespace anmkit
