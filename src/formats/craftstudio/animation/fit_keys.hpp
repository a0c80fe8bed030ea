// SPDX-License-Identifier: MIT
// Keys that follow dense deltas.
#pragma once

#include "formats/craftstudio/animation/deltas.hpp"

namespace anmkit::craftstudio {

// Keys of a channel that follow the frames within the tolerance; none when it stays neutral.
std::vector<MotionKey> fit_channel(const Curve& curve, Channel channel, double tolerance);

}  // namespace anmkit::craftstudio
