// SPDX-License-Identifier: MIT
// Angles: a table for each 1/32 of a radian in numbers of two parts, and short series around it.
#include "core/portable.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include "core/two_parts.hpp"

namespace anmkit::portable {
namespace {

constexpr TwoParts kHalfPi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
constexpr TwoParts kPi{2 * kHalfPi.high, 2 * kHalfPi.low};
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Below it x - x^3/6 rounds to x, or to what is as near.
constexpr double kTiny = 0x1p-27;

// Sine and cosine of k/32 up to an eighth of a turn and a little more.
struct Place {
  TwoParts sine, cosine;
};
constexpr double kPerRadian = 32;
constexpr std::array<Place, 28> kPlaces = [] {
  std::array<Place, 28> places;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const double x = static_cast<double>(k) / kPerRadian;
    TwoParts term{1, 0};
    places[k].cosine = term;
    for (int power = 1; power <= 27; ++power) {
      term = term * x / TwoParts{static_cast<double>(power), 0};
      TwoParts& sum = power % 2 == 0 ? places[k].cosine : places[k].sine;
      sum = power % 4 < 2 ? sum + term : sum - term;
    }
  }
  return places;
}();

// An angle of up to an eighth of a turn, by the place it is near to.
class Near {
 public:
  explicit Near(TwoParts angle) {
    const double k = std::floor(std::fabs(angle.high) * kPerRadian + 0.5);
    at_ = kPlaces[static_cast<std::size_t>(k)];
    if (angle.high < 0) at_.sine = -at_.sine;
    x_ = angle.high - std::copysign(k / kPerRadian, angle.high);  // exact
    const double xx = x_ * x_;
    sine_ = angle.low +
            x_ * xx * (-1.0 / 6 + xx * (1.0 / 120 + xx * (-1.0 / 5040 + xx * (1.0 / 362880))));
    cosine_ = -x_ * angle.low +
              xx * (-1.0 / 2 + xx * (1.0 / 24 + xx * (-1.0 / 720 + xx * (1.0 / 40320))));
  }
  TwoParts sine() const { return turned(at_.sine, at_.cosine); }
  TwoParts cosine() const { return turned(at_.cosine, -at_.sine); }

 private:
  // `first` * x is the only large part of what comes to `whole`.
  TwoParts turned(TwoParts whole, TwoParts first) const {
    const TwoParts large = exact_product(first.high, x_);
    const TwoParts sum = exact_sum(whole.high, large.high);
    const double rest = (first.low * x_ + first.high * sine_) + whole.high * cosine_;
    return ordered_sum(sum.high, sum.low + (large.low + whole.low + rest));
  }

  Place at_;
  double x_ = 0;                  // what the angle is beyond the place
  double sine_ = 0, cosine_ = 0;  // sin(x) - x and cos(x) - 1
};

// An angle without whole quarters of a turn, and how many there were.
std::pair<TwoParts, unsigned> within_a_quarter(double x) {
  // The first two have 33 bits, so that products with numbers of quarters are exact.
  constexpr double kFirst = 0x1.921fb544p+0, kSecond = 0x1.0b4611a6p-34,
                   kThird = 0x1.3198a2e037073p-69;
  constexpr double kMost = 1 << 19;
  if (std::fabs(x) < 0.75) return {{x, 0}, 0};
  if (std::fabs(x) > kMost) x = std::fmod(x, 2 * kPi.high);
  const double quarters = std::floor(x * (1 / kHalfPi.high) + 0.5);
  const TwoParts near = exact_sum(x - quarters * kFirst, -(quarters * kSecond));
  const TwoParts angle = near - exact_product(quarters, kThird);
  return {angle, static_cast<unsigned>(static_cast<std::int64_t>(quarters)) % 4};
}

// The sine of a finite angle and so many quarters of a turn.
TwoParts sine_of(double x, unsigned more) {
  const auto [angle, own] = within_a_quarter(x);
  const unsigned quarters = (own + more) % 4;
  const Near near(angle);
  const TwoParts sine = quarters % 2 == 0 ? near.sine() : near.cosine();
  return quarters < 2 ? sine : -sine;
}

// The angle k/32 and a little more, whose series goes on with `rest` after its first term.
TwoParts angle_at(double k, TwoParts more, double rest) {
  const TwoParts sum = exact_sum(k / kPerRadian, more.high);
  return ordered_sum(sum.high, sum.low + (more.low + rest));
}

// The angle whose sine is 0 ... 1/2.
TwoParts arc_of(TwoParts sine) {
  const double s = sine.high, ss = s * s;
  const double k = std::floor(kPerRadian * s * (1 + ss * (1.0 / 6 + ss * (3.0 / 40))) + 0.5);
  TwoParts over = sine;  // the sine of the angle beyond k/32
  if (k > 0) {
    const Place& at = kPlaces[static_cast<std::size_t>(k)];
    const TwoParts square = exact_product(s, s);
    const TwoParts cosine =
        root(TwoParts{1, 0} - TwoParts{square.high, square.low + 2 * s * sine.low});
    const TwoParts a = at.cosine * s, b = at.sine * cosine.high;
    over = a - b + TwoParts{at.cosine.high * sine.low - at.sine.high * cosine.low, 0};
  }
  const double x = over.high, xx = x * x;
  const double rest =
      x * xx *
      (1.0 / 6 + xx * (3.0 / 40 + xx * (15.0 / 336 + xx * (105.0 / 3456 + xx * (945.0 / 42240)))));
  return angle_at(k, over, rest);
}

// The angle whose sine is the root of (1 - |x|) / 2: half of that whose cosine is |x|.
TwoParts half_arc_to(double x) {
  const double square = (1 - std::fabs(x)) / 2;
  return square > 0 ? arc_of(root({square, 0})) : TwoParts{};
}

double rounded(TwoParts number) {
  return number.high + number.low;
}

}  // namespace

double sin(double x) {
  if (std::fabs(x) < kTiny) return x;
  return std::isfinite(x) ? rounded(sine_of(x, 0)) : kNaN;
}

double cos(double x) {
  return std::isfinite(x) ? rounded(sine_of(x, 1)) : kNaN;
}

double tan(double x) {
  if (std::fabs(x) < kTiny) return x;
  return std::isfinite(x) ? rounded(sine_of(x, 0) / sine_of(x, 1)) : kNaN;
}

double asin(double x) {
  const double size = std::fabs(x);
  if (size < kTiny) return x;
  if (!(size <= 1)) return kNaN;
  const TwoParts angle = size <= 0.5 ? arc_of({size, 0}) : kHalfPi - half_arc_to(x) * 2;
  return std::copysign(rounded(angle), x);
}

double acos(double x) {
  const double size = std::fabs(x);
  if (!(size <= 1)) return kNaN;
  if (size <= 0.5) {
    const TwoParts angle = arc_of({size, 0});
    return rounded(x < 0 ? kHalfPi + angle : kHalfPi - angle);
  }
  const TwoParts angle = half_arc_to(x) * 2;
  return rounded(x < 0 ? kPi - angle : angle);
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return kNaN;
  double up = std::fabs(y), along = std::fabs(x);
  if (std::isinf(up) || std::isinf(along)) {
    up = std::isinf(up) ? 1 : 0;
    along = std::isinf(along) ? 1 : 0;
  }
  const bool steep = up > along;
  if (steep) std::swap(up, along);
  TwoParts angle;
  if (up > 0) {
    int exponent = 0;  // far from what is too large or too small for products
    along = std::frexp(along, &exponent);
    up = std::ldexp(up, -exponent);
    const double t = up / along;
    const double k = std::floor(kPerRadian * t / (1 + 0.28 * t * t) + 0.5);
    const Place& at = kPlaces[static_cast<std::size_t>(k)];
    // The tangent of the angle beyond k/32.
    const TwoParts over = (at.cosine * up - at.sine * along) / (at.cosine * along + at.sine * up);
    const double w = over.high, ww = w * w;
    const double rest =
        w * ww * (-1.0 / 3 + ww * (1.0 / 5 + ww * (-1.0 / 7 + ww * (1.0 / 9 + ww * (-1.0 / 11)))));
    angle = angle_at(k, over, rest);
  }
  if (steep) angle = kHalfPi - angle;
  if (std::signbit(x)) angle = kPi - angle;
  return std::copysign(rounded(angle), y);
}

double pow(double base, double exponent) {
  if (base == 1 || exponent == 0) return 1;
  if (!(base >= 0) || !std::isfinite(exponent)) return kNaN;
  if (base == 0 || std::isinf(base))
    return (base == 0) == (exponent > 0) ? 0 : std::numeric_limits<double>::infinity();
  constexpr TwoParts kLog2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

  // The logarithm: of a number around 1 by the series of the area tangent.
  int twos = 0;
  double m = std::frexp(base, &twos);
  if (m < 0.70710678118654757) {
    m *= 2;
    --twos;
  }
  const TwoParts s = TwoParts{m - 1, 0} / exact_sum(m, 1);
  const double ss = s.high * s.high;
  double series = 0;
  for (int k = 12; k > 0; --k)
    series = ss * (series + 1.0 / (2 * k + 1));
  const TwoParts logarithm = kLog2 * twos + TwoParts{2 * s.high, 2 * (s.low + s.high * series)};

  // The power: whole twos, and the series of the exponential function for what is left.
  const TwoParts wanted = logarithm * exponent;
  if (wanted.high > 710) return std::numeric_limits<double>::infinity();
  if (wanted.high < -746) return 0;
  const double whole = std::floor(wanted.high / kLog2.high + 0.5);
  const TwoParts rest = wanted - kLog2 * whole;
  const double r = rest.high;
  double tail = 0;  // after 1 + r + r^2/2, by 2/r^3
  for (int k = 14; k > 2; --k)
    tail = (tail * r + 1) / k;
  const TwoParts near = exact_sum(1, r) + exact_product(r, r / 2);
  const double result = near.high + (near.low + (rest.low * near.high + r * r * r / 2 * tail));
  return std::ldexp(result, static_cast<int>(whole));
}

}  // namespace anmkit::portable
