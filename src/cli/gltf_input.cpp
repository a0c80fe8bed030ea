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

std::optional<Diagnostic> find_lost_extras(ByteView bytes) {
  const std::string_view text = as_text(bytes);
  if (text.find("\"anmkit_axes\"") == std::string_view::npos) return std::nullopt;
  if (text.find("\"metresPerUnit\"") != std::string_view::npos) return std::nullopt;
  return Diagnostic{Severity::warning,
                    "anmkit.GLTF-EXTRAS",
                    {},
                    "scenes[0].extras",
                    "what anmkit wrote into the extras is gone, so joints that the editor turned "
                    "move about other axes; in Blender tick Include > Custom Properties when "
                    "exporting"};
}

Diagnostics check_gltf(ByteView bytes) {
  Diagnostics diagnostics;
  const auto scene = read_gltf(bytes);
  if (!scene) diagnostics.add(scene.error());
  if (auto lost = find_lost_extras(bytes)) diagnostics.add(std::move(*lost));
  return diagnostics;
}

}  // namespace anmkit::cli
