// SPDX-License-Identifier: MIT
// Rules of blocks that both spellings of a model share.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/png_info.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/minecraft_names.hpp"
#include "formats/craftstudio/model/geometry.hpp"

namespace anmkit::craftstudio {

inline std::string node_label(std::string_view name) {
  return "node " + quoted(name);
}

// Where a spelling has the values of these rules; offsets in bytes.
struct StoredBlock {
  const RestNode& rest;
  std::string name_path, size_path, scale_path, faces_path;
  std::uint64_t name = 0;
  std::array<std::uint64_t, 3> scale{};
  std::array<std::uint64_t, kFaceCount> faces{};
  bool has_faces = false;  // each face has a place on the texture of its own
};

// Looks at the blocks of a model in the file's order.
class BlockCheck {
 public:
  // `minecraft`: by the rules of that runtime (section 8.6).
  BlockCheck(std::optional<PngInfo> texture, bool minecraft)
      : texture_(texture), minecraft_(minecraft) {}

  void operator()(const StoredBlock& block, Findings& findings);

 private:
  std::optional<PngInfo> texture_;
  bool minecraft_;
  std::set<std::string_view> names_;
  MinecraftNames minecraft_names_;
};

}  // namespace anmkit::craftstudio
