// Materials, textures and pictures of a scene in glTF's words.
#pragma once

#include "anmkit/registry.hpp"
#include "exchange/gltf_buffer.hpp"

namespace anmkit {

// Puts the pictures into the buffer and writes the members "materials", "textures", "samplers" and
// "images". True when a material needs KHR_materials_unlit.
bool write_materials(const Scene& scene, GltfBuffer& buffer, JsonWriter& json,
                     ConversionReport& report);

}  // namespace anmkit
