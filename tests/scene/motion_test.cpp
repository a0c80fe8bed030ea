// SPDX-License-Identifier: MIT
// Tracks with motion, and images without pixels.
#include "scene/motion.hpp"

#include <gtest/gtest.h>

#include "scene/image.hpp"

namespace anmkit {
namespace {

bool does_move(Property property, Interpolation interpolation, std::vector<double> times,
               std::vector<double> values) {
  Track track;
  track.property = property;
  track.interpolation = interpolation;
  track.times = std::move(times);
  track.values = std::move(values);
  return track_moves(track);
}

TEST(Motion, TracksOfOneValue) {
  const Property property = Property::translation;
  EXPECT_FALSE(does_move(property, Interpolation::linear, {}, {}));
  EXPECT_FALSE(does_move(property, Interpolation::linear, {0, 5}, {1, 2, 3, 1, 2, 3}));
  EXPECT_TRUE(does_move(property, Interpolation::linear, {0, 5}, {1, 2, 3, 1, 2, 4}));
  EXPECT_FALSE(does_move(property, Interpolation::linear, {0, 5}, {1e6, 2, 3, 1e6 + 0.5, 2, 3}));
  // A control before, the value, a control after: between equal keys a curve may leave them.
  for (const Interpolation curve : {Interpolation::cubic, Interpolation::bezier}) {
    EXPECT_FALSE(does_move(property, curve, {0, 5},
                           {0, 0, 0, 1, 2, 3, 0, 0, 0,  //
                            0, 0, 0, 1, 2, 3, 0, 0, 0}));
    EXPECT_TRUE(does_move(property, curve, {0, 5},
                          {0, 0, 0, 1, 2, 3, 0, 0, 1,  //
                           0, 0, 0, 1, 2, 3, 0, 0, 0}));
    EXPECT_TRUE(does_move(property, curve, {0, 5},
                          {0, 0, 0, 1, 2, 3, 0, 0, 0,  //
                           1, 0, 0, 1, 2, 3, 0, 0, 0}));
    EXPECT_FALSE(does_move(property, curve, {0}, {0, 0, 1, 1, 2, 3, 0, 0, 1}));  // nothing between
  }
  // Opposite quaternions are one rotation.
  EXPECT_FALSE(
      does_move(Property::rotation, Interpolation::slerp, {0, 5}, {0, 0, 0, 1, 0, 0, 0, -1}));
  EXPECT_TRUE(
      does_move(Property::rotation, Interpolation::slerp, {0, 5}, {0, 0, 0, 1, 0, 0, 1, 0}));
}

TEST(Motion, FirstKeys) {
  Clip clip;
  EXPECT_EQ(first_key(clip), 0);
  clip.tracks.resize(3);
  clip.tracks[1].times = {4, 9};
  clip.tracks[2].times = {3};
  EXPECT_EQ(first_key(clip), 3);
}

TEST(Images, AsManyPixelsAsTheirSize) {
  const auto shown = [](std::uint32_t width, std::uint32_t height, std::size_t bytes) {
    Image image;
    image.width = width;
    image.height = height;
    image.bytes = Bytes(bytes);
    return decode_image(image).has_value();
  };
  EXPECT_TRUE(shown(2, 3, 24));
  EXPECT_FALSE(shown(2, 3, 23));
  EXPECT_FALSE(shown(2, 3, 28));
  EXPECT_FALSE(shown(2, 0, 0));
  EXPECT_FALSE(shown(0, 2, 8));  // then it is a file
}

}  // namespace
}  // namespace anmkit
