// Interpolation between two keys, shared by the plain evaluator and the compiled sampler.
#pragma once

#include <cmath>
#include <cstddef>

#include "anmkit/math.hpp"
#include "anmkit/scene.hpp"

namespace anmkit {

// Spherical interpolation along the shorter arc; normalised linear where the arc is tiny.
Quat slerp(Quat a, Quat b, double u);
// The same without a look at the sign (the gc family's rule, section 6.3 of its specification).
Quat slerp_long(Quat a, Quat b, double u);

// Moves `u` through an ease curve with ease-out `x` of the first key and ease-in `y` of the second
// (gc specification, section 6.4, "standard"). An ease-out of `kLibraryEase` + x asks for the
// constant of "library" instead; ease values of files lie in -2 ... 2.
inline constexpr double kLibraryEase = 8;
double ease(double u, double x, double y);

// Where a frame falls between two keys.
struct Segment {
  std::size_t a = 0, b = 0;  // key indices; equal: hold a
  double u = 0;              // 0 ... 1
  double length = 0;         // frames
};

// Value between key `a` and key `b` (each `stride` numbers) into `out`.
void interpolate(Interpolation interpolation, Property property, const double* a, const double* b,
                 const Segment& segment, double* out);

// Folds a frame into [0, period] as looping tracks do; `period` <= 0 leaves it alone.
inline double fold(double frame, double period) {
  if (!(period > 0) || (frame >= 0 && frame <= period)) return frame;
  const double folded = std::fmod(frame, period);
  return folded < 0 ? folded + period : folded;
}

}  // namespace anmkit
