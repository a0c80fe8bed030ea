#include "cli/gltf_input.hpp"

namespace anmkit::cli {

bool is_gltf(ByteView bytes) {
  const std::string_view text = as_text(bytes);
  if (text.starts_with("glTF")) return true;
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && text[start] == '{' &&
         text.find("\"asset\"") != std::string_view::npos &&
         text.find("\"anmkit\": 1") == std::string_view::npos;
}

Diagnostics check_gltf(ByteView bytes) {
  Diagnostics diagnostics;
  const auto scene = read_gltf(bytes);
  if (!scene) diagnostics.add(scene.error());
  return diagnostics;
}

}  // namespace anmkit::cli
