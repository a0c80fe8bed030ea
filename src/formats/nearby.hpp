// SPDX-License-Identifier: MIT
// Companions in other folders of a tree: models, animations and textures sorted by kind.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/folders.hpp"

namespace anmkit {

// The folder that holds one: "a/b/" -> "a/", "" -> "../"; of an archive's root that one.
std::string folder_above(const std::string& folder);

// A folder that may contain companions of a file in another one.
struct NearFolder {
  std::string path;      // as `folder_of` names it
  std::string name;      // its full one
  std::size_t rank = 0;  // 1 is the nearest
  // Below a folder that the user named, or called after a kind ("models", "TIM"): a file of any
  // name may belong there.
  bool sorted = false;
};
// Those around `folder`, without it, the nearest first: the folders of the same name and depth that
// differ in one folder on the way (models/hero for anims/hero), then by the number of steps up and
// down. Of trees that the user named (Neighbourhood::roots) and of an archive they are those that
// have files with `extension`. Their number is limited: of those of one rank all are there, or
// none.
const std::vector<NearFolder>& folders_near(const std::string& folder, const std::string& extension,
                                            Folders& around);

// Whether a folder contains companions of other files than those of `asking`, which end with `own`:
// it has such files itself, or is nearer to others. What is below a folder belongs to it.
bool is_of_others(const std::string& folder, const std::string& asking, const std::string& own,
                  Folders& around);

// The companion to find.
struct Wanted {
  std::string extension;           // ".act"
  std::vector<std::string> stems;  // lower-case names without extension, the best first
  std::string prefixed = {};       // the lower-case stem of a file that begins with the wanted one
  // How well a file fits, 0 = not at all. Without it every file fits, and a name is required.
  std::function<int(const std::string& path)> fit = {};
  // A folder with files of this extension, or nearer to other folders with such, contains
  // companions of those: files that have no wanted name are not taken from it. With `only`, a
  // folder with such files is left out.
  std::string own = {};
  bool only = false;
};
struct Nearest {
  std::string path;                 // empty: none
  std::vector<std::string> rivals;  // paths of candidates, none of them chosen
};
// The nearest file of that kind outside of `folder`: of the files of one rank, one of a wanted
// name, else one that another name begins with, else the one that fits best. Two that are equally
// good are rivals, unless their bytes are equal.
Nearest find_near(const std::string& folder, const Wanted& wanted, Folders& around);

}  // namespace anmkit
