// SPDX-License-Identifier: MIT
// Tables that say which keys of many curves come next at every whole frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scene/sampler/curve_list.hpp"
#include "scene/sampler/key_lookup.hpp"

namespace anmkit {

// Each whole frame has a row of places of the last key of each curve at or before it, a row of the
// times since those, and as many rows of times to the next keys as a curve has between two frames
// at most.
class KeyTables {
 public:
  // `step`: how far the places of two keys are apart.
  explicit KeyTables(std::uint32_t step) : step_(step) {}

  // Once all curves are there: which of them share a table. `times`: frames of all keys.
  void arrange(std::span<const double> times, CurveList& list);
  // After the last list was arranged.
  void finish();
  std::size_t bytes() const {
    return sizeof(std::uint32_t) * places_.size() + sizeof(float) * times_.size();
  }
  // Of a whole frame, from a curve on.
  KeyRow row(const CurveList::Table& table, std::int64_t frame, std::size_t curve) const {
    const std::size_t begin = static_cast<std::size_t>(frame) * table.width;
    return {.places = places_.data() + table.first_place + begin + curve,
            .times = times_.data() + table.first_time + begin * (1 + table.most_between) + curve,
            .stride = table.width,
            .nexts = table.most_between,
            .step = step_};
  }

 private:
  CurveList::Table make(std::span<const double> times, std::span<const Curve> curves,
                        std::uint32_t most_between);

  std::uint32_t step_;
  std::vector<std::uint32_t> places_;
  std::vector<float> times_;
};

}  // namespace anmkit
