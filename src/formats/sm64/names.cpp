// SPDX-License-Identifier: MIT
// Numbers in names of headers, and the enumerators that name them.
#include "formats/sm64/names.hpp"

#include <charconv>

namespace anmkit::sm64 {

ClipNames::ClipNames(const CFile& header) {
  for (const CEnumerator& one : header.enumerators) {
    if (one.name.starts_with("MARIO_ANIM_") && one.value >= 0)
      names_.try_emplace(static_cast<std::size_t>(one.value), one.name);
  }
}

ClipNames ClipNames::among(Companions companions) {
  for (const Companion& companion : companions) {
    const auto* header = as<CDocument>(companion.document, kCId);
    if (header == nullptr || header->file.enumerators.empty()) continue;
    ClipNames names(header->file);
    if (!names.names_.empty()) return names;
  }
  return {};
}

std::string ClipNames::of(const std::string& name) const {
  constexpr std::string_view kPrefix = "anim_";
  if (names_.empty() || !name.starts_with(kPrefix)) return name;
  std::size_t id = 0;
  const char* const end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + kPrefix.size(), end, id, 16);
  if (read.ec != std::errc{} || read.ptr != end) return name;
  const auto found = names_.find(id);
  return found == names_.end() ? name : found->second;
}

}  // namespace anmkit::sm64
