// SPDX-License-Identifier: MIT
// Headers and tables located, copied, and put back over the gaps.
#include "formats/sm64/binary/pieces.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <utility>

#include "core/bytes.hpp"

namespace anmkit::sm64 {

Header read_header(const std::byte* from) {
  const auto s16 = [&](int at) { return load<std::int16_t, std::endian::big>(from + at); };
  const auto u32 = [&](int at) { return load<std::uint32_t, std::endian::big>(from + at); };
  Header header;
  header.flags = s16(0);
  header.animYTransDivisor = s16(2);
  header.startFrame = s16(4);
  header.loopStart = s16(6);
  header.loopEnd = s16(8);
  header.unusedBoneCount = s16(10);
  header.values = u32(12);
  header.index = u32(16);
  header.length = u32(20);
  return header;
}

namespace {

// As it is in the file; a list of words is made from a list of these in one pass.
struct BigWord {
  std::byte high, low;
  operator std::uint16_t() const {
    return static_cast<std::uint16_t>(std::to_integer<unsigned>(high) << 8 |
                                      std::to_integer<unsigned>(low));
  }
};

}  // namespace

std::vector<std::uint16_t> read_words(ByteView bytes, std::uint64_t offset, std::size_t count) {
  if (count == 0) return {};
  const auto* from = reinterpret_cast<const BigWord*>(bytes.data() + offset);
  return {from, from + count};
}

namespace {

constexpr std::uint32_t kSmallestIndex = 12;  // entries: root and one part

// Entries of an index table that begins at `at` and cannot pass `end`, for a stored part count
// (section 1.2): the distance to what follows when that is a table's length, else the count.
std::uint32_t index_length(std::uint32_t at, std::uint32_t end, std::int16_t bones,
                           bool next_known) {
  const std::uint32_t room = end > at ? (end - at) / 2 : 0;
  const std::uint32_t told = bones >= 1 ? 6 * (static_cast<std::uint32_t>(bones) + 1) : 0;
  if (told >= kSmallestIndex && told <= room && (!next_known || room - told < 6)) return told;
  if (next_known && room % 6 == 0) return room;
  return told >= kSmallestIndex && told <= room ? told : room;
}

struct Piece {
  std::uint32_t begin, end;
};

// Which of the pieces begins where. Files have nearly all of them in order: those are in a list,
// and the others are looked for.
class Places {
 public:
  // The piece that begins there, and whether it is a new one with that number.
  std::pair<std::uint32_t, bool> add(std::uint32_t at, std::size_t number) {
    const auto next = static_cast<std::uint32_t>(number);
    if (ordered_.empty() || ordered_.back().first < at) {
      ordered_.emplace_back(at, next);
      return {next, true};
    }
    const auto known = std::ranges::lower_bound(ordered_, at, {}, &Entry::first);
    if (known->first == at) return {known->second, false};
    const auto [late, fresh] = late_.emplace(at, next);
    return {late->second, fresh};
  }

 private:
  using Entry = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<Entry> ordered_;
  std::map<std::uint32_t, std::uint32_t> late_;
};

// Everything between the pieces.
std::vector<Gap> find_gaps(ByteView bytes, std::vector<Piece> pieces) {
  if (!std::ranges::is_sorted(pieces, {}, &Piece::begin))
    std::ranges::sort(pieces, {}, &Piece::begin);
  std::vector<Gap> gaps;
  std::uint32_t at = 0;
  const auto add = [&](std::uint32_t to) {
    if (to <= at) return;
    const ByteView view = bytes.subspan(at, to - at);
    gaps.push_back({at, Bytes(view.begin(), view.end())});
  };
  for (const Piece& piece : pieces) {
    add(piece.begin);
    at = std::max(at, piece.end);
  }
  add(static_cast<std::uint32_t>(bytes.size()));
  return gaps;
}

void put_words(Bytes& bytes, const PlacedTable& table) {
  if (!fits(table.offset, 2 * std::uint64_t{table.elements.size()}, bytes.size())) return;
  std::byte* to = bytes.data() + table.offset;
  for (const std::uint16_t word : table.elements) {
    *to++ = static_cast<std::byte>(word >> 8);
    *to++ = static_cast<std::byte>(word);
  }
}

void put_header(Bytes& bytes, const PlacedHeader& placed) {
  BigWriter writer;
  const Header& header = placed.header;
  for (const std::int16_t field : {header.flags, header.animYTransDivisor, header.startFrame,
                                   header.loopStart, header.loopEnd, header.unusedBoneCount})
    writer.put(field);
  for (const std::uint32_t field : {header.values, header.index, header.length})
    writer.put(field);
  const Bytes raw = writer.take();
  if (!fits(placed.offset, raw.size(), bytes.size())) return;
  std::ranges::copy(raw, bytes.begin() + placed.offset);
}

}  // namespace

BinaryFile take_apart(ByteView bytes, const std::vector<Located>& located,
                      std::vector<std::uint32_t> known, std::span<const std::uint32_t> ends) {
  BinaryFile file;
  file.size = static_cast<std::uint32_t>(bytes.size());
  const std::size_t others = known.size();
  known.reserve(others + 3 * located.size());
  for (const Located& one : located) {
    known.push_back(one.header);
    const auto [before, after] = std::minmax(one.index, one.values);
    if (before) known.push_back(*before);
    if (after) known.push_back(*after);
  }
  // Files have nearly all of them in order.
  const auto middle = known.begin() + static_cast<std::ptrdiff_t>(others);
  for (const auto& [begin, end] : {std::pair(known.begin(), middle), {middle, known.end()}}) {
    if (!std::is_sorted(begin, end)) std::sort(begin, end);
  }
  std::inplace_merge(known.begin(), middle, known.end());
  const auto next_known = [&](std::uint32_t at, std::uint32_t limit) {
    const auto after = std::upper_bound(known.begin(), known.end(), at);
    return after == known.end() ? limit : std::min(*after, limit);
  };
  const auto limit_of = [&](const Located& one, std::uint32_t at) {
    const auto end = std::ranges::upper_bound(ends, at);
    return end == ends.end() ? one.limit : std::min(*end, one.limit);
  };

  Places headers, indices, values;
  std::vector<Piece> pieces;
  for (const Located& one : located) {
    Reference reference;
    const auto [header, new_header] = headers.add(one.header, file.headers.size());
    reference.header = header;
    const Header fields = read_header(bytes.data() + one.header);
    if (new_header) {
      file.headers.push_back({one.header, fields});
      pieces.push_back({one.header, one.header + kHeaderSize});
    }
    if (one.index) {
      const auto [place, fresh] = indices.add(*one.index, file.indexTables.size());
      reference.index = static_cast<std::int32_t>(place);
      if (fresh) {
        const std::uint32_t limit = limit_of(one, *one.index);
        const std::uint32_t end = next_known(*one.index, limit);
        const std::uint32_t count =
            index_length(*one.index, end, fields.unusedBoneCount, end < limit);
        file.indexTables.push_back({*one.index, read_words(bytes, *one.index, count)});
        pieces.push_back({*one.index, *one.index + 2 * count});
      }
    }
    if (one.values) {
      const auto [place, fresh] = values.add(*one.values, file.valueTables.size());
      reference.values = static_cast<std::int32_t>(place);
      if (fresh) {
        const std::uint32_t end = next_known(*one.values, limit_of(one, *one.values));
        const std::uint32_t count = (end - *one.values) / 2;
        file.valueTables.push_back({*one.values, read_words(bytes, *one.values, count)});
        pieces.push_back({*one.values, *one.values + 2 * count});
      }
    }
    file.references.push_back(reference);
  }
  file.gaps = find_gaps(bytes, std::move(pieces));
  return file;
}

Bytes put_together(const BinaryFile& file) {
  Bytes bytes(file.size);
  for (const Gap& gap : file.gaps) {
    if (!fits(gap.offset, gap.bytes.size(), bytes.size())) continue;
    std::ranges::copy(gap.bytes, bytes.begin() + static_cast<std::ptrdiff_t>(gap.offset));
  }
  for (const PlacedTable& table : file.valueTables)
    put_words(bytes, table);
  for (const PlacedTable& table : file.indexTables)
    put_words(bytes, table);
  for (const PlacedHeader& header : file.headers)
    put_header(bytes, header);
  return bytes;
}

}  // namespace anmkit::sm64
