// SPDX-License-Identifier: MIT
// KIF archives: the table, plain or encrypted (section 8.3).
#include <algorithm>
#include <array>

#include "core/counted.hpp"
#include "core/entry_sum.hpp"
#include "formats/cs2/archive/archive.hpp"
#include "formats/cs2/archive/blowfish.hpp"
#include "formats/cs2/archive/kif.hpp"
#include "formats/cs2/findings.hpp"

namespace anmkit::cs2 {
namespace {

// One way to read the table.
struct Reading {
  std::uint32_t name_size = kKifNameSizes[0];
  std::optional<Kif::Cipher> cipher;
  std::uint64_t credit = 0;  // evidence for it
};

std::uint64_t record_at(const Reading& reading, std::uint64_t index) {
  return kKifHeader + index * (reading.name_size + 8);
}

std::string_view stored_name(ByteView bytes, const Reading& reading, std::uint64_t index) {
  const std::string_view name = as_text(
      bytes.subspan(static_cast<std::size_t>(record_at(reading, index)), reading.name_size));
  return name.substr(0, name.find('\0'));
}

KifEntry read_entry(ByteView bytes, const Reading& reading, const Blowfish* blowfish,
                    std::uint32_t index) {
  KifEntry entry;
  entry.record = record_at(reading, index);
  LittleReader reader(bytes, entry.record + reading.name_size);
  entry.offset = reader.get<std::uint32_t>("offset");
  entry.size = reader.get<std::uint32_t>("size");
  if (blowfish != nullptr) {
    entry.offset += index;
    blowfish->decipher(entry.offset, entry.size);
  }
  return entry;
}

std::vector<KifEntry> read_entries(ByteView bytes, std::uint32_t count, const Reading& reading) {
  const Blowfish* blowfish = reading.cipher ? reading.cipher->blowfish.get() : nullptr;
  std::vector<KifEntry> entries;
  entries.reserve(count);
  for (std::uint32_t i = reading.cipher ? 1 : 0; i < count; ++i)
    entries.push_back(read_entry(bytes, reading, blowfish, i));
  return entries;
}

// Text, then zeros to the end of its field.
bool is_padded_name(ByteView bytes, const Reading& reading, std::uint64_t index) {
  const std::string_view field = as_text(
      bytes.subspan(static_cast<std::size_t>(record_at(reading, index)), reading.name_size));
  const std::size_t end = field.find('\0');
  return end != 0 && end != std::string_view::npos &&
         field.find_first_not_of('\0', end) == std::string_view::npos;
}

// Only what speaks for a reading counts: damage speaks against the right one, while a wrong one
// finds zeros where it looks for places and takes them for empty files.
void weigh(ByteView bytes, std::uint32_t count, Reading& reading) {
  const std::uint64_t table_end = record_at(reading, count);
  std::uint64_t expected = table_end;  // contents follow each other
  std::uint64_t index = reading.cipher ? 1 : 0;
  for (const KifEntry& entry : read_entries(bytes, count, reading)) {
    const bool inside = entry.offset >= table_end && fits(entry.offset, entry.size, bytes.size());
    const bool follows = entry.offset == expected;
    if (inside && (entry.size > 0 || follows)) reading.credit += follows ? 2 : 1;
    if (inside) expected = std::uint64_t{entry.offset} + entry.size;
    if (is_padded_name(bytes, reading, index++)) reading.credit += 2;
  }
}

// The reading that most speaks for; the first one among equals.
std::optional<Reading> best_reading(ByteView bytes, std::uint32_t count) {
  std::optional<Reading> best;
  const auto consider = [&](Reading reading) {
    weigh(bytes, count, reading);
    if (!best || reading.credit > best->credit) best = reading;
  };
  for (const std::uint32_t name_size : kKifNameSizes) {
    Reading reading;
    reading.name_size = name_size;
    if (record_at(reading, count) > bytes.size()) continue;
    if (count == 0 || stored_name(bytes, reading, 0) != kKifKeyName) {
      consider(reading);
      continue;
    }
    const std::uint32_t seed =
        load<std::uint32_t, std::endian::little>(bytes.data() + kKifHeader + name_size + 4);
    for (const Seeding seeding : {Seeding::year_2002, Seeding::year_1999, Seeding::year_1998}) {
      reading.cipher = Kif::Cipher{seed, seeding, Turn::forwards, {}, nullptr};
      reading.cipher->blowfish = std::make_shared<const Blowfish>(first_random(seed, seeding));
      consider(reading);
    }
  }
  return best;
}

void read_names(Kif& kif, const Reading& reading) {
  const auto name_in = [&](std::size_t i, Turn turn) {
    const std::size_t index = kif.cipher ? i + 1 : i;
    const std::string_view stored = stored_name(kif.bytes, reading, index);
    if (!kif.cipher || !kif.cipher->names) return std::string(stored);
    const auto number = static_cast<std::uint32_t>(index);
    return turn_name(stored, name_shift(*kif.cipher->names, number, kif.cipher->seeding), turn);
  };
  if (kif.cipher && kif.cipher->names) {
    std::array<std::size_t, 2> known{};
    for (std::size_t i = 0; i < kif.entries.size(); ++i) {
      for (const Turn turn : {Turn::forwards, Turn::backwards})
        known[static_cast<std::size_t>(turn)] += has_known_ending(name_in(i, turn)) ? 1 : 0;
    }
    kif.cipher->turn = known[1] > known[0] ? Turn::backwards : Turn::forwards;
  }
  for (std::size_t i = 0; i < kif.entries.size(); ++i)
    kif.entries[i].name = name_in(i, kif.cipher ? kif.cipher->turn : Turn::forwards);
}

void check_places(const Kif& kif, Findings& findings) {
  std::uint64_t total = 0;
  EntrySum sum(kif.bytes.size());
  bool share = false;
  for (std::size_t i = 0; i < kif.entries.size(); ++i) {
    const KifEntry& entry = kif.entries[i];
    const std::uint64_t at = entry.record + kif.name_size;
    total += entry.size;
    share = !sum.add(entry.size);
    if (!fits(entry.offset, entry.size, kif.bytes.size())) {
      findings.error("KIF-ENTRY",
                     counted(entry.size, "byte") + " at " + hex_number(entry.offset) +
                         " are outside the file of " + counted(kif.bytes.size(), "byte"),
                     at, path_of("entries", i));
    }
  }
  if (!findings.failed() && share) {
    findings.error("KIF-SHARE",
                   "the entries claim " + counted(total, "byte") + " of a file of " +
                       std::to_string(kif.bytes.size()) + "; at most four times as many are read",
                   kKifHeader, "entries");
  }
}

}  // namespace

bool has_known_ending(std::string_view name) {
  static constexpr std::array<std::string_view, 24> kEndings = {
      ".anm", ".hg3", ".hg2", ".cst", ".cstl", ".fes", ".kcs",  ".dfn",
      ".zt",  ".ogg", ".wav", ".mp3", ".mpg",  ".wmv", ".bmp",  ".png",
      ".jpg", ".txt", ".dat", ".xml", ".csv",  ".int", ".webp", ".exe"};
  const std::size_t dot = name.rfind('.');
  return dot != std::string_view::npos &&
         std::ranges::find(kEndings, name.substr(dot)) != kEndings.end();
}

Bytes Kif::data(const KifEntry& entry) const {
  const ByteView stored = ByteView(bytes).subspan(entry.offset, entry.size);
  if (!cipher) return Bytes(stored.begin(), stored.end());
  return cipher->blowfish->decipher(stored);
}

namespace {

// Empty when an error was reported.
std::optional<Kif> read_kif(ByteView bytes, std::optional<std::uint32_t> names,
                            Findings& findings) {
  if (bytes.size() < kKifHeader) {
    findings.error("KIF-TRUNCATED",
                   "the header of 8 bytes does not fit into " + counted(bytes.size(), "byte"), 0);
    return std::nullopt;
  }
  if (as_text(bytes.first(4)) != kKifSignature) {
    findings.error("KIF-SIGNATURE",
                   "signature is " + to_hex(bytes.first(4)) + ", expected 4b494600 (KIF)", 0);
    return std::nullopt;
  }
  const auto count = load<std::uint32_t, std::endian::little>(bytes.data() + 4);
  const auto reading = best_reading(bytes, count);
  if (!reading) {
    findings.error("KIF-TRUNCATED",
                   "a table of " + counted(count, "entry", "entries") + " does not fit into " +
                       counted(bytes.size(), "byte"),
                   4, "entries");
    return std::nullopt;
  }
  Kif kif;
  kif.name_size = reading->name_size;
  kif.cipher = reading->cipher;
  if (kif.cipher) kif.cipher->names = names;
  kif.entries = read_entries(bytes, count, *reading);
  kif.bytes.assign(bytes.begin(), bytes.end());
  check_places(kif, findings);
  if (findings.failed()) return std::nullopt;
  read_names(kif, *reading);
  return kif;
}

}  // namespace

void report_names(const Kif& kif, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  if (!kif.cipher || kif.entries.empty()) return;
  if (!kif.cipher->names) {
    findings.warning(
        "KIF-KEY",
        "the names are encrypted: --key GAME.exe (the game's program) or --key with its "
        "V_CODE2 text makes them readable",
        kKifHeader, "entries");
  } else if (std::ranges::none_of(kif.entries, has_known_ending, &KifEntry::name)) {
    findings.warning(
        "KIF-WRONG-KEY",
        "with this key no name has an extension of this engine; expected the V_CODE2 of "
        "the game that the archive is from",
        kKifHeader, "entries");
  }
}

Result<Kif> parse_kif(ByteView bytes, std::optional<std::uint32_t> names,
                      Diagnostics& diagnostics) {
  Diagnostics own;
  Findings findings(own);
  auto kif = read_kif(bytes, names, findings);
  if (kif) report_names(*kif, own);
  diagnostics.add_all(own);
  if (!kif) return first_error(own);
  return std::move(*kif);
}

}  // namespace anmkit::cs2
