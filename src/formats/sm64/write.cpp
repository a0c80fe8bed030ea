// SPDX-License-Identifier: MIT
// Tables, directories and texts from resolved animations.
#include "formats/sm64/write.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/counted.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/source/c_write.hpp"

namespace anmkit::sm64 {
namespace {

bool same_data(const Motion& a, const Motion& b) {
  return a.index.data() == b.index.data() && a.values.data() == b.values.data() &&
         a.index.size() == b.index.size() && a.values.size() == b.values.size();
}

Result<void> check_tables(const std::vector<Motion>& motions) {
  for (const Motion& motion : motions) {
    if (!motion.index.empty() && !motion.values.empty()) continue;
    return fail(prefixed("E-CNAME"), motion.name + " has no index or no values to write",
                motion.offset, motion.path);
  }
  return {};
}

std::int16_t parts_of(const Motion& motion) {
  return static_cast<std::int16_t>(static_cast<std::int64_t>(motion.index.size() / 6) - 1);
}

void put_header(BigWriter& writer, const Header& header) {
  for (const std::int16_t field : {header.flags, header.animYTransDivisor, header.startFrame,
                                   header.loopStart, header.loopEnd, header.unusedBoneCount})
    writer.put(field);
  for (const std::uint32_t field : {header.values, header.index, header.length})
    writer.put(field);
}
void put_words(BigWriter& writer, std::span<const std::uint16_t> words) {
  std::array<std::byte, 2048> raw;
  while (!words.empty()) {
    const auto some = words.first(std::min(words.size(), raw.size() / 2));
    for (std::size_t i = 0; i < some.size(); ++i) {
      raw[2 * i] = static_cast<std::byte>(some[i] >> 8);
      raw[2 * i + 1] = static_cast<std::byte>(some[i]);
    }
    writer.put_bytes(ByteView(raw).first(2 * some.size()));
    words = words.subspan(some.size());
  }
}

}  // namespace

std::vector<SharedRun> shared_runs(const std::vector<Motion>& motions) {
  std::vector<SharedRun> runs;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (i > 0 && same_data(motions[i - 1], motions[i])) {
      ++runs.back().count;
    } else {
      runs.push_back({i, 1});
    }
  }
  return runs;
}

Result<Bytes> make_dma(const std::vector<Motion>& motions, std::uint64_t buffer) {
  if (auto good = check_tables(motions); !good) return std::unexpected(good.error());
  BigWriter writer;
  writer.put(static_cast<std::uint32_t>(motions.size()));
  writer.put(std::uint32_t{0});
  std::uint64_t at = 8 + 8 * std::uint64_t{motions.size()};
  std::vector<Header> headers;
  const auto runs = shared_runs(motions);
  for (const SharedRun& run : runs) {
    const Motion& first = motions[run.first];
    at = (at + 3) / 4 * 4;
    for (std::size_t j = 0; j < run.count; ++j) {
      const std::uint64_t index = kHeaderSize * (run.count - j);
      const std::uint64_t values = index + 2 * first.index.size();
      const std::uint64_t size = values + 2 * first.values.size();
      const std::uint64_t place = at + kHeaderSize * j;
      if ((size + 15) / 16 * 16 > buffer || place + size > UINT32_MAX) {
        return fail(prefixed("E-DMABUF"), motions[run.first + j].name + " needs " +
                                              counted((size + 15) / 16 * 16, "byte") +
                                              ", the buffer has " + std::to_string(buffer) +
                                              "; --buffer sets another size");
      }
      writer.put(static_cast<std::uint32_t>(place));
      writer.put(static_cast<std::uint32_t>(size));
      Header header = motions[run.first + j].header;
      header.unusedBoneCount = parts_of(first);
      header.values = static_cast<std::uint32_t>(values);
      header.index = static_cast<std::uint32_t>(index);
      header.length = static_cast<std::uint32_t>(size);
      headers.push_back(header);
    }
    at += kHeaderSize * run.count + 2 * first.index.size() + 2 * first.values.size();
  }
  writer.reserve(at + 4);
  for (const SharedRun& run : runs) {
    writer.align(4);
    for (std::size_t j = 0; j < run.count; ++j)
      put_header(writer, headers[run.first + j]);
    put_words(writer, motions[run.first].index);
    put_words(writer, motions[run.first].values);
  }
  writer.align(4);
  return writer.take();
}

Result<Bytes> make_insertable(const std::vector<Motion>& motions,
                              const std::vector<std::size_t>& order) {
  if (motions.empty()) return fail(std::string(kNoSuchClip), "no animations to write");
  if (auto good = check_tables(motions); !good) return std::unexpected(good.error());
  // Tables in order of first use; type 2 has one of each.
  std::map<const std::uint16_t*, std::uint32_t> indices, values;
  std::vector<std::span<const std::uint16_t>> index_list, value_list;
  for (const Motion& motion : motions) {
    if (indices.emplace(motion.index.data(), 0).second) index_list.push_back(motion.index);
    if (values.emplace(motion.values.data(), 0).second) value_list.push_back(motion.values);
  }
  const bool single = index_list.size() == 1 && value_list.size() == 1;
  const std::uint32_t type = single ? 2 : 4;
  std::uint64_t at = single ? 0 : 4 * std::uint64_t{order.size()};
  const std::uint64_t headers_at = at;
  at += kHeaderSize * std::uint64_t{motions.size()};
  for (const auto& table : index_list) {
    indices[table.data()] = static_cast<std::uint32_t>(at);
    at += 2 * table.size();
  }
  for (const auto& table : value_list) {
    values[table.data()] = static_cast<std::uint32_t>(at);
    at += 2 * table.size();
  }
  const std::uint64_t size = (at + 3) / 4 * 4;
  if (size > 0xFFFFFF) return fail(prefixed("E-PTR"), "the data does not fit a segment of 16 MiB");

  std::vector<std::uint32_t> relocations;
  for (std::size_t i = 0; !single && i < order.size(); ++i)
    relocations.push_back(static_cast<std::uint32_t>(4 * i));
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const auto header = static_cast<std::uint32_t>(headers_at + kHeaderSize * i);
    relocations.push_back(header + 12);
    relocations.push_back(header + 16);
  }
  BigWriter writer;
  for (const std::uint32_t field : {type, static_cast<std::uint32_t>(size), std::uint32_t{0},
                                    static_cast<std::uint32_t>(relocations.size())})
    writer.put(field);
  for (const std::uint32_t place : relocations)
    writer.put(place);
  for (std::size_t i = 0; !single && i < order.size(); ++i)
    writer.put(static_cast<std::uint32_t>(headers_at + kHeaderSize * order[i]));
  for (const Motion& motion : motions) {
    Header header = motion.header;
    header.unusedBoneCount = parts_of(motion);
    header.values = values[motion.values.data()];
    header.index = indices[motion.index.data()];
    header.length = 0;
    put_header(writer, header);
  }
  for (const auto& table : index_list)
    put_words(writer, table);
  for (const auto& table : value_list)
    put_words(writer, table);
  writer.align(4);
  return writer.take();
}

Bytes make_insertable_dma(ByteView table) {
  BigWriter writer;
  for (const std::uint32_t field : {5u, static_cast<std::uint32_t>(table.size()), 0u, 0u})
    writer.put(field);
  writer.put_bytes(table);
  return writer.take();
}

Result<CFile> make_c(const std::vector<Motion>& motions, const std::string& table,
                     std::size_t least) {
  if (auto good = check_tables(motions); !good) return std::unexpected(good.error());
  CFile file;
  std::map<const std::uint16_t*, std::string> names;
  std::set<std::string> used;
  const auto unique = [&](const std::string& name) {
    std::string tried = name;
    for (int i = 2; !used.insert(tried).second; ++i)
      tried = name + "_" + std::to_string(i);
    return tried;
  };
  const auto array = [&](std::span<const std::uint16_t> from, const std::string& name,
                         ElementType type) {
    const auto known = names.find(from.data());
    if (known != names.end()) return known->second;
    CArray made;
    made.name = unique(name);
    made.type = type;
    made.elements.assign(from.begin(), from.end());
    // One zero after an odd number keeps what follows aligned (section 10.2).
    const bool pad = type == ElementType::s16 && made.elements.size() % 2 == 1;
    if (pad) made.elements.push_back(0);
    names.emplace(from.data(), made.name);
    file.arrays.push_back(std::move(made));
    return file.arrays.back().name;
  };
  for (const Motion& motion : motions) {
    CHeader header;
    const std::string base = c_name(motion.name);
    header.name = unique(base);
    header.header = motion.header;
    header.header.values = header.header.index = header.header.length = 0;
    header.values = array(
        motion.values, motion.values_name.empty() ? base + "_values" : c_name(motion.values_name),
        ElementType::s16);
    header.index = array(motion.index,
                         motion.index_name.empty() ? base + "_indices" : c_name(motion.index_name),
                         ElementType::u16);
    file.headers.push_back(std::move(header));
  }
  if (!table.empty() && motions.size() >= least) {
    CTable& made = file.tables.emplace_back();
    made.name = unique(c_name(table));
    for (const CHeader& header : file.headers)
      made.elements.push_back(header.name);
    made.elements.emplace_back();
  }
  return file;
}

Result<std::vector<OutputFile>> make_mario_files(const std::vector<Motion>& motions) {
  if (auto good = check_tables(motions); !good) return std::unexpected(good.error());
  std::vector<OutputFile> files;
  for (const SharedRun& run : shared_runs(motions)) {
    const Motion& first = motions[run.first];
    std::string base = dma_name(run.first);
    for (std::size_t j = 1; j < run.count; ++j)
      base += dma_name(run.first + j).substr(4);
    CArray index, values;
    index.name = base + "_indices";
    values.name = base + "_values";
    index.elements.assign(first.index.begin(), first.index.end());
    values.elements.assign(first.values.begin(), first.values.end());
    std::vector<CHeader> headers;
    for (std::size_t j = 0; j < run.count; ++j) {
      CHeader& header = headers.emplace_back();
      header.name = dma_name(run.first + j);
      header.header = motions[run.first + j].header;
      header.values = values.name;
      header.index = index.name;
    }
    files.push_back({base + ".inc.c", to_bytes(mario_text(headers, index, values))});
  }
  return files;
}

}  // namespace anmkit::sm64
