// SPDX-License-Identifier: MIT
// Files that belong together (sections 3.6, 8, 9.1).
#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <set>

#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/mod_tree.hpp"
#include "formats/craftstudio/project/assets.hpp"
#include "formats/folders.hpp"

namespace anmkit::craftstudio {
namespace {

// Revisions are numbered.
std::optional<int> revision_of(std::string_view name) {
  const std::string_view stem = stem_of(name);
  int revision = 0;
  const auto end = std::from_chars(stem.data(), stem.data() + stem.size(), revision);
  if (end.ec != std::errc{} || end.ptr != stem.data() + stem.size()) return std::nullopt;
  return revision;
}

// The working copy of an asset, else its newest revision; empty when there is none.
std::string current_of(const std::string& folder, const std::string& extension, Folders& around) {
  std::string best;
  int best_revision = -1;
  for (const std::string& name : around.ending(folder, extension)) {
    if (stem_of(name) == "Current") return folder + name;
    const auto revision = revision_of(name);
    if (!revision || *revision <= best_revision) continue;
    best_revision = *revision;
    best = folder + name;
  }
  return best;
}
// The file of an asset, in a project or in a published game.
std::string file_of(const std::string& kind, std::uint16_t id, const std::string& extension,
                    const std::string& assets, Folders& around) {
  const std::string folder = assets + kind + "/", name = std::to_string(id);
  if (around.has(folder, name + extension)) return folder + name + extension;
  return around.has(folder, name) ? current_of(folder + name + "/", extension, around)
                                  : std::string();
}

std::optional<Model> load_model(const std::string& path, Folders& around) {
  const auto bytes = around.read(path);
  if (!bytes) return std::nullopt;
  Diagnostics unused;
  auto model = parse_model(*bytes, unused);
  if (!model) return std::nullopt;
  return std::move(*model);
}

// The models that each animation of a project moves.
using ModelsByAnimation = std::map<std::uint16_t, std::vector<std::string>>;
const ModelsByAnimation& users_in(const std::string& assets, Folders& around) {
  return around.remember<ModelsByAnimation>("craftstudio users " + assets, [&] {
    ModelsByAnimation users;
    const std::string models = assets + "Models/";
    for (const std::string& name : around.names(models)) {
      const std::string path = name.ends_with(".csmodel")
                                   ? models + name
                                   : current_of(models + name + "/", ".csmodel", around);
      if (path.empty()) continue;
      const auto model = load_model(path, around);
      if (!model) continue;
      const std::set<std::uint16_t> own(model->animation_ids.begin(), model->animation_ids.end());
      for (const std::uint16_t id : own)
        users[id].push_back(path);
    }
    return users;
  });
}

// The table that says the assets' names; empty when there is none.
std::string table_of(const std::string& assets, Folders& around) {
  for (const char* name : {"Project.dat", "GamePackage.dat", "DataPackage.dat"}) {
    for (const std::string& folder : {folder_above(assets), assets}) {
      if (around.has(folder, name)) return folder + name;
    }
  }
  return {};
}
const std::optional<Project>& project_of(const std::string& assets, Folders& around) {
  return around.remember<std::optional<Project>>(
      "craftstudio table " + assets, [&]() -> std::optional<Project> {
        const std::string path = table_of(assets, around);
        const auto bytes = path.empty() ? fail("", "") : around.read(path);
        if (!bytes) return std::nullopt;
        Diagnostics unused;
        auto project = parse_project(*bytes, std::nullopt, unused);
        if (!project) return std::nullopt;
        return std::move(*project);
      });
}

// The names of a model's nodes or blocks; none where it cannot be read.
const std::optional<std::set<std::string>>& blocks_of(const std::string& path, Folders& around) {
  using Names = std::optional<std::set<std::string>>;
  return around.remember<Names>("craftstudio blocks " + path, [&]() -> Names {
    std::set<std::string> names;
    if (path.ends_with(".csmodel")) {
      const auto model = load_model(path, around);
      if (!model) return std::nullopt;
      for (const ModelNode& node : model->nodes)
        names.insert(node.name.bytes);
      return names;
    }
    const auto bytes = around.read(path);
    Diagnostics unused;
    const auto model = bytes ? parse_js_model(as_text(*bytes), unused)
                             : Result<JsModel>(std::unexpected(bytes.error()));
    if (!model) return std::nullopt;
    for (const JsBlock& block : model->blocks)
      names.insert(block.name);
    return names;
  });
}

// Models that an animation may move: those next to it, else those of its mod. Those whose name its
// own begins with come first, the longest before the others.
std::vector<std::string> models_for(const std::string& path, const std::string& extension,
                                    Folders& around) {
  const std::string folder(folder_of(path));
  std::vector<std::string> found = paths_in(folder, around.ending(folder, extension));
  if (found.empty()) {
    for (const std::string& other : mod_folders(path, "animations", "models", around)) {
      const auto more = paths_in(other, around.ending(other, extension));
      found.insert(found.end(), more.begin(), more.end());
    }
  }
  const std::string title = title_of(path);
  const auto shared = [&](const std::string& model) {
    const std::string name = title_of(model);
    return title == name || title.starts_with(name + "_") ? name.size() : 0;
  };
  std::ranges::stable_sort(found, std::greater{}, shared);
  return found;
}

// The PNG of a JSON model: next to it, else in its mod's folder of textures; empty when there is
// none.
std::string picture_of(const std::string& model, Folders& around) {
  const std::string name = title_of(model) + ".png";
  std::string found = around.path_of(std::string(folder_of(model)), name);
  if (!found.empty()) return found;
  for (const std::string& folder : mod_folders(model, "models", "textures", around)) {
    found = around.path_of(folder, name);
    if (!found.empty()) break;
  }
  return found;
}

// The model among those that has most of its names, and at least half of them; else the first that
// cannot be read, which may be it. Empty when there is none.
std::string model_with(const std::set<std::string_view>& names, const std::string& path,
                       const std::string& extension, Folders& around) {
  std::string best, broken;
  std::size_t best_bound = 0;
  for (const std::string& candidate : models_for(path, extension, around)) {
    const auto& blocks = blocks_of(candidate, around);
    if (!blocks) {
      if (broken.empty()) broken = candidate;
      continue;
    }
    std::set<std::string_view> bound;
    for (const std::string& block : *blocks) {
      if (names.contains(block)) bound.insert(block);
    }
    // Ties keep the earlier one.
    if (2 * bound.size() < names.size() || bound.size() <= best_bound) continue;
    best = candidate;
    best_bound = bound.size();
  }
  return best.empty() ? broken : best;
}

}  // namespace

const Project* find_project(Companions companions) {
  for (const Companion& companion : companions) {
    if (const auto* document = as<ProjectDocument>(companion.document, kProjectId))
      return &document->project;
  }
  return nullptr;
}

std::vector<std::string> AnimationDocument::find_companions(const std::string& path,
                                                            Folders& around) const {
  const auto place = find_asset(path, "ModelAnimations");
  if (!place) {
    // Outside of a project the names tell (section 3.6).
    std::set<std::string_view> names;
    for (const NodeAnimation& node : animation.nodes)
      names.insert(node.name.bytes);
    std::string model = model_with(names, path, ".csmodel", around);
    return model.empty() ? std::vector<std::string>() : std::vector{std::move(model)};
  }
  const ModelsByAnimation& users = users_in(place->assets, around);
  const auto own = users.find(place->id);
  if (own == users.end()) return {};
  std::vector<std::string> found = own->second;
  // The project's table specifies the assets' names.
  if (std::string table = table_of(place->assets, around); !table.empty())
    found.push_back(std::move(table));
  return found;
}

std::vector<std::string> JsAnimationDocument::find_companions(const std::string& path,
                                                              Folders& around) const {
  std::set<std::string_view> names;
  for (const JsNodeAnimation& node : animation.node_animations)
    names.insert(node.name);
  const std::string model = model_with(names, path, ".csjsmodel", around);
  std::vector<std::string> found;
  if (model.empty()) return found;
  found.push_back(model);
  if (std::string picture = picture_of(model, around); !picture.empty())
    found.push_back(std::move(picture));
  return found;
}

std::vector<std::string> JsModelDocument::find_companions(const std::string& path,
                                                          Folders& around) const {
  std::string picture = picture_of(path, around);
  if (picture.empty()) return {};
  return {std::move(picture)};
}

FileRole AnimationDocument::file_role(const std::string& path, Folders& around) const {
  const auto place = find_asset(path, "ModelAnimations");
  const bool old =
      place && !place->own.empty() && current_of(place->own, ".csmodelanim", around) != path;
  if (old) return {.role = FileRole::Role::none};
  FileRole standing{.role = FileRole::Role::motion};
  const auto* project = place ? &project_of(place->assets, around) : nullptr;
  standing.clip_names.push_back(
      clip_title(path, project != nullptr && *project ? &**project : nullptr));
  return standing;
}

FileRole ModelDocument::file_role(const std::string& path, Folders& around) const {
  FileRole standing{.role = FileRole::Role::subject};
  const auto place = find_asset(path, "Models");
  if (!place) return standing;
  if (!place->own.empty() && current_of(place->own, ".csmodel", around) != path) {
    standing.role = FileRole::Role::none;
    return standing;
  }
  standing.home = folder_above(place->assets);
  const std::optional<Project>& project = project_of(place->assets, around);
  const auto named = [&](AssetType type, std::uint16_t id) {
    std::string name = project ? asset_path(*project, type, id) : std::string();
    return name.empty()
               ? asset_type_name(static_cast<std::uint8_t>(type)) + " " + std::to_string(id)
               : name;
  };
  standing.name = named(AssetType::model, place->id);
  std::set<std::uint16_t> seen;
  for (const std::uint16_t id : model.animation_ids) {
    if (!seen.insert(id).second) continue;
    std::string clip = file_of("ModelAnimations", id, ".csmodelanim", place->assets, around);
    if (clip.empty()) {
      standing.missing.push_back(named(AssetType::model_animation, id));
    } else {
      standing.clips.push_back(std::move(clip));
    }
  }
  return standing;
}

// An export does not say whose it is: the model next to it with which it shares most names.
FileRole JsAnimationDocument::file_role(const std::string&, Folders&) const {
  return {.role = FileRole::Role::motion};
}

FileRole JsModelDocument::file_role(const std::string& path, Folders& around) const {
  FileRole standing{.role = FileRole::Role::subject};
  if (find_companions(path, around).empty()) standing.missing.push_back(title_of(path) + ".png");
  return standing;
}

}  // namespace anmkit::craftstudio
