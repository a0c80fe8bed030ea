// SPDX-License-Identifier: MIT
// The original files inside an export, so that coming back without an edit gives the same bytes.
// Kept in Scene::extras as {"sources": [{"format", "name", "clips": [...], "bytes": BASE64}]};
// names that are no text as in exchange/gltf/extras.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"
#include "exchange/gltf/text.hpp"

namespace anmkit {

// A file that a scene was made from.
struct SceneSource {
  std::string format;              // id
  std::string name;                // file name without folders
  std::vector<std::string> clips;  // names of the clips it gave; empty for models
  Bytes bytes;
  ByteView borrowed = {};  // in place of `bytes`, where someone else has them

  ByteView contents() const { return bytes.empty() ? borrowed : bytes; }
};

// Replaces the sources in a scene's extras; other members stay as they are.
Result<void> set_sources(Scene& scene, const std::vector<SceneSource>& sources);
// The member that the sources are, into the extras of a glTF file that is being written. Their
// bytes are read when it is.
void write_sources(const std::vector<SceneSource>& sources, GltfText& text);

// The sources in a scene's extras. Damaged entries are left out: a tool in between may have
// changed anything.
std::vector<SceneSource> sources_of(const Scene& scene);

// The source of this format that gave this clip; of any clip when the name is empty.
const SceneSource* find_source(const std::vector<SceneSource>& sources, std::string_view format,
                               std::string_view clip);

}  // namespace anmkit
