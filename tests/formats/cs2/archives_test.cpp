// SPDX-License-Identifier: MIT
// Keys of KIF archives against published values; whole archives are in tests/cli/archives_test.py.
#include "formats/cs2/archive/archive.hpp"

#include <random>

#include "formats/cs2/archive/blowfish.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

// Eric Young's vectors for Blowfish whose keys are one number twice.
TEST(Cs2Archives, Blowfish) {
  struct Case {
    std::uint32_t key, left, right, wanted_left, wanted_right;
  };
  for (const Case& one : {Case{0, 0, 0, 0x4EF99745, 0x6198DD78},
                          Case{0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0x51866FD5, 0xB85ECB8A},
                          Case{0x11111111, 0x11111111, 0x11111111, 0x2466DD87, 0x8B963C9D}}) {
    const Blowfish cipher(one.key);
    std::uint32_t left = one.left, right = one.right;
    cipher.encipher(left, right);
    EXPECT_EQ(left, one.wanted_left);
    EXPECT_EQ(right, one.wanted_right);
    cipher.decipher(left, right);
    EXPECT_EQ(left, one.left);
    EXPECT_EQ(right, one.right);
  }
}

TEST(Cs2Archives, TailsOfBlocksStayUnencrypted) {
  const Blowfish cipher(77);
  const Bytes text = to_bytes("twenty-one characters");
  const Bytes hidden = cipher.encipher(text);
  ASSERT_EQ(hidden.size(), text.size());
  EXPECT_FALSE(std::equal(text.begin(), text.begin() + 8, hidden.begin()));
  EXPECT_TRUE(std::equal(text.begin() + 16, text.end(), hidden.begin() + 16));
  EXPECT_EQ(cipher.decipher(hidden), text);
}

TEST(Cs2Archives, FirstRandomNumberMatchesTheGenerator) {
  for (const std::uint32_t seed : {0u, 1u, 5489u, 0xFFFFFFFFu, 0x12345678u}) {
    EXPECT_EQ(first_random(seed, Seeding::year_2002), std::mt19937(seed)());
  }
}

TEST(Cs2Archives, NamesDecryptWithTheSameKey) {
  const std::string name = "Title_07.HG3 zZaA";
  for (const Turn turn : {Turn::forwards, Turn::backwards}) {
    for (std::uint32_t shift = 0; shift < 256; ++shift) {
      const std::string hidden = turn_name(name, shift, turn);
      EXPECT_EQ(hidden.substr(5, 3), "_07");
      EXPECT_EQ(turn_name(hidden, shift, turn), name);
    }
  }
  // Without a turn the alphabet is mirrored: A for z, and every letter turns the next one on.
  EXPECT_EQ(turn_name("AAz", 0, Turn::forwards), "zAC");
  EXPECT_EQ(turn_name("AAz", 0, Turn::backwards), "zyy");
}

// A table of many empty entries takes one key schedule, not one for each entry.
TEST(Cs2Archives, ManyEntries) {
  std::vector<KifFile> files;
  for (int i = 0; i < 20000; ++i)
    files.push_back({"f" + std::to_string(i), {}});
  const auto archive = write_kif(files);
  ASSERT_TRUE(archive.has_value());
  Diagnostics found;
  const auto kif = parse_kif(*archive, {}, found);
  ASSERT_TRUE(kif.has_value());
  check_values(*kif, found);
  EXPECT_TRUE(found.empty());
  EXPECT_EQ(kif->entries.size(), files.size());
}

// One damaged byte among the places of a small archive never makes it another good one: names keep
// their size, and something is reported.
TEST(Cs2Archives, ReportsDamagedOffsets) {
  const Bytes contents = hex("48472D330C00000000030000");  // of another kind than tables
  for (const std::uint32_t name_size : {64u, 32u}) {
    for (const std::size_t count : {1u, 2u}) {
      std::vector<KifFile> files;
      for (std::size_t i = 0; i < count; ++i)
        files.push_back({"wink_" + std::to_string(i) + ".hg3", Bytes(60 + 12 * i)});
      for (KifFile& file : files)
        std::ranges::copy(contents, file.data.begin());
      const auto good = write_kif(files, name_size);
      ASSERT_TRUE(good.has_value());
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < 8; ++k) {
          for (const std::byte mask : {std::byte{0x01}, std::byte{0x08}, std::byte{0x40},
                                       std::byte{0x80}, std::byte{0xFF}}) {
            Bytes bad = *good;
            bad[8 + i * (name_size + 8) + name_size + k] ^= mask;
            Diagnostics found;
            const auto kif = parse_kif(bad, {}, found);
            if (kif) check_values(*kif, found);
            EXPECT_FALSE(found.empty()) << name_size << " " << count << " " << i << " " << k;
            EXPECT_EQ(kif ? kif->name_size : name_size, name_size);
          }
        }
      }
    }
  }
}

// Both places of the only entry are gone: read with short names it would be an empty file.
TEST(Cs2Archives, DamagedArchiveOfOneFile) {
  for (const std::string& place :
       {std::string("FFFFFF7FFFFFFF7F"), std::string("0100000000000000")}) {
    Bytes bad = *write_kif(std::vector<KifFile>{{"wink.anm", Bytes(100, std::byte{7})}});
    std::ranges::copy(hex(place), bad.begin() + 8 + 64);
    Diagnostics found;
    const auto kif = parse_kif(bad, {}, found);
    if (kif) check_values(*kif, found);
    EXPECT_TRUE(found.has_errors() || found.has_warnings()) << place;
    EXPECT_EQ(kif ? kif->name_size : 64u, 64u);
  }
}

// With one list for two files, each gets its own error.
TEST(Cs2Archives, EachFileHasItsOwnError) {
  Diagnostics found;
  const auto first = parse_kif(hex("4B494600"), {}, found);
  const auto second = parse_kif(hex("4B4946004B494600"), {}, found);
  const auto third = parse_kif(hex("4B4947000000000000000000"), {}, found);
  ASSERT_TRUE(!first && !second && !third);
  EXPECT_EQ(first.error().message, "the header of 8 bytes does not fit into 4 bytes");
  EXPECT_EQ(second.error().path, "entries");
  EXPECT_EQ(third.error().code, "cs2.KIF-SIGNATURE");
  EXPECT_EQ(found.finish().size(), 3u);
}

TEST(Cs2Archives, NamesThatCannotBeWritten) {
  for (const std::string& name :
       {std::string(), std::string("../a"), std::string("/a"), std::string("a:b"),
        std::string("__key__.dat"), std::string(64, 'x'), std::string("a\0b", 3)}) {
    const auto made = write_kif(std::vector<KifFile>{{name, {}}});
    ASSERT_FALSE(made.has_value()) << name;
    EXPECT_EQ(made.error().code, "cs2.KIF-NAME");
  }
  const auto twice = write_kif(std::vector<KifFile>{{"a", {}}, {"a", {}}});
  ASSERT_FALSE(twice.has_value());
  EXPECT_EQ(twice.error().code, "cs2.KIF-TWICE");
  EXPECT_TRUE(write_kif(std::vector<KifFile>{{std::string(63, 'x'), {}}}).has_value());
}

// An archive's text has either its files or its bytes, and names of 64 or 32 bytes.
TEST(Cs2Archives, TextsOfArchives) {
  const auto loaded = parse("cs2-int", *write_kif(std::vector<KifFile>{{"a.anm", Bytes(9)}}));
  const std::string dump = dump_document(*loaded->document);
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = dump;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << dump;
    text.replace(at, from.size(), to);
    Diagnostics diagnostics;
    const auto built = build_document(text, diagnostics);
    return built ? std::string("built") : built.error().code;
  };
  EXPECT_EQ(with("64", "64"), "built");
  EXPECT_EQ(with("64", "32"), "built");
  EXPECT_EQ(with("64", "48"), kBadJson);
  EXPECT_EQ(with("\"entries\"", "\"others\""), kBadJson);
}

}  // namespace
}  // namespace anmkit::cs2::test
