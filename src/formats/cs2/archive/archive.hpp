// SPDX-License-Identifier: MIT
// CatSystem 2: KIF archives, .int (section 8.3 of the specification).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/result.hpp"
#include "core/bytes.hpp"

namespace anmkit::cs2 {

// How the generator MT19937 is started from a number. The specification does not say which of its
// three published ways the game uses; a file shows it, because only one puts its entries inside.
enum class Seeding : std::uint8_t { year_2002, year_1999, year_1998 };
// First number of MT19937.
std::uint32_t first_random(std::uint32_t seed, Seeding seeding);

// Which way the alphabet of names turns from one letter to the next; the specification does not say
// it either, and the endings of the names show it.
enum class Turn : std::uint8_t { forwards, backwards };

// The number that a game's V_CODE2 string represents.
std::uint32_t name_seed(std::string_view v_code2);
// The turn at the first letter of the name that is at `index` of the table.
std::uint32_t name_shift(std::uint32_t seed, std::uint32_t index, Seeding seeding);
// A stored name made readable; the same again gives the stored one.
std::string turn_name(std::string_view name, std::uint32_t shift, Turn turn);

struct KifEntry {
  std::uint64_t record = 0;  // where its line in the table begins
  std::string name;          // readable, or as stored when the key of the names is missing
  std::uint32_t offset = 0;  // of the contents, deciphered
  std::uint32_t size = 0;
};

class Blowfish;

struct Kif {
  struct Cipher {
    std::uint32_t seed = 0;  // as stored with __key__.dat
    Seeding seeding = Seeding::year_2002;
    Turn turn = Turn::forwards;
    std::optional<std::uint32_t> names;  // the user's value
    std::shared_ptr<const Blowfish> blowfish;
  };

  Bytes bytes;                   // the whole archive
  std::uint32_t name_size = 64;  // 32 in early archives
  std::optional<Cipher> cipher;
  std::vector<KifEntry> entries;  // without __key__.dat

  // Contents as the game sees them.
  Bytes data(const KifEntry& entry) const;
};

// `names` is the number from `name_seed`. Every entry is inside the file, and together they are
// at most four times as large as it.
Result<Kif> parse_kif(ByteView bytes, std::optional<std::uint32_t> names, Diagnostics& diagnostics);
// Names that stay encrypted, or that a wrong key made unreadable; `parse_kif` reports them as well.
void report_names(const Kif& kif, Diagnostics& diagnostics);
// Names that leave the folder they are extracted to, that appear twice or cannot be read, contents
// that overlap, gaps.
void check_values(const Kif& kif, Diagnostics& diagnostics);

struct KifFile {
  std::string name;
  Bytes data;
};
// A new archive without encryption: the table, then the files in this order without gaps. Fails
// with cs2.KIF-NAME or cs2.KIF-TWICE for names that it cannot contain, cs2.KIF-SIZE beyond 4 GiB.
Result<Bytes> write_kif(std::span<const KifFile> files, std::uint32_t name_size = 64);

}  // namespace anmkit::cs2
