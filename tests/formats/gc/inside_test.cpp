// SPDX-License-Identifier: MIT
// Banks inside other bytes: found at any offset that is a multiple of four, whatever is around
// them; hostile bytes cost no more than their size.
#include <chrono>

#include "generator.hpp"
#include "support.hpp"
#include "worked_example.hpp"

namespace anmkit::gc::test {
namespace {

using Offsets = std::vector<std::uint64_t>;

Offsets found(const Bytes& bytes, std::string_view format = "gc-anm") {
  return find_format(format)->find_inside(bytes);
}
void append(Bytes& to, const Bytes& from) {
  to.insert(to.end(), from.begin(), from.end());
}
// Bytes that hold version words too, as file tables of archives do.
Bytes junk(Generator& random, int words) {
  BigWriter out;
  for (; words > 0; --words) {
    const std::uint32_t kinds[] = {8092000, 0x18, 20070928,
                                   static_cast<std::uint32_t>(random.whole(0, 0x7FFFFFFF))};
    out.put(kinds[random.whole(0, 3)]);
  }
  return out.take();
}
// A bank of random tracks with the values at their own places.
Bytes random_bank(Generator& random) {
  std::vector<MadeTrack> tracks;
  for (int i = random.whole(1, 5); i > 0; --i)
    tracks.push_back(random.track(11, static_cast<unsigned>(random.whole(0, 4)), 2, 3, 5, true));
  return BankBytes::of(tracks);
}

TEST(GcInside, ABankAtAnyOffset) {
  Generator random(55);
  for (int round = 0; round < 300; ++round) {
    const Bytes bank = round % 2 == 0 ? kBank : random_bank(random);
    Bytes file = junk(random, random.whole(0, 60));
    const std::uint64_t at = file.size();
    append(file, bank);
    const std::size_t end = file.size();
    append(file, junk(random, random.whole(0, 60)));
    ASSERT_EQ(found(file), Offsets{at}) << round;
    // What is found there reads as the bank; the rest of the file belongs to it.
    const auto loaded =
        parse("gc-anm", Bytes(file.begin() + static_cast<std::ptrdiff_t>(at), file.end()));
    ASSERT_TRUE(loaded->document);
    EXPECT_EQ(loaded->document->write().value(), loaded->bytes);
    // Cut inside its records it is not a bank any more.
    const auto cut =
        static_cast<std::size_t>(random.whole(static_cast<int>(at), static_cast<int>(at) + 0x67));
    file.resize(std::min(cut, end));
    EXPECT_EQ(found(file), Offsets{}) << round;
  }
}

TEST(GcInside, SeveralBanksAndOddOffsets) {
  Generator random(56);
  Bytes file(12);
  append(file, kBank);
  file.resize(file.size() + 20);
  const std::uint64_t second = file.size();
  append(file, random_bank(random));
  EXPECT_EQ(found(file), (Offsets{12, second}));
  Bytes odd(6);  // banks are on multiples of four
  append(odd, kBank);
  EXPECT_EQ(found(odd), Offsets{});
  Bytes wii(4);
  append(wii, kBank);
  std::ranges::copy(hex("013240DB"), wii.begin() + 4);
  EXPECT_EQ(found(wii), Offsets{4});
}

TEST(GcInside, DamagedRecordsAreNoBank) {
  // A track array, a key array, a value or a curve outside the file; an unknown component type.
  for (const auto& [at, value] : {std::pair<std::size_t, const char*>{0x1C, "0000FFFF"},
                                  {0x28, "0000FFFF"},
                                  {0x48, "0000FFFF"},
                                  {0x4C, "0000FFFF"},
                                  {0x48, "00000010"},
                                  {0x40, "F0"},
                                  {0x04, "00000020"}}) {
    Bytes file = hex("00010203");
    append(file, kBank);
    std::ranges::copy(hex(value), file.begin() + static_cast<std::ptrdiff_t>(4 + at));
    EXPECT_EQ(found(file), Offsets{}) << at;
  }
}

TEST(GcInside, CompactClips) {
  const Bytes clip = hex(
      "00AC7472 0001 0000 | 41200000 00000018 0001 0005 40 00 00 01 | 3F800000 40000000 40400000");
  Bytes file(8);
  append(file, clip);
  EXPECT_EQ(found(file, "gc-anm-compact"), Offsets{8});
  EXPECT_EQ(found(file), Offsets{});
  file.resize(8 + 20);
  EXPECT_EQ(found(file, "gc-anm-compact"), Offsets{});
}

// A bank at every offset that claims the rest of the file as its tracks or keys: validated one by
// one, that would be quadratic.
TEST(GcInside, HostileBytesCostNoMoreThanTheirSize) {
  const auto begin = std::chrono::steady_clock::now();
  for (const auto& [tracks, keys] : {std::pair<unsigned, unsigned>{65535, 0}, {1, 65535}, {0, 0}}) {
    BigWriter out;
    while (out.size() < 4000000) {
      out.put(std::uint32_t{8092000});
      out.put(std::uint32_t{0x18});
      for (const unsigned half : {0U, 1U, tracks, keys})
        out.put(static_cast<std::uint16_t>(half));
    }
    const Bytes bytes = out.take();
    (void)found(bytes);
    (void)found(bytes, "gc-anm-compact");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace anmkit::gc::test
