// SPDX-License-Identifier: MIT
// Indexes of the names that sources define, each made once.
#include "formats/sm64/geo/definitions.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/paths.hpp"
#include "formats/folders.hpp"
#include "formats/nearby.hpp"
#include "formats/sm64/document.hpp"
#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {
namespace {

// Folders climbed up and down: more than any tree of the game has, and few outside of one.
constexpr std::size_t kMostAbove = 8, kMostDepth = 12, kDepthOutside = 2;

bool is_type(std::string_view word) {
  static constexpr std::array<std::string_view, 8> kTypes = {
      "Vtx", "Gfx", "Texture", "u8", "Lights1", "u64", "Light_t", "Ambient_t"};
  return std::ranges::find(kTypes, word) != kTypes.end();
}
bool is_word(char c) {
  return is_identifier_start(c) || is_digit(c);
}

// The name that a line begins to define; most lines define none.
std::string_view defined_by(std::string_view line) {
  std::string_view last;
  bool typed = false, rom = false;
  for (std::size_t at = 0; at < line.size();) {
    const char c = line[at];
    if (is_identifier_start(c)) {
      std::size_t end = at;
      while (end < line.size() && is_word(line[end]))
        ++end;
      const std::string_view word = line.substr(at, end - at);
      if (rom) return word;
      if (word == "extern" || word == "typedef") return {};
      rom = word == "ROM_ASSET_LOAD_VTX" || word == "ROM_ASSET_LOAD_TEXTURE";
      if (!rom) last = word;
      typed = typed || is_type(word);
      at = end;
    } else if (c == '[' || c == '=') {
      return typed && !is_type(last) ? last : std::string_view();
    } else if (c == ' ' || c == '\t' || c == '*' || (c == '(' && rom)) {
      ++at;
    } else {
      return {};
    }
  }
  return {};
}

bool is_source(std::string_view name) {
  return name.ends_with(".c") && !name.ends_with("collision.inc.c");
}
bool is_folder_name(std::string_view name) {
  return !name.empty() && name.find('.') == std::string_view::npos;
}

// Folders at the top of a tree of the game that have display lists.
constexpr std::array<std::string_view, 3> kTops = {"actors", "levels", "bin"};
bool is_root(const std::string& folder, Folders& around) {
  return around.has(folder, kTops[0]) || around.has(folder, kTops[1]);
}

}  // namespace

std::vector<std::string_view> defined_names(std::string_view text) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view name = defined_by(text.substr(at, end - at));
    if (!name.empty()) names.push_back(name);
    at = end + 1;
  }
  return names;
}

Definitions::Definitions(const std::string& folder, Folders& around)
    : around_(around), depth_(kMostDepth) {
  scopes_ = {{folder, false}, {folder, true}};
  std::vector<Scope> above;
  std::string here = folder;
  for (std::size_t i = 0; i < kMostAbove; ++i) {
    if (is_root(here, around)) {
      scopes_.insert(scopes_.end(), above.begin(), above.end());
      for (const std::string_view top : kTops)
        scopes_.push_back({here + std::string(top) + "/", true});
      return;
    }
    std::string next = folder_above(here);
    if (next == here) break;
    here = std::move(next);
    above.push_back({here, false});
    above.push_back({here, true});
  }
  depth_ = kDepthOutside;
  if (!above.empty()) scopes_.push_back(above.front());
}

const Definitions::Index& Definitions::index_in(const std::string& folder) {
  return around_.remember<Index>("sm64 names in " + folder, [&] {
    Index index;
    for (const std::string& name : around_.names(folder)) {
      if (!is_source(name)) continue;
      const auto bytes = around_.read(folder + name);
      if (!bytes) continue;
      for (const std::string_view defined : defined_names(as_text(*bytes)))
        index.try_emplace(std::string(defined), folder + name);
    }
    return index;
  });
}

const Definitions::Index& Definitions::index_below(const std::string& folder, std::size_t depth) {
  return around_.remember<Index>("sm64 names below " + folder, [&] {
    Index index = index_in(folder);
    const std::vector<std::string> names = around_.names(folder);
    for (const std::string& name : names) {
      const std::string inner = folder + name + "/";
      if (depth == 0 || !is_folder_name(name) || around_.names(inner).empty()) continue;
      const Index& more = index_below(inner, depth - 1);
      index.insert(more.begin(), more.end());
    }
    return index;
  });
}

const Definitions::Index& Definitions::index_of_tree(const std::string& root) {
  return around_.remember<Index>("sm64 names in tree " + root, [&] {
    Index index;
    std::string last = "\n";  // no folder
    for (const std::string& path : around_.around().files(root)) {
      const std::string folder(folder_of(path));
      if (!is_source(path) || folder == last) continue;
      const Index& more = index_in(folder);
      index.insert(more.begin(), more.end());
      last = folder;
    }
    return index;
  });
}

std::string Definitions::find(const std::string& name) {
  for (const Scope& scope : scopes_) {
    const Index& index = scope.below ? index_below(scope.folder, depth_) : index_in(scope.folder);
    const auto found = index.find(name);
    if (found != index.end()) return found->second;
  }
  for (const std::string& root : around_.around().roots()) {
    const Index& index = index_of_tree(root);
    const auto found = index.find(name);
    if (found != index.end()) return found->second;
  }
  return {};
}

}  // namespace anmkit::sm64
