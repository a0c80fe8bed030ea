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
#include "formats/nearby.hpp"

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

// The PNG of a JSON model: next to it, in its mod's folder of textures, or in another folder of its
// tree; empty when there is none.
std::string picture_of(const std::string& model, Folders& around) {
  const std::string name = title_of(model) + ".png", folder(folder_of(model));
  std::string found = around.path_of(folder, name);
  if (!found.empty()) return found;
  for (const std::string& textures : mod_folders(model, "models", "textures", around)) {
    found = around.path_of(textures, name);
    if (!found.empty()) return found;
  }
  return find_near(folder, {.extension = ".png", .stems = {lowered(title_of(model))}}, around).path;
}

// The model of an animation with these names. Among those next to it or in its mod: the one that
// has most of them, and at least half; else the first that cannot be read, which may be it. If
// there are none, the nearest such model in its tree.
Nearest model_with(const std::set<std::string_view>& names, const std::string& path,
                   const std::string& extension, Folders& around) {
  const auto fit = [&](const std::string& model) {
    const auto& blocks = blocks_of(model, around);
    if (!blocks) return 0;
    const auto bound = std::ranges::count_if(
        *blocks, [&](const std::string& block) { return names.contains(block); });
    return 2 * static_cast<std::size_t>(bound) < names.size() ? 0 : static_cast<int>(bound);
  };
  const std::vector<std::string> candidates = models_for(path, extension, around);
  std::string best, broken;
  int best_fit = 0;
  for (const std::string& candidate : candidates) {
    if (!blocks_of(candidate, around) && broken.empty()) broken = candidate;
    // Ties keep the earlier one.
    const int own = fit(candidate);
    if (own <= best_fit) continue;
    best = candidate;
    best_fit = own;
  }
  if (best.empty()) best = std::move(broken);
  if (!best.empty() || !candidates.empty()) return {std::move(best), {}};
  const std::string stem = lowered(title_of(path));
  return find_near(std::string(folder_of(path)),
                   {.extension = extension,
                    .stems = {stem},
                    .prefixed = stem,
                    .fit = fit,
                    .own = extension + "anim"},
                   around);
}
Nearest model_of(const Animation& animation, const std::string& path, Folders& around) {
  std::set<std::string_view> names;
  for (const NodeAnimation& node : animation.nodes)
    names.insert(node.name.bytes);
  return model_with(names, path, ".csmodel", around);
}
Nearest model_of(const JsAnimation& animation, const std::string& path, Folders& around) {
  std::set<std::string_view> names;
  for (const JsNodeAnimation& node : animation.node_animations)
    names.insert(node.name);
  return model_with(names, path, ".csjsmodel", around);
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
    std::string model = model_of(animation, path, around).path;
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
  const std::string model = model_of(animation, path, around).path;
  std::vector<std::string> found;
  if (model.empty()) return found;
  found.push_back(model);
  if (std::string picture = picture_of(model, around); !picture.empty())
    found.push_back(std::move(picture));
  return found;
}

std::vector<std::string> AnimationDocument::rivals(const std::string& path, Folders& around) const {
  if (find_asset(path, "ModelAnimations")) return {};
  return model_of(animation, path, around).rivals;
}
std::vector<std::string> JsAnimationDocument::rivals(const std::string& path,
                                                     Folders& around) const {
  return model_of(animation, path, around).rivals;
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
