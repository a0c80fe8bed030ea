// SPDX-License-Identifier: MIT
// Heads of insertable files (section 1.7) and directories of DMA tables (section 1.6) whose data
// is not all there.
#include "formats/sm64/binary/cut.hpp"

#include <algorithm>

#include "anmkit/sm64.hpp"
#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "formats/sm64/findings.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::uint64_t kHead = 16;  // of an insertable file

std::uint64_t word(ByteView bytes, std::uint64_t at) {
  return load<std::uint32_t, std::endian::big>(bytes.data() + at);
}

Error ends_early(std::string_view code, const std::string& what, ByteView bytes) {
  return {Severity::error,
          prefixed(code),
          bytes.size(),
          {},
          what + " bytes ends after " + std::to_string(bytes.size())};
}

// The relocations that are there: even places in the data.
bool are_relocations(ByteView bytes) {
  const std::uint64_t size = word(bytes, 4), count = word(bytes, 12);
  bool good = count >= 2;
  for (std::uint64_t i = 0; i < count && fits(kHead + 4 * i, 4, bytes.size()); ++i)
    good = good && word(bytes, kHead + 4 * i) % 2 == 0 && word(bytes, kHead + 4 * i) < size;
  return good;
}

}  // namespace

std::optional<std::uint64_t> insertable_size(ByteView bytes) {
  if (bytes.size() < kHead) return std::nullopt;
  const std::uint64_t type = word(bytes, 0);
  if ((type != 2 && type != 4 && type != 5) || word(bytes, 8) != 0) return std::nullopt;
  return kHead + 4 * word(bytes, 12) + word(bytes, 4);
}

std::optional<Error> find_cut_insertable(ByteView bytes) {
  const auto size = insertable_size(bytes);
  if (!size || *size <= bytes.size()) return std::nullopt;
  const bool table = word(bytes, 0) == 5;
  const bool good =
      table ? word(bytes, 12) == 0 && find_cut_dma(bytes.subspan(kHead)) : are_relocations(bytes);
  if (!good) return std::nullopt;
  return ends_early("E-TRUNC", "an insertable file of " + std::to_string(*size), bytes);
}

// Entries begin right after the directory and follow each other, but for variants that share the
// end of the one before, and for padding.
std::optional<Error> find_cut_dma(ByteView bytes) {
  constexpr std::uint64_t kDirectory = 8, kEntry = 8, kPadding = 16;
  if (bytes.size() < kDirectory + kEntry) return std::nullopt;
  const std::uint64_t count = word(bytes, 0);
  std::uint64_t begin = kDirectory + kEntry * count, end = begin, read = 0;
  for (; read < count && fits(kDirectory + kEntry * read, kEntry, bytes.size()); ++read) {
    const std::uint64_t at = word(bytes, kDirectory + kEntry * read);
    const std::uint64_t size = word(bytes, kDirectory + kEntry * read + 4);
    const bool variant = read > 0 && at > begin && at + size == end;
    const bool next = at >= end && at < end + kPadding;
    if (at % 2 != 0 || size <= kHeaderSize || (!variant && !next)) return std::nullopt;
    begin = at;
    end = at + size;
  }
  if (read == 0 || end <= bytes.size()) return std::nullopt;
  // Of a cut directory more entries follow.
  const bool whole = read == count;
  return ends_early(whole ? "E-DMAENTRY" : "E-DMAHEAD",
                    "a DMA table of " + counted(count, "entry", "entries") + " and " +
                        (whole ? "" : "more than ") + std::to_string(end),
                    bytes);
}

}  // namespace anmkit::sm64
