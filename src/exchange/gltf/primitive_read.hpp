// SPDX-License-Identifier: MIT
// Primitives of meshes as a glTF file has them; joints are those of the skin.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "anmkit/scene.hpp"
#include "exchange/gltf/file.hpp"

namespace anmkit {

class PrimitiveReader {
 public:
  // `materials`: how many the file has.
  PrimitiveReader(GltfFile& file, std::size_t materials);

  // Draco and meshopt leave accessors behind that say how much there would be.
  bool is_compressed(JsonValue primitive);
  // False when there are no vertices, or the file has an error.
  bool read(JsonValue value, const std::string& path, Primitive& out);

 private:
  void read_vertices(JsonValue attributes, const std::string& path);
  void read_colors(JsonValue attributes, const std::string& path);
  void read_indices(JsonValue value, const std::string& path, Primitive& out);

  GltfFile& file_;
  std::size_t materials_;
  std::map<std::int64_t, std::size_t> uses_;  // of accessors of positions, by primitives
  std::vector<std::int64_t> names_;           // of the accessors that whole_ was read from
  Primitive whole_;                           // vertices as their accessors have them
  std::vector<float> numbers_;                // of one accessor
};

}  // namespace anmkit
