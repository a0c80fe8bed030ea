// SPDX-License-Identifier: MIT
// Mario's table inside a ROM (section 1.6): at the addresses of known versions, or by its
// signature.
#include <algorithm>

#include "formats/sm64/binary/cut.hpp"
#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {
namespace {

// Where known versions have Mario's table, to be verified by the signature.
constexpr std::uint64_t kRomAddresses[] = {0x4EC000, 0x4E9FA0, 0x4CE710, 0x4C6E20, 0x4D8B60};
// 209 entries, no source address, the first entry right after the directory. (The next word, the
// size of the first entry, differs in hacks that changed the animation.)
constexpr std::uint64_t kDirectory = 8 + 8 * std::uint64_t{kMarioAnimations};
constexpr std::size_t kMostFound = 4;
constexpr std::uint32_t kRomMagic = 0x80371240;

std::uint32_t word(ByteView bytes, std::uint64_t at) {
  return load<std::uint32_t, std::endian::big>(bytes.data() + at);
}

// The signature, and every entry after the directory and inside the bytes.
bool table_at(ByteView bytes, std::uint64_t at) {
  if (!fits(at, kDirectory, bytes.size()) || word(bytes, at) != kMarioAnimations ||
      word(bytes, at + 4) != 0 || word(bytes, at + 8) != kDirectory) {
    return false;
  }
  for (std::uint64_t i = 0; i < kMarioAnimations; ++i) {
    const std::uint64_t offset = word(bytes, at + 8 + 8 * i), size = word(bytes, at + 12 + 8 * i);
    if (offset < kDirectory || size < kHeaderSize || !fits(at + offset, size, bytes.size())) {
      return false;
    }
  }
  return true;
}

// Bytes that the entries of a table reach.
std::uint64_t table_size(ByteView bytes) {
  if (bytes.size() < 8) return bytes.size();
  const std::uint64_t count = word(bytes, 0);
  std::uint64_t end = 8 + 8 * count;
  if (end > bytes.size()) return bytes.size();
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t last = std::uint64_t{word(bytes, 8 + 8 * i)} + word(bytes, 12 + 8 * i);
    end = std::max(end, last);
  }
  return std::min<std::uint64_t>((end + 3) / 4 * 4, bytes.size());
}

bool begins_with(ByteView bytes, std::uint32_t magic) {
  return bytes.size() >= kDirectory && word(bytes, 0) == magic;
}

}  // namespace

// A ROM begins with 80 37 12 40; dumps of other devices have the bytes of each word swapped.
std::uint32_t swapped_bytes(ByteView bytes) {
  if (begins_with(bytes, 0x37804012)) return 2;
  return begins_with(bytes, 0x40123780) ? 4 : 0;
}

void swap_bytes(Bytes& bytes, std::uint32_t group) {
  if (group < 2) return;
  for (std::size_t at = 0; at + group <= bytes.size(); at += group)
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + group));
}

std::optional<std::uint64_t> find_dma_in_rom(ByteView bytes) {
  if (bytes.size() < kDirectory || bytes[0] != std::byte{0x80} || bytes[1] != std::byte{0x37}) {
    return {};
  }
  for (const std::uint64_t at : kRomAddresses) {
    if (table_at(bytes, at)) return at;
  }
  // ROM hacks move the table; segments begin at multiples of 16.
  for (std::uint64_t at = 0; at < bytes.size(); at += 16) {
    if (table_at(bytes, at)) return at;
  }
  return {};
}

std::vector<std::uint64_t> find_dma_inside(ByteView bytes) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t at = 0; at < bytes.size() && found.size() < kMostFound; at += 4) {
    if (table_at(bytes, at)) found.push_back(at);
  }
  return found;
}

DocumentPtr parse_dma_document(const Source& source, const Options&, Diagnostics& diagnostics) {
  Bytes swapped;
  ByteView bytes = source.bytes;
  const std::uint32_t group = swapped_bytes(bytes);
  if (group != 0) {
    swapped.assign(bytes.begin(), bytes.end());
    swap_bytes(swapped, group);
    bytes = swapped;
  }
  const auto at = find_dma_in_rom(bytes);
  if (!at && begins_with(bytes, kRomMagic)) {
    diagnostics.add(Severity::error, "sm64.E-DMAHEAD",
                    "a ROM without a table of Mario's 209 animations, neither at the addresses of "
                    "known versions nor anywhere by its signature; --offset names another table's "
                    "place",
                    0);
    return nullptr;
  }
  if (auto cut = find_cut_dma(bytes)) {
    diagnostics.add(*std::move(cut));
    return nullptr;
  }
  const ByteView before = bytes.first(at.value_or(0));
  bytes = bytes.subspan(at.value_or(0));
  // After a table that begins the file there may be a ROM's rest as well, or a few bytes of
  // padding.
  const std::uint64_t size = table_size(bytes);
  const ByteView after = at || bytes.size() > size + 16 ? bytes.subspan(size) : ByteView();
  auto parsed = parse_dma(bytes.first(bytes.size() - after.size()));
  if (!parsed) {
    diagnostics.add(parsed.error());
    return nullptr;
  }
  auto document = std::make_unique<DmaDocument>(std::move(*parsed));
  document->before.assign(before.begin(), before.end());
  document->after.assign(after.begin(), after.end());
  document->swapped_bytes = group;
  document->path = source.path;
  return document;
}

}  // namespace anmkit::sm64
