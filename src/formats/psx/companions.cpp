// SPDX-License-Identifier: MIT
// Files that belong together (section 5.3), and metadata of files.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "core/counted.hpp"
#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/folders.hpp"
#include "formats/nearby.hpp"
#include "formats/psx/document.hpp"
#include "formats/psx/model/packet.hpp"
#include "formats/psx/scene.hpp"

namespace anmkit::psx {
namespace {

bool same_name(std::string_view a, std::string_view b) {
  return compare_names(a, b) == 0;
}
bool has_extension(std::string_view name, std::string_view extension) {
  return name.size() >= extension.size() &&
         same_name(name.substr(name.size() - extension.size()), extension);
}

// The model that a folder's animations belong to: MODEL.TMD, else the only one there is.
std::string model_among(const std::vector<std::string>& models) {
  for (const std::string& model : models) {
    if (same_name(file_name(model), "model.tmd")) return model;
  }
  return models.size() == 1 ? models.front() : std::string();
}
std::size_t objects_used(const Anm& anm) {
  std::size_t count = 0;
  for (const Keyframe& key : anm.keyframes)
    count = std::max(count, std::size_t{key.object_index} + 1);
  return count;
}

// How many objects a model has; none where it cannot be read.
std::optional<std::size_t> objects_of(const std::string& path, Folders& around) {
  return around.remember<std::optional<std::size_t>>(
      "psx objects " + path, [&]() -> std::optional<std::size_t> {
        constexpr std::size_t kCountAt = 8;
        const auto bytes = around.read(path);
        if (!bytes || !fits(kCountAt, 4, bytes->size())) return std::nullopt;
        return load<std::uint32_t, std::endian::little>(bytes->data() + kCountAt);
      });
}

// The model that an animation belongs to. In its folder: MODEL.TMD, the only one, the one of its
// own name, or the only one that has as many objects or else more. If there is none in its folder,
// the nearest one in its tree that has enough objects. Empty where that decides nothing.
Nearest model_of(const std::string& path, const Anm& anm, Folders& around) {
  const std::string folder(folder_of(path));
  if (std::string named = around.path_of(folder, "model.tmd"); !named.empty())
    return {std::move(named), {}};
  const std::vector<std::string> models = paths_in(folder, around.ending(folder, ".tmd"));
  if (models.size() == 1) return {models.front(), {}};
  const std::size_t used = objects_used(anm);
  if (models.empty()) {
    const auto fit = [&](const std::string& model) {
      const auto objects = objects_of(model, around);
      if (!objects || *objects < used) return 0;
      return same_name(file_name(model), "model.tmd") ? 3 : *objects == used ? 2 : 1;
    };
    const std::string stem = lowered(stem_of(path));
    return find_near(
        folder, {.extension = ".tmd", .stems = {stem}, .prefixed = stem, .fit = fit, .own = ".anm"},
        around);
  }
  const auto only = [&](auto fits_model) {
    const auto found = std::ranges::find_if(models, fits_model);
    const bool one = found != models.end() && std::ranges::count_if(models, fits_model) == 1;
    return one ? *found : std::string();
  };
  std::string found =
      only([&](const std::string& model) { return same_name(stem_of(model), stem_of(path)); });
  if (found.empty())
    found = only([&](const std::string& model) { return objects_of(model, around) == used; });
  if (found.empty()) {
    found = only([&](const std::string& model) {
      const auto objects = objects_of(model, around);
      return objects && *objects >= used;
    });
  }
  return found.empty() ? Nearest{{}, models} : Nearest{found, {}};
}

// The model of each animation of a folder, by the animations' names.
using MotionModels = std::map<std::string, std::string>;
const MotionModels& models_of_motions(const std::string& folder, Folders& around) {
  return around.remember<MotionModels>("psx motions " + folder, [&] {
    MotionModels models;
    const bool one =
        around.ending(folder, ".tmd").size() <= 1 || !around.path_of(folder, "model.tmd").empty();
    for (const std::string& name : around.ending(folder, ".anm")) {
      Anm anm;
      if (!one) {
        const auto bytes = around.read(folder + name);
        Diagnostics unused;
        auto parsed = bytes ? parse_anm(*bytes, unused) : Result<Anm>(Anm{});
        if (!bytes || !parsed) continue;
        anm = std::move(*parsed);
      }
      models[name] = model_of(folder + name, anm, around).path;
    }
    return models;
  });
}

constexpr std::size_t kMostTextures = 64;

// How many characters two names share at their begin.
std::size_t common_begin(std::string_view a, std::string_view b) {
  const auto differ = std::ranges::mismatch(a, b, {}, lower, lower);
  return static_cast<std::size_t>(differ.in1 - a.begin());
}

// Where a model's images are: next to it, else in the nearest folder of its tree that has any, but
// for those of other models. Of several that are equally near the one that is called TIM, else
// none.
std::string texture_folder(const std::string& path, Folders& around) {
  std::string own(folder_of(path));
  if (!around.ending(own, ".tim").empty()) return own;
  std::vector<NearFolder> nearest;
  for (const NearFolder& one : folders_near(own, ".tim", around)) {
    if (!nearest.empty() && one.rank > nearest.front().rank) break;
    const bool others = is_of_others(one.path, own, ".tmd", around);
    if (one.sorted && !others && !around.ending(one.path, ".tim").empty()) nearest.push_back(one);
  }
  if (nearest.size() > 1) {
    std::erase_if(nearest, [&](const NearFolder& one) {
      return !same_name(file_name(one.path.substr(0, one.path.size() - 1)), "tim");
    });
  }
  return nearest.size() == 1 ? nearest.front().path : own;
}

// Images of a folder, those first whose names are most like the model's: where several want one
// place in memory, the first one has it.
std::vector<std::string> textures_of(const std::string& path, Folders& around) {
  const std::string folder = texture_folder(path, around);
  std::vector<std::string> names = around.ending(folder, ".tim");
  const std::string_view own = stem_of(path);
  std::ranges::stable_sort(names, std::greater{}, [&](const std::string& name) {
    return common_begin(stem_of(name), own);
  });
  if (names.size() > kMostTextures) names.resize(kMostTextures);
  return paths_in(folder, names);
}

void add_nodes(DocumentInfo& info, std::size_t count) {
  Scene scene;
  add_object_nodes(scene, count);
  for (Node& node : scene.nodes)
    info.nodes.push_back(std::move(node.name));
}

std::string bytes_text(std::size_t count) {
  return counted(count, "byte");
}

}  // namespace

std::vector<std::string> AnmDocument::find_companions(const std::string& path,
                                                      Folders& around) const {
  std::string model = model_of(path, anm, around).path;
  if (model.empty()) return {};
  return {std::move(model)};
}

std::vector<std::string> AnmDocument::rivals(const std::string& path, Folders& around) const {
  return model_of(path, anm, around).rivals;
}

std::vector<std::string> TmdDocument::find_companions(const std::string& path,
                                                      Folders& around) const {
  const bool textured = std::ranges::any_of(tmd.objects, [&](const TmdObject& object) {
    return std::ranges::any_of(object.primitives, [&](const TmdPrimitive& primitive) {
      const auto face = decode_packet(tmd, object, primitive);
      return face && face->textured;
    });
  });
  if (!textured) return {};
  return textures_of(path, around);
}

FileRole AnmDocument::file_role(const std::string&, Folders&) const {
  return {.role = FileRole::Role::motion};
}
// A camera is looked through on its own: it moves nothing of the models next to it.
FileRole AncDocument::file_role(const std::string&, Folders&) const {
  return {.role = FileRole::Role::motion};
}
FileRole TmdDocument::file_role(const std::string& path, Folders& around) const {
  FileRole standing{.role = FileRole::Role::subject};
  const std::string folder(folder_of(path));
  for (const auto& [name, model] : models_of_motions(folder, around))
    if (model == path) standing.clips.push_back(folder + name);
  return standing;
}

DocumentInfo AnmDocument::info() const {
  DocumentInfo info;
  info.clips.push_back({title, static_cast<double>(anm.frame_count()), kDefaultRate, true, 0});
  add_nodes(info, objects_used(anm));
  info.facts.emplace_back("rate field", std::to_string(anm.rate_hint) + " (not used by the game)");
  info.facts.emplace_back("keyframes", std::to_string(anm.keyframes.size()));
  if (!anm.gap.empty()) info.facts.emplace_back("gap", bytes_text(anm.gap.size()));
  if (!anm.tail.empty()) info.facts.emplace_back("tail", bytes_text(anm.tail.size()));
  return info;
}

DocumentInfo AncDocument::info() const {
  DocumentInfo info;
  info.clips.push_back({title, static_cast<double>(anc.keyframes.size()), kDefaultRate, true, 0});
  info.nodes.emplace_back("camera");
  info.facts.emplace_back("rate field", std::to_string(anc.rate_hint) + " (not used by the game)");
  return info;
}

DocumentInfo TmdDocument::info() const {
  DocumentInfo info;
  std::map<std::string, std::size_t> kinds;
  std::size_t vertices = 0, normals = 0;
  for (const TmdObject& object : tmd.objects) {
    vertices += object.vertices.size();
    normals += object.normals.size();
    for (const TmdPrimitive& primitive : object.primitives) {
      const auto face = decode_packet(tmd, object, primitive);
      ++kinds[!face                                 ? "unknown packets"
              : face->kind == TmdFace::Kind::line   ? "lines"
              : face->kind == TmdFace::Kind::sprite ? "sprites"
              : face->textured                      ? "textured polygons"
                                                    : "polygons"];
    }
  }
  add_nodes(info, tmd.objects.size());
  info.facts.emplace_back("vertices", std::to_string(vertices));
  info.facts.emplace_back("normals", std::to_string(normals));
  for (const auto& [kind, count] : kinds)
    info.facts.emplace_back(kind, std::to_string(count));
  if ((tmd.flags & Tmd::kFixp) != 0) info.facts.emplace_back("FIXP", "a relocated memory dump");
  return info;
}

DocumentInfo PakDocument::info() const {
  DocumentInfo info;
  std::map<std::string_view, std::vector<std::string>> models;  // by folder
  std::set<std::string_view> seen;
  for (const PakEntry& entry : pak.entries) {
    if (has_extension(entry.name, ".tmd")) models[folder_of(entry.name)].push_back(entry.name);
  }
  for (const PakEntry& entry : pak.entries) {
    std::string text = bytes_text(entry.length);
    if (has_extension(entry.name, ".anm")) {
      const auto found = models.find(folder_of(entry.name));
      const std::string model = found == models.end() ? "" : model_among(found->second);
      text += model.empty() ? ", no model in its folder" : ", model " + model;
    }
    // Equal names are distinguished by the entry's number.
    const bool again = !seen.insert(entry.name).second;
    const auto number = static_cast<std::size_t>(&entry - pak.entries.data());
    info.facts.emplace_back(
        again ? entry.name + " (entry " + std::to_string(number) + ")" : entry.name,
        std::move(text));
  }
  return info;
}

std::vector<ArchiveEntry> PakDocument::entries() const {
  std::vector<ArchiveEntry> list;
  list.reserve(pak.entries.size());
  for (const PakEntry& entry : pak.entries)
    list.push_back({entry.name, pak.data(entry)});
  return list;
}

std::optional<ByteView> PakDocument::find_entry(std::string_view name) const {
  const PakEntry* entry = psx::find_entry(pak, name);
  if (entry == nullptr) return std::nullopt;
  return pak.data(*entry);
}

}  // namespace anmkit::psx
