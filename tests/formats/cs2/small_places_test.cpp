// SPDX-License-Identifier: MIT
// Numbers in files of cs2 that are alone: where an error is, newer fields of images, bytes that
// belong to no entry.
#include "formats/cs2/archive/archive.hpp"
#include "formats/cs2/document.hpp"
#include "formats/cs2/image/pixels.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

// Section 2.1: 32 bytes of header, of which the first four are the signature. A header alone is a
// file of no timelines, which is refused for that (A03), not for its size.
TEST(Cs2Details, HeadersAlone) {
  Bytes bytes(32);
  const auto nothing = parse_anm(bytes);
  ASSERT_FALSE(nothing.has_value());
  EXPECT_EQ(nothing.error().code, "cs2.A02");
  EXPECT_EQ(nothing.error().offset, 0u);
  std::ranges::copy(hex("414E4D00"), bytes.begin());
  const auto empty = parse_anm(bytes);
  ASSERT_TRUE(empty.has_value());
  EXPECT_TRUE(empty->lines.empty());
  bytes.at(8) = std::byte{1};
  const auto truncated = parse_anm(bytes);
  ASSERT_FALSE(truncated.has_value());
  EXPECT_EQ(truncated.error().message, "truncated: count is 1 timeline, data contains 0");
}

// Section 8.2: nine fields; eight more from version 20 (hex) on, the origin from 25 on.
TEST(Cs2Details, FieldsOfOlderImages) {
  for (const std::uint32_t version : {0x10u, 0x20u, 0x24u, 0x25u, 0x26u}) {
    LittleWriter out;
    out.put_text("HG-2");
    for (const std::uint32_t word : {12u, version, 3u, 4u, 32u, 0u, 0u, 0u, 0u, 0u, 0u})
      out.put(word);
    const std::size_t nine = out.take().size();
    EXPECT_EQ(nine, 12u + 9 * 4);
    LittleWriter whole;
    whole.put_text("HG-2");
    for (const std::uint32_t word : {12u, version, 3u,  4u,  32u, 0u, 0u, 0u, 0u, 0u, 0u,
                                     0u,  7u,      30u, 40u, 5u,  6u, 1u, 0u, 8u, 9u})
      whole.put(word);
    const Bytes bytes = whole.take();
    const auto file = parse_hg2(bytes);
    ASSERT_TRUE(file.has_value()) << version;
    ASSERT_EQ(file->frames.size(), 1u);
    const HgFrame& frame = file->frames[0];
    const bool newer = version >= 0x20, newest = version >= 0x25;
    EXPECT_EQ(frame.width, 3u);
    EXPECT_EQ(frame.id, newer ? 7u : 0u);
    EXPECT_EQ(frame.canvas_width, newer ? 30u : 0u);
    EXPECT_EQ(frame.offset_y, newer ? 6 : 0);
    EXPECT_EQ(frame.origin_x, newest ? 8 : 0) << version;
    EXPECT_EQ(frame.origin_y, newest ? 9 : 0) << version;
    // Without the last field it is cut, where it has that field.
    EXPECT_EQ(parse_hg2(ByteView(bytes).first(bytes.size() - 4)).has_value(), !newest) << version;
    EXPECT_EQ(parse_hg2(ByteView(bytes).first(nine)).has_value(), !newer) << version;
  }
}

// What no entry has comes back all the same.
TEST(Cs2Details, ArchivesWithUnusedBytes) {
  const std::vector<KifFile> files = {{"a.txt", to_bytes("abc")}, {"b.txt", to_bytes("de")}};
  Bytes bytes = write_kif(files).value();
  expect_round_trip(kIntId, bytes, "x.int");
  bytes.push_back(std::byte{9});
  expect_round_trip(kIntId, bytes, "x.int");
}

}  // namespace
}  // namespace anmkit::cs2::test
