// SPDX-License-Identifier: MIT
// Names of nodes, by which animations find them (section 3.6).
#include <map>
#include <set>

#include "formats/craftstudio/model/body.hpp"

namespace anmkit::craftstudio {

std::vector<std::string> names_of_blocks(const Scene& scene) {
  std::vector<bool> moves(scene.nodes.size());
  for (const Clip& clip : scene.clips)
    for (const Track& track : clip.tracks)
      if (track.node < moves.size()) moves[track.node] = true;
  std::vector<std::string> names(scene.nodes.size());
  std::set<std::string> taken;
  std::vector<bool> named(names.size());
  for (const bool moving : {true, false}) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string& name = scene.nodes[i].name;
      if (named[i] || moves[i] != moving || name.empty() || !taken.insert(name).second) continue;
      named[i] = true;
      names[i] = name;
    }
  }
  std::map<std::string, std::size_t> next;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (named[i]) continue;
    const std::string& name = scene.nodes[i].name;
    if (name.empty()) {
      // As animations of such nodes are called.
      names[i] = "node " + std::to_string(i);
      while (!taken.insert(names[i]).second)
        names[i] += '_';
      continue;
    }
    std::size_t& number = next.try_emplace(name, 1).first->second;
    do {
      names[i] = name + " " + std::to_string(++number);
    } while (!taken.insert(names[i]).second);
  }
  return names;
}

}  // namespace anmkit::craftstudio
