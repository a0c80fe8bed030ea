// SPDX-License-Identifier: MIT
// The values of tracks at whole frames, one column of a sheet each.
#pragma once

#include <cstdint>

#include "anmkit/scene.hpp"

namespace anmkit {

// Whether a track is the same when it is given by its values at whole frames and by lines, arcs or
// steps between those: its keys lie on whole frames, and it is one of the three.
bool fits_rows(const Track& track);
// Whether each value lasts until the next key.
bool holds(const Track& track);

// Where values of a column go.
struct Column {
  std::int64_t first;  // frame of the first row
  std::size_t rows;
  float* to;           // in the first row
  std::size_t stride;  // floats between two rows
};

// Three numbers.
void write_line(const Track& track, const Column& column);
// Quaternion and squared angle to the next one, `width` floats apart. Neighbours have the signs
// that make their arc the shorter one.
void write_arc(const Track& track, const Column& column, std::size_t width);

}  // namespace anmkit
