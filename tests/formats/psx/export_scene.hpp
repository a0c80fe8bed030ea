// SPDX-License-Identifier: MIT
// Scenes as files for the glTF validator.
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>

#include "anmkit/gltf.hpp"
#include "support.hpp"

namespace anmkit::psx::test {

// Written in memory; kept for the validator when ANMKIT_GLTF_SAMPLES names a folder.
inline void export_scene(const Scene& scene, const std::string& name) {
  ConversionReport report;
  const auto file = write_gltf(scene, {}, report);
  ASSERT_TRUE(file) << name << ": " << file.error().message;
  if (const char* folder = std::getenv("ANMKIT_GLTF_SAMPLES")) {
    std::ofstream out(std::string(folder) + "/" + name + ".glb", std::ios::binary);
    out.write(reinterpret_cast<const char*>(file->data()),
              static_cast<std::streamsize>(file->size()));
    ASSERT_TRUE(out.good());
  }
}

}  // namespace anmkit::psx::test
