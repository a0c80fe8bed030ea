// SPDX-License-Identifier: MIT
// Section 6 of the specification word for word: how a track of a bank moves. Slow and plain, for
// comparison; uses nothing of the library.
#pragma once

#include <cmath>
#include <utility>

#include "generator.hpp"

namespace anmkit::gc::test {

enum class EaseReading { standard, library };

// 6.4.
inline double reference_ease(double u, double x, double y, EaseReading reading) {
  const double s = x + y;
  if (u == 0 || u == 1 || s == 0) return u;
  if (s > 1) {
    x /= s;
    y /= s;
  }
  const double k = reading == EaseReading::standard ? 1 / (2 - x - y) : 0.5 - 1 / s;
  if (u < x) return k / x * u * u;
  if (u < 1 - y) return k * (2 * u - x);
  return 1 - k / y * (1 - u) * (1 - u);
}

// 6.2: the keys around a time and the position between them.
struct Segment {
  const MadeKey* a = nullptr;
  const MadeKey* b = nullptr;
  double u = 0;
};
inline Segment reference_segment(const MadeTrack& track, double t) {
  const auto& keys = track.keys;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool last = i + 1 == keys.size();
    if (!(keys[i].time <= t && (last || keys[i + 1].time > t))) continue;
    Segment found{&keys[i], last ? &keys[0] : &keys[i + 1]};
    const double d = t - found.a->time;
    if (d == 0) {
      found.u = 0;
    } else if (found.b->time > found.a->time) {
      found.u = d / (found.b->time - found.a->time);
    } else {
      found.u = d / (track.anim_time - found.a->time);
    }
    return found;
  }
  return {&keys[0], &keys[0], 0};
}

inline double dot4(const Real4& a, const Real4& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}
inline Real4 mix4(const Real4& a, double s, const Real4& b, double t) {
  Real4 out{};
  for (std::size_t i = 0; i < 4; ++i)
    out[i] = s * a[i] + t * b[i];
  return out;
}
// 6.3, SLERP.
inline Real4 reference_slerp(const Real4& a, const Real4& b, double u) {
  const double cosine = dot4(a, b), half = std::acos(-1.0) / 2;
  if (1 + cosine > 1e-6) {
    if (1 - cosine > 1e-6) {
      const double w = std::acos(cosine);
      return mix4(a, std::sin((1 - u) * w) / std::sin(w), b, std::sin(u * w) / std::sin(w));
    }
    return mix4(a, 1 - u, b, u);
  }
  return mix4(a, std::sin((1 - u) * half), {-b[1], b[0], -b[3], b[2]}, std::sin(u * half));
}

inline Real3 reference_vector(const MadeVector& a, const MadeVector& b, unsigned mode, double u,
                              bool euler, EaseReading reading) {
  if (mode == 0) return a.value;
  if (mode == 3 && !euler) u = reference_ease(u, a.ease_out, b.ease_in, reading);
  const double v = 1 - u;
  Real3 out{};
  for (std::size_t i = 0; i < 3; ++i) {
    double p = a.value[i], q = b.value[i];
    if (mode == 1) {
      if (euler && p - q > 180) {
        p -= 360;
      } else if (euler && p - q < -180) {
        q -= 360;
      }
      out[i] = (1 - u) * p + u * q;
    } else if (mode == 2) {
      const double p1 = p + a.out[i], p2 = q + b.in[i];
      out[i] = v * v * v * p + 3 * v * v * u * p1 + 3 * v * u * u * p2 + u * u * u * q;
    } else {
      const double u2 = u * u, u3 = u2 * u;
      out[i] = (2 * u3 - 3 * u2 + 1) * p + (-2 * u3 + 3 * u2) * q + (u3 - 2 * u2 + u) * a.out[i] +
               (u3 - u2) * b.in[i];
    }
  }
  return out;
}

inline Real4 reference_quaternion(const MadeQuat& a, const MadeQuat& b, unsigned mode, double u,
                                  EaseReading reading) {
  if (mode == 0) return a.value;
  if (mode == 6) return reference_slerp(a.value, b.value, u);
  if (mode == 5) u = reference_ease(u, a.ease_out, b.ease_in, reading);
  return reference_slerp(reference_slerp(a.value, b.value, u), reference_slerp(a.out, b.in, u),
                         2 * u * (1 - u));
}

// Row-major 4x4, for column vectors.
using Matrix = std::array<std::array<double, 4>, 4>;
inline Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix out{};
  for (std::size_t r = 0; r < 4; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      for (std::size_t k = 0; k < 4; ++k)
        out[r][c] += a[r][k] * b[k][c];
    }
  }
  return out;
}
inline Matrix identity() {
  Matrix out{};
  for (std::size_t i = 0; i < 4; ++i)
    out[i][i] = 1;
  return out;
}

// The control of 6.5: parts that may be absent.
struct Parts {
  unsigned bits = 0;  // as animType
  Real3 scale{1, 1, 1}, euler{}, translation{};
  Real4 quaternion{0, 0, 0, 1};
  std::array<double, 12> matrix{};
};

inline Matrix matrix_of(const Parts& parts) {
  Matrix out = identity();
  if ((parts.bits & 16u) != 0) {
    for (std::size_t i = 0; i < 12; ++i)
      out[i / 4][i % 4] = parts.matrix[i];
    return out;
  }
  Matrix t = identity(), s = identity();
  for (std::size_t i = 0; i < 3; ++i) {
    if ((parts.bits & 1u) != 0) t[i][3] = parts.translation[i];
    if ((parts.bits & 2u) != 0) s[i][i] = parts.scale[i];
  }
  Matrix r = identity();
  if ((parts.bits & 8u) != 0) {
    const auto [x, y, z, w] = parts.quaternion;
    const double n = 2 / dot4(parts.quaternion, parts.quaternion);
    r = {{{1 - n * (y * y + z * z), n * (x * y - w * z), n * (x * z + w * y), 0},
          {n * (x * y + w * z), 1 - n * (x * x + z * z), n * (y * z - w * x), 0},
          {n * (x * z - w * y), n * (y * z + w * x), 1 - n * (x * x + y * y), 0},
          {0, 0, 0, 1}}};
  } else if ((parts.bits & 4u) != 0) {
    const double turn = std::acos(-1.0) / 180;
    for (std::size_t axis = 0; axis < 3; ++axis) {  // X first, so it ends up rightmost
      const double c = std::cos(parts.euler[axis] * turn), d = std::sin(parts.euler[axis] * turn);
      const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
      Matrix one = identity();
      one[i][i] = one[j][j] = c;
      one[i][j] = -d;
      one[j][i] = d;
      r = multiply(one, r);
    }
  }
  return multiply(multiply(t, r), s);
}

// What a track animates at a time (6.1, looped).
inline Parts reference_parts(const MadeTrack& track, double t, EaseReading reading) {
  if (track.anim_time <= 0) {
    t = 0;
  } else if (t < 0 || t > track.anim_time) {
    t = std::fmod(t, track.anim_time);
  }
  const auto [a, b, u] = reference_segment(track, t);
  Parts parts;
  parts.bits = track.bits;
  parts.scale = reference_vector(a->scale, b->scale, track.scale_mode, u, false, reading);
  parts.euler = reference_vector(a->euler, b->euler, track.rotation_mode, u, true, reading);
  parts.translation =
      reference_vector(a->translation, b->translation, track.translation_mode, u, false, reading);
  parts.quaternion =
      reference_quaternion(a->quaternion, b->quaternion, track.rotation_mode, u, reading);
  // Section 4, scaled once (section 12, item 9).
  for (std::size_t i = 0; i < 12; ++i)
    parts.matrix[i] = std::ldexp(a->matrix[i], -static_cast<int>(track.frac));
  return parts;
}

// 6.5: the local matrix of a bone; rest parts twice as the library has it, or once.
inline Matrix reference_local(const MadeTrack& track, const Parts& rest, bool once, double t,
                              EaseReading reading) {
  Parts parts = reference_parts(track, t, reading);
  const bool appended = !track.replace;
  const auto copy = [&](unsigned bit, unsigned hidden_by, auto member) {
    if ((rest.bits & bit) == 0 || (parts.bits & (bit | hidden_by)) != 0) return;
    if (appended && once) return;
    parts.bits |= bit;
    parts.*member = rest.*member;
  };
  if ((parts.bits & 16u) == 0) {
    copy(1, 0, &Parts::translation);
    copy(2, 0, &Parts::scale);
    copy(4, 8, &Parts::euler);
    copy(8, 4, &Parts::quaternion);
  }
  const Matrix animated = matrix_of(parts);
  return appended ? multiply(matrix_of(rest), animated) : animated;
}

}  // namespace anmkit::gc::test
