// SPDX-License-Identifier: MIT
// Parts and what they show as nodes of a scene (section 8.3).
#include <algorithm>

#include "core/listing.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/mesh_builder.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::size_t kNamed = 4;  // in a message

std::string counted(std::size_t count, std::string_view one, std::string_view more) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : more);
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
    return layout.nodes[static_cast<std::size_t>(drawn->node)].layer;
  });
  return order;
}

// What is not shown as the game does, each kind once a model.
void report_nearness(const MeshBuilder& builder, const std::vector<std::string>& functions,
                     Findings& findings) {
  const auto say = [&](const std::vector<std::string>& names, std::string_view one,
                       std::string_view more, std::string_view what) {
    if (names.empty()) return;
    findings.info("I-NEARLY", counted(names.size(), one, more) + " (" + some_of(names, kNamed) +
                                  ") " + std::string(what));
  };
  say(builder.mirrors(), "texture", "textures",
      "mirror what is around the model: here they stand still, as seen from the front");
  say(builder.near(), "way of mixing colours", "ways of mixing colours",
      "cannot be said by a glTF material and are shown nearly");
  say(builder.unknown(), "command", "commands",
      "of the display lists are not known here and change nothing");
  say(functions, "name", "names",
      "in the layout are none of the game's own functions and commands: what stands there is shown "
      "as it is, of a switch the first case");
}

void report(const MeshBuilder& builder, const std::vector<std::string>& lists, Findings& findings) {
  if (!lists.empty()) {
    findings.info("I-MODEL", counted(lists.size(), "display list is", "display lists are") +
                                 " not in the files given: " + some_of(lists, kNamed));
  }
  if (const auto& missing = builder.missing(); !missing.empty()) {
    std::vector<std::string> files;
    for (const std::string& picture : missing)
      files.push_back(picture + ".png");
    findings.info("I-TEXTURE", counted(files.size(), "texture is", "textures are") +
                                   " not there: give " + some_of(files, kNamed) + " with --with");
  }
}

void add_meshes(Scene& scene, const Skeleton& skeleton, const GeoLayout& layout,
                const ModelSource& model, Companions companions, Findings& findings) {
  MeshBuilder builder(model, companions, scene);
  std::vector<Mesh> meshes(scene.nodes.size());
  std::vector<std::string> unknown;
  const std::size_t holders = scene.nodes.size() - skeleton.holders.size();
  for (const DrawnNode* drawn : by_layer(skeleton, layout)) {
    const GeoNode& node = layout.nodes[static_cast<std::size_t>(drawn->node)];
    const auto target = drawn->holder < 0 ? static_cast<std::size_t>(drawn->part)
                                          : holders + static_cast<std::size_t>(drawn->holder);
    if (!builder.draw(node.display_list, node.layer, drawn->place, meshes[target])) {
      if (std::ranges::find(unknown, node.display_list) == unknown.end()) {
        unknown.push_back(node.display_list);
      }
    }
  }
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    if (meshes[i].primitives.empty()) continue;
    meshes[i].name = scene.nodes[i].name;
    scene.nodes[i].mesh = static_cast<std::int32_t>(scene.meshes.size());
    scene.meshes.push_back(std::move(meshes[i]));
  }
  report(builder, unknown, findings);
  report_nearness(builder, skeleton.unknown, findings);
}

}  // namespace

void build_nodes(Scene& scene, const Skeleton& skeleton, const GeoLayout& layout,
                 const ModelSource& model, Companions companions, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  add_parts(scene, skeleton, layout);
  add_holders(scene, skeleton);
  turn_billboards(scene);
  const auto turned = std::ranges::count_if(skeleton.holders, &Holder::billboard);
  if (turned > 0) {
    findings.info("I-BILLBOARD",
                  counted(static_cast<std::size_t>(turned), "node turns", "nodes turn") +
                      " to the camera in the game; here they face +Z");
  }
  if (!skeleton.turned.empty()) {
    findings.info("I-NEARLY", counted(skeleton.turned.size(), "part", "parts") + " (" +
                                  some_of(skeleton.turned, kNamed) +
                                  ") of GEO_BONE have a turn of their own, which sm64coopdx adds "
                                  "to the animation's: it is left out here");
  }
  if (!model.lists.empty()) add_meshes(scene, skeleton, layout, model, companions, findings);
}

}  // namespace anmkit::sm64
