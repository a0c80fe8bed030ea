// SPDX-License-Identifier: MIT
// The values of tracks at whole frames, one column of a sheet each.
#pragma once

#include <algorithm>
#include <cstddef>
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

// Rows between two frames of which the second still belongs to the part; calls write(row, frame).
template <class Write>
void each_row(const Column& column, double from, double to, Write&& write) {
  const auto whole = [&](double frame) { return static_cast<std::int64_t>(frame) - column.first; };
  const std::int64_t first = std::max<std::int64_t>(whole(from), 0);
  const std::int64_t end = std::min(whole(to), static_cast<std::int64_t>(column.rows));
  for (std::int64_t row = first; row < end; ++row)
    write(column.to + static_cast<std::size_t>(row) * column.stride,
          static_cast<double>(row + column.first));
}

// Each key with the rows from its own frame up to the next key's; the first also with those before
// it, the last with those after it. Calls part(key, from, to).
template <class Part>
void each_key(const Track& track, const Column& column, Part&& part) {
  const double end = static_cast<double>(column.first) + static_cast<double>(column.rows);
  for (std::size_t key = 0; key < track.times.size(); ++key) {
    const auto begin = static_cast<double>(column.first);
    if (key == 0 && begin < track.times[0]) part(key, begin, track.times[0]);
    part(key, track.times[key], key + 1 < track.times.size() ? track.times[key + 1] : end);
  }
}

// Three numbers.
void write_line(const Track& track, const Column& column);
// Quaternion and squared angle to the next one, `width` floats apart. Neighbours have the signs
// that make their arc the shorter one.
void write_arc(const Track& track, const Column& column, std::size_t width);

}  // namespace anmkit
