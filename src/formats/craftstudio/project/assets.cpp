// SPDX-License-Identifier: MIT
// Asset places from paths, names from tables.
#include "formats/craftstudio/project/assets.hpp"

#include <algorithm>
#include <charconv>

#include "core/paths.hpp"

namespace anmkit::craftstudio {
namespace {

std::optional<std::uint16_t> number(std::string_view text) {
  std::uint16_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view without_slash(std::string_view folder) {
  return folder.substr(0, folder.size() - (folder.empty() ? 0 : 1));
}

}  // namespace

std::string folder_above(std::string_view folder) {
  return std::string(folder_of(without_slash(folder)));
}

std::optional<AssetPlace> find_asset(std::string_view path, std::string_view kind) {
  std::string folder(folder_of(path)), own;
  auto id = number(last_folder(folder));
  if (id) {
    own = folder;
    folder = folder_above(folder);
  } else {
    id = number(stem_of(path));
  }
  if (!id || last_folder(folder) != kind) return std::nullopt;
  return AssetPlace{*id, folder_above(folder), own};
}

std::string asset_path(const Project& project, AssetType type, std::uint16_t id) {
  const auto kind = static_cast<std::uint8_t>(type);
  for (const PackedAsset& asset : project.assets) {
    if (asset.id == id && asset.asset_type == kind) return asset.path.bytes;
  }
  const auto entry = std::ranges::find_if(project.entries, [&](const Entry& one) {
    return one.folder == 0 && one.id == id && one.asset_type == kind;
  });
  if (entry == project.entries.end()) return {};
  std::string path = entry->name.bytes;
  std::uint16_t parent = entry->parent;
  // A table that runs in circles ends here.
  for (std::size_t depth = 0; parent != kNoParent && depth < 64; ++depth) {
    const auto folder = std::ranges::find_if(
        project.entries, [&](const Entry& one) { return one.folder != 0 && one.id == parent; });
    if (folder == project.entries.end()) break;
    path = folder->name.bytes + "/" + path;
    parent = folder->parent;
  }
  return path;
}

std::string asset_title(std::string_view path) {
  for (const std::string_view kind : {"ModelAnimations", "Models"}) {
    if (const auto place = find_asset(path, kind)) return std::to_string(place->id);
  }
  return title_of(path);
}

std::string clip_title(std::string_view path, const Project* project) {
  const auto place = find_asset(path, "ModelAnimations");
  if (place && project != nullptr) {
    const std::string name = asset_path(*project, AssetType::model_animation, place->id);
    if (!name.empty()) return std::string(file_name(name));
  }
  return asset_title(path);
}

}  // namespace anmkit::craftstudio
