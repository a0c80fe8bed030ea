// SPDX-License-Identifier: MIT
// Listings with an index for each way in which families ask.
#include "formats/folders.hpp"

#include <algorithm>

#include "core/letters.hpp"

namespace anmkit {

Folders::Listing& Folders::listing(const std::string& folder) {
  const auto [place, fresh] = listings_.try_emplace(folder);
  Listing& listing = place->second;
  if (!fresh) return listing;
  // One slash goes: after an archive's name there are two.
  const bool cut = folder.size() > 1 && folder.ends_with('/');
  listing.names = around_.list(cut ? folder.substr(0, folder.size() - 1) : folder);
  return listing;
}

const std::vector<std::string>& Folders::names(const std::string& folder) {
  return listing(folder).names;
}

const std::vector<std::string>& Folders::ending(const std::string& folder,
                                                const std::string& ending) {
  Listing& all = listing(folder);
  const auto [place, fresh] = all.by_ending.try_emplace(ending);
  if (!fresh) return place->second;
  for (const std::string& name : all.names) {
    if (name.size() < ending.size()) continue;
    const std::string_view end = std::string_view(name).substr(name.size() - ending.size());
    if (equal_in_any_case(end, ending)) place->second.push_back(name);
  }
  return place->second;
}

std::string Folders::find(const std::string& folder, std::string_view name) {
  Listing& all = listing(folder);
  for (std::size_t i = all.by_lower.empty() ? 0 : all.names.size(); i < all.names.size(); ++i)
    all.by_lower.try_emplace(lowered(all.names[i]), i);
  const auto found = all.by_lower.find(lowered(name));
  return found == all.by_lower.end() ? std::string() : all.names[found->second];
}

std::string Folders::path_of(const std::string& folder, std::string_view name) {
  std::string found = find(folder, name);
  return found.empty() ? found : folder + found;
}

bool Folders::has(const std::string& folder, std::string_view name) {
  return std::ranges::binary_search(names(folder), name);
}

const std::string& Folders::full_name(const std::string& folder) {
  const auto [place, fresh] = full_names_.try_emplace(folder);
  if (fresh) place->second = around_.full_name(folder);
  return place->second;
}

std::vector<std::string> paths_in(const std::string& folder,
                                  const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  paths.reserve(names.size());
  for (const std::string& name : names)
    paths.push_back(folder + name);
  return paths;
}

}  // namespace anmkit
