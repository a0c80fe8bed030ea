// SPDX-License-Identifier: MIT
// Numbers of twice the digits: the sum of a number and of what its rounding left over. The parts
// come from sums and products whose rounding is found exactly (Dekker, Knuth).
#pragma once

#include <cmath>

namespace anmkit::portable {

struct TwoParts {
  double high = 0, low = 0;
};

// For |a| >= |b|, or a = 0.
constexpr TwoParts ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

constexpr TwoParts exact_sum(double a, double b) {
  const double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

// For numbers up to 2^995.
constexpr TwoParts exact_product(double a, double b) {
  constexpr double kSplit = 134217729;  // 2^27 + 1: halves of 26 bits
  const double ca = kSplit * a, cb = kSplit * b;
  const double a1 = ca - (ca - a), b1 = cb - (cb - b), a2 = a - a1, b2 = b - b1;
  const double product = a * b;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

constexpr TwoParts operator+(TwoParts a, TwoParts b) {
  const TwoParts sum = exact_sum(a.high, b.high);
  return ordered_sum(sum.high, sum.low + (a.low + b.low));
}
constexpr TwoParts operator-(TwoParts a) {
  return {-a.high, -a.low};
}
constexpr TwoParts operator-(TwoParts a, TwoParts b) {
  return a + -b;
}
constexpr TwoParts operator*(TwoParts a, double b) {
  const TwoParts product = exact_product(a.high, b);
  return ordered_sum(product.high, product.low + a.low * b);
}
constexpr TwoParts operator/(TwoParts a, TwoParts b) {
  const double quotient = a.high / b.high;
  const TwoParts back = exact_product(quotient, b.high);
  const double rest = ((a.high - back.high) - back.low) + (a.low - quotient * b.low);
  return ordered_sum(quotient, rest / b.high);
}
// For numbers above 0.
inline TwoParts root(TwoParts a) {
  const double high = std::sqrt(a.high);
  const TwoParts square = exact_product(high, high);
  return ordered_sum(high, (((a.high - square.high) - square.low) + a.low) / (2 * high));
}

}  // namespace anmkit::portable
