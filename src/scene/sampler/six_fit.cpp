// SPDX-License-Identifier: MIT
// Polynomials of one curve, cut where another one's begin.
#include "scene/sampler/six_fit.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace anmkit {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

// The pieces of a curve from one moment to another one, which never descend.
class CurveInPieces {
 public:
  explicit CurveInPieces(const KeyLists<Piece>& list)
      : pieces_(list.data(), list.size()), times_(list.times()) {}

  double first() const { return times_.front(); }
  // Whether the curve jumps where it begins: of keys at one moment the last counts, but before all
  // moments the first does.
  bool jumps() const { return times_.size() > 1 && times_[1] == first(); }
  // Where the next piece begins after all that were passed; never after the last.
  double next() const { return passed_ == times_.size() ? kForever : times_[passed_]; }
  void pass(double time) {
    while (next() <= time)
      ++passed_;
  }

  // Of the value before the first piece; the other powers are 0.
  void put_first(std::size_t number, SixPiece& out) const {
    std::copy_n(pieces_.front().powers.data(), Piece::kNumbers, out.powers.data() + number);
  }
  // From a moment on, that is in the last piece that was passed.
  void put(double time, std::size_t number, SixPiece& out) const {
    if (passed_ == 0) return put_first(number, out);
    const Piece& piece = pieces_[passed_ - 1];
    const double since = time - times_[passed_ - 1];
    for (std::size_t i = 0; i < Piece::kNumbers; ++i) {
      const auto power = [&](std::size_t which) -> double {
        return piece.powers[which * Piece::kRow + i];
      };
      const double square = power(2) + 3 * since * power(3);
      const std::array moved = {
          power(0) + since * (power(1) + since * (power(2) + since * power(3))),
          power(1) + since * (power(2) + square), square, power(3)};
      for (std::size_t which = 0; which < moved.size(); ++which)
        out.powers[which * SixPiece::kRow + number + i] = static_cast<float>(moved[which]);
    }
  }

 private:
  std::span<const Piece> pieces_;
  std::span<const double> times_;
  std::size_t passed_ = 0;
};

}  // namespace

bool join_pieces(const KeyLists<Piece>& translations, const KeyLists<Piece>& scales,
                 std::size_t most, KeyLists<SixPiece>& out) {
  CurveInPieces moves(translations), grows(scales);
  const std::size_t last = out.size() + most;
  const auto push = [&](double time, const SixPiece& piece) {
    if (out.size() == last) return false;
    out.push(time, piece);
    return true;
  };
  double time = std::min(moves.first(), grows.first());
  if ((moves.jumps() && moves.first() == time) || (grows.jumps() && grows.first() == time)) {
    SixPiece before{};
    moves.put_first(0, before);
    grows.put_first(Piece::kNumbers, before);
    if (!push(time, before)) return false;
  }
  while (time != kForever) {
    moves.pass(time);
    grows.pass(time);
    SixPiece piece{};
    moves.put(time, 0, piece);
    grows.put(time, Piece::kNumbers, piece);
    if (!push(time, piece)) return false;
    time = std::min(moves.next(), grows.next());
  }
  return true;
}

}  // namespace anmkit
