// SPDX-License-Identifier: MIT
// Companions of a file: files next to it (section 15).
#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/folders.hpp"
#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/model/scene.hpp"

namespace anmkit::gc {
namespace {

std::string stem_key(std::string_view path) {
  return lowered(stem_of(path));
}

// The files next to a file.
class Beside {
 public:
  Beside(const std::string& path, Folders& around)
      : around_(around), folder_(folder_of(path)), stem_(stem_key(path)) {}

  // The file of a name, in any case. Empty when there is none.
  std::string find_named(std::string_view name) const { return around_.path_of(folder_, name); }
  // The file of an extension that has one of the wanted stems, the first best; else the file's own
  // stem; else the only one of that extension, unless it is another figure's. Empty when there is
  // none.
  std::string find(const std::string& extension, const std::vector<std::string>& stems = {}) const {
    for (const std::string& stem : stems) {
      if (std::string found = find_named(stem + extension); !found.empty()) return found;
    }
    if (std::string found = find_named(stem_ + extension); !found.empty()) return found;
    const std::vector<std::string>& all = around_.ending(folder_, extension);
    if (all.size() != 1 || is_of_another(stem_key(all.front()), extension, stems)) return {};
    return folder_ + all.front();
  }
  // The actor of a bank: as above, or the one whose stem the bank's begins with, the longest first:
  // hero_walk.anm is for hero.act.
  std::string find_actor() const {
    if (std::string found = find(".act"); !found.empty()) return found;
    for (std::size_t end = stem_.size(); end > 0; --end) {
      std::string found = find_named(stem_.substr(0, end) + ".act");
      if (!found.empty()) return found;
    }
    return {};
  }

 private:
  // Whether a file of this stem is next to an actor of its name, a skin also next to a palette.
  bool is_of_another(const std::string& stem, std::string_view extension,
                     const std::vector<std::string>& stems) const {
    if (stem == stem_ || std::ranges::find(stems, stem) != stems.end()) return false;
    return (extension != ".act" && !find_named(stem + ".act").empty()) ||
           (extension == ".skn" && !find_named(stem + ".gpl").empty());
  }

  Folders& around_;
  std::string folder_, stem_;
};

// The banks of each actor of a folder.
using BanksByActor = std::map<std::string, std::vector<std::string>>;
const BanksByActor& banks_in(const std::string& folder, Folders& around) {
  return around.remember<BanksByActor>("gc banks " + folder, [&] {
    BanksByActor banks;
    for (const std::string& path : paths_in(folder, around.ending(folder, ".anm"))) {
      const std::string actor = Beside(path, around).find_actor();
      if (!actor.empty()) banks[actor].push_back(path);
    }
    return banks;
  });
}

std::vector<std::string> existing(std::vector<std::string> paths) {
  std::erase(paths, std::string());
  return paths;
}

using Names = std::vector<std::string>;

// The texture palettes that the meshes of a file name.
const Names& textures_named_in(const std::string& path, Folders& around) {
  return around.remember<Names>("gc textures " + path, [&] {
    const auto bytes = around.read(path);
    Diagnostics unused;
    const auto meshes = bytes ? parse_geometry(*bytes, unused)
                              : Result<GeometryPalette>(std::unexpected(bytes.error()));
    return meshes ? texture_files(*meshes, *bytes) : Names();
  });
}

// The named texture palettes, as far as they are there; else one by the rules of `find`.
Names textures_of(const Names& names, const Beside& beside, const Names& stems) {
  Names paths;
  for (const std::string& name : names)
    paths.push_back(beside.find_named(name));
  paths = existing(std::move(paths));
  if (paths.empty()) paths = existing({beside.find(".tpl", stems)});
  return paths;
}

}  // namespace

std::vector<std::string> BankDocument::find_companions(const std::string& path,
                                                       Folders& around) const {
  return existing({Beside(path, around).find_actor()});
}
std::vector<std::string> CompactDocument::find_companions(const std::string& path,
                                                          Folders& around) const {
  return existing({Beside(path, around).find_actor()});
}

// An actor names its palette; a skin has the palette's name (section 10).
std::vector<std::string> ActorDocument::find_companions(const std::string& path,
                                                        Folders& around) const {
  const Actor& actor = file;
  const Beside beside(path, around);
  const std::string palette = text_at(actor.geo_palette_name, actor.gaps, actor.size);
  std::vector<std::string> stems;
  if (!palette.empty()) stems.push_back(stem_key(palette));
  std::vector<std::string> paths = existing({beside.find(".gpl", stems)});
  if (!paths.empty()) stems.push_back(stem_key(paths.front()));
  if (std::string skin = beside.find(".skn", stems); !skin.empty())
    paths.push_back(std::move(skin));
  Names named;
  if (!paths.empty() && lowered(paths.front()).ends_with(".gpl"))
    named = textures_named_in(paths.front(), around);
  std::ranges::move(textures_of(named, beside, stems), std::back_inserter(paths));
  return paths;
}
// Textures first: a palette alone is shown without its skin.
std::vector<std::string> GeometryDocument::find_companions(const std::string& path,
                                                           Folders& around) const {
  const Beside beside(path, around);
  const auto bytes = write();
  auto paths = textures_of(texture_files(file, bytes ? ByteView(*bytes) : ByteView()), beside, {});
  std::ranges::move(existing({beside.find(".skn")}), std::back_inserter(paths));
  return paths;
}

FileRole BankDocument::file_role(const std::string&, Folders&) const {
  return {.role = FileRole::Role::motion};
}
FileRole CompactDocument::file_role(const std::string&, Folders&) const {
  return {.role = FileRole::Role::motion};
}

FileRole ActorDocument::file_role(const std::string& path, Folders& around) const {
  FileRole standing{.role = FileRole::Role::subject};
  const BanksByActor& banks = banks_in(std::string(folder_of(path)), around);
  if (const auto own = banks.find(path); own != banks.end()) standing.clips = own->second;
  const std::string palette = text_at(file.geo_palette_name, file.gaps, file.size);
  const Beside beside(path, around);
  Names stems;
  if (!palette.empty()) stems.push_back(stem_key(palette));
  const std::string meshes = beside.find(".gpl", stems);
  if (meshes.empty()) {
    if (!palette.empty()) standing.missing.push_back(palette);
    return standing;
  }
  stems.push_back(stem_key(meshes));
  // A file that is taken instead of all named ones leaves none of them missing.
  const Names& named = textures_named_in(meshes, around);
  const auto absent = [&](const std::string& name) { return beside.find_named(name).empty(); };
  if (textures_of(named, beside, stems).empty() || !std::ranges::all_of(named, absent))
    std::ranges::copy_if(named, std::back_inserter(standing.missing), absent);
  return standing;
}

// Without an actor only the meshes are shown.
FileRole GeometryDocument::file_role(const std::string& path, Folders& around) const {
  FileRole standing{.role = FileRole::Role::subject};
  const auto bytes = write();
  const Beside beside(path, around);
  for (const std::string& name : texture_files(file, bytes ? ByteView(*bytes) : ByteView())) {
    if (beside.find_named(name).empty()) standing.missing.push_back(name);
  }
  return standing;
}

}  // namespace anmkit::gc
