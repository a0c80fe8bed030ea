#include "cli/gltf_input.hpp"

#include "anmkit/json.hpp"

namespace anmkit::cli {

bool is_gltf(ByteView bytes) {
  const std::string_view text = as_text(bytes);
  if (text.starts_with("glTF")) return true;
  if (text.find("\"asset\"") == std::string_view::npos) return false;
  const auto json = JsonDocument::parse(text);
  return json && json->root()["asset"];
}

Diagnostics check_gltf(ByteView bytes) {
  Diagnostics diagnostics;
  const auto scene = read_gltf(bytes);
  if (!scene) diagnostics.add(scene.error());
  return diagnostics;
}

}  // namespace anmkit::cli
