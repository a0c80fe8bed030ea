// SPDX-License-Identifier: MIT
// Facts of an animation file, for people.
#include <algorithm>
#include <functional>

#include "formats/sm64/document.hpp"
#include "formats/sm64/geo/texture_files.hpp"

namespace anmkit::sm64 {

DocumentInfo MotionDocument::info() const {
  DocumentInfo info;
  Options reading;
  if (coopdx) reading.set("coopdx", "");
  const auto all = motions({}, reading);
  std::size_t parts = 0, samples = 0, open = 0;
  const std::uint16_t* last = nullptr;
  for (const Motion& motion : all) {
    const bool hold = (static_cast<std::uint16_t>(motion.header.flags) & kNoLoop) != 0;
    info.clips.push_back({motion.name, static_cast<double>(std::max<int>(motion.header.loopEnd, 0)),
                          kRate, !hold, static_cast<double>(motion.header.loopStart)});
    parts = std::max(parts, part_count(motion));
    if (motion.values.data() != last) samples += motion.values.size();
    last = motion.values.data();
    open += motion.index.empty() || motion.values.empty() ? 1 : 0;
  }
  for (std::size_t i = 0; i < parts; ++i)
    info.nodes.push_back("part" + std::to_string(i));
  info.facts.emplace_back("animations", std::to_string(all.size()));
  if (open == 0 || parts > 0) {
    info.facts.emplace_back("parts", std::to_string(parts));
    info.facts.emplace_back("samples", std::to_string(samples));
  }
  if (open > 0) info.facts.emplace_back("with arrays in other files", std::to_string(open));
  const auto* source = as<CDocument>(this, kCId);
  if (source == nullptr || !all.empty()) return info;
  for (const CTable& table : source->file.tables) {
    const auto listed = std::ranges::count_if(table.elements, std::not_fn(&std::string::empty));
    info.facts.emplace_back("animations in other files",
                            std::to_string(listed) + ", listed by " + table.name);
  }
  return info;
}

}  // namespace anmkit::sm64
