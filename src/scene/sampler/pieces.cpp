// SPDX-License-Identifier: MIT
// Keeps the pieces of tracks, and looks them up.
#include "scene/sampler/pieces.hpp"

#include <algorithm>

#include "scene/sampler/compiled.hpp"
#include "scene/sampler/piece_fit.hpp"
#include "scene/sampler/six_fit.hpp"

namespace anmkit {

template <class AnyPiece, class Make>
bool CurvePieces::make_some(std::size_t most_bytes, KeyLists<AnyPiece>& pieces, Make&& make) {
  const std::size_t first = pieces.size();
  const std::size_t left = most_bytes - std::min(most_bytes, made_bytes_);
  const bool fits = make(left / pieces.kBytes, pieces);
  made_bytes_ += (pieces.size() - first) * pieces.kBytes;
  if (!fits) pieces.cut(first);
  return fits;
}

template <class AnyPiece, class Make>
bool CurvePieces::add_curve(const Track& track, std::size_t most_bytes, KeyLists<AnyPiece>& pieces,
                            CurveList& list, Make&& make) {
  const std::size_t first = pieces.size();
  if (!make_some(most_bytes, pieces, make)) return false;
  list.curves.push_back({track.node, place_of(track), pieces.close(first, track.period)});
  return true;
}

bool CurvePieces::is_pair(const Track* translation, const Track* scale) {
  // No periods are alike where one is no number.
  return translation != nullptr && scale != nullptr && translation->period == scale->period;
}

void CurvePieces::reserve(std::span<const NodeTracks> nodes) {
  std::size_t turns = 0, sixes = 0, others = 0;
  for (const NodeTracks& own : nodes) {
    const auto keys = [&](Property property) {
      const Track* const track = own[slot(property)];
      return track == nullptr ? 0 : track->times.size() + 1;
    };
    const bool pair = is_pair(own[slot(Property::translation)], own[slot(Property::scale)]);
    (pair ? sixes : others) += keys(Property::translation) + keys(Property::scale);
    turns += keys(Property::rotation);
    others += keys(Property::euler) + keys(Property::pivot);
  }
  turn_pieces_.reserve(turns);
  six_pieces_.reserve(sixes);
  pieces_.reserve(others);
}

bool CurvePieces::add(const Track& track, std::size_t most_bytes) {
  const auto fit = [&](std::size_t most, auto& out) { return fit_pieces(track, most, out); };
  switch (track.property) {
    case Property::rotation:
      return add_curve(track, most_bytes, turn_pieces_, turns_, fit);
    case Property::euler:
      return add_curve(track, most_bytes, pieces_, angles_, fit);
    case Property::pivot:
      return add_curve(track, most_bytes, pieces_, pivots_, fit);
    default:
      return add_curve(track, most_bytes, pieces_, lines_, fit);
  }
}

bool CurvePieces::add(const Track& translation, const Track& scale, std::size_t most_bytes) {
  KeyLists<Piece> moves, grows;
  for (const auto& [track, pieces] : {std::pair(&translation, &moves), {&scale, &grows}}) {
    const auto fit = [&](std::size_t most, auto& out) { return fit_pieces(*track, most, out); };
    pieces->reserve(track->times.size());
    if (!make_some(most_bytes, *pieces, fit)) return false;
  }
  const auto join = [&](std::size_t most, auto& out) {
    return join_pieces(moves, grows, most, out);
  };
  return add_curve(translation, most_bytes, six_pieces_, sixes_, join);
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
            powers[i] + since * (powers[i + 4] + since * (powers[i + 8] + since * powers[i + 12]));
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
  for (CurveList* list : {&lines_, &angles_, &pivots_})
    pieces_.arrange(*list);
  for (CurveList* list : {&turns_, &sixes_, &lines_, &angles_, &pivots_})
    list->shrink();
  turn_pieces_.finish();
  six_pieces_.finish();
  pieces_.finish();
}

}  // namespace anmkit
