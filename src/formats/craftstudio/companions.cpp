// SPDX-License-Identifier: MIT
// Which files belong together (sections 3.6, 8, 9.1).
#include <algorithm>
#include <charconv>
#include <set>

#include "formats/craftstudio/document.hpp"

namespace anmkit::craftstudio {
namespace {

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}
std::string_view name_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}
std::string join(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
}

std::optional<std::uint16_t> number(std::string_view text) {
  std::uint16_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

// The asset id and the folder that holds the types' folders, for ".../ModelAnimations/7/x" and for
// published games' ".../ModelAnimations/7.csmodelanim".
struct AssetPlace {
  std::uint16_t id = 0;
  std::string assets;
};
std::optional<AssetPlace> place_of(std::string_view path) {
  std::string_view folder = folder_of(path);
  auto id = number(name_of(folder));
  if (id) {
    folder = folder_of(folder);
  } else {
    id = number(title_of(path));
  }
  if (!id || name_of(folder) != "ModelAnimations") return std::nullopt;
  return AssetPlace{*id, std::string(folder_of(folder))};
}

std::optional<Model> load_model(const std::string& path, const Neighbourhood& around) {
  const auto bytes = around.read(path);
  if (!bytes) return std::nullopt;
  Diagnostics unused;
  auto model = parse_model(*bytes, unused);
  if (!model) return std::nullopt;
  return std::move(*model);
}

bool uses(const Model& model, std::uint16_t animation) {
  return std::ranges::find(model.animation_ids, animation) != model.animation_ids.end();
}

// Of one model's folder the working copy, else the newest revision.
std::string current_model(const std::string& folder, const Neighbourhood& around) {
  std::string best;
  int best_revision = -1;
  for (const std::string& name : around.list(folder)) {
    if (name == "Current.csmodel") return join(folder, name);
    if (!name.ends_with(".csmodel")) continue;
    const auto revision = number(title_of(name));
    if (!revision || *revision <= best_revision) continue;
    best_revision = *revision;
    best = join(folder, name);
  }
  return best;
}

// Files with an extension beside `path`, the one with the same base name first.
std::vector<std::string> siblings(const std::string& path, std::string_view extension,
                                  const Neighbourhood& around) {
  const std::string folder(folder_of(path));
  const std::string same = title_of(path) + std::string(extension);
  std::vector<std::string> found;
  for (const std::string& name : around.list(folder)) {
    if (!name.ends_with(extension)) continue;
    if (name == same) {
      found.insert(found.begin(), join(folder, name));
    } else {
      found.push_back(join(folder, name));
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> AnimationDocument::find_companions(const std::string& path,
                                                            const Neighbourhood& around) const {
  std::vector<std::string> found;
  const auto place = place_of(path);
  if (!place) return found;
  const std::string models = join(place->assets, "Models");
  for (const std::string& name : around.list(models)) {
    const std::string candidate =
        name.ends_with(".csmodel") ? join(models, name) : current_model(join(models, name), around);
    if (candidate.empty()) continue;
    const auto model = load_model(candidate, around);
    if (model && uses(*model, place->id)) found.push_back(candidate);
  }
  // The project's table says the assets' names.
  if (!found.empty()) {
    const std::string table = join(folder_of(place->assets), "Project.dat");
    for (const std::string& name : around.list(std::string(folder_of(table)))) {
      if (name == name_of(table)) found.push_back(table);
    }
  }
  return found;
}

std::vector<std::string> JsAnimationDocument::find_companions(const std::string& path,
                                                              const Neighbourhood& around) const {
  std::set<std::string_view> names;
  for (const JsNodeAnimation& node : animation.node_animations)
    names.insert(node.name);
  std::string best;
  std::size_t best_bound = 0;
  for (const std::string& candidate : siblings(path, ".csjsmodel", around)) {
    const auto bytes = around.read(candidate);
    if (!bytes) continue;
    Diagnostics unused;
    const auto model = parse_js_model(as_text(*bytes), unused);
    if (!model) continue;
    std::set<std::string_view> bound;
    for (const JsBlock& block : model->blocks) {
      if (names.contains(block.name)) bound.insert(block.name);
    }
    // Siblings come same name first, then by bytes, so ties keep the earlier one.
    if (2 * bound.size() < names.size() || bound.size() <= best_bound) continue;
    best = candidate;
    best_bound = bound.size();
  }
  std::vector<std::string> found;
  if (best.empty()) return found;
  found.push_back(best);
  const std::string picture = join(folder_of(best), title_of(best) + ".png");
  if (around.read(picture)) found.push_back(picture);
  return found;
}

std::vector<std::string> JsModelDocument::find_companions(const std::string& path,
                                                          const Neighbourhood& around) const {
  const std::string wanted = title_of(path) + ".png";
  for (const std::string& candidate : siblings(path, ".png", around)) {
    if (name_of(candidate) == wanted) return {candidate};
  }
  return {};
}

}  // namespace anmkit::craftstudio
