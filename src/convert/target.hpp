// SPDX-License-Identifier: MIT
// The target of a conversion, from the output's name or --to.
#pragma once

#include <string_view>
#include <vector>

#include "anmkit/convert.hpp"

namespace anmkit {

struct Target {
  bool gltf = false;
  const Format* format = nullptr;  // null for glTF
};

// The inputs settle extensions that several formats share. The error gives what can be asked for.
Result<Target> target_of(const ConvertRequest& request, std::span<const Opened> inputs);

// Several formats share an extension: the file that the scene was made from says which is meant.
// A guess goes to `notes`.
const Format* meant_by(const Scene& scene, const Target& target, const ConvertRequest& request,
                       Diagnostics& notes);

// The file for one input below the output folder, where it lay below the folder that was named.
// Without an extension it keeps its own.
std::string place_for(const ConvertRequest& request, const Opened& input,
                      std::string_view extension);
std::string place_for(const ConvertRequest& request, const std::string& path,
                      const std::string& name, std::string_view extension);

// The ids of all formats, without that of glTF.
std::vector<std::string_view> format_ids();

// Whether it is the id of glTF or BVH.
bool is_exchange_id(std::string_view id);
// An error where a file is named as another exchange format than the one that it becomes.
Result<void> check_extension(const ConvertRequest& request, const Target& target);

// " csmodelanim gltf": the targets of a format, or of glTF, for messages.
std::string made_from(const Format& from);
std::string made_from_gltf();

}  // namespace anmkit
