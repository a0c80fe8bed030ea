// Compression keeps every frame (section 10.4); profiles keep every number (section 10.3).
#include <random>

#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

Motion motion_of(const std::vector<std::uint16_t>& index,
                 const std::vector<std::uint16_t>& values) {
  Motion motion;
  motion.index = index;
  motion.values = values;
  return motion;
}

TEST(Sm64Compress, EveryFrameStays) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint16_t> index, values;
    for (int channel = 0; channel < 9; ++channel) {
      const auto count = static_cast<std::uint16_t>(1 + random() % 12);
      index.push_back(count);
      index.push_back(static_cast<std::uint16_t>(values.size()));
      for (int i = 0; i < count; ++i)
        values.push_back(static_cast<std::uint16_t>(random() % 3));
    }
    const auto packed = compress({index, values, false});
    ASSERT_TRUE(packed.has_value());
    EXPECT_LE(packed->values.size(), values.size());
    const Motion before = motion_of(index, values);
    const Motion after = motion_of(packed->index, packed->values);
    for (std::size_t k = 0; k < 9; ++k) {
      for (std::int32_t frame = 0; frame < 15; ++frame)
        ASSERT_EQ(sample(before, k, frame), sample(after, k, frame));
    }
  }
}

TEST(Sm64Compress, StepsOfTheSpecification) {
  // Zero channels read the pool's start; a constant is read inside a longer run; a run that
  // begins with another's end overlaps it.
  const std::vector<std::uint16_t> values = {0, 0, 0, 1, 2, 3, 4, 3, 4, 5, 2, 2, 2, 9, 0};
  const std::vector<std::uint16_t> index = {3, 0, 4, 3, 3, 7, 3, 10, 1, 13, 1, 14};
  const auto packed = compress({index, values, false});
  ASSERT_TRUE(packed.has_value());
  EXPECT_EQ(packed->values, (std::vector<std::uint16_t>{0, 1, 2, 3, 4, 5, 9}));
  EXPECT_EQ(packed->index, (std::vector<std::uint16_t>{1, 0, 4, 1, 3, 3, 1, 2, 1, 6, 1, 0}));
  EXPECT_FALSE(compress({std::vector<std::uint16_t>{2, 5}, values, false}, {}) &&
               compress({std::vector<std::uint16_t>{2, 50}, values, false}, {}));
}

TEST(Sm64Profiles, NumbersStay) {
  Diagnostics diagnostics;
  const std::string text = example_c();
  const auto file = parse_c(text, diagnostics);
  EXPECT_EQ(write_c(*file, text, Profile::vanilla_actor), text);
  for (const Profile profile : {Profile::vanilla_actor, Profile::mario_dma, Profile::hackersm64,
                                Profile::fast64, Profile::dynos}) {
    const auto again = parse_c(write_c(*file, text, profile), diagnostics);
    ASSERT_TRUE(again.has_value());
    ASSERT_EQ(again->headers.size(), 1u);
    EXPECT_EQ(again->headers[0].header, file->headers[0].header);
    for (const CArray& array : file->arrays) {
      const auto same = std::ranges::find(again->arrays, array.name, &CArray::name);
      ASSERT_TRUE(same != again->arrays.end());
      EXPECT_EQ(same->elements, array.elements);
    }
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
