// SPDX-License-Identifier: MIT
// Tolerances for values that nobody edited.
#include "import/unedited.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace anmkit {
namespace {

bool same_at(int row, int column, double value, double now, const MatrixSlack& slack) {
  Mat4 a, b;
  a.at(row, column) = value;
  b.at(row, column) = now;
  return same_matrix(a, b, slack);
}

TEST(Unedited, NumbersOfAnAxisGrow) {
  const MatrixSlack slack{.axis = 0.01, .place = 0.1};
  EXPECT_TRUE(same_at(0, 1, 9, 9.09, slack));
  EXPECT_FALSE(same_at(0, 1, 9, 9.11, slack));
  EXPECT_TRUE(same_at(0, 1, 0, -0.009, slack));
  EXPECT_FALSE(same_at(0, 1, 0, -0.011, slack));
}

// The axis is 1 long before a number of it is another one.
TEST(Unedited, AxesGrowByTheirLength) {
  const MatrixSlack slack{.axis = 0.01, .by_length = true};
  EXPECT_TRUE(same_at(0, 1, 0, 0.019, slack));
  EXPECT_FALSE(same_at(0, 1, 0, 0.021, slack));
}

TEST(Unedited, PositionsGrowWhereTheySay) {
  EXPECT_TRUE(same_at(2, 3, 1000, 1000.09, {.place = 0.1}));
  EXPECT_FALSE(same_at(2, 3, 1000, 1000.11, {.place = 0.1}));
  EXPECT_TRUE(same_at(2, 3, 9, 9.9, {.place = 0.1, .place_grows = true}));
  EXPECT_FALSE(same_at(2, 3, 9, 10.1, {.place = 0.1, .place_grows = true}));
  EXPECT_TRUE(same_at(2, 3, 1000, 1000.9, {.far = 1e-3}));
  EXPECT_FALSE(same_at(2, 3, 1000, 1001.1, {.far = 1e-3}));
}

TEST(Unedited, NonfiniteNumbersAreEdited) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(same_at(0, 0, none, none, unedited::kPsxClip));
  EXPECT_FALSE(same_at(0, 3, 1, none, unedited::kGcTrack));
  EXPECT_FALSE(same_number(1.0, none, 1e-5));
  EXPECT_TRUE(same_number(99.0, 99.0009, 1e-5));
  EXPECT_FALSE(same_number(99.0, 99.0011, 1e-5));
}

TEST(Unedited, ToleranceOfOptions) {
  Options options;
  EXPECT_EQ(tolerance_of(options), 1e-4);
  options.set("tolerance", "0.5");
  EXPECT_EQ(tolerance_of(options), 0.5);
  options.set("tolerance", "-1");
  EXPECT_EQ(tolerance_of(options), 0);
}

}  // namespace
}  // namespace anmkit
