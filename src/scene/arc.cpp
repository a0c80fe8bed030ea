// SPDX-License-Identifier: MIT
// Angles between quaternions that are far apart.
#include "scene/arc.hpp"

#include "core/portable.hpp"

namespace anmkit {

double far_squared_angle(double lack) {
  if (lack > 1) {
    const double angle = portable::acos(std::max(1 - lack, -1.0));
    return angle * angle;
  }
  // Of all polynomials of this degree that are right at 0 the one that is least wrong.
  double sum = 0;
  for (const double term : {1.7042115592147112e-3, -4.7518468936183395e-3, 7.807761509365311e-3,
                            -4.2485824677660775e-3, 6.600519108852757e-3, 9.382109757068394e-3,
                            2.869384640019419e-2, 8.8879498884287e-2, 3.333335803653895e-1, 2.0})
    sum = sum * lack + term;
  return sum * lack;
}

}  // namespace anmkit
