// SPDX-License-Identifier: MIT
// Definitions in display-list sources, and their place in a project.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit::sm64 {

// Names of the display lists, vertices, lights and textures that a text defines, in its order.
// Faster than reading it.
std::vector<std::string_view> defined_names(std::string_view text);

// Finds the source that defines a name: in the folder of a layout, below it, in the folders above,
// then anywhere in the project, and then in the trees that the user named (section 16).
class Definitions {
 public:
  // Borrows `around`. `folder`: the layout's.
  Definitions(const std::string& folder, Folders& around);
  // The path of the source; empty when there is none.
  std::string find(const std::string& name);

 private:
  using Index = std::map<std::string, std::string, std::less<>>;  // paths by name
  // Files of a folder, or all of those below it.
  struct Scope {
    std::string folder;
    bool below = false;
  };
  const Index& index_in(const std::string& folder);
  const Index& index_below(const std::string& folder, std::size_t depth);
  const Index& index_of_tree(const std::string& root);

  Folders& around_;
  std::size_t depth_;          // of folders below
  std::vector<Scope> scopes_;  // the nearest first
};

}  // namespace anmkit::sm64
