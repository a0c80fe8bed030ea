// SPDX-License-Identifier: MIT
// Fixed records by lists of fields: bytes in both orders, and what a list keeps elsewhere.
#include "core/records.hpp"

#include <gtest/gtest.h>

namespace anmkit {
namespace {

struct Point {
  std::int16_t x = 0, y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};
template <class Archive, Of<Point> T>
void fields(Archive& archive, T& point) {
  archive("x", point.x);
  archive("y", point.y);
}

struct Shape {
  std::uint64_t offset = 0;
  std::uint8_t kind = 0;
  std::array<std::uint16_t, 2> sizes{};
  Point corner;
  float weight = 0;
  std::vector<Point> more;
  std::optional<Point> center;
  std::string name;
  friend bool operator==(const Shape&, const Shape&) = default;
};
template <class Archive, Of<Shape> T>
void fields(Archive& archive, T& shape) {
  archive.elsewhere("offset", shape.offset);
  archive("kind", shape.kind);
  archive("sizes", shape.sizes);
  archive("corner", shape.corner);
  archive("weight", shape.weight);
  archive("more", shape.more);
  archive("center", shape.center);
  archive("name", shape.name);
}

Bytes bytes_of(std::initializer_list<int> values) {
  Bytes bytes;
  for (const int value : values)
    bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

// 1.5 as binary32 is 0x3FC00000.
const Bytes kBig = bytes_of({7, 1, 2, 3, 4, 0xFF, 0xFE, 0, 5, 0x3F, 0xC0, 0, 0});
const Bytes kLittle = bytes_of({7, 2, 1, 4, 3, 0xFE, 0xFF, 5, 0, 0, 0, 0xC0, 0x3F});

Shape sample() {
  Shape shape;
  shape.kind = 7;
  shape.sizes = {0x0102, 0x0304};
  shape.corner = {-2, 5};
  shape.weight = 1.5F;
  return shape;
}

TEST(Records, ReadBothOrders) {
  Shape big, little;
  ASSERT_TRUE(read_record<std::endian::big>(kBig, 0, kBig.size(), big));
  ASSERT_TRUE(read_record<std::endian::little>(kLittle, 0, kLittle.size(), little));
  EXPECT_EQ(big, sample());
  EXPECT_EQ(little, sample());
}

TEST(Records, WriteOnlyStoredMembersInBothOrders) {
  Shape shape = sample();
  shape.offset = 99;
  shape.more = {{1, 2}};
  shape.center = Point{3, 4};
  shape.name = "far";
  BigWriter big;
  put_record(big, shape);
  EXPECT_EQ(big.take(), kBig);
  LittleWriter little;
  put_record(little, shape);
  EXPECT_EQ(little.take(), kLittle);
}

TEST(Records, ReadingKeepsMembersThatAreElsewhere) {
  Shape shape;
  shape.offset = 99;
  shape.name = "far";
  ASSERT_TRUE(read_record<std::endian::big>(kBig, 0, kBig.size(), shape));
  EXPECT_EQ(shape.offset, 99U);
  EXPECT_EQ(shape.name, "far");
}

TEST(Records, StayInsideTheFile) {
  Shape shape;
  EXPECT_FALSE(read_record<std::endian::big>(kBig, 1, kBig.size(), shape));
  EXPECT_EQ(shape, Shape{});
  Bytes file(kBig.size() + 1);
  EXPECT_FALSE(place_record<std::endian::big>(sample(), 2, file));
  EXPECT_EQ(file, Bytes(kBig.size() + 1));
  ASSERT_TRUE(place_record<std::endian::big>(sample(), 1, file));
  EXPECT_EQ(Bytes(file.begin() + 1, file.end()), kBig);
}

TEST(Records, FailAtTheEndOfTheBytes) {
  BigReader in(ByteView(kBig).first(4));
  Shape shape;
  get_record(in, shape);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.failure().field, "sizes");
  EXPECT_EQ(in.failure().offset, 3U);
}

}  // namespace
}  // namespace anmkit
