// SPDX-License-Identifier: MIT
// Companions of a file: files next to it, else in other folders of its tree (section 15).
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/folders.hpp"
#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/model/scene.hpp"
#include "formats/nearby.hpp"

namespace anmkit::gc {
namespace {

std::string stem_key(std::string_view path) {
  return lowered(stem_of(path));
}

using Names = std::vector<std::string>;
using Ids = std::set<std::uint16_t>;

// The bone ids of an actor; none where it cannot be read.
const std::optional<Ids>& bones_of(const std::string& path, Folders& around) {
  return around.remember<std::optional<Ids>>("gc bones " + path, [&]() -> std::optional<Ids> {
    const auto bytes = around.read(path);
    Diagnostics unused;
    const auto actor =
        bytes ? parse_actor(*bytes, unused) : Result<Actor>(std::unexpected(bytes.error()));
    if (!actor) return std::nullopt;
    Ids ids;
    for (const Bone& bone : actor->bones)
      ids.insert(bone.bone_id);
    return ids;
  });
}

// Files of a kind for a file: next to it, else in other folders of its tree.
class Search {
 public:
  Search(const std::string& path, Folders& around)
      : around_(around), folder_(folder_of(path)), stem_(stem_key(path)) {}

  // The file of a name, in any case. Empty when there is none.
  std::string find_named(std::string_view name) const {
    std::string found = around_.path_of(folder_, name);
    return found.empty() ? near(std::string(extension_of(name)), {stem_key(name)}, {}) : found;
  }
  // The file of an extension that has one of the wanted stems, the first best; else the file's own
  // stem; else the only one of that extension, unless it is another figure's. Empty when there is
  // none. In another folder it has one of the stems, and is not next to a file of the extension
  // `own`, which it belongs to.
  std::string find(const std::string& extension, Names stems, const char* own) const {
    std::string found = find_beside(extension, stems);
    if (!found.empty()) return found;
    stems.push_back(stem_);
    return near(extension, std::move(stems), own);
  }
  // The actor of a bank: as above, or the one whose stem the bank's begins with, the longest first:
  // hero_walk.anm is for hero.act.
  std::string find_actor_beside() const {
    std::string found = find_beside(".act", {});
    for (std::size_t end = stem_.size(); end > 0 && found.empty(); --end)
      found = around_.path_of(folder_, stem_.substr(0, end) + ".act");
    return found;
  }
  // In another folder it has the bones of the tracks.
  Nearest find_actor(const Ids& tracks) const {
    if (std::string found = find_actor_beside(); !found.empty()) return {std::move(found), {}};
    if (const Names& all = around_.ending(folder_, ".act"); !all.empty())
      return {{}, paths_in(folder_, all)};
    const auto fit = [&](const std::string& path) {
      const auto& bones = bones_of(path, around_);
      if (!bones || !std::ranges::includes(*bones, tracks)) return 0;
      return bones->size() == tracks.size() ? 2 : 1;
    };
    return find_near(
        folder_,
        {.extension = ".act", .stems = {stem_}, .prefixed = stem_, .fit = fit, .own = ".anm"},
        around_);
  }

 private:
  std::string near(const std::string& extension, Names stems, const std::string& own) const {
    return find_near(folder_,
                     {.extension = extension, .stems = std::move(stems), .own = own, .only = true},
                     around_)
        .path;
  }
  std::string find_beside(const std::string& extension, const Names& stems) const {
    for (const std::string& stem : stems) {
      std::string found = around_.path_of(folder_, stem + extension);
      if (!found.empty()) return found;
    }
    if (std::string found = around_.path_of(folder_, stem_ + extension); !found.empty())
      return found;
    const Names& all = around_.ending(folder_, extension);
    if (all.size() != 1 || is_of_another(stem_key(all.front()), extension, stems)) return {};
    return folder_ + all.front();
  }
  // Whether a file of this stem is next to an actor of its name, a skin also next to a palette.
  bool is_of_another(const std::string& stem, std::string_view extension,
                     const Names& stems) const {
    if (stem == stem_ || std::ranges::find(stems, stem) != stems.end()) return false;
    const auto has = [&](const char* other) {
      return !around_.path_of(folder_, stem + other).empty();
    };
    return (extension != ".act" && has(".act")) || (extension == ".skn" && has(".gpl"));
  }

  Folders& around_;
  std::string folder_, stem_;
};

Ids ids_of(const Bank& bank) {
  Ids ids;
  for (const Track& track : bank.tracks)
    ids.insert(track.track_id);
  return ids;
}
Ids ids_of(const CompactClip& clip) {
  Ids ids;
  for (const CompactTrack& track : clip.tracks)
    ids.insert(track.track_id);
  return ids;
}

// The banks of each actor of a folder.
using BanksByActor = std::map<std::string, std::vector<std::string>>;
const BanksByActor& banks_in(const std::string& folder, Folders& around) {
  return around.remember<BanksByActor>("gc banks " + folder, [&] {
    BanksByActor banks;
    for (const std::string& path : paths_in(folder, around.ending(folder, ".anm"))) {
      const std::string actor = Search(path, around).find_actor_beside();
      if (!actor.empty()) banks[actor].push_back(path);
    }
    return banks;
  });
}

std::vector<std::string> existing(std::vector<std::string> paths) {
  std::erase(paths, std::string());
  return paths;
}

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
Names textures_of(const Names& names, const Search& search, const Names& stems) {
  Names paths;
  for (const std::string& name : names)
    paths.push_back(search.find_named(name));
  paths = existing(std::move(paths));
  if (paths.empty()) paths = existing({search.find(".tpl", stems, "")});
  return paths;
}

}  // namespace

std::vector<std::string> BankDocument::find_companions(const std::string& path,
                                                       Folders& around) const {
  return existing({Search(path, around).find_actor(ids_of(file)).path});
}
std::vector<std::string> CompactDocument::find_companions(const std::string& path,
                                                          Folders& around) const {
  return existing({Search(path, around).find_actor(ids_of(file)).path});
}
std::vector<std::string> BankDocument::rivals(const std::string& path, Folders& around) const {
  return Search(path, around).find_actor(ids_of(file)).rivals;
}
std::vector<std::string> CompactDocument::rivals(const std::string& path, Folders& around) const {
  return Search(path, around).find_actor(ids_of(file)).rivals;
}

// An actor names its palette; a skin has the palette's name (section 10).
std::vector<std::string> ActorDocument::find_companions(const std::string& path,
                                                        Folders& around) const {
  const Actor& actor = file;
  const Search search(path, around);
  const std::string palette = text_at(actor.geo_palette_name, actor.gaps, actor.size);
  std::vector<std::string> stems;
  if (!palette.empty()) stems.push_back(stem_key(palette));
  std::vector<std::string> paths = existing({search.find(".gpl", stems, ".act")});
  if (!paths.empty()) stems.push_back(stem_key(paths.front()));
  if (std::string skin = search.find(".skn", stems, ".gpl"); !skin.empty())
    paths.push_back(std::move(skin));
  Names named;
  if (!paths.empty() && lowered(paths.front()).ends_with(".gpl"))
    named = textures_named_in(paths.front(), around);
  std::ranges::move(textures_of(named, search, stems), std::back_inserter(paths));
  return paths;
}
// Textures first: a palette alone is shown without its skin.
std::vector<std::string> GeometryDocument::find_companions(const std::string& path,
                                                           Folders& around) const {
  const Search search(path, around);
  const auto bytes = write();
  auto paths = textures_of(texture_files(file, bytes ? ByteView(*bytes) : ByteView()), search, {});
  std::ranges::move(existing({search.find(".skn", {}, ".gpl")}), std::back_inserter(paths));
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
  const Search search(path, around);
  Names stems;
  if (!palette.empty()) stems.push_back(stem_key(palette));
  const std::string meshes = search.find(".gpl", stems, ".act");
  if (meshes.empty()) {
    if (!palette.empty()) standing.missing.push_back(palette);
    return standing;
  }
  stems.push_back(stem_key(meshes));
  // A file that is taken instead of all named ones leaves none of them missing.
  const Names& named = textures_named_in(meshes, around);
  const auto absent = [&](const std::string& name) { return search.find_named(name).empty(); };
  if (textures_of(named, search, stems).empty() || !std::ranges::all_of(named, absent))
    std::ranges::copy_if(named, std::back_inserter(standing.missing), absent);
  return standing;
}

// Without an actor only the meshes are shown.
FileRole GeometryDocument::file_role(const std::string& path, Folders& around) const {
  FileRole standing{.role = FileRole::Role::subject};
  const auto bytes = write();
  const Search search(path, around);
  for (const std::string& name : texture_files(file, bytes ? ByteView(*bytes) : ByteView())) {
    if (search.find_named(name).empty()) standing.missing.push_back(name);
  }
  return standing;
}

}  // namespace anmkit::gc
