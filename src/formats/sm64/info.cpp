// What an animation file is, for people.
#include <algorithm>

#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {

DocumentInfo MotionDocument::info() const {
  DocumentInfo info;
  const auto all = motions({}, Options{});
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

// Names are resolved across the C files of a folder; the layout and the display lists of an actor
// stand one folder above its animations.
std::vector<std::string> MotionDocument::find_companions(const std::string& own_path,
                                                         const Neighbourhood& around) const {
  std::vector<std::string> found;
  std::string folder = folder_of(own_path);
  const auto add = [&](const std::string& where, bool all) {
    for (const std::string& name : around.list(where)) {
      const bool model = name == "geo.inc.c" || name == "model.inc.c" || name.ends_with(".geo.c");
      const bool source = name.ends_with(".inc.c") || name.ends_with(".h") || name.ends_with(".c");
      const std::string full = where + name;
      if ((model || (all && source)) && full != own_path) found.push_back(full);
    }
  };
  add(folder, format() == kCId);
  if (folder.size() > 1) {
    const std::string above = folder_of(folder.substr(0, folder.size() - 1));
    // "anims/" itself has the current folder above it.
    add(above, false);
  }
  return found;
}

}  // namespace anmkit::sm64
