// SPDX-License-Identifier: MIT
// Quick check of a compact clip: tracks, and the values where they are (appendix
// B).
#include "formats/gc/quick_check.hpp"

#include <algorithm>
#include <cmath>

#include "formats/gc/bank/check_values.hpp"
#include "formats/gc/compact/compact.hpp"

namespace anmkit::gc {
namespace {

template <class T>
T number(const std::byte* from) {
  return load<T, std::endian::big>(from);
}

bool are_finite(const std::byte* triple) {
  constexpr std::uint32_t kInfinite = in_file(0x7F800000);
  bool finite = true;
  for (std::size_t i = 0; i < 3; ++i)
    finite = finite &
             ((load<std::uint32_t, std::endian::native>(triple + 4 * i) & kInfinite) != kInfinite);
  return finite;
}

// Where a record has what may be wrong: an archive for the visitors of record.hpp that only counts
// bytes.
class Places {
 public:
  Places(const Layout& layout, unsigned quaternion) : layout_(layout), quaternion_(quaternion) {}
  void time(std::int16_t&) { at_ += 2; }
  void triple(std::optional<Triple>&) {
    if (layout_.type == kFloatType) floats_.add(at_);
    at_ += layout_.triple_size();
  }
  void matrix(std::optional<std::array<float, 12>>&) {
    for (int row = 0; row < 4; ++row, at_ += 12)
      floats_.add(at_);
  }
  void quat(std::optional<std::array<std::int16_t, 4>>&) {
    turns_.add(at_);
    at_ += quaternion_;
  }
  void q14(std::optional<std::int16_t>&) {
    eases_.add(at_);
    at_ += 2;
  }
  Curve* curve(std::optional<Curve>&) { return &curve_; }

  // Numbers are finite, no quaternion is of length 0 and no ease negative, in `count` records.
  bool are_sound(const std::byte* records, std::uint64_t count, std::uint64_t size) const {
    const auto all = [&](const List& list, auto is_good) {
      bool good = true;
      for (std::size_t i = 0; i < list.count; ++i) {
        const std::byte* at = records + list.places[i];
        for (std::uint64_t k = 0; k < count; ++k, at += size)
          good = good & is_good(at);
      }
      return good;
    };
    // The places of a quaternion's components; the last one represents those that are not stored.
    const std::uint64_t last = quaternion_ - 2, y = std::min<std::uint64_t>(2, last),
                        z = std::min<std::uint64_t>(4, last);
    return all(floats_, are_finite) &&
           all(turns_,
               [&](const std::byte* at) {
                 return (bits(at) | bits(at + y) | bits(at + z) | bits(at + last)) != 0;
               }) &&
           all(eases_, [](const std::byte* at) { return number<std::int16_t>(at) >= 0; });
  }

 private:
  struct List {
    // Three parts, each with a curve of two values: no record has more of a kind.
    std::array<std::uint64_t, 9> places{};
    std::size_t count = 0;
    void add(std::uint64_t at) { places[count++] = at; }
  };
  static unsigned bits(const std::byte* from) {
    return load<std::uint16_t, std::endian::native>(from);
  }
  const Layout& layout_;
  std::uint64_t quaternion_;
  std::uint64_t at_ = 0;
  List floats_, turns_, eases_;
  Curve curve_;
};

bool times_are_sound(const std::byte* keys, std::uint64_t count, std::uint64_t size) {
  bool good = true;
  std::int16_t before = INT16_MIN;
  for (; count > 0; --count, keys += size) {
    const auto time = number<std::int16_t>(keys);
    good = good & (time >= before);
    before = time;
  }
  return good;
}

bool values_are_sound(const std::byte* data, const CompactTrack& track,
                      const CompactLayout& layout) {
  Places held(layout.constants, layout.quaternion_size());
  CompactConstants constants;
  visit_setting(held, layout.constants, constants);
  if (!held.are_sound(data, 1, 0)) return false;
  if (!layout.keyed()) return true;
  const std::byte* const keys = data + layout.constants_size();
  const std::uint64_t size = layout.key_size();
  Places keyed(layout.keys, layout.quaternion_size());
  CompactKey key;
  visit_compact_key(keyed, layout, key);
  return times_are_sound(keys, track.key_count, size) &&
         keyed.are_sound(keys, track.key_count, size);
}

// The fields of a track's record, without its values.
CompactTrack track_at(const std::byte* record) {
  CompactTrack track;
  track.anim_time = number<float>(record);
  track.data = number<std::uint32_t>(record + 4);
  track.key_count = number<std::uint16_t>(record + 8);
  track.quantize_info = number<std::uint8_t>(record + 12);
  track.keyed_parts = number<std::uint8_t>(record + 13);
  track.interpolation_type = number<std::uint8_t>(record + 14);
  track.constant_parts = number<std::uint8_t>(record + 15);
  return track;
}

}  // namespace

bool quick_check_compact(ByteView bytes) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 30u;
  if (bytes.size() < kCompactHeaderSize || bytes.size() > kLargest ||
      number<std::uint32_t>(bytes.data()) != kCompactVersion)
    return false;
  const std::uint64_t tracks = number<std::uint16_t>(bytes.data() + 4);
  const std::uint64_t end = kCompactHeaderSize + kCompactTrackSize * tracks;
  if (end > bytes.size()) return false;
  Diagnostics found;
  std::uint64_t claimed = 0;  // tracks may share data, but not so often that it costs much
  for (std::uint64_t i = 0; i < tracks; ++i) {
    const CompactTrack track = track_at(bytes.data() + kCompactHeaderSize + kCompactTrackSize * i);
    const CompactLayout layout(track);
    const auto parts = static_cast<std::uint8_t>(track.keyed_parts & 31u);
    if (!layout.readable() || !std::isfinite(track.anim_time) ||
        (parts != 0 && track.key_count == 0))
      return false;
    check_types(layout.keys, {parts, track.interpolation_type, true},
                {found, static_cast<std::size_t>(i)});
    const std::uint64_t size = layout.data_size(track.key_count);
    claimed += size;
    if (found.has_errors() || claimed > 2 * std::uint64_t{bytes.size()}) return false;
    if (size == 0) continue;
    if (track.data < end || !fits(track.data, size, bytes.size()) ||
        !values_are_sound(bytes.data() + track.data, track, layout))
      return false;
  }
  return true;
}

}  // namespace anmkit::gc
