// SPDX-License-Identifier: MIT
// Which files belong together (section 5.3), and what files say about themselves.
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "core/letters.hpp"
#include "core/paths.hpp"
#include "formats/folders.hpp"
#include "formats/psx/document.hpp"
#include "formats/psx/scene.hpp"
#include "formats/psx/tmd_packet.hpp"

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
std::string model_of(const std::string& folder, Folders& around) {
  if (std::string named = around.path_of(folder, "model.tmd"); !named.empty()) return named;
  const std::vector<std::string>& models = around.ending(folder, ".tmd");
  return models.size() == 1 ? folder + models.front() : std::string();
}

constexpr std::size_t kMostTextures = 64;

// How many characters two names share at their begin.
std::size_t common_begin(std::string_view a, std::string_view b) {
  const auto differ = std::ranges::mismatch(a, b, {}, lower, lower);
  return static_cast<std::size_t>(differ.in1 - a.begin());
}

// Pictures of a folder, those first whose names are most like the model's: where several want one
// place in memory, the first one has it.
std::vector<std::string> textures_of(const std::string& path, Folders& around) {
  const std::string folder(folder_of(path));
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
  return std::to_string(count) + " bytes";
}

}  // namespace

std::vector<std::string> AnmDocument::find_companions(const std::string& path,
                                                      Folders& around) const {
  std::string model = model_of(std::string(folder_of(path)), around);
  if (model.empty()) return {};
  return {std::move(model)};
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

Standing AnmDocument::stand(const std::string&, Folders&) const {
  return {.role = Standing::Role::motion};
}
// A camera is looked through on its own: it moves nothing of the models beside it.
Standing AncDocument::stand(const std::string&, Folders&) const {
  return {.role = Standing::Role::motion};
}
Standing TmdDocument::stand(const std::string& path, Folders& around) const {
  Standing standing{.role = Standing::Role::subject};
  const std::string folder(folder_of(path));
  if (model_of(folder, around) == path)
    standing.clips = paths_in(folder, around.ending(folder, ".anm"));
  return standing;
}

DocumentInfo AnmDocument::info() const {
  DocumentInfo info;
  info.clips.push_back({title, static_cast<double>(anm.frame_count()), kDefaultRate, true, 0});
  std::array<bool, 256> used{};
  std::size_t count = 0;
  for (const Keyframe& key : anm.keyframes)
    used[key.object_index] = true;
  for (std::size_t i = used.size(); i-- > 0 && count == 0;)
    if (used[i]) count = i + 1;
  add_nodes(info, count);
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

DocumentInfo TimDocument::info() const {
  DocumentInfo info;
  constexpr std::array<std::string_view, 8> kDepths{"4 bit", "8 bit",   "16 bit",  "24 bit",
                                                    "mixed", "unknown", "unknown", "unknown"};
  info.facts.emplace_back("depth", kDepths[tim.depth()]);
  constexpr std::array<unsigned, 4> kHalves{8, 4, 2, 0};  // half pixels a cell
  const unsigned depth = tim.depth();
  const unsigned width = depth < 3    ? tim.pixels.w * kHalves[depth] / 2
                         : depth == 3 ? tim.pixels.w * 2u / 3u
                                      : tim.pixels.w;
  info.facts.emplace_back("size", std::to_string(width) + " x " + std::to_string(tim.pixels.h));
  info.facts.emplace_back("place in VRAM",
                          std::to_string(tim.pixels.x) + ", " + std::to_string(tim.pixels.y));
  if (tim.clut) info.facts.emplace_back("palettes", std::to_string(palette_count(tim)));
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
    // A name that stands more than once is told apart by the entry's number.
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
