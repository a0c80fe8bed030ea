// SPDX-License-Identifier: MIT
// From the display lists of a layout to all that they need.
#include "formats/sm64/geo/model_files.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/paths.hpp"
#include "formats/folders.hpp"
#include "formats/sm64/geo/definitions.hpp"
#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/geo/texture_files.hpp"
#include "formats/sm64/source/c_address.hpp"

namespace anmkit::sm64 {
namespace {

// The definitions of each name in a source.
struct Source {
  struct Entry {
    std::vector<std::string> uses;  // names that a list needs
    std::string picture;            // that a texture includes
    bool list = false;
  };
  std::map<std::string, Entry, std::less<>> entries;
};

// The names that a command needs: of lists, vertices, lights and textures.
std::string_view used_by(const ListCommand& command) {
  const std::string_view name = command.name;
  std::size_t argument = 0;
  if (name == "gsDPSetTextureImage") {
    argument = 3;
  } else if (name == "gsDPLoadTLUT_pal16") {
    argument = 1;
  } else if (name == "gsDPLoadTLUT") {
    argument = 2;
  } else if (name != "gsSPDisplayList" && name != "gsSPBranchList" && name != "gsSPVertex" &&
             name != "gsSPLight" && name != "gsDPLoadTLUT_pal256" &&
             !name.starts_with("gsSPSetLights") && !name.starts_with("gsDPLoadTextureBlock") &&
             !name.starts_with("gsDPLoadTextureTile") && !name.starts_with("gsDPLoadMulti")) {
    return {};
  }
  return argument < command.arguments.size() ? name_in(command.arguments[argument])
                                             : std::string_view();
}

Source read_source(const std::string& path, Folders& around) {
  Source source;
  const auto bytes = around.read(path);
  if (!bytes) return source;
  ModelSource model;
  read_model(as_text(*bytes), model);
  for (const auto& [name, unused] : model.vertices)
    source.entries[std::string(name)];
  for (const auto& [name, unused] : model.lights)
    source.entries[std::string(name)];
  for (const std::string_view name : model.in_rom)
    source.entries[std::string(name)];
  for (const auto& [name, picture] : model.textures)
    source.entries[std::string(name)].picture = picture;
  for (const auto& [name, list] : model.lists) {
    Source::Entry& entry = source.entries[std::string(name)];
    entry.list = true;
    for (const ListCommand& command : list) {
      const std::string_view used = used_by(command);
      if (!used.empty()) entry.uses.emplace_back(used);
    }
  }
  return source;
}

// Goes from name to name.
class Search {
 public:
  Search(const std::string& path, Folders& around)
      : own_(path), definitions_(std::string(folder_of(path)), around), around_(around) {}

  ModelFiles run(std::span<const GeoLayout> layouts) {
    for (const GeoLayout& layout : layouts) {
      for (const GeoNode& node : layout.nodes) {
        if (node.display_list.empty()) continue;
        lists_.insert(node.display_list);
        add(node.display_list);
      }
    }
    for (std::size_t i = 0; i < names_.size(); ++i)
      follow(std::string(names_[i]));
    return std::move(files_);
  }

 private:
  void add(const std::string& name) {
    if (seen_.insert(name).second) names_.push_back(name);
  }

  void follow(const std::string& name) {
    const std::string path = definitions_.find(name);
    if (path.empty()) {
      if (lists_.contains(name)) files_.missing_lists.push_back(name);
      return;
    }
    if (path != own_ && std::ranges::find(files_.sources, path) == files_.sources.end())
      files_.sources.push_back(path);
    const Source& source =
        around_.remember<Source>("sm64 source " + path, [&] { return read_source(path, around_); });
    const auto found = source.entries.find(name);
    if (found == source.entries.end()) return;
    for (const std::string& used : found->second.uses)
      add(used);
    const std::string& picture = found->second.picture;
    if (!picture.empty()) add_texture(std::string(folder_of(path)), picture);
  }
  void add_texture(const std::string& folder, const std::string& picture) {
    std::string path = texture_file(folder, picture, around_);
    std::vector<std::string>& to = path.empty() ? files_.missing_textures : files_.textures;
    if (path.empty()) path = picture + ".png";
    if (std::ranges::find(to, path) == to.end()) to.push_back(std::move(path));
  }

  const std::string& own_;
  Definitions definitions_;
  Folders& around_;
  std::vector<std::string> names_;  // to be followed
  std::set<std::string> seen_, lists_;
  ModelFiles files_;
};

}  // namespace

const ModelFiles& model_files(const std::string& path, std::span<const GeoLayout> layouts,
                              Folders& around) {
  return around.remember<ModelFiles>("sm64 files " + path,
                                     [&] { return Search(path, around).run(layouts); });
}

}  // namespace anmkit::sm64
