// SPDX-License-Identifier: MIT
// Where projects and published games keep their assets, and what their tables call them
// (sections 9.1 to 9.4).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/craftstudio/project/project.hpp"

namespace anmkit::craftstudio {

// The asset id and the folders of ".../ModelAnimations/7/Current.csmodelanim" and of published
// games' ".../ModelAnimations/7.csmodelanim". Folders end in '/'.
struct AssetPlace {
  std::uint16_t id = 0;
  std::string assets;  // the folder with the types' folders
  std::string own;     // of the asset alone; empty in published games
};
// Empty when the path is none of a `kind` ("Models", "ModelAnimations").
std::optional<AssetPlace> find_asset(std::string_view path, std::string_view kind);

// "a/b/" -> "a/"
std::string folder_above(std::string_view folder);

// The path of an asset in its project's tree, "Birds/Flap"; empty when the table has none.
std::string asset_path(const Project& project, AssetType type, std::uint16_t id);

// The name of a clip: from the table if it lists the file's asset, else from the file.
std::string clip_title(std::string_view path, const Project* project);

// A file name that says something: a working copy and a revision are called after their asset's id.
std::string asset_title(std::string_view path);

}  // namespace anmkit::craftstudio
