// SPDX-License-Identifier: MIT
// Bytes that belong to no record are kept apart from the records, which are written from their
// fields.
#include "formats/gc/model/model.hpp"
#include "formats/gc/unclaimed_bytes.hpp"
#include "model_files.hpp"

namespace anmkit::gc::test {
namespace {

Bytes with(std::size_t size, std::initializer_list<std::size_t> places) {
  Bytes bytes(size);
  for (const std::size_t at : places)
    bytes.at(at) = std::byte{7};
  return bytes;
}

// Differences nearby are one gap, others are not: what is between them is a record's.
TEST(GcGaps, DistantDifferencesUseSeparateGaps) {
  const Bytes records(64);
  EXPECT_TRUE(differences(records, records).empty());
  const auto far = differences(records, with(64, {0, 40, 63}));
  ASSERT_EQ(far.size(), 3u);
  EXPECT_EQ(far[0].offset, 0u);
  EXPECT_EQ(far[1].offset, 40u);
  EXPECT_EQ(far[2].offset, 63u);
  for (const Gap& gap : far)
    EXPECT_EQ(gap.bytes, Bytes(1, std::byte{7}));
  const auto near = differences(records, with(64, {20, 23}));
  ASSERT_EQ(near.size(), 1u);
  EXPECT_EQ(near[0].offset, 20u);
  EXPECT_EQ(near[0].bytes, with(4, {0, 3}));
}

template <class File>
std::size_t kept_apart(const File& file) {
  std::size_t count = 0;
  for (const Gap& gap : file.gaps)
    count += gap.bytes.size();
  return count;
}

// Section 10: header, one-bone list and two-bone list are made again from their fields; what they
// point to is kept: four vertices of 12 bytes and four weights.
TEST(GcGaps, SkinsAreWrittenFromTheirFields) {
  const Bytes bytes = make_skin();
  Diagnostics unused;
  Skin skin = parse_skin(bytes, unused).value();
  EXPECT_LE(kept_apart(skin), 4u * 12 + 4);
  skin.fraction = 9;
  skin.flush_count = 5;
  skin.one_bone.at(0).bone = 0x0102;
  skin.two_bone.at(0).bones = {0x0304, 0x0506};
  Bytes wanted = bytes;
  std::ranges::copy(hex("09"), wanted.begin() + 6);
  std::ranges::copy(hex("00000005"), wanted.begin() + 0x20);
  std::ranges::copy(hex("0102"), wanted.begin() + 36 + 0x38);
  std::ranges::copy(hex("03040506"), wanted.begin() + 36 + 0x40 + 0x6C);
  EXPECT_EQ(write(skin).value(), wanted);
}

// Section 9: user data are at 04 and 08, the number of the descriptors and their place after.
TEST(GcGaps, PalettesAreWrittenFromTheirFields) {
  const Bytes bytes = make_geometry();
  Diagnostics unused;
  GeometryPalette palette = parse_geometry(bytes, unused).value();
  palette.user_data_size = 0x01020304;
  palette.user_data = 0x05060708;
  Bytes wanted = bytes;
  std::ranges::copy(hex("0102030405060708"), wanted.begin() + 4);
  EXPECT_EQ(write(palette).value(), wanted);
}

// The number of the later version is no bound of a size.
TEST(GcGaps, PalettesMayHaveSevenMillionBytes) {
  Diagnostics unused;
  GeometryPalette palette = parse_geometry(make_geometry(), unused).value();
  palette.size = 7'000'000;
  const auto bytes = write(palette);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(bytes->size(), 7'000'000u);
}

}  // namespace
}  // namespace anmkit::gc::test
