// SPDX-License-Identifier: MIT
// Where the pictures of a model lie.
#include "formats/sm64/geo/texture_files.hpp"

#include <algorithm>

#include "formats/folders.hpp"
#include "formats/sm64/geo/model.hpp"

namespace anmkit::sm64 {
namespace {

// Sources name pictures from the tree's top, which is some folder above the model.
std::string find_above(const std::string& folder, const std::string& name, Folders& around) {
  for (std::string above = folder;; above = folder_of(above.substr(0, above.size() - 1))) {
    std::string path = above + name;
    const std::string place = folder_of(path);
    if (around.has(place, std::string_view(path).substr(place.size()))) return path;
    if (above.size() < 2) return {};
  }
}

TextureFiles look(const std::string& model, Folders& around) {
  TextureFiles files;
  const std::string own = folder_of(model);
  files.found = paths_in(own, around.ending(own, ".png"));
  const auto bytes = around.read(model);
  if (!bytes) return files;
  ModelSource source;
  read_model(as_text(*bytes), source);
  for (const auto& [array, picture] : source.textures) {
    if (picture.empty()) continue;
    std::string path = texture_file(own, picture, around);
    if (path.empty()) {
      files.missing.push_back(picture + ".png");
    } else if (std::ranges::find(files.found, path) == files.found.end()) {
      files.found.push_back(std::move(path));
    }
  }
  return files;
}

}  // namespace

std::string texture_file(const std::string& folder, const std::string& picture, Folders& around) {
  std::string path = find_above(folder, picture + ".png", around);
  return path.empty() ? find_above(folder, picture + ".inc.c", around) : path;
}

const TextureFiles& texture_files(const std::string& model, Folders& around) {
  return around.remember<TextureFiles>("sm64 textures " + model,
                                       [&] { return look(model, around); });
}

}  // namespace anmkit::sm64
