// SPDX-License-Identifier: MIT
// From one folder of a mod to the others.
#include "formats/craftstudio/mod_tree.hpp"

#include <algorithm>
#include <optional>

#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/nearby.hpp"

namespace anmkit::craftstudio {
namespace {

// The folder that contains `own`, and the folders between it and the file.
struct Root {
  std::string folder, below;
};

// The nearest folder above a file with the name `own`.
std::optional<Root> root_of(const std::string& path, std::string_view own, Folders& around) {
  std::string at(folder_of(path));
  const std::string whole = around.full_name(at);
  for (std::string full = whole; !full.empty();) {
    std::string above = folder_above(at);
    if (equal_in_any_case(last_folder(full), own))
      return Root{std::move(above), whole.substr(full.size())};
    at = std::move(above);
    std::string next = folder_above(full);
    if (next.size() >= full.size()) break;
    full = std::move(next);
  }
  return std::nullopt;
}

void add(std::vector<std::string>& folders, std::string folder) {
  if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(std::move(folder));
}

}  // namespace

std::vector<std::string> mod_folders(const std::string& path, std::string_view own,
                                     std::string_view wanted, Folders& around) {
  std::vector<std::string> folders;
  const std::optional<Root> root = root_of(path, own, around);
  if (!root) return folders;
  // Textures are next to the folder "craftstudio", which holds the rest.
  for (const std::string& base : {root->folder, folder_above(root->folder)}) {
    const std::string name = around.find(base, wanted);
    if (name.empty()) continue;
    const std::string found = base + name + "/";
    if (!root->below.empty()) add(folders, found + root->below);
    add(folders, found);
    for (const std::string& one : around.names(found))
      if (extension_of(one).empty()) add(folders, found + one + "/");
  }
  return folders;
}

}  // namespace anmkit::craftstudio
