// SPDX-License-Identifier: MIT
// Other files that a glTF names, found in its JSON alone.
#include <set>

#include "core/paths.hpp"
#include "exchange/gltf/container.hpp"
#include "exchange/gltf/file.hpp"
#include "exchange/gltf/uri.hpp"

namespace anmkit {
namespace {

// Files that are looked for next to a glTF.
constexpr std::size_t kMostFilesBeside = 4096;

}  // namespace

std::vector<std::string> gltf_files(ByteView bytes) {
  std::string_view text = as_text(bytes);
  if (is_glb(bytes) && text.size() >= 20)
    text = text.substr(20, load<std::uint32_t, std::endian::little>(bytes.data() + 12));
  if (text.find("\"uri\"") == text.npos) return {};
  const auto json = JsonDocument::parse(text, kGltfCode, JsonDocument::Text::borrowed);
  return json ? gltf_files(*json) : std::vector<std::string>();
}

std::vector<std::string> gltf_files(const JsonDocument& json) {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const std::string_view table : {"buffers", "images"}) {
    for (JsonValue item = json.root()[table].first(); item && names.size() < kMostFilesBeside;
         item = item.next()) {
      const auto uri = item["uri"].string();
      if (!uri || is_data_uri(*uri)) continue;
      std::string name = name_of_uri(*uri);
      if (is_safe_name(name) && known.insert(name).second) names.push_back(std::move(name));
    }
  }
  return names;
}

}  // namespace anmkit
