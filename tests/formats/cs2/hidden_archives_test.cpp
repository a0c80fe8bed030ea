// SPDX-License-Identifier: MIT
// Encrypted KIF archives made here per section 8.3, with the standard library's generator.
#include <random>

#include "formats/cs2/archive/archive.hpp"
#include "formats/cs2/archive/blowfish.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

constexpr std::uint32_t kSeed = 0x12345678, kNames = 0x0BADCAFE;

std::uint32_t shift_of(std::uint32_t index) {
  const auto key = static_cast<std::uint32_t>(std::mt19937(kNames + index)());
  return ((key >> 24) + (key >> 16) + (key >> 8) + key) & 255;
}

// The key's own entry, then the files: names turned, places and contents ciphered.
Bytes hidden(const std::vector<KifFile>& files, std::uint32_t name_size) {
  const Blowfish cipher(static_cast<std::uint32_t>(std::mt19937(kSeed)()));
  LittleWriter out;
  out.put_text({"KIF\0", 4});
  out.put(static_cast<std::uint32_t>(files.size() + 1));
  const auto put = [&](const std::string& name, std::uint32_t first, std::uint32_t second) {
    out.put_text(name);
    out.put_bytes(Bytes(name_size - name.size()));
    out.put(first);
    out.put(second);
  };
  put("__key__.dat", 0, kSeed);
  auto at = static_cast<std::uint32_t>(8 + (files.size() + 1) * (name_size + 8));
  for (std::uint32_t i = 1; i <= files.size(); ++i) {
    const KifFile& file = files[i - 1];
    std::uint32_t offset = at, size = static_cast<std::uint32_t>(file.data.size());
    at += size;
    cipher.encipher(offset, size);
    put(turn_name(file.name, shift_of(i), Turn::forwards), offset - i, size);
  }
  for (const KifFile& file : files)
    out.put_bytes(cipher.encipher(file.data));
  return out.take();
}

std::vector<KifFile> two_files() {
  return {{"Wink_01.anm", to_bytes("twenty-one characters")}, {"zebra.hg3", to_bytes("12345678")}};
}

TEST(Cs2HiddenArchives, KeysOpenContentsAndNames) {
  const auto files = two_files();
  for (const std::uint32_t name_size : {64u, 32u}) {
    const Bytes bytes = hidden(files, name_size);
    Diagnostics found;
    const auto kif = parse_kif(bytes, kNames, found);
    ASSERT_TRUE(kif.has_value());
    ASSERT_TRUE(kif->cipher.has_value());
    EXPECT_EQ(kif->cipher->seed, kSeed);
    EXPECT_EQ(kif->cipher->seeding, Seeding::year_2002);
    EXPECT_EQ(kif->name_size, name_size);
    ASSERT_EQ(kif->entries.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(kif->entries[i].name, files[i].name);
      EXPECT_EQ(kif->data(kif->entries[i]), files[i].data);
    }
    check_values(*kif, found);
    EXPECT_TRUE(found.empty()) << found.finish().front().message;
  }
}

// Contents need no key of the user's, names do; another game's key gives names of no ending.
TEST(Cs2HiddenArchives, NamesWithoutTheirKey) {
  const auto files = two_files();
  const Bytes bytes = hidden(files, 64);
  for (const auto& [key, code] :
       {std::pair<std::optional<std::uint32_t>, const char*>{{}, "cs2.KIF-KEY"},
        {kNames + 77, "cs2.KIF-WRONG-KEY"}}) {
    Diagnostics found;
    const auto kif = parse_kif(bytes, key, found);
    ASSERT_TRUE(kif.has_value());
    EXPECT_EQ(kif->data(kif->entries.at(0)), files[0].data);
    EXPECT_NE(kif->entries[0].name, files[0].name);
    check_values(*kif, found);
    const auto list = found.finish();
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(list[0].code, code);
  }
}

// First numbers of generators that were proved with the thousandth ones that the GNU Scientific
// Library publishes for the seed 4357: 1030650439 (1999) and 1309179303 (1998).
TEST(Cs2HiddenArchives, OlderSeedings) {
  EXPECT_EQ(first_random(1, Seeding::year_1999), 3556162021u);
  EXPECT_EQ(first_random(4357, Seeding::year_1999), 2867219139u);
  EXPECT_EQ(first_random(0x89ABCDEF, Seeding::year_1999), 3424149207u);
  EXPECT_EQ(first_random(1, Seeding::year_1998), 3796174982u);
  EXPECT_EQ(first_random(4357, Seeding::year_1998), 3510405877u);
  EXPECT_EQ(first_random(0x89ABCDEF, Seeding::year_1998), 4074622411u);
}

// Remainders of a long division by 104C11DB7 (hex), complemented after each byte.
TEST(Cs2HiddenArchives, NumbersOfCodeStrings) {
  EXPECT_EQ(name_seed(""), 0xFFFFFFFFu);
  EXPECT_EQ(name_seed("A"), 0x81B02D8Bu);
  EXPECT_EQ(name_seed("test"), 0xCA506965u);
  EXPECT_EQ(name_seed("FW-V2B64"), 0x9A2320C0u);
}

}  // namespace
}  // namespace anmkit::cs2::test
