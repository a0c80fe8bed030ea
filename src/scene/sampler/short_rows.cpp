// SPDX-License-Identifier: MIT
// Each column of a sheet between its least and its largest number.
#include "scene/sampler/short_rows.hpp"
#include "core/portable.hpp"

#include <cmath>
#include <utility>

namespace anmkit {
namespace {

constexpr double kSteps = 32767;  // to either side of the middle

std::size_t row_count(const Sheet& sheet) {
  return static_cast<std::size_t>(sheet.last - sheet.first) + 1;
}

struct Range {
  float middle = 0, step = 0;
};

// Of every `stride`th number. What is no number is left out; a range that holds none is 0.
Range range_of(const float* at, std::size_t count, std::size_t stride) {
  double least = 0, most = 0;
  bool any = false;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = at[i * stride];
    if (!std::isfinite(value)) continue;
    least = any ? std::min(least, value) : value;
    most = any ? std::max(most, value) : value;
    any = true;
  }
  return {static_cast<float>((least + most) / 2),
          static_cast<float>((most - least) / (2 * kSteps))};
}

std::int16_t shortened(float value, const Range& range) {
  if (!(range.step > 0) || !std::isfinite(value)) return 0;
  const double steps = (double{value} - double{range.middle}) / double{range.step};
  return static_cast<std::int16_t>(portable::lround(std::clamp(steps, -kSteps, kSteps)));
}

}  // namespace

void shorten_rows(CompiledClip& clip) {
  const LineVector<float> rows = std::exchange(clip.rows, {});
  for (Sheet& sheet : clip.sheets) {
    const float* const from = rows.data() + sheet.rows;
    const std::size_t count = row_count(sheet), stride = sheet.stride;
    sheet.rows = clip.short_rows.size();
    sheet.ranges = clip.ranges.size();
    clip.short_rows.resize(sheet.rows + count * stride);
    clip.ranges.resize(sheet.ranges + 2 * stride);
    for (std::size_t column = 0; column < stride; ++column) {
      const Range range = range_of(from + column, count, stride);
      clip.ranges[sheet.ranges + column] = range.middle;
      clip.ranges[sheet.ranges + stride + column] = range.step;
      for (std::size_t row = 0; row < count; ++row) {
        clip.short_rows[sheet.rows + row * stride + column] =
            shortened(from[row * stride + column], range);
      }
    }
  }
  for (CurveSheet& sheet : clip.curves) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(sheet.rows);
    const auto count = static_cast<std::size_t>(sheet.last - sheet.first) + 1;
    sheet.rows = clip.rows.size();
    clip.rows.insert(clip.rows.end(), begin,
                     begin + static_cast<std::ptrdiff_t>(count * sheet.stride));
  }
  if (!clip.curves.empty()) clip.rows.resize(clip.rows.size() + kBehindRows);
}

}  // namespace anmkit
