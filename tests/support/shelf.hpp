// SPDX-License-Identifier: MIT
// Folders that exist in memory alone.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit {

class Shelf final : public Neighbourhood {
 public:
  Shelf() = default;
  // Files whose names are enough.
  explicit Shelf(const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
      files[path];
  }
  std::map<std::string, Bytes> files;
  std::vector<std::string> named;  // roots
  std::string here = {};           // full name of the folder ""; empty: it has none
  mutable std::map<std::string, int> reads, lists;

  std::vector<std::string> list(const std::string& folder) const override {
    ++lists[folder];
    const std::string root = folder.empty() || folder.ends_with('/') ? folder : folder + "/";
    std::vector<std::string> names;
    for (const auto& [path, bytes] : files) {
      if (!path.starts_with(root)) continue;
      const std::string rest = path.substr(root.size());
      const std::string name = rest.substr(0, rest.find('/'));
      if (names.empty() || names.back() != name) names.push_back(name);
    }
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    return names;
  }
  std::vector<std::string> roots() const override { return named; }
  std::string full_name(const std::string& folder) const override {
    return here.empty() ? folder : std::filesystem::path(here + folder).lexically_normal().string();
  }
  Result<Bytes> read(const std::string& path) const override {
    ++reads[path];
    const auto found = files.find(path);
    if (found == files.end()) return fail("test.READ", path);
    return found->second;
  }
};

}  // namespace anmkit
