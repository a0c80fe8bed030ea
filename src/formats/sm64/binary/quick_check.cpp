// SPDX-License-Identifier: MIT
// Quick check of a DMA table, without taking it apart (sections 1.2, 1.6).
#include "formats/sm64/binary/quick_check.hpp"

#include "anmkit/sm64.hpp"
#include "core/bytes.hpp"

namespace anmkit::sm64 {
namespace {

std::uint32_t word(const std::byte* from) {
  return load<std::uint32_t, std::endian::big>(from);
}
std::uint16_t half(const std::byte* from) {
  return load<std::uint16_t, std::endian::big>(from);
}

// Where the tables of an entry are. Variants of one data set have headers of their own before the
// same tables.
struct Tables {
  std::uint64_t index = 0, values = 0, end = 0;
  friend bool operator==(const Tables&, const Tables&) = default;
};

// Each channel has samples, all of them in the table.
bool channels_are_sound(const std::byte* index, std::uint64_t entries, std::uint64_t samples) {
  bool sound = true;
  for (std::uint64_t i = 0; i < entries; i += 2) {
    const std::uint32_t count = half(index + 2 * i), first = half(index + 2 * i + 2);
    sound = sound & (count != 0) & (first + count <= samples);
  }
  return sound;
}

}  // namespace

bool quick_check_dma(ByteView bytes) {
  if (bytes.size() < 8 || bytes.size() > 0x7FFFFFFF) return false;
  const std::uint64_t count = word(bytes.data());
  if (!fits(8, 8 * count, bytes.size())) return false;
  Tables before{0, 0, 8 + 8 * count};
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::byte* const entry = bytes.data() + 8 + 8 * i;
    const std::uint64_t at = word(entry), size = word(entry + 4);
    if (at < 8 + 8 * count || at % 2 != 0 || !fits(at, size, bytes.size()) || size < kHeaderSize ||
        size > kDmaBuffer)
      return false;
    const std::byte* const header = bytes.data() + at;
    const Tables tables{at + word(header + 16), at + word(header + 12), at + size};
    const auto loop_end = static_cast<std::int16_t>(half(header + 8));
    const auto bones = static_cast<std::int16_t>(half(header + 10));
    const std::uint64_t entries = 6 * (static_cast<std::uint64_t>(bones) + 1);
    if (loop_end <= 0 || bones < 1 || tables.index < at + kHeaderSize || tables.index % 2 != 0 ||
        tables.values != tables.index + 2 * entries || tables.values + 2 > tables.end)
      return false;
    if (tables == before) continue;
    if (at < before.end) return false;
    const std::uint64_t samples = (tables.end - tables.values) / 2;
    if (!channels_are_sound(bytes.data() + tables.index, entries, samples)) return false;
    before = tables;
  }
  return true;
}

}  // namespace anmkit::sm64
