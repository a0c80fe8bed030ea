// SPDX-License-Identifier: MIT
// The DMA table (section 1.6).
#include <algorithm>

#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "formats/sm64/binary/pieces.hpp"
#include "formats/sm64/findings.hpp"

namespace anmkit::sm64 {
namespace {

// The smallest entry: header, index of one part, one sample.
constexpr std::uint32_t kSmallestEntry = kHeaderSize + 24 + 2;

// Where an entry's tables begin, when they are inside it.
Located locate(ByteView bytes, const DmaEntry& entry) {
  Located located;
  located.header = entry.offset;
  located.limit = entry.offset + entry.size;
  const Header header = read_header(bytes.data() + entry.offset);
  const auto inside = [&](std::uint32_t relative) {
    return relative >= kHeaderSize && relative + std::uint64_t{2} <= entry.size;
  };
  if (inside(header.index)) located.index = entry.offset + header.index;
  if (inside(header.values)) located.values = entry.offset + header.values;
  return located;
}

}  // namespace

Result<DmaTable> parse_dma(ByteView bytes) {
  if (bytes.size() < 8) {
    return fail(prefixed("E-DMAHEAD"),
                "a DMA table begins with 8 bytes, " + std::to_string(bytes.size()) + " available",
                0, "numEntries");
  }
  DmaTable table;
  table.numEntries = load<std::uint32_t, std::endian::big>(bytes.data());
  table.sourceAddress = load<std::uint32_t, std::endian::big>(bytes.data() + 4);
  const std::uint64_t directory = 8 + 8 * std::uint64_t{table.numEntries};
  if (directory > bytes.size() || bytes.size() > 0x7FFFFFFF) {
    return fail(prefixed("E-DMAHEAD"),
                counted(table.numEntries, "entry needs", "entries need") + " " +
                    counted(directory, "byte") + " for the directory, " +
                    std::to_string(bytes.size()) + " available",
                0, "numEntries");
  }
  std::vector<Located> located;
  for (std::uint32_t i = 0; i < table.numEntries; ++i) {
    const std::byte* from = bytes.data() + 8 + 8 * std::size_t{i};
    const DmaEntry entry = {load<std::uint32_t, std::endian::big>(from),
                            load<std::uint32_t, std::endian::big>(from + 4)};
    table.entries.push_back(entry);
    // The directory is written from the entries, so no header may be in it.
    const bool good = entry.offset >= directory && entry.size >= kSmallestEntry &&
                      fits(entry.offset, entry.size, bytes.size()) && entry.offset % 2 == 0;
    table.entry_reference.push_back(good ? static_cast<std::int32_t>(located.size()) : -1);
    if (good) located.push_back(locate(bytes, entry));
  }
  std::vector<std::uint32_t> known;
  for (const Located& one : located)
    known.push_back(one.limit);
  table.file = take_apart(bytes, located, std::move(known));
  // The directory is in fields of its own; nothing of an entry is in it, so that it begins
  // the first gap.
  Gap& first = table.file.gaps.front();
  first.offset = static_cast<std::uint32_t>(directory);
  first.bytes.erase(first.bytes.begin(),
                    first.bytes.begin() + static_cast<std::ptrdiff_t>(first.offset));
  if (first.bytes.empty()) table.file.gaps.erase(table.file.gaps.begin());
  return table;
}

Bytes write(const DmaTable& table) {
  Bytes bytes = put_together(table.file);
  BigWriter head;
  head.put(table.numEntries);
  head.put(table.sourceAddress);
  for (const DmaEntry& entry : table.entries) {
    head.put(entry.offset);
    head.put(entry.size);
  }
  const Bytes directory = head.take();
  if (bytes.size() < directory.size()) bytes.resize(directory.size());
  std::ranges::copy(directory, bytes.begin());
  return bytes;
}

}  // namespace anmkit::sm64
