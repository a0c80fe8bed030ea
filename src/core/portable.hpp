// SPDX-License-Identifier: MIT
// Sines, arcs and powers that are the same bits on every machine. Those of the standard library
// differ in their last bits from one system to the next, and from one processor to another; files
// must not. Only sums, products, quotients and roots are used, which IEEE 754 rounds in one way.
//
// Results are within 0.51 of a unit in the last place, those of `tan` and `pow` within 0.6. What
// the standard library has to round exactly (sqrt, floor, fmod, remainder, ldexp) is used as it is,
// but for `round`, which on Windows takes 0.49999999999999994 for 1.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#if defined __FAST_MATH__
#error "anmkit makes the same files everywhere, which -ffast-math does not allow"
#endif
#if defined __i386__ && !defined __SSE2_MATH__
#error "anmkit rounds each operation, on 32-bit x86 by -msse2 -mfpmath=sse"
#endif
static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<float>::is_iec559);

namespace anmkit::portable {

// Radians. Beyond 2^19 turns an angle counts as one of those that round to the same number.
double sin(double x);
double cos(double x);
double tan(double x);
// NaN outside of -1 ... 1.
double asin(double x);
double acos(double x);
double atan2(double y, double x);
// NaN for negative bases; for bases from 0 and finite exponents.
double pow(double base, double exponent);
// To the nearest whole number, halves away from 0.
inline double round(double x) {
  const double whole = std::trunc(x);
  return std::fabs(x - whole) >= 0.5 ? whole + std::copysign(1.0, x) : whole;
}
// The same as an integer, which must hold it.
inline std::int64_t lround(double x) {
  return static_cast<std::int64_t>(round(x));
}
// For numbers whose squares neither overflow nor vanish.
inline double hypot(double x, double y) {
  return std::sqrt(x * x + y * y);
}

}  // namespace anmkit::portable
