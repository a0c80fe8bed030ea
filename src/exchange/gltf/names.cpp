// SPDX-License-Identifier: MIT
// Numbers after repeated names, and names cut where Blender cuts them.
#include "exchange/gltf/names.hpp"

#include <array>

#include "core/bytes.hpp"

namespace anmkit {
namespace {

constexpr std::array<std::string_view, 5> kSuffixes = {".offset", ".pivot", ".box", ".size",
                                                       ".camera"};
constexpr std::size_t kLongestSuffix = 7;

}  // namespace

std::string clean_name(std::string_view name, std::size_t limit) {
  std::string clean(name);
  const bool text = is_utf8(name);
  for (char& c : clean) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || (!text && byte >= 0x80)) c = '_';
  }
  if (clean.size() > limit) {
    std::size_t end = limit;
    while (end > 0 && (static_cast<unsigned char>(clean[end]) & 0xC0) == 0x80)
      --end;
    clean.resize(end);
  }
  return clean;
}

std::string UniqueNames::take(std::string_view wanted, std::string_view fallback,
                              std::span<const std::string_view> suffixes) {
  const std::size_t limit = suffixes.empty() ? kLongestName : kLongestName - kLongestSuffix;
  const std::string clean = clean_name(wanted.empty() ? fallback : wanted, limit);
  const auto is_free = [&](const std::string& name) {
    if (taken_.contains(name)) return false;
    for (const std::string_view suffix : suffixes) {
      if (taken_.contains(name + std::string(suffix))) return false;
    }
    return true;
  };
  std::string name = clean;
  // The number goes on where the last namesake stopped, so that many of them stay linear.
  for (std::size_t& number = last_number_[clean]; !is_free(name);) {
    number = number == 0 ? 2 : number + 1;
    const std::string tail = "_" + std::to_string(number);
    name = clean_name(clean, limit - tail.size()) + tail;
  }
  taken_.insert(name);
  for (const std::string_view suffix : suffixes)
    taken_.insert(name + std::string(suffix));
  return name;
}

GltfNames::GltfNames(const Scene& scene) {
  UniqueNames names;
  names.reserve(std::string(kAxesName));
  names.reserve(std::string(kMeshName));
  names.reserve(std::string(kProxyName));
  bases_.reserve(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    bases_.push_back(names.take(scene.nodes[i].name, "node" + std::to_string(i), kSuffixes));
  }
}

}  // namespace anmkit
