// SPDX-License-Identifier: MIT
// The longest segment within the tolerance, found with a cone of slopes.
#include "import/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

// Slopes of the lines from an anchor that pass every sample so far within the tolerance, a
// component each. A later sample can be a key when the line to it is inside: O(1) a sample.
class SlopeCone {
 public:
  explicit SlopeCone(std::size_t components) : low_(components), high_(components) { reset(); }

  void reset() {
    std::ranges::fill(low_, -std::numeric_limits<double>::infinity());
    std::ranges::fill(high_, std::numeric_limits<double>::infinity());
  }
  bool admits(const double* anchor, const double* sample, double distance) const {
    for (std::size_t i = 0; i < low_.size(); ++i) {
      const double slope = (sample[i] - anchor[i]) / distance;
      if (!(slope >= low_[i] && slope <= high_[i])) return false;
    }
    return true;
  }
  void narrow(const double* anchor, const double* sample, double distance, double tolerance) {
    for (std::size_t i = 0; i < low_.size(); ++i) {
      low_[i] = std::max(low_[i], (sample[i] - tolerance - anchor[i]) / distance);
      high_[i] = std::min(high_[i], (sample[i] + tolerance - anchor[i]) / distance);
    }
  }

 private:
  std::vector<double> low_;
  std::vector<double> high_;
};

bool constant(std::span<const double> samples, std::size_t components, double tolerance) {
  for (std::size_t i = components; i < samples.size(); ++i) {
    if (!(std::fabs(samples[i] - samples[i % components]) <= tolerance)) return false;
  }
  return true;
}

bool arc_fits(std::span<const Quat> samples, std::size_t a, std::size_t b, double tolerance) {
  const ShortArc arc(samples[a], samples[b]);
  for (std::size_t i = a + 1; i < b; ++i) {
    const double u = static_cast<double>(i - a) / static_cast<double>(b - a);
    if (!(angle_between(arc.at(u), samples[i]) <= tolerance)) return false;
  }
  return true;
}

}  // namespace

std::vector<std::size_t> fit_linear(std::span<const double> samples, std::size_t components,
                                    double tolerance) {
  const std::size_t count = samples.size() / components;
  if (count == 0) return {};
  if (constant(samples, components, tolerance)) return {0};
  std::vector<std::size_t> keys{0};
  SlopeCone cone(components);
  std::size_t reach = 0;  // last sample that a line from the anchor may end at
  for (std::size_t i = 1; i < count; ++i) {
    const double* anchor = samples.data() + keys.back() * components;
    const double* sample = samples.data() + i * components;
    if (i != keys.back() + 1 &&
        !cone.admits(anchor, sample, static_cast<double>(i - keys.back()))) {
      // The line may not end here. Sample `reach` can: it is the anchor's neighbour, or admits()
      // proved it.
      keys.push_back(reach);
      cone.reset();
      i = reach;
      continue;
    }
    cone.narrow(anchor, sample, static_cast<double>(i - keys.back()), tolerance);
    reach = i;
  }
  if (keys.back() != count - 1) keys.push_back(count - 1);
  return keys;
}

std::vector<std::size_t> fit_slerp(std::span<const Quat> samples, double tolerance) {
  const std::size_t count = samples.size();
  if (count == 0) return {};
  const bool still = std::ranges::all_of(
      samples, [&](Quat q) { return angle_between(samples.front(), q) <= tolerance; });
  if (still) return {0};
  std::vector<std::size_t> keys{0};
  while (keys.back() != count - 1) {
    const std::size_t anchor = keys.back();
    // Gallop, then halve: O(n log n) in all although each test walks the whole arc.
    std::size_t good = anchor + 1;
    std::size_t step = 1;
    while (good + step < count && arc_fits(samples, anchor, good + step, tolerance)) {
      good += step;
      step *= 2;
    }
    for (; step > 0; step /= 2) {
      if (good + step < count && arc_fits(samples, anchor, good + step, tolerance)) good += step;
    }
    keys.push_back(good);
  }
  return keys;
}

std::vector<std::size_t> fit_step(std::span<const double> samples, std::size_t components) {
  const std::size_t count = samples.size() / components;
  std::vector<std::size_t> keys;
  for (std::size_t i = 0; i < count; ++i) {
    const auto sample = samples.subspan(i * components, components);
    if (keys.empty() ||
        !std::ranges::equal(sample, samples.subspan(keys.back() * components, components))) {
      keys.push_back(i);
    }
  }
  return keys;
}

}  // namespace anmkit
