// SPDX-License-Identifier: MIT
// Banks and compact clips inside unpacked archives: by version word on 4-byte boundaries, validated
// (section 15).
#include "formats/gc/compact/compact.hpp"

namespace anmkit::gc {
namespace {

constexpr std::size_t kMostFound = 8;

std::uint32_t word(ByteView bytes, std::uint64_t offset) {
  return load<std::uint32_t, std::endian::big>(bytes.data() + offset);
}
std::uint16_t half(ByteView bytes, std::uint64_t offset) {
  return load<std::uint16_t, std::endian::big>(bytes.data() + offset);
}

// The largest total cost of examining candidates.
struct Budget {
  std::uint64_t records;
  bool take(std::uint64_t count) {
    if (count > records) return false;
    records -= count;
    return true;
  }
};

// An offset on the grid of an array of `all` records, with `count` of them from there.
bool on_grid(std::uint64_t at, std::uint64_t first, std::uint64_t size, std::uint64_t count,
             std::uint64_t all) {
  return count == 0 ||
         (at >= first && (at - first) % size == 0 && fits((at - first) / size, count, all));
}

// Values and curves of a track's keys are after the arrays.
bool keys_are_good(ByteView bytes, std::uint64_t track, std::uint64_t end) {
  Track types;
  types.quantize_info = std::to_integer<std::uint8_t>(bytes[track + 12]);
  types.anim_type = std::to_integer<std::uint8_t>(bytes[track + 13]);
  types.interpolation_type = std::to_integer<std::uint8_t>(bytes[track + 14]);
  const Layout layout(types);
  if (!layout.readable()) return false;
  const std::uint64_t setting = layout.setting_size(), curve = layout.curve_size();
  const std::uint64_t last = bytes.size();
  if (setting > last - end || curve > last - end) return false;
  const std::uint64_t last_setting = last - setting, last_curve = last - curve;
  const std::byte* key = bytes.data() + word(bytes, track + 4);
  bool good = true;
  for (std::uint64_t count = half(bytes, track + 8); count > 0; --count, key += kKeySize) {
    const auto value = load<std::uint32_t, std::endian::big>(key + 4);
    const auto bend = load<std::uint32_t, std::endian::big>(key + 8);
    good = good & (value >= end) & (value <= last_setting) &
           ((curve == 0) | ((bend >= end) & (bend <= last_curve)));
  }
  return good;
}

bool is_bank(ByteView bytes, Budget& budget) {
  if (bytes.size() < kHeaderSize || word(bytes, 4) != kHeaderSize) return false;
  const std::uint32_t version = word(bytes, 0);
  if (version != kVersion && !is_wii(version)) return false;
  const std::uint64_t sequences = half(bytes, 10), tracks = half(bytes, 12), keys = half(bytes, 14);
  const std::uint64_t tracks_at = kHeaderSize + kSequenceSize * sequences;
  const std::uint64_t keys_at = tracks_at + kTrackSize * tracks;
  const std::uint64_t end = keys_at + kKeySize * keys;
  if (sequences == 0 || end > bytes.size() || !budget.take(sequences)) return false;
  for (std::uint64_t i = 0; i < sequences; ++i) {
    const std::uint64_t at = kHeaderSize + kSequenceSize * i;
    if (word(bytes, at) >= bytes.size() ||
        !on_grid(word(bytes, at + 4), tracks_at, kTrackSize, half(bytes, at + 8), tracks))
      return false;
  }
  for (std::uint64_t i = 0; i < tracks; ++i) {
    const std::uint64_t at = tracks_at + kTrackSize * i;
    const std::uint64_t count = half(bytes, at + 8);
    if (!budget.take(count + 1) || !on_grid(word(bytes, at + 4), keys_at, kKeySize, count, keys) ||
        (count != 0 && !keys_are_good(bytes, at, end)))
      return false;
  }
  return true;
}

bool is_compact(ByteView bytes, Budget& budget) {
  if (bytes.size() < kCompactHeaderSize || word(bytes, 0) != kCompactVersion) return false;
  const std::uint64_t tracks = half(bytes, 4);
  const std::uint64_t end = kCompactHeaderSize + kCompactTrackSize * tracks;
  if (tracks == 0 || end > bytes.size()) return false;
  for (std::uint64_t i = 0; i < tracks; ++i) {
    const std::uint64_t at = kCompactHeaderSize + kCompactTrackSize * i;
    const std::uint32_t data = word(bytes, at + 4);
    if (!budget.take(1) || data < end || data > bytes.size()) return false;
  }
  return true;
}

template <class Valid>
std::vector<std::uint64_t> find(ByteView bytes, Valid valid) {
  std::vector<std::uint64_t> found;
  Budget budget{bytes.size()};
  for (std::uint64_t at = 0; at + 8 <= bytes.size() && found.size() < kMostFound; at += 4) {
    if (valid(bytes.subspan(at), budget)) found.push_back(at);
  }
  return found;
}

}  // namespace

bool is_bank(ByteView bytes) {
  Budget budget{bytes.size()};
  return is_bank(bytes, budget);
}

std::vector<std::uint64_t> find_banks(ByteView bytes) {
  return find(bytes, [](ByteView at, Budget& budget) { return is_bank(at, budget); });
}
std::vector<std::uint64_t> find_compact_clips(ByteView bytes) {
  return find(bytes, &is_compact);
}

}  // namespace anmkit::gc
