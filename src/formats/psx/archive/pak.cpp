// SPDX-License-Identifier: MIT
// PAK archives: list, find in the game's order, build (section 5).
#include <algorithm>

#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "core/entry_sum.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/psx/check.hpp"

namespace anmkit::psx {
namespace {

constexpr std::uint64_t align4(std::uint64_t value) {
  return (value + 3) & ~std::uint64_t{3};
}

// Reads one entry; nothing when it was reported as broken.
// `names_end` is one past the last zero byte of the file: no name begins after that byte.
std::optional<PakEntry> read_entry(ByteView bytes, std::size_t i, std::uint32_t offset,
                                   std::uint64_t names_end, Findings& findings) {
  const std::uint64_t size = bytes.size();
  const std::string path = path_of("entries", i);
  if (offset >= size) {
    findings.error("PAK-01",
                   "entry " + std::to_string(i) + " begins at " + hex_number(offset) +
                       ", beyond end of file " + hex_number(size),
                   4 + 4 * i, path + ".offset");
    return std::nullopt;
  }
  if (offset >= names_end) {
    findings.error("PAK-02",
                   "entry " + std::to_string(i) + " at " + hex_number(offset) +
                       ": name runs to the end of the file without a terminator",
                   offset, path + ".name");
    return std::nullopt;
  }
  const auto from = bytes.begin() + offset;
  const auto end = std::find(from, bytes.end(), std::byte{0});
  PakEntry entry;
  entry.offset = offset;
  const auto name_length = static_cast<std::uint64_t>(end - from);
  entry.name = as_text(bytes.subspan(offset, name_length));
  const std::uint64_t length_at = offset + align4(name_length + 1);
  if (!fits(length_at, 4, size)) {
    findings.error("PAK-03",
                   "entry " + std::to_string(i) + ": its length at " + hex_number(length_at) +
                       " is beyond end of file " + hex_number(size),
                   length_at, path + ".length");
    return std::nullopt;
  }
  entry.length = load<std::uint32_t, std::endian::little>(bytes.data() + length_at);
  entry.data_offset = static_cast<std::uint32_t>(length_at + 4);
  if (!fits(length_at + 4, entry.length, size)) {
    findings.error("PAK-03",
                   "entry " + std::to_string(i) + ": payload of " + counted(entry.length, "byte") +
                       " at " + hex_number(length_at + 4) + " runs beyond end of file " +
                       hex_number(size),
                   length_at, path + ".length");
    return std::nullopt;
  }
  return entry;
}

void check_padding(const Pak& pak, std::uint64_t begin, std::uint64_t end, std::size_t i,
                   Findings& findings) {
  for (std::uint64_t at = begin; at < std::min<std::uint64_t>(end, pak.bytes.size()); ++at) {
    if (pak.bytes[at] == std::byte{0}) continue;
    findings.warning("PAK-08", "padding byte at " + hex_number(at) + " is not zero", at,
                     path_of("entries", i));
    return;
  }
}

// Overlaps and holes, in the order of the offsets.
void check_places(const Pak& pak, Findings& findings) {
  std::vector<std::size_t> order(pak.entries.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return pak.entries[i].offset; });
  std::uint64_t wanted = 4 + 4 * pak.entries.size();
  for (const std::size_t i : order) {
    const PakEntry& entry = pak.entries[i];
    if (entry.offset != wanted) {
      findings.warning(
          "PAK-05",
          "entry " + std::to_string(i) + " begins at " + hex_number(entry.offset) +
              (entry.offset < wanted ? ", inside the entry that ends at " : ", after a gap from ") +
              hex_number(wanted),
          4 + 4 * i, path_of("entries", i) + ".offset");
    }
    const std::uint64_t end = std::uint64_t{entry.data_offset} + entry.length;
    check_padding(pak, entry.offset + entry.name.size() + 1, entry.data_offset - 4u, i, findings);
    check_padding(pak, end, align4(end), i, findings);
    wanted = std::max(wanted, align4(end));
  }
  if (wanted < pak.bytes.size()) {
    findings.warning("PAK-05", counted(pak.bytes.size() - wanted, "byte") + " after the last entry",
                     wanted);
  }
}

std::string folded(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    c = lower(c);
  return text;
}

void check_names(const Pak& pak, Findings& findings) {
  for (std::size_t i = 0; i < pak.entries.size(); ++i) {
    const PakEntry& entry = pak.entries[i];
    const std::string path = path_of("entries", i) + ".name";
    if (i > 0 && compare_names(pak.entries[i - 1].name, entry.name) >= 0) {
      findings.warning("PAK-06",
                       "'" + entry.name + "' is after '" + pak.entries[i - 1].name +
                           "': the game's search needs ascending names",
                       entry.offset, path);
    }
    if (!is_safe_name(entry.name)) {
      findings.error("PAK-09", "'" + entry.name + "' leaves the output folder", entry.offset, path);
    }
  }
  std::vector<std::size_t> order(pak.entries.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return compare_names(pak.entries[a].name, pak.entries[b].name) < 0;
  });
  for (std::size_t k = 1; k < order.size(); ++k) {
    const PakEntry& entry = pak.entries[order[k]];
    if (compare_names(pak.entries[order[k - 1]].name, entry.name) != 0) continue;
    findings.warning("PAK-07",
                     "'" + entry.name + "' appears twice (letters of either case are one)",
                     entry.offset, path_of("entries", order[k]) + ".name");
  }
}

Result<Pak> read_pak(ByteView bytes, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  LittleReader in(bytes);
  const std::uint64_t count = in.get<std::uint32_t>("count");
  if (!in.ok() || !fits(4, 4 * count, bytes.size()) || bytes.size() > 0xFFFFFFFFu) {
    findings.error("PAK-01",
                   in.ok() ? "table of " + counted(count, "offset") + " does not fit into " +
                                 counted(bytes.size(), "byte")
                           : "file of " + counted(bytes.size(), "byte") + " has no file count",
                   0, "count");
    return first_error(diagnostics);
  }
  Pak pak;
  pak.entries.reserve(count);
  EntrySum sum(bytes.size());
  const auto last_zero = std::find(bytes.rbegin(), bytes.rend(), std::byte{0});
  const auto names_end = static_cast<std::uint64_t>(bytes.rend() - last_zero);
  for (std::size_t i = 0; i < count; ++i) {
    auto entry = read_entry(bytes, i, in.get<std::uint32_t>("offset"), names_end, findings);
    if (!entry) continue;
    if (!sum.add(entry->name.size()) || !sum.add(entry->length)) {
      findings.error("PAK-05",
                     "entry " + std::to_string(i) +
                         ": entries overlap and together claim more than 4 times the file, which "
                         "has " +
                         counted(bytes.size(), "byte"),
                     4 + 4 * i, path_of("entries", i));
      break;
    }
    pak.entries.push_back(std::move(*entry));
  }
  if (findings.failed()) return first_error(diagnostics);
  pak.bytes.assign(bytes.begin(), bytes.end());
  return pak;
}

}  // namespace

int compare_names(std::string_view a, std::string_view b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const auto x = static_cast<signed char>(lower(a[i])), y = static_cast<signed char>(lower(b[i]));
    if (x != y) return x < y ? -1 : 1;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

bool is_safe_name(std::string_view name) {
  return anmkit::is_safe_name(name);
}

Result<Pak> parse_pak(ByteView bytes, Diagnostics& diagnostics) {
  return with_own_findings(diagnostics, [&](Diagnostics& own) { return read_pak(bytes, own); });
}

void check_values(const Pak& pak, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  for (std::size_t i = 0; i < pak.entries.size(); ++i) {
    if (pak.entries[i].offset % 4 == 0) continue;
    findings.warning("PAK-04",
                     "entry " + std::to_string(i) + " begins at " +
                         hex_number(pak.entries[i].offset) + ", not a multiple of 4",
                     4 + 4 * i, path_of("entries", i) + ".offset");
  }
  check_places(pak, findings);
  check_names(pak, findings);
}

Result<Bytes> build_pak(std::vector<PakFile> files) {
  std::ranges::stable_sort(
      files, [](const PakFile& a, const PakFile& b) { return compare_names(a.name, b.name) < 0; });
  std::uint64_t size = 4 + 4 * std::uint64_t{files.size()};
  std::vector<std::uint64_t> offsets;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const PakFile& file = files[i];
    if (!is_safe_name(file.name)) {
      return fail(prefixed("PAK-09"), "'" + file.name + "' is not a valid name in an archive", {},
                  file.name);
    }
    if (i > 0 && compare_names(files[i - 1].name, file.name) == 0) {
      return fail(prefixed("PAK-06"),
                  "'" + folded(file.name) + "' appears twice: the game could find only one", {},
                  file.name);
    }
    offsets.push_back(size);
    size += align4(file.name.size() + 1) + 4 + align4(file.data.size());
  }
  if (size > 0xFFFFFFFFu) return fail(prefixed("SIZE"), "the archive would exceed 4 GiB");
  LittleWriter out;
  out.reserve(size);
  out.put(static_cast<std::uint32_t>(files.size()));
  for (const std::uint64_t offset : offsets)
    out.put(static_cast<std::uint32_t>(offset));
  for (const PakFile& file : files) {
    out.put_text(file.name);
    out.put(std::uint8_t{0});
    out.align(4);
    out.put(static_cast<std::uint32_t>(file.data.size()));
    out.put_bytes(file.data);
    out.align(4);
  }
  return out.take();
}

const PakEntry* find_entry(const Pak& pak, std::string_view name) {
  std::size_t low = 0, high = pak.entries.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const int order = compare_names(pak.entries[middle].name, name);
    if (order == 0) return &pak.entries[middle];
    (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
  }
  for (const PakEntry& entry : pak.entries) {
    if (compare_names(entry.name, name) == 0) return &entry;
  }
  return nullptr;
}

}  // namespace anmkit::psx
