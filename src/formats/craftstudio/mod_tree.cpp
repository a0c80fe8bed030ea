// SPDX-License-Identifier: MIT
// From one folder of a mod to the others.
#include "formats/craftstudio/mod_tree.hpp"

#include <algorithm>

#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/craftstudio/project/assets.hpp"

namespace anmkit::craftstudio {
namespace {

// The folder that contains `own`, and the folders between it and the file.
struct Root {
  std::string folder, below;
};

// Also of folders that are named from inside.
std::string above(const std::string& folder) {
  return folder.empty() || folder.ends_with("../") ? folder + "../" : folder_above(folder);
}

// The last folder called `own` above a file; where the path is too short to name it, two folders
// up.
std::vector<Root> roots_of(const std::string& path, std::string_view own) {
  const std::string folder(folder_of(path));
  for (std::string at = folder; !at.empty(); at = folder_above(at)) {
    const std::string above = folder_above(at);
    const std::string_view name = std::string_view(at).substr(above.size());
    if (equal_in_any_case(name.substr(0, name.size() - 1), own))
      return {{above, folder.substr(at.size())}};
  }
  if (!folder.empty()) return {};
  return {{"../", ""}, {"../../", ""}};
}

void add(std::vector<std::string>& folders, std::string folder) {
  if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(std::move(folder));
}

}  // namespace

std::vector<std::string> mod_folders(const std::string& path, std::string_view own,
                                     std::string_view wanted, Folders& around) {
  std::vector<std::string> folders;
  for (const Root& root : roots_of(path, own)) {
    // Textures are next to the folder "craftstudio", which holds the rest.
    for (const std::string& base : {root.folder, above(root.folder)}) {
      const std::string name = around.find(base, wanted);
      if (name.empty()) continue;
      const std::string found = base + name + "/";
      if (!root.below.empty()) add(folders, found + root.below);
      add(folders, found);
      for (const std::string& one : around.names(found))
        if (extension_of(one).empty()) add(folders, found + one + "/");
    }
  }
  return folders;
}

}  // namespace anmkit::craftstudio
