// SPDX-License-Identifier: MIT
// Running display lists into meshes.
#include <algorithm>
#include <cmath>

#include "core/portable.hpp"
#include "formats/sm64/geo/mesh_builder.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::size_t kMostSteps = 200000;
constexpr std::size_t kMostDepth = 18;  // display lists the console can nest
// How far the texture of a decal stands before the colour below it: less than is seen, more than
// depth buffers lose.
constexpr double kLift = 0.5;

// The element in `name + 3` and `&name[3]`.
std::size_t element_in(std::string_view argument) {
  const std::size_t mark = argument.find_first_of("+[");
  if (mark == std::string_view::npos) return 0;
  Lexer lexer(argument.substr(mark + 1));
  const auto value = parse_literal(lexer.next().text);
  return value && *value >= 0 ? static_cast<std::size_t>(*value) : 0;
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

bool MeshBuilder::draw(std::string_view list, std::int32_t layer, const Mat4& place, Mesh& mesh) {
  const auto found = model_.lists.find(list);
  if (found == model_.lists.end()) return false;
  layer_ = layer < 4 ? AlphaMode::opaque : layer == 4 ? AlphaMode::mask : AlphaMode::blend;
  state_.blending.reset();
  struct Call {
    const std::vector<ListCommand>* commands;
    std::size_t next;
  };
  std::vector<Call> calls = {{&found->second, 0}};
  while (!calls.empty() && steps_++ < kMostSteps) {
    Call& call = calls.back();
    if (call.next >= call.commands->size()) {
      calls.pop_back();
      continue;
    }
    const ListCommand& now = (*call.commands)[call.next++];
    if (now.name == "gsSPEndDisplayList") {
      calls.pop_back();
    } else if (is_call(now)) {
      const auto next =
          now.arguments.empty() ? model_.lists.end() : model_.lists.find(name_in(now.arguments[0]));
      if (now.name == "gsSPBranchList") calls.pop_back();
      if (next != model_.lists.end() && calls.size() < kMostDepth) {
        calls.push_back({&next->second, 0});
      }
    } else if (now.name == "gsSPVertex") {
      load(now);
    } else if (now.name == "gsSP1Triangle" || now.name == "gsSP2Triangles") {
      triangle(now, 0, place, mesh);
      if (now.name == "gsSP2Triangles") triangle(now, 4, place, mesh);
    } else if (!state_.apply(now, model_)) {
      add_once(unknown_, now.name);
    }
  }
  return true;
}

void MeshBuilder::load(const ListCommand& command) {
  if (command.arguments.size() < 3) return;
  const auto found = model_.vertices.find(name_in(command.arguments[0]));
  if (found == model_.vertices.end()) return;
  const std::size_t from = element_in(command.arguments[0]);
  const std::int64_t count = list_number(command, 1), to = list_number(command, 2);
  for (std::int64_t i = 0; i < count && i < 64; ++i) {
    const std::size_t source = from + static_cast<std::size_t>(i);
    if (to < 0 || to + i >= static_cast<std::int64_t>(buffer_.size())) break;
    if (source >= found->second.size()) break;
    buffer_[static_cast<std::size_t>(to + i)] = &found->second[source];
  }
}

void MeshBuilder::triangle(const ListCommand& command, std::size_t first, const Mat4& place,
                           Mesh& mesh) {
  Corners corners{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t slot = list_number(command, first + i);
    if (slot < 0 || slot >= static_cast<std::int64_t>(buffer_.size())) return;
    corners[i] = buffer_[static_cast<std::size_t>(slot)];
    if (corners[i] == nullptr) return;
  }
  if (state_.cull_back && state_.cull_front) return;
  // Without smooth shading the corner that the flag names colours all of it.
  const std::int64_t flag = list_number(command, first + 3);
  const Vertex* flat =
      state_.smooth ? nullptr : corners[flag > 0 && flag < 3 ? static_cast<std::size_t>(flag) : 0];
  // What is seen from behind is the other way around.
  if (state_.cull_front) std::swap(corners[1], corners[2]);
  const Look top = look();
  if (!state_.combiner.exact) add_once(near_, state_.combine_mode);
  if (!top.on_top) return show(corners, flat, top, place, mesh);
  Look below = top;
  below.picture.clear();
  below.on_top = false;
  below.alpha = alpha_of(below);
  show(corners, flat, below, place, mesh);
  // Without its picture a decal is only the colour.
  if (image_of(top.picture) >= 0) show(corners, flat, top, place, mesh);
}

void MeshBuilder::show(const Corners& corners, const Vertex* flat, const Look& look,
                       const Mat4& place, Mesh& mesh) {
  const std::int32_t wanted = material(look);
  auto known = std::ranges::find(mesh.primitives, wanted, &Primitive::material);
  if (known == mesh.primitives.end()) {
    known = mesh.primitives.insert(known, Primitive{});
    known->material = wanted;
  }
  Primitive& to = *known;
  std::array<Vec3, 3> at;
  for (std::size_t i = 0; i < 3; ++i)
    at[i] = transform_point(place, position_of(*corners[i]));
  const Vec3 lift =
      look.on_top ? unit(cross(at[1] - at[0], at[2] - at[0]), {0, 0, 0}) * kLift : Vec3{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vertex& vertex = *corners[i];
    const Vertex& shade = flat != nullptr ? *flat : vertex;
    to.indices.push_back(static_cast<std::uint32_t>(to.positions.size()));
    to.positions.push_back(floats(at[i] + lift));
    const Vec3 normal = state_.lighting ? normal_of(shade, place) : Vec3{};
    std::array<float, 2>& uv = to.uvs.emplace_back();
    for (std::size_t axis = 0; axis < 2; ++axis) {
      float texel = static_cast<float>(vertex.texel[axis]) / 32.0F;
      // Half of the 16-bit range, from one side of the normal to the other.
      const double n = axis == 0 ? normal.x : normal.y;
      if (state_.mirrors) texel = static_cast<float>((n + 1) / 2 * 1024);
      texel = texel * state_.texture_scale[axis] - state_.tile_begin[axis];
      // Whole numbers are the centres of texels where they are mixed, else their edges.
      if (!state_.texels) texel += 0.5F;
      uv[axis] = texel / state_.tile[axis];
    }
    if (state_.lighting) to.normals.push_back(floats(normal));
    if (!look.colors && !look.opacity) continue;
    const auto part = [&](std::size_t channel) {
      return look.colors ? static_cast<float>(portable::pow(
                               static_cast<float>(shade.color[channel]) / 255.0F, 2.2F))
                         : 1.0F;
    };
    const float opacity = look.opacity ? static_cast<float>(vertex.color[3]) / 255.0F : 1.0F;
    to.colors.push_back({part(0), part(1), part(2), opacity});
  }
}

}  // namespace anmkit::sm64
