// SPDX-License-Identifier: MIT
// Parts and their meshes as nodes of a scene (section 8.3).
#include <algorithm>

#include "core/counted.hpp"
#include "core/listing.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/layers.hpp"
#include "formats/sm64/geo/mesh_builder.hpp"
#include "formats/sm64/geo/player.hpp"
#include "formats/sm64/scene.hpp"
#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::size_t kNamed = 4;  // in a message

std::array<std::int16_t, 3> turn_of(const GeoNode& part) {
  return {static_cast<std::int16_t>(part.rotation[0]), static_cast<std::int16_t>(part.rotation[1]),
          static_cast<std::int16_t>(part.rotation[2])};
}

void add_parts(Scene& scene, const Skeleton& skeleton, const GeoLayout& layout) {
  for (std::size_t i = 0; i < skeleton.parts.size(); ++i) {
    const DrawnPart& part = skeleton.parts[i];
    const GeoNode& from = layout.nodes[static_cast<std::size_t>(part.node)];
    Node& node = scene.nodes.emplace_back();
    node.name = part.name;
    node.id = static_cast<std::int64_t>(i);
    node.parent = part.parent;
    node.offset = skeleton.offsets[i];
    node.rest.translation = {static_cast<double>(from.translation[0]),
                             static_cast<double>(from.translation[1]),
                             static_cast<double>(from.translation[2])};
    node.rest.scale = {from.scale[0], from.scale[1], from.scale[2]};
    const auto [x, y, z] = turn_of(from);
    if (x != 0 || y != 0 || z != 0) {
      node.rest.rotation =
          HalfAngles().rotation(static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y),
                                static_cast<std::uint16_t>(z));
    }
  }
}

void add_holders(Scene& scene, const Skeleton& skeleton) {
  for (std::size_t i = 0; i < skeleton.holders.size(); ++i) {
    const Holder& holder = skeleton.holders[i];
    Node& node = scene.nodes.emplace_back();
    node.name = holder.name;
    node.id = holder_id(i);
    node.parent = holder.part;
    node.billboard = holder.billboard;
    node.rest.translation = holder.place;
  }
}

// The game draws layer after layer; in one layer, in order of the layout.
std::vector<const DrawnNode*> by_layer(const Skeleton& skeleton, const GeoLayout& layout) {
  std::vector<const DrawnNode*> order;
  for (const DrawnNode& drawn : skeleton.drawn)
    order.push_back(&drawn);
  std::ranges::stable_sort(order, {}, [&](const DrawnNode* drawn) {
    return order_of(layout.nodes[static_cast<std::size_t>(drawn->node)].layer);
  });
  return order;
}

struct FaultWords {
  std::string_view one, more, what, then;
};
// In the order of ListFault.
constexpr FaultWords kFaultWords[] = {
    {"command draws", "commands draw", "triangles of vertices that no command loaded",
     "they are left out"},
    {"command draws", "commands draw",
     "triangles of vertices that only a list of another part has loaded",
     "they are shown where that part is"},
    {"command draws", "commands draw", "triangles of vertices beyond the end of their array",
     "they are left out"},
    {"command loads", "commands load", "vertices beyond the end of their array",
     "no triangle uses them"},
    {"command names", "commands name", "vertices outside the buffer, which has 64",
     "their triangles are missing"},
    {"command calls", "commands call",
     "display lists in a circle, or deeper than 18, which the console does not follow",
     "they are left out"},
    {"display list does", "display lists do", "not end with gsSPEndDisplayList",
     "the game reads past its end"},
    {"array of vertices has", "arrays of vertices have",
     "numbers that do not fit their 16 or 8 bits", "their lower bits are used"},
    {"name is", "names are", "defined twice in one source", "the first is used"},
    {"array is", "arrays are", "not closed with '}'", "its triangles are missing or cut short"},
    {"address is", "addresses are", "not the beginning of a list or a vertex",
     "its triangles are missing"},
    {"size or count is", "sizes or counts are", "no number that the source defines",
     "write the number in its place"},
};

// Differences from the game's image, each kind once per model.
void report_nearness(const MeshBuilder& builder, const Skeleton& skeleton, Findings& findings) {
  const auto say = [&](const std::vector<std::string>& names, std::string_view one,
                       std::string_view more, std::string_view what) {
    if (names.empty()) return;
    findings.info("I-NEARLY", counted(names.size(), one, more) + " (" + some_of(names, kNamed) +
                                  ") " + std::string(what));
  };
  say(builder.mirrors(), "texture", "textures",
      "with a reflection of the environment, which is fixed here, as seen from the front");
  say(builder.near(), "colour combiner", "colour combiners",
      "without an exact glTF material: approximated");
  say(skeleton.drawing, "function of the game", "functions of the game",
      "with geometry that is in no display list, such as water and paintings: not shown");
  say(skeleton.unknown, "name", "names",
      "in the layout without a known function of the game: nodes are shown "
      "unchanged, a switch with its first case");
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kPlayerParts; ++i) {
    if ((builder.player_parts() >> i & 1) != 0) parts.emplace_back(player_part_name(i));
  }
  say(parts, "part", "parts",
      "of the player with the color of a palette that players choose: shown with the default "
      "palette");
  for (const std::string& command : builder.unknown())
    findings.warning("W-WORD", "unknown command " + command + " in a display list: it is left out");
}

// Display lists that the layout draws and the files do not have.
void report_absence(const MeshBuilder& builder, const std::vector<std::string>& lists,
                    std::size_t drawn, Findings& findings) {
  if (!lists.empty() && lists.size() == drawn) {
    findings.warning("W-MODEL",
                     "none of the display lists of this layout is in the files: there are bones "
                     "and no mesh; give the source that defines " +
                         some_of(lists, kNamed) + " with --with model.inc.c");
  } else if (!lists.empty()) {
    findings.warning("W-MODEL", counted(lists.size(), "display list is", "display lists are") +
                                    " in none of the files: give the source that defines " +
                                    some_of(lists, kNamed) + " with --with");
  }
  if (const auto& names = builder.in_rom(); !names.empty()) {
    findings.warning("W-MODEL",
                     counted(names.size(), "array of vertices is", "arrays of vertices are") +
                         " loaded from the game's ROM and not in the source (" +
                         some_of(names, kNamed) +
                         "): give the decompilation's model.inc.c of the actor with --with; it "
                         "has the numbers");
  }
  if (const auto& names = builder.unread(); !names.empty()) {
    findings.warning("W-MODEL",
                     counted(names.size(), "array of vertices is", "arrays of vertices are") +
                         " not lists of ten numbers per vertex (" + some_of(names, kNamed) +
                         "): their triangles are missing; macros are not expanded");
  }
  const std::vector<FaultPlace> faults = builder.faults();
  for (std::size_t i = 0; i < kListFaults; ++i) {
    const auto fault = static_cast<ListFault>(i);
    std::vector<std::string> names;
    for (const FaultPlace& place : faults) {
      if (place.fault == fault) names.push_back(builder.placed(place.word));
    }
    if (!names.empty()) report_fault(fault, names, findings);
  }
  if (const auto& names = builder.absent(); !names.empty()) {
    findings.warning("W-MODEL", counted(names.size(), "name") + " in the display lists (" +
                                    some_of(names, kNamed) + ") " +
                                    (names.size() == 1 ? "has" : "have") +
                                    " no definition in the files: their triangles are missing");
  }
  if (const auto& missing = builder.missing(); !missing.empty()) {
    std::vector<std::string> files;
    for (const std::string& picture : missing)
      files.push_back(picture + ".png");
    findings.info("I-TEXTURE", counted(files.size(), "texture is", "textures are") +
                                   " not there: give " + some_of(files, kNamed) + " with --with");
  }
  for (const std::string& texture : builder.undecoded())
    findings.warning("W-TEXTURE", "texture " + texture);
}

Result<void> add_meshes(Scene& scene, const Skeleton& skeleton, const GeoLayout& layout,
                        const ModelSource& model, Companions companions, Findings& findings) {
  MeshBuilder builder(model, companions, scene);
  std::vector<std::string> lists, unknown;
  const std::size_t holders = scene.nodes.size() - skeleton.holders.size();
  for (const DrawnNode* drawn : by_layer(skeleton, layout)) {
    const GeoNode& node = layout.nodes[static_cast<std::size_t>(drawn->node)];
    const auto target = drawn->holder < 0 ? static_cast<std::size_t>(drawn->part)
                                          : holders + static_cast<std::size_t>(drawn->holder);
    const bool known = builder.draw(node.display_list, node.layer,
                                    static_cast<std::uint32_t>(target), drawn->place);
    std::vector<std::string>& names = known ? lists : unknown;
    if (std::ranges::find(names, node.display_list) == names.end())
      names.push_back(node.display_list);
  }
  if (builder.cut()) {
    return fail(prefixed("E-CSYNTAX"),
                "the display lists call each other too often to be drawn: more than " +
                    std::to_string(MeshBuilder::kMostSteps) + " commands");
  }
  for (const std::string_view guess : model.guesses)
    findings.warning("W-CONDITION", guess_text(guess, 0), {}, model.place_of(guess));
  builder.finish();
  report_absence(builder, unknown, lists.size() + unknown.size(), findings);
  report_nearness(builder, skeleton, findings);
  return {};
}

}  // namespace

std::vector<FaultPlace> find_faults(const ModelSource& model) {
  std::vector<std::string_view> names;
  for (const auto& [name, list] : model.lists)
    names.push_back(name);
  std::ranges::sort(names, std::less<>(), &std::string_view::data);
  Scene scene;
  scene.nodes.emplace_back();
  MeshBuilder builder(model, {}, scene);
  for (const std::string_view name : names)
    builder.draw(name, 0, 0, Mat4());
  std::vector<FaultPlace> faults = builder.faults();
  std::erase_if(faults, [](const FaultPlace& one) { return one.fault == ListFault::unloaded; });
  return faults;
}

void report_fault(ListFault fault, const std::vector<std::string>& names, Findings& findings,
                  std::optional<std::uint64_t> at) {
  const FaultWords& words = kFaultWords[static_cast<std::size_t>(fault)];
  std::string message = counted(names.size(), words.one, words.more) + " " +
                        std::string(words.what) + " (" + some_of(names, kNamed) +
                        "): " + std::string(words.then);
  if (fault == ListFault::overrun) {
    findings.info("W-MODEL", std::move(message), at);
  } else {
    findings.warning("W-MODEL", std::move(message), at);
  }
}

PartTurns turns_of(const Skeleton& skeleton, const GeoLayout& layout) {
  PartTurns turns;
  bool any = false;
  for (const DrawnPart& part : skeleton.parts) {
    turns.push_back(turn_of(layout.nodes[static_cast<std::size_t>(part.node)]));
    any = any || turns.back() != std::array<std::int16_t, 3>{};
  }
  return any ? turns : PartTurns();
}

Result<void> build_nodes(Scene& scene, const Skeleton& skeleton, const GeoLayout& layout,
                         const ModelSource* model, Companions companions,
                         Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  add_parts(scene, skeleton, layout);
  if (skeleton.stands) {
    stand_like_mario(scene.nodes);
    findings.info(
        "I-NEARLY",
        "the parts are in Mario's rest pose: rotations are in the animations, and the layout has "
        "none");
  }
  add_holders(scene, skeleton);
  turn_billboards(scene);
  const auto turned = std::ranges::count_if(skeleton.holders, &Holder::billboard);
  if (turned > 0) {
    findings.info("I-BILLBOARD",
                  counted(static_cast<std::size_t>(turned), "node rotates", "nodes rotate") +
                      " to the camera in the game; here they face +Z");
  }
  if (model == nullptr) return {};
  return add_meshes(scene, skeleton, layout, *model, companions, findings);
}

}  // namespace anmkit::sm64
