// SPDX-License-Identifier: MIT
// What an animation file is, for people.
#include <algorithm>

#include "formats/sm64/document.hpp"
#include "formats/sm64/geo/texture_files.hpp"

namespace anmkit::sm64 {

DocumentInfo MotionDocument::info() const {
  DocumentInfo info;
  Options reading;
  if (coopdx) reading.set("coopdx", "");
  const auto all = motions({}, reading);
  std::size_t parts = 0, samples = 0;
  const std::uint16_t* last = nullptr;
  for (const Motion& motion : all) {
    const bool hold = (static_cast<std::uint16_t>(motion.header.flags) & kNoLoop) != 0;
    info.clips.push_back({motion.name, static_cast<double>(std::max<int>(motion.header.loopEnd, 0)),
                          kRate, !hold, static_cast<double>(motion.header.loopStart)});
    parts = std::max(parts, part_count(motion));
    if (motion.values.data() != last) samples += motion.values.size();
    last = motion.values.data();
  }
  for (std::size_t i = 0; i < parts; ++i)
    info.nodes.push_back("part" + std::to_string(i));
  info.facts.emplace_back("animations", std::to_string(all.size()));
  info.facts.emplace_back("parts", std::to_string(parts));
  info.facts.emplace_back("samples", std::to_string(samples));
  return info;
}

// The layout and the display lists of an actor stand one folder above its animations, or beside
// them. Names that a C file leaves open are looked for in the other C files of its folder.
std::vector<std::string> MotionDocument::find_companions(const std::string& own_path,
                                                         const Neighbourhood& around) const {
  std::vector<std::string> found;
  const std::string folder = folder_of(own_path);
  const auto add = [&](const std::string& where, bool sources) {
    for (const std::string& name : around.list(where)) {
      const std::string full = where + name;
      const bool model = name == "geo.inc.c" || name == "model.inc.c";
      const bool source = name.ends_with(".inc.c") || name.ends_with(".h");
      if ((sources ? source && !model : model) && full != own_path) found.push_back(full);
      if (sources || name != "model.inc.c") continue;
      const auto pictures = texture_files(full, around);
      found.insert(found.end(), pictures.begin(), pictures.end());
    }
  };
  add(folder, false);
  if (folder.size() > 1) add(folder_of(folder.substr(0, folder.size() - 1)), false);
  if (format() != kCId) return found;
  const auto all = motions({}, Options{});
  const bool open = all.empty() || std::ranges::any_of(all, [](const Motion& motion) {
                      return motion.index.empty() || motion.values.empty();
                    });
  if (open) add(folder, true);
  return found;
}

}  // namespace anmkit::sm64
