// SPDX-License-Identifier: MIT
// Running display lists into meshes.
#include <algorithm>
#include <cmath>

#include "core/portable.hpp"
#include "formats/sm64/findings.hpp"
#include "formats/sm64/geo/layers.hpp"
#include "formats/sm64/geo/mesh_builder.hpp"
#include "scene/reference.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::size_t kMostDepth = 18;  // display lists the console can nest
// The distance of a decal from its surface: too small to see, too large for depth buffers to lose.
constexpr double kLift = 0.5;

// The vertex that an address is at the beginning of.
std::optional<std::size_t> vertex_at(const Address& address) {
  constexpr std::int64_t kBytes = 16;
  const std::int64_t number = address.elements + address.bytes / kBytes;
  if (!address.known || address.bytes % kBytes != 0 || number < 0) return std::nullopt;
  return static_cast<std::size_t>(number);
}

// The first argument of a command's sizes and counts that is no number; empty when all are.
std::string_view unread_number(const ListCommand& command) {
  struct Numbers {
    std::string_view begin;
    std::size_t first, count;
  };
  // Of names that begin alike the longer comes first.
  static constexpr Numbers kNumbers[] = {{"gsSPVertex", 1, 2},
                                         {"gsDPSetTileSize", 1, 4},
                                         {"gsDPLoadTextureBlock_4b", 2, 2},
                                         {"gsDPLoadTextureBlock", 3, 2},
                                         {"gsDPLoadTextureTile_4b", 2, 2},
                                         {"gsDPLoadTextureTile", 3, 2},
                                         {"gsDPLoadMultiBlock_4b", 4, 2},
                                         {"gsDPLoadMultiBlock", 5, 2},
                                         {"gsDPLoadMultiTile_4b", 4, 2},
                                         {"gsDPLoadMultiTile", 5, 2}};
  for (const Numbers& one : kNumbers) {
    if (!command.name.starts_with(one.begin)) continue;
    for (std::size_t i = one.first; i < one.first + one.count; ++i) {
      if (i < command.arguments.size() && list_number(command, i) < 0) return command.arguments[i];
    }
    break;
  }
  return {};
}

Vec3 position_of(const Vertex& vertex) {
  return {static_cast<double>(vertex.position[0]), static_cast<double>(vertex.position[1]),
          static_cast<double>(vertex.position[2])};
}
Vec3 unit(Vec3 v, Vec3 otherwise) {
  const double size = length(v);
  return size > 0 ? v * (1 / size) : otherwise;
}
Vec3 normal_of(const Vertex& vertex, const Mat4& place) {
  const auto s8 = [&](std::size_t i) {
    return static_cast<double>(static_cast<std::int8_t>(vertex.color[i]));
  };
  return unit(transform_vector(place, {s8(0), s8(1), s8(2)}), {0, 1, 0});
}
std::array<float, 3> floats(Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

void add_once(std::vector<std::string>& names, std::string_view name) {
  if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
}

// Lists call lists, which may end in another one.
bool is_call(const ListCommand& command) {
  return command.name == "gsSPDisplayList" || command.name == "gsSPBranchList";
}

}  // namespace

MeshBuilder::MeshBuilder(const ModelSource& model, Companions companions, Scene& scene)
    : model_(model), companions_(companions), scene_(scene), meshes_(scene.nodes.size()) {
  world_matrices(scene, rest_pose(scene), world_);
}

bool MeshBuilder::draw(std::string_view list, std::int32_t layer, std::uint32_t node,
                       const Mat4& place) {
  const auto found = model_.lists.find(list);
  if (found == model_.lists.end()) return false;
  look_up(found->first);
  layer_ = blending_of(layer);
  decal_ = is_decal(layer);
  state_.blending.reset();
  state_.decal.reset();
  node_ = node;
  place_ = place;
  struct Call {
    std::string_view list;
    const std::vector<ListCommand>* commands;
    std::size_t next;
  };
  std::vector<Call> calls = {{found->first, &found->second, 0}};
  while (!calls.empty() && steps_ < kMostSteps) {
    ++steps_;
    Call& call = calls.back();
    if (call.next >= call.commands->size()) {
      report(ListFault::endless, call.list);
      calls.pop_back();
      continue;
    }
    const ListCommand& now = (*call.commands)[call.next++];
    if (now.name == "gsSPEndDisplayList") {
      calls.pop_back();
    } else if (is_call(now)) {
      const std::string_view argument = argument_of(now, 0);
      const Address address = address_in(argument);
      const auto next = model_.lists.find(address.array);
      if (now.name == "gsSPBranchList") calls.pop_back();
      if (next == model_.lists.end()) {
        add_once(absent_, address.array);
      } else if (!address.is_beginning()) {
        report(ListFault::misplaced, argument);
      } else if (calls.size() < kMostDepth) {
        look_up(next->first);
        calls.push_back({next->first, &next->second, 0});
      } else {
        report(ListFault::deep, now.name);
      }
    } else {
      step(now);
    }
  }
  return true;
}

void MeshBuilder::step(const ListCommand& now) {
  if (const auto word = unread_number(now); !word.empty()) report(ListFault::nameless, word);
  if (now.name == "gsSPVertex") {
    load(now);
  } else if (now.name == "gsSP1Triangle" || now.name == "gsSP2Triangles") {
    triangle(now, {0, 1, 2}, 3);
    if (now.name == "gsSP2Triangles") triangle(now, {4, 5, 6}, 7);
  } else if (now.name == "gsSP1Quadrangle") {
    triangle(now, {0, 1, 2}, 4);
    triangle(now, {0, 2, 3}, 4);
  } else if (!state_.apply(now, model_) && said_.insert(now.name).second) {
    unknown_.push_back(placed(now.name));
  }
}

void MeshBuilder::report(ListFault fault, std::string_view word) {
  if (reported_.emplace(fault, word.data()).second) faults_.push_back({fault, word});
}

std::vector<FaultPlace> MeshBuilder::faults() const {
  std::vector<FaultPlace> faults = faults_;
  std::erase_if(faults, [&](const FaultPlace& one) {
    return one.fault == ListFault::overrun && drawn_.contains(one.word.data());
  });
  return faults;
}

// Whether the node is the drawn one or above it.
bool MeshBuilder::is_above(std::uint32_t node) const {
  for (auto at = static_cast<std::int32_t>(node_); at >= 0;
       at = scene_.nodes[static_cast<std::size_t>(at)].parent) {
    if (static_cast<std::uint32_t>(at) == node) return true;
  }
  return false;
}

// Errors of the definition of a name.
void MeshBuilder::look_up(std::string_view name) {
  const auto find = [&](const std::set<std::string_view>& names, ListFault fault) {
    const auto found = names.find(name);
    if (found != names.end()) report(fault, *found);
  };
  find(model_.wide, ListFault::wide);
  find(model_.twice, ListFault::twice);
  find(model_.unclosed, ListFault::unclosed);
}

std::string MeshBuilder::placed(std::string_view word) const {
  const std::string place = model_.place_of(word);
  return quoted(word) + (place.empty() ? "" : " (" + place + ")");
}

void MeshBuilder::load(const ListCommand& command) {
  if (command.arguments.size() < 3) return;
  const Address address = address_in(command.arguments[0]);
  const std::string_view name = address.array;
  const auto found = model_.vertices.find(name);
  const auto from = vertex_at(address);
  const bool defined = found != model_.vertices.end(), known = defined && from;
  look_up(name);
  const auto unread = model_.unread.find(name);
  if (unread != model_.unread.end()) {
    add_once(unread_, placed(*unread));
  } else if (defined) {
    if (!from) report(ListFault::misplaced, command.arguments[0]);
  } else if (!model_.unclosed.contains(name)) {
    add_once(model_.in_rom.contains(name) ? in_rom_ : absent_, name);
  }
  const std::int64_t count = list_number(command, 1), to = list_number(command, 2);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::size_t source = from.value_or(0) + static_cast<std::size_t>(i);
    if (to < 0 || to + i >= static_cast<std::int64_t>(buffer_.size())) {
      report(ListFault::outside, command.name);
      break;
    }
    Loaded& slot = buffer_[static_cast<std::size_t>(to + i)];
    slot = {};
    slot.reported = !known;
    if (!known) continue;
    if (source >= found->second.size()) {
      slot.beyond = command.name;
      report(ListFault::overrun, command.name);
      continue;
    }
    slot = {&found->second[source], false, {}, node_, place_, state_.lighting, state_.mirrors, {},
            state_.texture_scale};
    for (std::size_t channel = 0; channel < 3; ++channel)
      slot.light[channel] = std::max(state_.light.diffuse[channel], state_.light.ambient[channel]);
  }
}

void MeshBuilder::triangle(const ListCommand& command, std::array<std::size_t, 3> slots,
                           std::size_t flag) {
  Corners corners{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t slot = list_number(command, slots[i]);
    const bool inside = slot >= 0 && slot < static_cast<std::int64_t>(buffer_.size());
    if (inside) corners[i] = &buffer_[static_cast<std::size_t>(slot)];
    if (inside && corners[i]->vertex != nullptr) {
      if (!is_above(corners[i]->node)) report(ListFault::stale, command.name);
      continue;
    }
    if (!inside) {
      report(ListFault::outside, command.name);
    } else if (!corners[i]->beyond.empty()) {
      report(ListFault::beyond, command.name);
      drawn_.insert(corners[i]->beyond.data());
    } else if (!corners[i]->reported) {
      report(ListFault::unloaded, command.name);
    }
    return;
  }
  if (state_.cull_back && state_.cull_front) return;
  // Without smooth shading the corner that the flag names colors all of it.
  const std::int64_t first = list_number(command, flag);
  const Loaded* flat = state_.smooth
                           ? nullptr
                           : corners[first > 0 && first < 3 ? static_cast<std::size_t>(first) : 0];
  // A back face has the opposite order.
  if (state_.cull_front) std::swap(corners[1], corners[2]);
  const Look top = look(flat != nullptr ? Corners{flat, flat, flat} : corners);
  if (!state_.combiner.exact) add_once(near_, state_.combine_mode);
  if (!top.on_top) return show(corners, flat, top);
  Look below = top;
  below.picture.clear();
  below.on_top = false;
  below.alpha = alpha_of(below);
  show(corners, flat, below);
  // Without its image a decal is only the color.
  const std::int32_t image = image_of(top);
  if (image >= 0 && !scene_.images[static_cast<std::size_t>(image)].bytes.empty())
    show(corners, flat, top);
}

Primitive& MeshBuilder::primitive_of(std::uint32_t node, std::int32_t material, bool skinned) {
  auto& primitives = meshes_[node].primitives;
  const auto known = std::ranges::find_if(primitives, [&](const Primitive& one) {
    return one.material == material && one.joints.empty() != skinned;
  });
  if (known != primitives.end()) return *known;
  Primitive& made = primitives.emplace_back();
  made.material = material;
  return made;
}

// What has corners of several nodes is a skin of the node that draws it, whose vertices are where
// they are at rest.
void MeshBuilder::show(const Corners& corners, const Loaded* flat, const Look& look) {
  const bool skinned = std::ranges::any_of(
      corners, [&](const Loaded* one) { return one->node != corners[0]->node; });
  Primitive& to = primitive_of(skinned ? node_ : corners[0]->node, material(look), skinned);
  std::array<Vec3, 3> at;
  std::array<Mat4, 3> place;
  for (std::size_t i = 0; i < 3; ++i) {
    place[i] = skinned ? world_[corners[i]->node] * corners[i]->place : corners[i]->place;
    at[i] = transform_point(place[i], position_of(*corners[i]->vertex));
  }
  const int steps = (state_.decal.value_or(decal_) ? 1 : 0) + (look.on_top ? 1 : 0);
  const Vec3 lift =
      steps > 0 ? unit(cross(at[1] - at[0], at[2] - at[0]), {0, 0, 0}) * (kLift * steps) : Vec3{};
  const std::array<float, 2> size = state_.texture_size();
  for (std::size_t i = 0; i < 3; ++i) {
    const Loaded& corner = *corners[i];
    const Loaded& shade = flat != nullptr ? *flat : corner;
    to.indices.push_back(static_cast<std::uint32_t>(to.positions.size()));
    to.positions.push_back(floats(at[i] + lift));
    const Vec3 normal = corner.lit ? normal_of(*corner.vertex, corner.place) : Vec3{};
    std::array<float, 2>& uv = to.uvs.emplace_back();
    for (std::size_t axis = 0; axis < 2; ++axis) {
      float texel = static_cast<float>(corner.vertex->texel[axis]) / 32.0F;
      // Half of the 16-bit range, from one side of the normal to the other.
      const double n = axis == 0 ? normal.x : normal.y;
      if (corner.mirrors) texel = static_cast<float>((n + 1) / 2 * 1024);
      texel =
          texel * corner.texture_scale[axis] * state_.tile_shift[axis] - state_.tile_begin[axis];
      // Whole numbers are the centres of texels where they are mixed, else their edges.
      if (!state_.texels) texel += 0.5F;
      uv[axis] = texel / size[axis];
    }
    if (skinned) {
      to.joints.push_back({corner.node, 0, 0, 0});
      to.weights.push_back({1, 0, 0, 0});
    }
    if (look.normals) {
      const Mat4& turn = skinned ? world_[shade.node] * shade.place : shade.place;
      to.normals.push_back(floats(normal_of(*shade.vertex, turn)));
    }
    if (!look.colors && !look.opacity) continue;
    const auto part = [&](std::size_t channel) {
      if (!look.colors) return 1.0F;
      const float color = shade.lit ? shade.light[channel]
                                    : static_cast<float>(shade.vertex->color[channel]) / 255.0F;
      return static_cast<float>(portable::pow(color, 2.2F));
    };
    const float opacity =
        look.opacity ? static_cast<float>(corner.vertex->color[3]) / 255.0F : 1.0F;
    to.colors.push_back({part(0), part(1), part(2), opacity});
  }
}

void MeshBuilder::finish() {
  for (std::size_t i = 0; i < meshes_.size(); ++i) {
    if (meshes_[i].primitives.empty()) continue;
    meshes_[i].name = scene_.nodes[i].name;
    scene_.nodes[i].mesh = static_cast<std::int32_t>(scene_.meshes.size());
    scene_.meshes.push_back(std::move(meshes_[i]));
  }
}

}  // namespace anmkit::sm64
