// SPDX-License-Identifier: MIT
// Through some points of a curve goes a polynomial; where it is not the curve, two of half the
// length are tried.
#include "scene/sampler/piece_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "scene/evaluate.hpp"
#include "scene/sampler/curve_values.hpp"
#include "scene/sampler/ease_parts.hpp"
#include "scene/sampler/squad_fit.hpp"
#include "scene/sampler/squad_values.hpp"
#include "scene/sampler/through.hpp"

namespace anmkit {
namespace {

using Value = std::array<double, 4>;

// Pieces of a segment without a jump that may be halved so often.
constexpr int kMostHalves = 8;
// What a piece may be wrong by, of the largest value.
constexpr double kNear = 4e-7;

template <class AnyPiece>
class PieceFit {
 public:
  PieceFit(const Track& track, std::size_t most, KeyLists<AnyPiece>& out)
      : track_(track), last_(out.size() + most), out_(out) {
    const std::size_t stride = track.stride(), count = track.components();
    const std::size_t value = stride != count ? count : 0;
    for (std::size_t key = 0; key < track.times.size(); ++key) {
      for (std::size_t i = 0; i < count; ++i)
        largest_ = std::max(largest_, std::fabs(track.values[key * stride + value + i]));
    }
    const Interpolation kind = track.interpolation;
    polynomial_ = track.ease.empty() && track.property != Property::rotation &&
                  (kind == Interpolation::linear || kind == Interpolation::cubic ||
                   kind == Interpolation::bezier);
  }

  bool add() {
    const std::vector<double>& times = track_.times;
    if (!std::isfinite(times.front()) || !std::isfinite(times.back())) return false;
    for (std::size_t key = 0; key + 1 < times.size(); ++key) {
      const double length = times[key + 1] - times[key];
      if (!(length >= 0)) return false;
      // Of keys at one moment the last counts; before the very first moment the first does.
      if (length == 0 && key > 0) continue;
      const bool held = length == 0 || track_.interpolation == Interpolation::step;
      if (!(held ? hold(key) : between(key, length))) return false;
    }
    return hold(times.size() - 1);
  }

 private:
  static constexpr std::size_t kPowers = AnyPiece::kPowers, kNumbers = AnyPiece::kNumbers,
                               kRow = AnyPiece::kRow;
  static constexpr auto& kAt = Points<kPowers>::kAt;
  static constexpr std::size_t kAll = kAt.size();
  using Powers4 = std::array<std::array<double, kPowers>, 4>;  // of four numbers
  using Looks = std::array<std::array<double, kAll>, 4>;

  bool between(std::size_t key, double length) {
    if constexpr (kPowers == 4) {
      if (polynomial_) {
        Powers4 powers{};
        for (std::size_t i = 0; i < track_.components(); ++i)
          powers[i] = powers_between(track_, key, i, length);
        return put(track_.times[key], 1 / length, powers);
      }
    } else {
      // Most squads are of small angles.
      if (const AnyPiece* const piece = small_squad(key))
        return push(track_.times[key], 1 / length, in_frames(*piece, 1 / length));
    }
    const double* values = track_.values.data() + key * track_.stride();
    // Eases that leave the way between two keys are left to the formula.
    if (track_.interpolation == Interpolation::squad && eases_in_parts(track_))
      squad_ = squad_span(values, values + track_.stride());
    const EaseCurve eased = ease_of(key);
    double from = 0;
    for (const double to : {eased.begins, eased.ends, 1.0}) {
      if (!(to > from)) continue;
      if (!fit(key, length, from, to, 0)) return false;
      from = to;
    }
    return true;
  }

  // The powers of the whole way to the next key; null where they need another look.
  const AnyPiece* small_squad(std::size_t key) {
    if (track_.interpolation != Interpolation::squad || !track_.ease.empty()) return nullptr;
    if (key >= squads_end_) {
      squads_begin_ = key;
      squads_end_ = std::min(key + kSquadSpans, track_.times.size() - 1);
      squads_fit_ = fit_squads(track_.values.data() + key * track_.stride(), squads_end_ - key,
                               kNear * largest_, squads_);
    }
    const std::size_t at = key - squads_begin_;
    return (squads_fit_ >> at & 1) != 0 ? &squads_[at] : nullptr;
  }

  EaseCurve ease_of(std::size_t key) const {
    if (track_.ease.empty()) return {0, 0};
    return {track_.ease[2 * key], track_.ease[2 * key + 3], track_.ease_kind};
  }

  // Of a part of the way from a key to the next one, both ends as parts of it.
  bool fit(std::size_t key, double length, double from, double to, int halves) {
    Looks values{};
    look(key, length, from, to, values);
    double size = largest_;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t point = 0; point < kPowers; ++point)
        size = std::max(size, std::fabs(values[i][point]));
    }
    Powers4 powers;
    for (std::size_t i = 0; i < 4; ++i)
      powers[i] = powers_through<kPowers>(values[i].data());
    if (is_near(powers, values, kNear * size))
      return put(track_.times[key] + from * length, 1 / (length * (to - from)), powers);
    if (halves == kMostHalves) return false;
    const double middle = (from + to) / 2;
    return fit(key, length, from, middle, halves + 1) && fit(key, length, middle, to, halves + 1);
  }

  static bool is_near(const Powers4& powers, const Looks& values, double bound) {
    constexpr std::size_t kBetween = kAll - kPowers;
    for (std::size_t i = 0; i < 4; ++i) {
      std::array<double, kBetween> sums{};
      for (std::size_t power = kPowers; power-- > 0;) {
        for (std::size_t point = 0; point < kBetween; ++point)
          sums[point] = sums[point] * kAt[kPowers + point] + powers[i][power];
      }
      for (std::size_t point = 0; point < kBetween; ++point) {
        if (!(std::fabs(sums[point] - values[i][kPowers + point]) <= bound)) return false;
      }
    }
    return true;
  }

  void look(std::size_t key, double length, double from, double to, Looks& values) const {
    const double* a = track_.values.data() + key * track_.stride();
    const EaseCurve ease = ease_of(key);
    std::array<double, kAll> parts;
    std::ranges::transform(kAt, parts.begin(), [&](double at) { return from + (to - from) * at; });
    if (!track_.ease.empty())
      std::ranges::transform(parts, parts.begin(), [&](double part) { return ease.at(part); });
    if (squad_) {
      return squad_values(*squad_, parts,
                          {values[0].data(), values[1].data(), values[2].data(), values[3].data()});
    }
    for (std::size_t point = 0; point < kAll; ++point) {
      Value value{};
      interpolate(track_.interpolation, track_.property, a, a + track_.stride(),
                  {key, key + 1, parts[point], length}, value.data());
      for (std::size_t i = 0; i < 4; ++i)
        values[i][point] = value[i];
    }
  }

  bool hold(std::size_t key) {
    Powers4 powers{};
    const std::size_t count = track_.components(), stride = track_.stride();
    const std::size_t value = key * stride + (stride != count ? count : 0);
    for (std::size_t i = 0; i < count; ++i)
      powers[i][0] = track_.values[value + i];
    return put(track_.times[key], 0, powers);
  }

  // Powers are those of the part of the way that lasts so long; 0 where it holds.
  bool put(double time, double inverse_length, Powers4 powers) {
    if constexpr (kPowers == 4) {
      if (track_.property == Property::euler)
        std::ranges::transform(powers, powers.begin(), in_half_turns);
    }
    AnyPiece piece{};
    double scale = 1;
    for (std::size_t power = 0; power < kPowers; ++power) {
      for (std::size_t i = 0; i < kNumbers; ++i)
        piece.powers[power * kRow + i] = static_cast<float>(powers[i][power] * scale);
      scale *= inverse_length;
    }
    return push(time, inverse_length, piece);
  }

  // Powers of the part of the way become such of frames.
  static AnyPiece in_frames(const AnyPiece& of_part, double inverse_length) {
    AnyPiece piece = of_part;
    double scale = 1;
    for (std::size_t power = 1; power < kPowers; ++power) {
      scale *= inverse_length;
      for (std::size_t i = 0; i < kRow; ++i)
        piece.powers[power * kRow + i] *= static_cast<float>(scale);
    }
    return piece;
  }

  bool push(double time, double inverse_length, const AnyPiece& piece) {
    if (out_.size() == last_ || inverse_length > 1 / AnyPiece::kShortest ||
        (inverse_length != 0 && inverse_length < 1 / AnyPiece::kLongest))
      return false;
    out_.push(time, piece);
    return true;
  }

  const Track& track_;
  std::size_t last_;  // no more than so many
  KeyLists<AnyPiece>& out_;
  double largest_ = 0;
  bool polynomial_ = false;
  std::optional<SquadSpan> squad_;  // from the last key that was looked at, if it is one
  // Spans that were looked at together, from a key to another one.
  std::size_t squads_begin_ = 0, squads_end_ = 0;
  unsigned squads_fit_ = 0;  // a bit for each
  std::array<TurnPiece, kSquadSpans> squads_{};
};

}  // namespace

bool fit_pieces(const Track& track, std::size_t most, KeyLists<Piece>& out) {
  return PieceFit<Piece>(track, most, out).add();
}

bool fit_pieces(const Track& track, std::size_t most, KeyLists<TurnPiece>& out) {
  return PieceFit<TurnPiece>(track, most, out).add();
}

}  // namespace anmkit
