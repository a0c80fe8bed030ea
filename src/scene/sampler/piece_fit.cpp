// SPDX-License-Identifier: MIT
// Through four points of a curve goes a cubic; where it is not the curve, two of half the length
// are tried.
#include "scene/sampler/piece_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "scene/evaluate.hpp"
#include "scene/sampler/curve_values.hpp"

namespace anmkit {
namespace {

using Value = std::array<double, 4>;

// Chebyshev's points, stretched so that the first one is the beginning, and the places between them
// where the curve and the cubic are furthest apart. The end is none of them, as some eases jump
// there.
constexpr std::array kPoints = {0.0, 0.2816, 0.6791, 0.9605};
constexpr std::array kBetween = {0.11, 0.48, 0.86};
// Pieces of a segment without a jump that may be halved so often.
constexpr int kMostHalves = 8;

// Powers of the polynomial through the four points (Newton's divided differences).
std::array<Value, 4> powers_through(const std::array<Value, 4>& values) {
  const double a = kPoints[1], b = kPoints[2], c = kPoints[3];
  std::array<Value, 4> powers{};
  for (std::size_t i = 0; i < 4; ++i) {
    const double v01 = (values[1][i] - values[0][i]) / a;
    const double v12 = (values[2][i] - values[1][i]) / (b - a);
    const double v23 = (values[3][i] - values[2][i]) / (c - b);
    const double v012 = (v12 - v01) / b, v123 = (v23 - v12) / (c - a);
    const double bend = (v123 - v012) / c;
    powers[0][i] = values[0][i];
    powers[1][i] = v01 - v012 * a + bend * a * b;
    powers[2][i] = v012 - bend * (a + b);
    powers[3][i] = bend;
  }
  return powers;
}

double at(const std::array<Value, 4>& powers, std::size_t i, double part) {
  return powers[0][i] + part * (powers[1][i] + part * (powers[2][i] + part * powers[3][i]));
}

class PieceFit {
 public:
  PieceFit(const Track& track, std::size_t most, KeyLists<Piece>& out)
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
  bool between(std::size_t key, double length) {
    if (polynomial_) {
      std::array<Value, 4> powers{};
      for (std::size_t i = 0; i < track_.components(); ++i) {
        const Powers own = powers_between(track_, key, i, length);
        for (std::size_t power = 0; power < 4; ++power)
          powers[power][i] = own[power];
      }
      return put(track_.times[key], 1 / length, powers);
    }
    const EaseCurve eased = ease_of(key);
    double from = 0;
    for (const double to : {eased.begins, eased.ends, 1.0}) {
      if (!(to > from)) continue;
      if (!fit(key, length, from, to, 0)) return false;
      from = to;
    }
    return true;
  }

  EaseCurve ease_of(std::size_t key) const {
    if (track_.ease.empty()) return {0, 0};
    return {track_.ease[2 * key], track_.ease[2 * key + 3], track_.ease_kind};
  }

  // Of a part of the way from a key to the next one, both ends as parts of it.
  bool fit(std::size_t key, double length, double from, double to, int halves) {
    std::array<Value, 4> values{};
    double size = largest_;
    for (std::size_t i = 0; i < kPoints.size(); ++i) {
      values[i] = curve(key, length, from + (to - from) * kPoints[i]);
      for (const double number : values[i])
        size = std::max(size, std::fabs(number));
    }
    const std::array<Value, 4> powers = powers_through(values);
    if (is_near(powers, key, length, from, to, 4e-7 * size))
      return put(track_.times[key] + from * length, 1 / (length * (to - from)), powers);
    if (halves == kMostHalves) return false;
    const double middle = (from + to) / 2;
    return fit(key, length, from, middle, halves + 1) && fit(key, length, middle, to, halves + 1);
  }

  bool is_near(const std::array<Value, 4>& powers, std::size_t key, double length, double from,
               double to, double bound) {
    return std::ranges::all_of(kBetween, [&](double part) {
      const Value value = curve(key, length, from + (to - from) * part);
      for (std::size_t i = 0; i < track_.components(); ++i) {
        if (!(std::fabs(at(powers, i, part) - value[i]) <= bound)) return false;
      }
      return true;
    });
  }

  Value curve(std::size_t key, double length, double part) {
    Value value{};
    const double* from = track_.values.data() + key * track_.stride();
    const Segment segment{key, key + 1, ease_of(key).at(part), length};
    if (track_.interpolation != Interpolation::squad) {
      interpolate(track_.interpolation, track_.property, from, from + track_.stride(), segment,
                  value.data());
      return value;
    }
    if (!squad_ || key != squad_key_) {
      const auto quat = [&](std::size_t i) {
        return Quat{from[i], from[i + 1], from[i + 2], from[i + 3]};
      };
      squad_.emplace(quat(4), quat(8), quat(12), quat(16));
      squad_key_ = key;
    }
    const Quat q = squad_->at(segment.u);
    return {q.x, q.y, q.z, q.w};
  }

  bool hold(std::size_t key) {
    std::array<Value, 4> powers{};
    const std::size_t count = track_.components(), stride = track_.stride();
    const std::size_t value = key * stride + (stride != count ? count : 0);
    std::copy_n(track_.values.begin() + static_cast<std::ptrdiff_t>(value), count,
                powers[0].begin());
    return put(track_.times[key], 0, powers);
  }

  bool put(double time, double inverse_length, std::array<Value, 4> powers) {
    // A way that is shorter than 32 bits have numbers for.
    if (out_.size() == last_ || inverse_length > std::numeric_limits<float>::max()) return false;
    if (track_.property == Property::euler) {
      // Whole turns change nothing, and take digits.
      for (double& angle : powers[0])
        angle = std::remainder(angle, 360);
    }
    Piece piece{time, static_cast<float>(inverse_length), 0, {}};
    for (std::size_t power = 0; power < 4; ++power) {
      for (std::size_t i = 0; i < 4; ++i)
        piece.powers[power][i] = static_cast<float>(powers[power][i]);
    }
    out_.push(piece);
    return true;
  }

  const Track& track_;
  std::size_t last_;  // no more than so many
  KeyLists<Piece>& out_;
  double largest_ = 0;
  bool polynomial_ = false;
  std::optional<SquadArc> squad_;
  std::size_t squad_key_ = 0;  // where it begins
};

}  // namespace

bool fit_pieces(const Track& track, std::size_t most, KeyLists<Piece>& out) {
  return PieceFit(track, most, out).add();
}

}  // namespace anmkit
