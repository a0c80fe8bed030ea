// SPDX-License-Identifier: MIT
// Which files belong together in a decompilation: actors/NAME holds a layout, its display lists and
// a folder of animations; Mario's stand in assets/anims, their names in a header (section 16).
#include <algorithm>
#include <charconv>
#include <map>

#include "formats/folders.hpp"
#include "formats/sm64/document.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/texture_files.hpp"
#include "formats/sm64/names.hpp"

namespace anmkit::sm64 {
namespace {

// The folder that holds one: "a/b/" -> "a/", "" -> "../".
std::string folder_above(const std::string& folder) {
  if (folder.empty() || folder.ends_with("../")) return folder + "../";
  if (folder == "./") return "../";
  if (folder.ends_with("//")) return folder;  // an archive's root
  return folder_of(folder.substr(0, folder.size() - 1));
}

bool is_called(const std::string& folder, std::string_view name) {
  const std::string path = "/" + folder;
  return path.ends_with("/" + std::string(name) + "/");
}

bool is_model_file(std::string_view name) {
  return name.ends_with("geo.inc.c") || name.ends_with("model.inc.c");
}

// Where Mario's parts lie, seen from his animations and from his layout.
constexpr std::string_view kMarioAnims = "assets/anims", kMarioActor = "actors/mario";
std::string tree_of(const std::string& folder) {
  return folder_above(folder_above(folder));
}

std::string names_header(const std::string& tree, Folders& around) {
  return around.path_of(tree + "include/", "mario_animation_ids.h");
}

// Layouts, display lists and their pictures.
void add_models(const std::string& folder, const std::string& own, Folders& around,
                std::vector<std::string>& found) {
  for (const char* ending : {"geo.inc.c", "model.inc.c"}) {
    for (std::string& path : paths_in(folder, around.ending(folder, ending))) {
      if (path != own) found.push_back(std::move(path));
    }
  }
  for (const std::string& model : paths_in(folder, around.ending(folder, "model.inc.c"))) {
    for (const std::string& picture : texture_files(model, around).found) {
      if (std::ranges::find(found, picture) == found.end()) found.push_back(picture);
    }
  }
}

// Whether a source speaks of things that stand elsewhere: a table of headers, a header's arrays.
bool has_open_names(const CDocument& source) {
  if (source.file.headers.empty()) return !source.file.tables.empty();
  return std::ranges::any_of(source.motions({}, Options{}), [](const Motion& motion) {
    return motion.index.empty() || motion.values.empty();
  });
}

}  // namespace

// The layout and the display lists of an actor stand one folder above its animations, or beside
// them. Names that a C file leaves open are looked for in the other C files of its folder.
std::vector<std::string> MotionDocument::find_companions(const std::string& own_path,
                                                         Folders& around) const {
  std::vector<std::string> found;
  const std::string folder = folder_of(own_path);
  if (is_called(folder, kMarioAnims)) {
    const std::string tree = tree_of(folder);
    add_models(tree + std::string(kMarioActor) + "/", own_path, around, found);
    if (std::string names = names_header(tree, around); !names.empty())
      found.push_back(std::move(names));
  } else {
    add_models(folder, own_path, around, found);
    if (!folder.empty()) add_models(folder_above(folder), own_path, around, found);
  }
  const auto* source = as<CDocument>(this, kCId);
  if (source == nullptr || !has_open_names(*source)) return found;
  for (const char* ending : {".inc.c", ".h"}) {
    for (const std::string& name : around.ending(folder, ending)) {
      if (!is_model_file(name) && folder + name != own_path) found.push_back(folder + name);
    }
  }
  return found;
}

Standing MotionDocument::stand(const std::string&, Folders&) const {
  return {.role = Standing::Role::motion};
}

Standing CDocument::stand(const std::string& own_path, Folders& around) const {
  Standing standing;
  standing.role = !file.headers.empty()  ? Standing::Role::motion
                  : !file.arrays.empty() ? Standing::Role::part
                                         : Standing::Role::none;
  if (file.headers.empty() || !is_mario()) return standing;
  const std::string header = names_header(tree_of(folder_of(own_path)), around);
  if (header.empty()) return standing;
  const ClipNames& names = around.remember<ClipNames>("sm64 names " + header, [&] {
    const auto bytes = around.read(header);
    Diagnostics unused;
    const auto parsed =
        bytes ? parse_c(as_text(*bytes), unused) : Result<CFile>(std::unexpected(bytes.error()));
    return parsed ? ClipNames(*parsed) : ClipNames();
  });
  for (const CHeader& one : file.headers)
    standing.clip_names.push_back(names.of(one.name));
  return standing;
}

std::vector<std::string> GeoDocument::find_companions(const std::string& path,
                                                      Folders& around) const {
  std::vector<std::string> found;
  const std::string folder = folder_of(path);
  add_models(folder, path, around, found);
  for (std::string& picture : paths_in(folder, around.ending(folder, ".png"))) {
    if (std::ranges::find(found, picture) == found.end()) found.push_back(std::move(picture));
  }
  return found;
}

Standing GeoDocument::stand(const std::string& path, Folders& around) const {
  Standing standing;
  const std::vector<std::string> all = roots();
  if (all.empty()) return standing;
  standing.role = Standing::Role::subject;
  for (const std::string& root : all) {
    const auto layout = std::ranges::find(layouts, root, &GeoLayout::name);
    if (all.size() < 2 || layout == layouts.end()) continue;
    standing.parts.push_back({root, "geo", build_skeleton(*layout, {}).parts.size()});
  }
  const std::string folder = folder_of(path);
  for (const std::string& model : paths_in(folder, around.ending(folder, "model.inc.c"))) {
    const std::vector<std::string>& missing = texture_files(model, around).missing;
    standing.missing.insert(standing.missing.end(), missing.begin(), missing.end());
  }
  std::vector<std::string> places = {folder + "anims/", folder};
  if (is_called(folder, kMarioActor))
    places.push_back(tree_of(folder) + std::string(kMarioAnims) + "/");
  for (const std::string& place : places) {
    for (const char* ending : {".c", ".lua", ".bin", ".insertable"}) {
      for (const std::string& name : around.ending(place, ending)) {
        if (!is_model_file(name)) standing.clips.push_back(place + name);
      }
    }
  }
  return standing;
}

}  // namespace anmkit::sm64
