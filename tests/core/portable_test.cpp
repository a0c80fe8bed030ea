// SPDX-License-Identifier: MIT
// Sines, arcs and powers: against values of 500 bits (made with mpmath) and against wider numbers.
#include "core/portable.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace anmkit {
namespace {

struct One {
  double x, want;
};
struct Two {
  double x, y, want;
};

TEST(Portable, RoundsSineCorrectly) {
  for (const auto& [x, want] : std::initializer_list<One>{
           {0.5, 0x1.eaee8744b05f0p-2},
           {-1.0, -0x1.aed548f090ceep-1},
           {1e-09, 0x1.12e0be826d695p-30},
           {3.141592653589793, 0x1.1a62633145c07p-53},
           {-2.5, -0x1.326af0dcfcab1p-1},
           {100.25, -0x1.1bf00980dc35cp-2},
           {399999.5, -0x1.330156608ba00p-1},
           {0.3, 0x1.2e9cd95baba33p-2},
       })
    EXPECT_EQ(portable::sin(x), want) << x;
}

TEST(Portable, RoundsCosineCorrectly) {
  for (const auto& [x, want] : std::initializer_list<One>{
           {0.5, 0x1.c1528065b7d50p-1},
           {-1.0, 0x1.14a280fb5068cp-1},
           {1e-09, 0x1.0000000000000p+0},
           {1.5707963267948966, 0x1.1a62633145c07p-54},
           {-2.5, -0x1.9a2f7ef858b7dp-1},
           {100.25, 0x1.ebec72ba6b0ecp-1},
           {399999.5, 0x1.99befa7a0553cp-1},
           {0.785398, 0x1.6a09ea486da3fp-1},
       })
    EXPECT_EQ(portable::cos(x), want) << x;
}

TEST(Portable, RoundsTangentCorrectly) {
  for (const auto& [x, want] : std::initializer_list<One>{
           {0.5, 0x1.17b4f5bf3474ap-1},
           {-1.0, -0x1.8eb245cbee3a6p+0},
           {1e-09, 0x1.12e0be826d695p-30},
           {1.5707963267948966, 0x1.d02967c31cdb5p+53},
           {0.25, 0x1.05785a43c4c56p-2},
           {100.25, -0x1.278694556d18fp-2},
       })
    EXPECT_EQ(portable::tan(x), want) << x;
}

TEST(Portable, RoundsArcsineCorrectly) {
  for (const auto& [x, want] : std::initializer_list<One>{
           {0.5, 0x1.0c152382d7366p-1},
           {-0.25, -0x1.02be9ce0b87cdp-2},
           {1e-09, 0x1.12e0be826d695p-30},
           {0.999999999, 0x1.921cc6f77cacbp+0},
           {-0.75, -0x1.b235315c680dcp-1},
           {1.0, 0x1.921fb54442d18p+0},
           {0.031, 0x1.fbfc42286fd78p-6},
           {0.015625, 0x1.0002aabdde94cp-6},
       })
    EXPECT_EQ(portable::asin(x), want) << x;
}

TEST(Portable, RoundsArccosineCorrectly) {
  for (const auto& [x, want] : std::initializer_list<One>{
           {0.5, 0x1.0c152382d7366p+0},
           {-0.25, 0x1.d2cf5c7c70f0cp+0},
           {1e-09, 0x1.921fb53ff74e9p+0},
           {0.999999999999, 0x1.7b9ef0e8f28a8p-20},
           {-0.75, 0x1.359d26f93b6c3p+1},
           {-1.0, 0x1.921fb54442d18p+1},
           {-0.999, 0x1.8c66280ae928ep+1},
           {0.70710678, 0x1.921fb552acd95p-1},
       })
    EXPECT_EQ(portable::acos(x), want) << x;
}

TEST(Portable, RoundsArctangentCorrectly) {
  for (const auto& [x, y, want] : std::initializer_list<Two>{
           {1.0, 2.0, 0x1.dac670561bb4fp-2},
           {-3.0, 0.1, -0x1.8997fbb8b19c0p+0},
           {0.1, -3.0, 0x1.8ddbd87e7a36cp+1},
           {1e-09, 7.0, 0x1.3a256c02c62f3p-33},
           {2.5, 2.4999, 0x1.9222545e638cfp-1},
           {-1e+200, -3e+200, -0x1.68f095fdf593cp+1},
           {1e-200, -1e-201, 0x1.aba397c7259ddp+0},
           {0.3, 1.0, 0x1.2a73a661eaf06p-2},
       })
    EXPECT_EQ(portable::atan2(x, y), want) << x << " " << y;
}

TEST(Portable, RoundsPowerCorrectly) {
  for (const auto& [x, y, want] : std::initializer_list<Two>{
           {0.5, 2.4, 0x1.8406003b2ae5dp-3},
           {0.214, 0.4166666666666667, 0x1.0d530bd523229p-1},
           {0.1, 2.200000047683716, 0x1.9d81109f29de0p-8},
           {0.003, 2.4, 0x1.d91bd047c3c97p-21},
           {7.25, -3.5, 0x1.fef5c1e6eecc8p-11},
           {2.0, 10.0, 0x1.0000000000000p+10},
           {1.5, 0.4545454680919647, 0x1.33cf20e64cdb4p+0},
           {1e-12, 0.4166666666666667, 0x1.4f8b588e368edp-17},
       })
    EXPECT_EQ(portable::pow(x, y), want) << x << " " << y;
}

TEST(Portable, BoundsAreExact) {
  const double half = std::acos(-1.0) / 2, infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(portable::sin(0.0), 0);
  EXPECT_TRUE(std::signbit(portable::sin(-0.0)));
  EXPECT_EQ(portable::cos(0), 1);
  EXPECT_EQ(portable::asin(-1), -half);
  EXPECT_EQ(portable::acos(1), 0);
  EXPECT_EQ(portable::acos(0), half);
  EXPECT_EQ(portable::atan2(0, 1), 0);
  EXPECT_TRUE(std::signbit(portable::atan2(-0.0, 1)));
  EXPECT_EQ(portable::atan2(0, -1), 2 * half);
  EXPECT_EQ(portable::atan2(-0.0, -1), -2 * half);
  EXPECT_EQ(portable::atan2(-2, 0), -half);
  EXPECT_EQ(portable::atan2(3, infinity), 0);
  EXPECT_EQ(portable::atan2(infinity, infinity), half / 2);
  EXPECT_EQ(portable::atan2(infinity, 3), half);
  EXPECT_EQ(portable::atan2(3, -infinity), 2 * half);
  EXPECT_EQ(portable::pow(5, 0), 1);
  EXPECT_EQ(portable::pow(0, 2.4), 0);
  EXPECT_EQ(portable::pow(1, 2.4), 1);
  EXPECT_EQ(portable::pow(0, -1), infinity);
  EXPECT_EQ(portable::pow(infinity, 2), infinity);
  EXPECT_EQ(portable::pow(1e200, 3), infinity);
  EXPECT_EQ(portable::pow(1e-200, 3), 0);
}

TEST(Portable, UndefinedResultsAreNan) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double x : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(std::isnan(portable::sin(x)));
    EXPECT_TRUE(std::isnan(portable::cos(x)));
    EXPECT_TRUE(std::isnan(portable::tan(x)));
    EXPECT_TRUE(std::isnan(portable::asin(x)));
    EXPECT_TRUE(std::isnan(portable::acos(x)));
  }
  EXPECT_TRUE(std::isnan(portable::asin(1.0000001)));
  EXPECT_TRUE(std::isnan(portable::acos(-1.0000001)));
  EXPECT_TRUE(std::isnan(portable::atan2(NAN, 1)));
  EXPECT_TRUE(std::isnan(portable::atan2(1, NAN)));
  EXPECT_TRUE(std::isnan(portable::pow(-1, 0.5)));
  EXPECT_TRUE(std::isnan(portable::pow(2, infinity)));
}

TEST(Portable, RoundsHalvesAwayFromZero) {
  const double below = 0.49999999999999994, large = 4503599627370495.5;
  for (const double sign : {1.0, -1.0}) {
    EXPECT_EQ(portable::round(sign * below), 0);
    EXPECT_EQ(portable::round(sign * 0.5), sign);
    EXPECT_EQ(portable::round(sign * 2.5), sign * 3);
    EXPECT_EQ(portable::round(sign * 2.4999999999999996), sign * 2);
    EXPECT_EQ(portable::round(sign * large), sign * 4503599627370496.0);
    EXPECT_EQ(portable::round(sign * 1e300), sign * 1e300);
    EXPECT_EQ(portable::lround(sign * 7.5), sign * 8);
    EXPECT_EQ(portable::lround(sign * 1e15), sign * 1e15);
  }
  EXPECT_TRUE(std::signbit(portable::round(-0.2)));
  EXPECT_TRUE(std::isnan(portable::round(NAN)));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(portable::round(infinity), infinity);
}

// However large an angle is: as far from the true one as rounding it was.
TEST(Portable, ReducesLargeAngles) {
  for (double x = 1e6; x < 1e300; x *= 977) {
    const double s = portable::sin(x), c = portable::cos(x);
    EXPECT_NEAR(s * s + c * c, 1, 1e-15) << x;
  }
  EXPECT_NEAR(portable::sin(1e7), 0.4205477931907825, 1e-8);
  EXPECT_NEAR(portable::cos(1e7), -0.9072703861817396, 1e-8);
}

// Windows' functions of long numbers are those of the processor, which knows pi to 66 bits.
#ifdef _WIN32
constexpr bool kWindows = true;
#else
constexpr bool kWindows = false;
#endif

// Where long numbers are wider than double ones, they say how far off a result is.
template <class Own, class Wide>
void compare(double from, double to, double most, Own own, Wide wide) {
  if constexpr (std::numeric_limits<long double>::digits >= 64 && !kWindows) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
      const double x = from + (to - from) * std::ldexp(static_cast<double>(random() >> 11), -53);
      const long double want = wide(static_cast<long double>(x));
      const double unit = std::ldexp(1.0, std::ilogb(static_cast<double>(want)) - 52);
      const auto error = static_cast<double>(std::fabs(own(x) - want)) / unit;
      ASSERT_LE(error, most) << x;
    }
  }
}

TEST(Portable, AnglesAreWithinHalfAUnit) {
  using Long = long double;
  compare(-7, 7, 0.51, portable::sin, [](Long x) { return std::sin(x); });
  compare(-5e5, 5e5, 0.51, portable::sin, [](Long x) { return std::sin(x); });
  compare(-7, 7, 0.51, portable::cos, [](Long x) { return std::cos(x); });
  compare(-7, 7, 0.6, portable::tan, [](Long x) { return std::tan(x); });
  compare(-1, 1, 0.51, portable::asin, [](Long x) { return std::asin(x); });
  compare(-1, 1, 0.51, portable::acos, [](Long x) { return std::acos(x); });
  compare(0.99999, 1, 0.51, portable::acos, [](Long x) { return std::acos(x); });
  for (const double y : {-3.0, 0.001, 1.0}) {
    compare(
        -5, 5, 0.51, [=](double x) { return portable::atan2(y, x); },
        [=](Long x) { return std::atan2(Long{y}, x); });
  }
}

TEST(Portable, PowersAreWithinSixTenthsOfAUnit) {
  using Long = long double;
  for (const double exponent : {2.4, 1 / 2.4, double{2.2F}, double{1 / 2.2F}}) {
    compare(
        1e-9, 1.5, 0.6, [=](double x) { return portable::pow(x, exponent); },
        [=](Long x) { return std::pow(x, Long{exponent}); });
  }
}

}  // namespace
}  // namespace anmkit
