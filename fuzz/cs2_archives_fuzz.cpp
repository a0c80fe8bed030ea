// SPDX-License-Identifier: MIT
// KIF archives: never a crash, contents stay bounded, and plain archives come back from their
// files.
#include "formats/cs2/archive/archive.hpp"
#include "roundtrip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using anmkit::fuzz::require;
  const anmkit::ByteView bytes{reinterpret_cast<const std::byte*>(data), size};
  constexpr std::optional<std::uint32_t> kKeys[] = {std::nullopt, 0x1234u};
  for (const auto& names : kKeys) {
    anmkit::Diagnostics found;
    const auto kif = anmkit::cs2::parse_kif(bytes, names, found);
    if (!kif) {
      require(found.has_errors(), "what cannot be read says why", "cs2-int");
      continue;
    }
    anmkit::cs2::check_values(*kif, found);
    std::vector<anmkit::cs2::KifFile> files;
    std::uint64_t total = 0;
    for (const auto& entry : kif->entries) {
      files.push_back({entry.name, kif->data(entry)});
      total += files.back().data.size();
    }
    require(total <= 4 * size, "contents are bounded by the file", "cs2-int");
    const auto written = anmkit::cs2::write_kif(files, kif->name_size);
    if (!written) continue;
    anmkit::Diagnostics again;
    const auto back = anmkit::cs2::parse_kif(*written, {}, again);
    require(back.has_value(), "what is written parses", "cs2-int");
    if (back->name_size != kif->name_size) continue;
    for (std::size_t i = 0; i < files.size(); ++i)
      require(back->data(back->entries[i]) == files[i].data, "contents come back", "cs2-int");
  }
  return 0;
}
