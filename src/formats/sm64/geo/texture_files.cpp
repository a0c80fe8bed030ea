// SPDX-License-Identifier: MIT
// Paths of a model's images.
#include "formats/sm64/geo/texture_files.hpp"

#include <algorithm>
#include <set>

#include "core/paths.hpp"
#include "formats/folders.hpp"
#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/source/c_address.hpp"

namespace anmkit::sm64 {
namespace {

// Sources name images from the tree's top, which is some folder above the model.
std::string find_above(const std::string& folder, const std::string& name, Folders& around) {
  for (std::string above = folder;; above = folder_of(above.substr(0, above.size() - 1))) {
    std::string path = above + name;
    const std::string place(folder_of(path));
    if (around.has(place, std::string_view(path).substr(place.size()))) return path;
    if (above.size() < 2) return {};
  }
}

// What a source calls images: the files that its arrays include, its arrays, and those of others
// that its lists load.
std::set<std::string> pictures_in(const ModelSource& source) {
  std::set<std::string> names;
  for (const auto& [array, picture] : source.textures)
    names.emplace(picture.empty() ? array : file_name(picture));
  for (const auto& [list, commands] : source.lists) {
    for (const ListCommand& command : commands) {
      if (!command.name.starts_with("gsDPLoad") && command.name != "gsDPSetTextureImage") continue;
      for (const std::string_view argument : command.arguments)
        names.emplace(name_in(argument));
    }
  }
  return names;
}

}  // namespace

TextureFiles texture_files(const std::string& model, std::string_view text, Folders& around) {
  TextureFiles files;
  const std::string own(folder_of(model));
  ModelSource source;
  read_model(text, source);
  // Others in the folder are shown by something else, or were made from it.
  const std::set<std::string> names = pictures_in(source);
  files.found = paths_in(own, around.ending(own, ".png"));
  std::erase_if(files.found, [&](const std::string& path) {
    const std::string_view name = file_name(path);
    return !names.contains(std::string(name.substr(0, name.size() - 4)));
  });
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

std::string texture_file(const std::string& folder, const std::string& picture, Folders& around) {
  std::string path = find_above(folder, picture + ".png", around);
  return path.empty() ? find_above(folder, picture + ".inc.c", around) : path;
}

const TextureFiles& texture_files(const std::string& model, Folders& around) {
  return around.remember<TextureFiles>("sm64 textures " + model, [&] {
    const auto bytes = around.read(model);
    return bytes ? texture_files(model, as_text(*bytes), around) : TextureFiles{};
  });
}

}  // namespace anmkit::sm64
