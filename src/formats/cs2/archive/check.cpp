// SPDX-License-Identifier: MIT
// KIF archives: findings about values, and new archives.
#include <algorithm>
#include <numeric>
#include <set>

#include "core/counted.hpp"
#include "core/paths.hpp"
#include "formats/cs2/archive/archive.hpp"
#include "formats/cs2/archive/kif.hpp"
#include "formats/cs2/findings.hpp"

namespace anmkit::cs2 {
namespace {

void check_names(const Kif& kif, Findings& findings) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < kif.entries.size(); ++i) {
    const KifEntry& entry = kif.entries[i];
    const std::string path = path_of("entries", i, "name");
    if (!is_safe_name(entry.name)) {
      findings.error("KIF-NAME", quoted(entry.name) + " leaves the output folder", entry.record,
                     path);
    }
    if (!seen.insert(entry.name).second) {
      findings.warning("KIF-TWICE", quoted(entry.name) + " appears twice; the first one is found",
                       entry.record, path);
    }
  }
}

void check_padding(const Kif& kif, Findings& findings) {
  for (std::size_t i = 0; i < kif.entries.size(); ++i) {
    const KifEntry& entry = kif.entries[i];
    for (std::uint64_t k = entry.name.size(); k < kif.name_size; ++k) {
      if (kif.bytes[static_cast<std::size_t>(entry.record + k)] == std::byte{0}) continue;
      findings.warning("KIF-PADDING", "a byte after the end of the name is not zero",
                       entry.record + k, path_of("entries", i, "name"));
      break;
    }
  }
}

// Overlaps and gaps, in the order of the contents.
void check_order(const Kif& kif, Findings& findings) {
  std::vector<std::size_t> order(kif.entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return kif.entries[i].offset; });
  const std::uint64_t records = kif.entries.size() + (kif.cipher ? 1 : 0);
  const std::uint64_t table_end = kKifHeader + records * (kif.name_size + 8);
  std::uint64_t end = table_end;
  for (const std::size_t i : order) {
    const KifEntry& entry = kif.entries[i];
    // An empty file may be anywhere but inside the table.
    if (entry.size == 0 && entry.offset >= table_end) continue;
    const std::uint64_t at = entry.record + kif.name_size;
    if (entry.offset < end) {
      findings.warning("KIF-OVERLAP",
                       quoted(entry.name) + " begins at " + hex_number(entry.offset) +
                           ", inside the entry that ends at " + hex_number(end),
                       at, path_of("entries", i));
    } else if (entry.offset > end) {
      findings.info("KIF-GAP",
                    counted(entry.offset - end, "byte") + " before " + quoted(entry.name) +
                        " belong to no entry",
                    end, path_of("entries", i));
    }
    end = std::max(end, std::uint64_t{entry.offset} + entry.size);
  }
  if (end < kif.bytes.size()) {
    findings.info(
        "KIF-GAP",
        counted(kif.bytes.size() - end, "byte at the end belongs", "bytes at the end belong") +
            " to no entry",
        end, "entries");
  }
}

}  // namespace

void check_values(const Kif& kif, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  check_names(kif, findings);
  check_padding(kif, findings);
  check_order(kif, findings);
}

Result<Bytes> write_kif(std::span<const KifFile> files, std::uint32_t name_size) {
  std::uint64_t at = kKifHeader + files.size() * (std::uint64_t{name_size} + 8);
  std::uint64_t size = at;
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string& name = files[i].name;
    const std::string path = path_of("entries", i, "name");
    // A name as long as its field has no zero at its end; the engine's own never do that.
    if (!is_safe_name(name) || name.size() >= name_size || name == kKifKeyName) {
      return fail(prefixed("KIF-NAME"),
                  quoted(name) + " is not a valid name in an archive: expected 1 to " +
                      counted(name_size - 1, "byte") + " that stay inside a folder",
                  {}, path);
    }
    if (!seen.insert(name).second) {
      return fail(prefixed("KIF-TWICE"), quoted(name) + " appears twice", {}, path);
    }
    size += files[i].data.size();
  }
  if (size > 0xFFFFFFFFu) return fail(prefixed("KIF-SIZE"), "the archive would exceed 4 GiB");
  LittleWriter out;
  out.reserve(static_cast<std::size_t>(size));
  out.put_text(kKifSignature);
  out.put(static_cast<std::uint32_t>(files.size()));
  for (const KifFile& file : files) {
    out.put_text(file.name);
    out.put_bytes(Bytes(name_size - file.name.size()));
    out.put(static_cast<std::uint32_t>(at));
    out.put(static_cast<std::uint32_t>(file.data.size()));
    at += file.data.size();
  }
  for (const KifFile& file : files)
    out.put_bytes(file.data);
  return out.take();
}

}  // namespace anmkit::cs2
