// SPDX-License-Identifier: MIT
// Where the pictures of a model lie.
#include <algorithm>

#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/geo/texture_files.hpp"

namespace anmkit::sm64 {
namespace {

bool has_file(const std::string& path, const Neighbourhood& around) {
  const std::string folder = folder_of(path);
  const auto names = around.list(folder);
  return std::ranges::find(names, path.substr(folder.size())) != names.end();
}

}  // namespace

std::vector<std::string> texture_files(const std::string& model, const Neighbourhood& around) {
  std::vector<std::string> found;
  const std::string own = folder_of(model);
  const auto add = [&](const std::string& path) {
    if (std::ranges::find(found, path) == found.end()) found.push_back(path);
  };
  for (const std::string& name : around.list(own)) {
    if (name.ends_with(".png")) add(own + name);
  }
  const auto bytes = around.read(model);
  if (!bytes) return found;
  ModelSource source;
  read_model(as_text(*bytes), source);
  for (const auto& [array, picture] : source.textures) {
    if (picture.empty()) continue;
    // Sources name pictures from the tree's top, which is some folder above the model.
    for (std::string above = own;; above = folder_of(above.substr(0, above.size() - 1))) {
      const std::string path = above + picture + ".png";
      if (has_file(path, around)) {
        add(path);
        break;
      }
      if (above.size() < 2) break;
    }
  }
  return found;
}

}  // namespace anmkit::sm64
