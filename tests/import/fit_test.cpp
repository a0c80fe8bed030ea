// SPDX-License-Identifier: MIT
// Fitted keys against every sample.
#include "import/fit.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

double largest_error(const std::vector<double>& samples, std::size_t components,
                     const std::vector<std::size_t>& keys) {
  double largest = 0;
  for (std::size_t k = 0; k + 1 < keys.size(); ++k) {
    for (std::size_t i = keys[k]; i <= keys[k + 1]; ++i) {
      const double u =
          static_cast<double>(i - keys[k]) / static_cast<double>(keys[k + 1] - keys[k]);
      for (std::size_t c = 0; c < components; ++c) {
        const double a = samples[keys[k] * components + c];
        const double b = samples[keys[k + 1] * components + c];
        largest = std::max(largest, std::fabs(a + (b - a) * u - samples[i * components + c]));
      }
    }
  }
  return largest;
}

TEST(FitLinear, FindsTheCornersOfAPolyline) {
  std::vector<double> samples;
  for (int i = 0; i <= 10; ++i)
    samples.push_back(i);
  for (int i = 1; i <= 20; ++i)
    samples.push_back(10 - i * 0.5);
  EXPECT_EQ(fit_linear(samples, 1, 1e-9), (std::vector<std::size_t>{0, 10, 30}));
  EXPECT_EQ(fit_linear(std::vector<double>(50, 3.0), 1, 0), (std::vector<std::size_t>{0}));
  EXPECT_TRUE(fit_linear({}, 3, 0).empty());
}

TEST(FitLinear, StaysWithinTheToleranceOnNoise) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const double tolerance : {0.0, 0.01, 0.3, 5.0}) {
    std::vector<double> samples(3 * 500);
    for (double& sample : samples)
      sample = number(random);
    const auto keys = fit_linear(samples, 3, tolerance);
    EXPECT_LE(largest_error(samples, 3, keys), tolerance + 1e-12);
  }
}

TEST(FitLinear, EndsOnValuesThatAreNotNumbers) {
  std::vector<double> samples(20, 1.0);
  samples[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_LE(fit_linear(samples, 1, 0.1).size(), 20u);
}

TEST(FitSlerp, FindsTheCornersOfARotation) {
  std::vector<Quat> samples;
  for (int i = 0; i <= 30; ++i)
    samples.push_back(from_axis_angle({1, 0, 0}, i * 0.05));
  for (int i = 1; i <= 10; ++i) {
    samples.push_back(samples[30] * from_axis_angle({0, 1, 0}, i * 0.1));
  }
  EXPECT_EQ(fit_slerp(samples, 1e-7), (std::vector<std::size_t>{0, 30, 40}));
}

TEST(FitSlerp, StaysWithinTheTolerance) {
  std::mt19937 random(6);
  std::normal_distribution<double> normal;
  std::vector<Quat> samples{Quat{}};
  for (int i = 0; i < 300; ++i) {
    samples.push_back(normalize(samples.back() * from_axis_angle({0, 0, 1}, 0.1 * normal(random)) *
                                from_axis_angle({0, 1, 0}, 0.1 * normal(random))));
  }
  const auto keys = fit_slerp(samples, 0.05);
  EXPECT_LT(keys.size(), samples.size());
  for (std::size_t k = 0; k + 1 < keys.size(); ++k) {
    for (std::size_t i = keys[k]; i < keys[k + 1]; ++i) {
      const double u =
          static_cast<double>(i - keys[k]) / static_cast<double>(keys[k + 1] - keys[k]);
      const Quat fitted = slerp(samples[keys[k]], samples[keys[k + 1]], u);
      EXPECT_LE(angle_between(fitted, samples[i]), 0.05 + 1e-9);
    }
  }
}

TEST(FitStep, KeysWhereTheValueChanges) {
  EXPECT_EQ(fit_step(std::vector<double>{1, 1, 2, 2, 1}, 1), (std::vector<std::size_t>{0, 2, 4}));
}

}  // namespace
}  // namespace anmkit
