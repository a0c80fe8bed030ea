// SPDX-License-Identifier: MIT
// Node names as the Minecraft runtime sees them (section 8.6).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "formats/craftstudio/findings.hpp"

namespace anmkit::craftstudio {

// Collects names; reports W-JSON-NAME-COLLISION for two that differ and become one.
class MinecraftNames {
 public:
  // False: the same name was there before.
  bool add(const std::string& name, std::optional<std::uint64_t> offset, const std::string& path,
           Findings& findings);

 private:
  std::map<std::string, std::string> names_;
};

}  // namespace anmkit::craftstudio
