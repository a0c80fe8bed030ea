// SPDX-License-Identifier: MIT
// Offsets in the order of the game's own files.
#include "formats/gc/bank/canonical.hpp"

#include <algorithm>
#include <map>

#include "core/bytes.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/layout.hpp"
#include "formats/gc/unclaimed_bytes.hpp"

namespace anmkit::gc {
namespace {

constexpr std::uint64_t kMostRecords = 65535;
constexpr std::uint64_t kLargest = std::uint64_t{1} << 30u;

std::uint64_t aligned(std::uint64_t offset, std::uint64_t to) {
  return (offset + to - 1) / to * to;
}

// The ranges that owners name; one after the other when an owner's own offset has no effect.
template <class Owner, class Resolve, class Count>
Result<std::vector<Span>> ranges(const std::vector<Owner>& owners, std::size_t records,
                                 std::string_view name, Resolve resolve, Count count) {
  std::vector<Span> spans;
  for (const Owner& owner : owners) {
    const auto span = resolve(owner);
    if (!span) break;
    spans.push_back(*span);
  }
  if (spans.size() == owners.size()) return spans;
  spans.clear();
  std::uint64_t next = 0;
  for (const Owner& owner : owners) {
    spans.push_back({next, count(owner)});
    next += count(owner);
  }
  if (next != records) {
    return fail(std::string(kBadJson),
                "the counts of the owners give " + std::to_string(next) + " " + std::string(name) +
                    ", there are " + std::to_string(records),
                {}, std::string(name));
  }
  return spans;
}

class BankLayout {
 public:
  explicit BankLayout(const BankRecords& from) : from_(from) {
    to_.version_number = from.version_number;
    to_.bank_id = from.bank_id;
  }

  Result<BankRecords> run() {
    if (auto taken = take_records(); !taken) return std::unexpected(taken.error());
    place_owners();
    if (auto placed = place_keys(); !placed) return std::unexpected(placed.error());
    place_names();
    place_user_data();
    to_.size = aligned(end_, 32);
    if (to_.size > kLargest) return fail(std::string(kBadJson), "the bank is larger than 1 GiB");
    return std::move(to_);
  }

 private:
  Result<void> take_records() {
    const auto track_spans = ranges(
        from_.sequences, from_.tracks.size(), "tracks",
        [&](const Sequence& s) { return tracks_of(from_, s); },
        [](const Sequence& s) { return std::uint64_t{s.total_tracks}; });
    if (!track_spans) return std::unexpected(track_spans.error());
    const auto key_spans = ranges(
        from_.tracks, from_.key_frames.size(), "keyFrames",
        [&](const Track& t) { return keys_of(from_, t); },
        [](const Track& t) { return std::uint64_t{t.total_frames}; });
    if (!key_spans) return std::unexpected(key_spans.error());
    to_.key_frames.reserve(from_.key_frames.size());
    for (std::size_t i = 0; i < from_.sequences.size(); ++i) {
      to_.sequences.push_back(from_.sequences[i]);
      const Span span = (*track_spans)[i];
      for (std::uint64_t t = span.first; t < span.first + span.count; ++t) {
        to_.tracks.push_back(from_.tracks[t]);
        const Span keys = (*key_spans)[t];
        if (to_.tracks.size() > kMostRecords || to_.key_frames.size() + keys.count > kMostRecords) {
          return fail(std::string(kBadJson),
                      "a bank has at most 65535 tracks and 65535 keys; sequence " +
                          std::to_string(i) + " goes beyond",
                      {}, path_of("sequences", i));
        }
        const auto first = from_.key_frames.begin() + static_cast<std::ptrdiff_t>(keys.first);
        to_.key_frames.insert(to_.key_frames.end(), first,
                              first + static_cast<std::ptrdiff_t>(keys.count));
      }
    }
    return {};
  }

  void place_owners() {
    std::uint64_t at = kHeaderSize + kSequenceSize * to_.sequences.size();
    for (Sequence& sequence : to_.sequences) {
      sequence.track_array = static_cast<std::uint32_t>(at);
      sequence.pad = 0;
      at += kTrackSize * sequence.total_tracks;
    }
    for (Track& track : to_.tracks) {
      track.key_frames = static_cast<std::uint32_t>(at);
      at += kKeySize * track.total_frames;
    }
    end_ = at;
  }

  // Settings first, then curves, each on a multiple of four.
  Result<void> place_keys() {
    std::size_t next = 0;
    for (std::size_t t = 0; t < to_.tracks.size(); ++t) {
      const Layout layout(to_.tracks[t]);
      if (!layout.readable()) {
        return fail(std::string(kBadJson), "a track of an unknown quantise type cannot be moved",
                    {}, path_of("tracks", t));
      }
      for (std::uint64_t n = 0; n < to_.tracks[t].total_frames; ++n)
        place(layout.setting_size(), to_.key_frames[next++].setting);
    }
    next = 0;
    for (const Track& track : to_.tracks) {
      const std::uint64_t size = Layout(track).curve_size();
      for (std::uint64_t n = 0; n < track.total_frames; ++n) {
        std::uint32_t& offset = to_.key_frames[next++].interpolation;
        offset = 0;
        if (size != 0) place(size, offset);
      }
    }
    return {};
  }
  void place(std::uint64_t size, std::uint32_t& offset) {
    end_ = aligned(end_, 4);
    offset = static_cast<std::uint32_t>(end_);
    end_ += size;
  }

  void place_names() {
    std::map<std::string, std::uint32_t> known;
    for (Sequence& sequence : to_.sequences) {
      const auto [at, fresh] = known.try_emplace(sequence.name, static_cast<std::uint32_t>(end_));
      if (fresh) end_ += sequence.name.size() + 1;
      sequence.sequence_name = at->second;
    }
  }

  void place_user_data() {
    Bytes data = bytes_at(from_.user_data, from_.user_data_size, from_.gaps, from_.size);
    if (from_.user_data == 0 || data.empty()) return;
    end_ = aligned(end_, 32);
    to_.user_data = static_cast<std::uint32_t>(end_);
    to_.user_data_size = static_cast<std::uint32_t>(data.size());
    end_ += data.size();
    to_.gaps.push_back({to_.user_data, std::move(data)});
  }

  const BankRecords& from_;
  BankRecords to_;
  std::uint64_t end_ = 0;
};

}  // namespace

Bytes bytes_at(std::uint32_t offset, std::uint32_t count, const std::vector<Gap>& gaps,
               std::uint64_t size) {
  if (size > kLargest || !fits(offset, count, size)) return {};
  Bytes bytes(count);
  for (const Gap& gap : gaps) {
    // The common part of the gap and the range.
    const std::uint64_t begin = std::max<std::uint64_t>(gap.offset, offset);
    const std::uint64_t end =
        std::min<std::uint64_t>(gap.offset + gap.bytes.size(), std::uint64_t{offset} + count);
    if (begin >= end) continue;
    const auto from = gap.bytes.begin() + static_cast<std::ptrdiff_t>(begin - gap.offset);
    std::copy(from, from + static_cast<std::ptrdiff_t>(end - begin),
              bytes.begin() + static_cast<std::ptrdiff_t>(begin - offset));
  }
  return bytes;
}

std::string text_at(std::uint32_t offset, const std::vector<Gap>& gaps, std::uint64_t size) {
  if (offset == 0 || offset >= size) return {};
  const auto left = static_cast<std::uint32_t>(std::min<std::uint64_t>(size - offset, 4096));
  const Bytes bytes = bytes_at(offset, left, gaps, size);
  const std::string_view text = as_text(bytes);
  return std::string(text.substr(0, text.find('\0')));
}

Result<BankRecords> canonical(const BankRecords& bank) {
  if (!is_bounded(bank))
    return fail(prefixed("ANM015"), "records are shared too often to be laid out without sharing");
  return BankLayout(bank).run();
}

Actor canonical(const Actor& actor, std::string_view geo_palette, ByteView user_data) {
  Actor to = actor;
  to.tree_offset = 4;
  to.pad = 0;
  to.bones.clear();
  to.controls.clear();
  to.gaps.clear();
  const std::vector<std::uint32_t> order = bone_array(actor);
  const auto place_of = [](std::size_t position) {
    return static_cast<std::uint32_t>(kActorHeaderSize + kBoneSize * position);
  };
  std::vector<std::uint32_t> moved(actor.bones.size(), 0);  // new link of each bone reached
  for (std::size_t i = 0; i < order.size(); ++i)
    moved[order[i]] = place_of(i);
  const auto link = [&](std::uint32_t old) {
    const auto index = bone_at(actor, old);
    return index ? moved[*index] : 0;
  };
  std::map<std::uint32_t, const Control*> controls;
  for (const Control& control : actor.controls)
    controls.try_emplace(control.offset, &control);
  std::uint64_t end = place_of(order.size());
  for (const std::uint32_t index : order) {
    Bone bone = actor.bones[index];
    bone.previous_sibling = link(bone.previous_sibling);
    bone.next_sibling = link(bone.next_sibling);
    bone.parent = link(bone.parent);
    bone.first_child = link(bone.first_child);
    bone.pad = 0;
    const auto found = controls.find(bone.orientation_control);
    bone.orientation_control = 0;
    if (found != controls.end() && found->second->type != 0) {
      bone.orientation_control = static_cast<std::uint32_t>(end);
      Control& control = to.controls.emplace_back(*found->second);
      control.offset = bone.orientation_control;
      end += kControlSize;
    }
    to.bones.push_back(bone);
  }
  to.total_bones = static_cast<std::uint16_t>(order.size());
  to.root_bone = order.empty() ? 0 : place_of(0);
  to.geo_palette_name = 0;
  if (!geo_palette.empty()) {
    to.geo_palette_name = static_cast<std::uint32_t>(end);
    to.gaps.push_back({end, to_bytes(geo_palette)});
    end += geo_palette.size() + 1;
  }
  to.user_data_size = static_cast<std::uint32_t>(user_data.size());
  to.user_data = 0;
  if (!user_data.empty()) {
    end = aligned(end, 32);
    to.user_data = static_cast<std::uint32_t>(end);
    to.gaps.push_back({end, Bytes(user_data.begin(), user_data.end())});
    end += user_data.size();
  }
  to.size = aligned(end, 32);
  return to;
}

}  // namespace anmkit::gc
