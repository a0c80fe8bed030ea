// SPDX-License-Identifier: MIT
// fast64's insertable binary (section 1.7).
#include <algorithm>
#include <set>

#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "formats/sm64/binary/pieces.hpp"
#include "formats/sm64/findings.hpp"

namespace anmkit::sm64 {
namespace {

// Header positions (in the data) that the relocations tell: pairs (p, p + 4) are the two pointers
// of a header, twelve bytes in.
std::vector<std::uint32_t> relocated_headers(const std::vector<std::uint32_t>& relocations) {
  const std::set<std::uint32_t> all(relocations.begin(), relocations.end());
  std::vector<std::uint32_t> headers;
  for (const std::uint32_t place : all) {
    if (place < 12 || !all.contains(place + 4)) continue;
    // A run of pointers is a table, not a header.
    if (place >= 4 && all.contains(place - 4)) continue;
    headers.push_back(place - 12);
  }
  return headers;
}

// Type 5: the data is a DMA table, whose pointers count from each header.
void locate_dma(ByteView bytes, std::uint32_t base, Insertable& file,
                std::vector<Located>& located) {
  const auto table = parse_dma(bytes.subspan(base));
  if (!table) return;
  for (const DmaEntry& entry : table->entries) {
    const bool good = table->entry_reference[file.clip_reference.size()] >= 0;
    file.clip_reference.push_back(good ? static_cast<std::int32_t>(located.size()) : -1);
    if (!good) continue;
    Located one;
    one.header = base + entry.offset;
    one.limit = one.header + entry.size;
    const Header header = read_header(bytes.data() + one.header);
    const auto inside = [&](std::uint32_t place) {
      return place >= kHeaderSize && place + std::uint64_t{2} <= entry.size;
    };
    if (inside(header.index)) one.index = one.header + header.index;
    if (inside(header.values)) one.values = one.header + header.values;
    located.push_back(one);
  }
}

}  // namespace

Result<Insertable> parse_insertable(ByteView bytes) {
  constexpr std::uint64_t kHead = 16;
  if (bytes.size() < kHead || bytes.size() > 0x7FFFFFFF) {
    return fail(
        prefixed("E-TRUNC"),
        "an insertable binary begins with 16 bytes, " + std::to_string(bytes.size()) + " available",
        0);
  }
  const auto word = [&](std::uint64_t at) {
    return load<std::uint32_t, std::endian::big>(bytes.data() + at);
  };
  Insertable file;
  file.type = word(0);
  file.dataSize = word(4);
  file.dataStart = word(8);
  const std::uint64_t count = word(12);
  if (4 * count > bytes.size() - kHead) {
    return fail(prefixed("E-TRUNC"),
                counted(count, "relocation needs", "relocations need") + " " +
                    counted(4 * count, "byte") + ", " + std::to_string(bytes.size() - kHead) +
                    " available",
                12, "relocations");
  }
  for (std::uint64_t i = 0; i < count; ++i)
    file.relocations.push_back(word(kHead + 4 * i));
  const auto base = static_cast<std::uint32_t>(kHead + 4 * count);
  const auto size = static_cast<std::uint32_t>(bytes.size() - base);

  std::vector<std::uint32_t> headers = relocated_headers(file.relocations);
  std::vector<std::uint32_t> clips = headers;
  if (file.type == 4) {
    // The table is the run of relocated words at the beginning.
    const std::set<std::uint32_t> all(file.relocations.begin(), file.relocations.end());
    clips.clear();
    for (std::uint32_t at = 0; all.contains(at) && fits(at, 4, size); at += 4) {
      file.table.push_back(word(base + at));
      clips.push_back(file.table.back());
    }
  }
  std::vector<Located> located;
  if (file.type == 5) {
    clips.clear();
    locate_dma(bytes, base, file, located);
  } else if (clips.empty()) {
    clips.push_back(0);
  }
  const auto table_size = static_cast<std::uint32_t>(4 * file.table.size());
  for (const std::uint32_t at : clips) {
    const bool good = at >= table_size && fits(at, kHeaderSize, size);
    file.clip_reference.push_back(good ? static_cast<std::int32_t>(located.size()) : -1);
    if (!good) continue;
    Located one;
    one.header = base + at;
    one.limit = base + size;
    const Header header = read_header(bytes.data() + base + at);
    const auto inside = [&](std::uint32_t place) {
      return place >= table_size && fits(place, 2, size) && place % 2 == 0;
    };
    if (inside(header.index)) one.index = base + header.index;
    if (inside(header.values)) one.values = base + header.values;
    located.push_back(one);
  }
  std::vector<std::uint32_t> known;
  for (const Located& one : located)
    known.push_back(one.limit);
  file.file = take_apart(bytes, located, std::move(known));
  // Relocations and table are in fields of their own; no clip is in them, so that they begin
  // the first gap.
  Gap& first = file.file.gaps.front();
  first.offset = base + table_size;
  first.bytes.erase(first.bytes.begin(),
                    first.bytes.begin() + static_cast<std::ptrdiff_t>(first.offset));
  if (first.bytes.empty()) file.file.gaps.erase(file.file.gaps.begin());
  return file;
}

Bytes write(const Insertable& file) {
  Bytes bytes = put_together(file.file);
  BigWriter head;
  for (const std::uint32_t field : {file.type, file.dataSize, file.dataStart,
                                    static_cast<std::uint32_t>(file.relocations.size())})
    head.put(field);
  for (const std::uint32_t place : file.relocations)
    head.put(place);
  for (const std::uint32_t pointer : file.table)
    head.put(pointer);
  const Bytes own = head.take();
  if (bytes.size() < own.size()) bytes.resize(own.size());
  std::ranges::copy(own, bytes.begin());
  return bytes;
}

}  // namespace anmkit::sm64
