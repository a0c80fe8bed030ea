// SPDX-License-Identifier: MIT
// How often tracks may be shared, and where the data of a compact track may be.
#include "core/bytes.hpp"
#include "formats/gc/layout.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

Bank sharing(std::size_t sequences, std::size_t tracks) {
  Bank bank;
  bank.sequences.resize(sequences);
  bank.tracks.resize(tracks);
  for (Sequence& sequence : bank.sequences) {
    sequence.track_array = static_cast<std::uint32_t>(RecordCounts(bank).tracks_at());
    sequence.total_tracks = static_cast<std::uint16_t>(tracks);
  }
  return bank;
}

// Sixteen times what is there, and a thousand more: files of games share a little, hostile ones
// much.
TEST(GcSharedTracks, AreLimitedByTheFileSize) {
  EXPECT_TRUE(is_bounded(sharing(1, 1000)));
  EXPECT_TRUE(is_bounded(sharing(17, 1000)));
  EXPECT_FALSE(is_bounded(sharing(18, 1000)));
  EXPECT_TRUE(is_bounded(sharing(1040, 1)));
  EXPECT_FALSE(is_bounded(sharing(1041, 1)));
}

// Appendix B: a header of 8 bytes, 16 per track, and data after them: here two keys of 11 bytes.
Bytes compact(std::uint32_t data, std::size_t size) {
  BigWriter out;
  out.put(std::uint32_t{0x00AC7472});
  out.put(std::int16_t{1});
  out.put(std::int16_t{0});
  out.put(20.0f);
  out.put(data);
  out.put(std::uint16_t{2});
  out.put(std::uint16_t{2});
  for (const int byte : {0x01, 1, 2, 0})
    out.put(static_cast<std::uint8_t>(byte));
  Bytes bytes = out.take();
  bytes.resize(size);
  bytes.at(size < 46 ? size - 1 : 36) = std::byte{10};  // the time of the second key
  return bytes;
}

TEST(GcSharedTracks, CompactDataAreAfterTheTracksAndInsideTheFile) {
  const auto outside = [](const Bytes& bytes) {
    const auto loaded = parse("gc-anm-compact", bytes);
    EXPECT_TRUE(loaded->document);
    return find(check(*loaded), "ANM050") != nullptr;
  };
  EXPECT_FALSE(outside(compact(24, 46)));
  EXPECT_FALSE(outside(compact(26, 48)));
  EXPECT_TRUE(outside(compact(20, 48)));
  EXPECT_TRUE(outside(compact(26, 47)));
  EXPECT_TRUE(outside(compact(24, 45)));
}

TEST(GcSharedTracks, CompactTimesAreNumbersAboveZero) {
  const auto told = [](std::uint32_t bits, std::string_view code) {
    Bytes bytes = compact(24, 46);
    for (std::size_t i = 0; i < 4; ++i)
      bytes.at(8 + i) = static_cast<std::byte>(bits >> (24 - 8 * i));
    return find(check(*parse("gc-anm-compact", bytes)), code) != nullptr;
  };
  EXPECT_FALSE(told(0x41A00000, "ANM041"));  // 20
  EXPECT_FALSE(told(0x41A00000, "ANM046"));
  EXPECT_TRUE(told(0x7FC00000, "ANM041"));  // no number
  EXPECT_TRUE(told(0x7F800000, "ANM041"));  // infinite
  EXPECT_FALSE(told(0x00000000, "ANM041"));
  EXPECT_TRUE(told(0x00000000, "ANM046"));
}

}  // namespace
}  // namespace anmkit::gc::test
