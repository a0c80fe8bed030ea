// SPDX-License-Identifier: MIT
// Names that only the Minecraft runtime takes for one.
#include "formats/craftstudio/minecraft_names.hpp"

#include <algorithm>

namespace anmkit::craftstudio {
namespace {

// A node name as the Minecraft runtime changes it (section 8.6).
std::string minecraft_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      out += c;
    } else if (c != ' ') {
      out += '_';
    } else if (out.empty() || out.back() != ' ') {
      out += ' ';
    }
  }
  std::ranges::replace(out, ' ', '_');
  return out;
}

}  // namespace

bool MinecraftNames::add(const std::string& name, std::optional<std::uint64_t> offset,
                         const std::string& path, Findings& findings) {
  const auto [at, fresh] = names_.try_emplace(minecraft_name(name), name);
  if (fresh) return true;
  if (at->second == name) return false;
  findings.warning(
      "W-JSON-NAME-COLLISION",
      quoted(name) + " and " + quoted(at->second) + " are one name to the Minecraft runtime",
      offset, path);
  return true;
}

}  // namespace anmkit::craftstudio
