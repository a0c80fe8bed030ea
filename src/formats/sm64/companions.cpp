// SPDX-License-Identifier: MIT
// Files that belong together in a decompilation: actors/NAME contains a layout, its display lists
// and a folder of animations; Mario's are in assets/anims, their names in a header (section 16).
#include <algorithm>
#include <charconv>
#include <map>

#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/folders.hpp"
#include "formats/nearby.hpp"
#include "formats/sm64/document.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/model_files.hpp"
#include "formats/sm64/geo/texture_files.hpp"
#include "formats/sm64/names.hpp"

namespace anmkit::sm64 {
namespace {

bool is_called(const std::string& folder, std::string_view name, Folders& around) {
  const std::string path = "/" + around.full_name(folder);
  return path.ends_with("/" + std::string(name) + "/");
}

// "a/actors/luigi/"
bool is_actor(const std::string& folder, Folders& around) {
  return is_called(folder_above(folder), "actors", around);
}

bool is_model_file(std::string_view name) {
  return name.ends_with("geo.inc.c") || name.ends_with("model.inc.c");
}

// Where Mario's parts are, seen from his animations and from his layout.
constexpr std::string_view kMarioAnims = "assets/anims", kMarioActor = "actors/mario";
std::string tree_of(const std::string& folder) {
  return folder_above(folder_above(folder));
}

std::string names_header(const std::string& tree, Folders& around) {
  return around.path_of(tree + "include/", "mario_animation_ids.h");
}

// Layouts, display lists and their images.
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

// How many parts the layouts of a source have that no other one branches to.
const std::vector<std::size_t>& parts_of(const std::string& path, Folders& around) {
  using Counts = std::vector<std::size_t>;
  return around.remember<Counts>("sm64 parts " + path, [&] {
    const auto bytes = around.read(path);
    Diagnostics unused;
    const auto layouts = bytes ? read_layouts(*bytes, true, {}, unused)
                               : Result<std::vector<GeoLayout>>(std::unexpected(bytes.error()));
    Counts counts;
    if (!layouts) return counts;
    for (const std::string& root : root_layouts(*layouts)) {
      const auto layout = std::ranges::find(*layouts, root, &GeoLayout::name);
      if (layout != layouts->end()) counts.push_back(build_skeleton(*layout, {}).parts.size());
    }
    return counts;
  });
}

// The layout of an animation with so many parts in another folder, where its own folder and the one
// above have none. An actor with animations of its own has the layout of those.
Nearest layout_near(const std::string& path, std::size_t parts, Folders& around) {
  constexpr const char* kLayouts = "geo.inc.c";
  const std::string folder(folder_of(path));
  if (parts == 0 || is_called(folder, kMarioAnims, around) ||
      !around.ending(folder, kLayouts).empty() ||
      !around.ending(folder_above(folder), kLayouts).empty())
    return {};
  const auto fit = [&](const std::string& layout) {
    const std::string place(folder_of(layout)), full = around.full_name(place);
    const bool complete = is_actor(place, around) || !around.find(place, "anims").empty();
    if (complete && !is_called(folder, last_folder(full), around)) return 0;
    return std::ranges::find(parts_of(layout, around), parts) == parts_of(layout, around).end() ? 0
                                                                                                : 1;
  };
  const std::string name = lowered(file_name(path)), stem = name.substr(0, name.find('.'));
  return find_near(folder, {.extension = kLayouts, .stems = {stem + ".", stem + "_"}, .fit = fit},
                   around);
}

}  // namespace

bool CDocument::has_open_names() const {
  if (file.headers.empty()) return !file.tables.empty();
  return std::ranges::any_of(motions({}, Options{}), [](const Motion& motion) {
    return motion.index.empty() || motion.values.empty();
  });
}

// The layout and the display lists of an actor are one folder above its animations, or next to
// them, else in another folder of its tree. Names that a C file leaves open are looked for in the
// other C files of its folder.
std::vector<std::string> MotionDocument::find_companions(const std::string& own_path,
                                                         Folders& around) const {
  std::vector<std::string> found;
  const std::string folder(folder_of(own_path));
  if (is_called(folder, kMarioAnims, around)) {
    const std::string tree = tree_of(folder);
    add_models(tree + std::string(kMarioActor) + "/", own_path, around, found);
    if (std::string names = names_header(tree, around); !names.empty())
      found.push_back(std::move(names));
  } else {
    add_models(folder, own_path, around, found);
    add_models(folder_above(folder), own_path, around, found);
    if (std::string layout = layout_near(own_path, info().nodes.size(), around).path;
        !layout.empty())
      found.push_back(std::move(layout));
  }
  const auto* source = as<CDocument>(this, kCId);
  if (source == nullptr || !source->has_open_names()) return found;
  for (const char* ending : {".inc.c", ".h"}) {
    for (const std::string& name : around.ending(folder, ending)) {
      if (!is_model_file(name) && folder + name != own_path) found.push_back(folder + name);
    }
  }
  return found;
}

std::vector<std::string> MotionDocument::rivals(const std::string& own_path,
                                                Folders& around) const {
  return layout_near(own_path, info().nodes.size(), around).rivals;
}

FileRole MotionDocument::file_role(const std::string&, Folders&) const {
  return {.role = FileRole::Role::motion};
}

FileRole CDocument::file_role(const std::string& own_path, Folders& around) const {
  FileRole standing;
  standing.role = !file.headers.empty()  ? FileRole::Role::motion
                  : !file.arrays.empty() ? FileRole::Role::part
                                         : FileRole::Role::none;
  if (file.headers.empty() || !is_mario()) return standing;
  const std::string header = names_header(tree_of(std::string(folder_of(own_path))), around);
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

std::vector<std::string> GeoDocument::find_companions(const std::string& own_path,
                                                      Folders& around) const {
  std::vector<std::string> found;
  const std::string folder(folder_of(own_path));
  const auto add = [&](const std::vector<std::string>& paths) {
    for (const std::string& one : paths) {
      if (std::ranges::find(found, one) == found.end()) found.push_back(one);
    }
  };
  add_models(folder, own_path, around, found);
  if (!layouts.empty()) {
    const ModelFiles& files = model_files(own_path, layouts, around);
    add(files.sources);
    add(files.textures);
  }
  if (text) add(texture_files(own_path, as_text(source), around).found);
  return found;
}

FileRole GeoDocument::file_role(const std::string& own_path, Folders& around) const {
  FileRole standing;
  const std::vector<std::string> all = roots();
  if (all.empty()) return standing;
  standing.role = FileRole::Role::subject;
  for (const std::string& root : all) {
    const auto layout = std::ranges::find(layouts, root, &GeoLayout::name);
    if (all.size() < 2 || layout == layouts.end()) continue;
    standing.parts.push_back({root, "geo", build_skeleton(*layout, {}).parts.size()});
  }
  const std::string folder(folder_of(own_path));
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(standing.missing, name) == standing.missing.end())
      standing.missing.push_back(name);
  };
  for (const std::string& model : paths_in(folder, around.ending(folder, "model.inc.c"))) {
    for (const std::string& name : texture_files(model, around).missing)
      add(name);
  }
  const ModelFiles& files = model_files(own_path, layouts, around);
  for (const std::string& name : files.missing_textures)
    add(name);
  for (const std::string& name : files.missing_lists)
    add("display list " + name);
  std::vector<std::string> places = {folder + "anims/", folder};
  // Mario's animations move every actor of his shape.
  const bool mario = std::ranges::any_of(layouts, [](const GeoLayout& layout) {
    return has_marios_shape(build_skeleton(layout, {}));
  });
  if (is_called(folder, kMarioActor, around) || (mario && is_actor(folder, around)))
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
