// SPDX-License-Identifier: MIT
// Running display lists into meshes.
#include <algorithm>
#include <cmath>

#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::size_t kMostSteps = 200000;
constexpr std::size_t kMostDepth = 18;  // display lists the console can nest

std::int64_t number(const ListCommand& command, std::size_t argument) {
  if (argument >= command.arguments.size()) return -1;
  Symbols symbols;
  symbols.enumerators.emplace("G_TEXTURE_IMAGE_FRAC", 2);
  Lexer lexer(command.arguments[argument]);
  const Evaluated result = evaluate(lexer, symbols);
  return result.state == Evaluated::State::value ? result.value : -1;
}

// The name in `&name.l`, `name + 3`, `&name[3]`.
std::string_view name_in(std::string_view argument) {
  while (!argument.empty() && !is_identifier_start(argument[0]))
    argument.remove_prefix(1);
  std::size_t end = 0;
  while (end < argument.size() && (is_identifier_start(argument[end]) || is_digit(argument[end])))
    ++end;
  return argument.substr(0, end);
}

// The element in `name + 3` and `&name[3]`.
std::size_t element_in(std::string_view argument) {
  const std::size_t mark = argument.find_first_of("+[");
  if (mark == std::string_view::npos) return 0;
  Lexer lexer(argument.substr(mark + 1));
  const auto value = parse_literal(lexer.next().text);
  return value && *value >= 0 ? static_cast<std::size_t>(*value) : 0;
}

float linear(float display) {
  return std::pow(display, 2.2F);
}

}  // namespace

bool MeshBuilder::draw(std::string_view list, const Mat4& place, Mesh& mesh) {
  const auto found = model_.lists.find(list);
  if (found == model_.lists.end()) return false;
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
    } else if (now.name == "gsSPDisplayList" || now.name == "gsSPBranchList") {
      const auto next =
          now.arguments.empty() ? model_.lists.end() : model_.lists.find(name_in(now.arguments[0]));
      if (now.name == "gsSPBranchList") calls.pop_back();
      if (next != model_.lists.end() && calls.size() < kMostDepth) {
        calls.push_back({&next->second, 0});
      }
    } else {
      command(now, place, mesh);
    }
  }
  return true;
}

void MeshBuilder::command(const ListCommand& command, const Mat4& place, Mesh& mesh) {
  const std::string_view name = command.name;
  const auto mentions = [&](std::string_view word) {
    return std::ranges::any_of(command.arguments, [&](std::string_view argument) {
      return argument.find(word) != std::string_view::npos;
    });
  };
  if (name == "gsSPVertex") return load(command);
  if (name == "gsSP1Triangle") return triangle(command, 0, place, mesh);
  if (name == "gsSP2Triangles") {
    triangle(command, 0, place, mesh);
    return triangle(command, 4, place, mesh);
  }
  if (name == "gsSPClearGeometryMode" && mentions("G_LIGHTING")) lighting_ = false;
  if (name == "gsSPSetGeometryMode" && mentions("G_LIGHTING")) lighting_ = true;
  // fast64 writes 1 for G_ON, and leaves it to the combiner whether a texture shows.
  if (name == "gsSPTexture" && !command.arguments.empty()) {
    textured_ = mentions("G_ON") || number(command, command.arguments.size() - 1) == 1;
  }
  if (name == "gsDPSetCombineMode") combined_ = !mentions("G_CC_SHADE");
  if (name == "gsDPSetCombineLERP") combined_ = mentions("TEXEL");
  if (name == "gsDPSetTextureImage" && command.arguments.size() >= 4) {
    texture_ = name_in(command.arguments[3]);
  }
  if (name.starts_with("gsDPLoadTextureBlock") && !command.arguments.empty()) {
    texture_ = name_in(command.arguments[0]);
  }
  if (name == "gsDPSetTileSize") {
    const std::int64_t s = number(command, 3), t = number(command, 4);
    const std::int64_t width = s / 4 + 1, height = t / 4 + 1;
    if (s >= 0) tile_[0] = static_cast<float>(width);
    if (t >= 0) tile_[1] = static_cast<float>(height);
  }
  if (name == "gsSPLight" || name == "gsSPLightColor" || name.starts_with("gsSPSetLights")) {
    light(command);
  }
}

void MeshBuilder::load(const ListCommand& command) {
  if (command.arguments.size() < 3) return;
  const auto found = model_.vertices.find(name_in(command.arguments[0]));
  if (found == model_.vertices.end()) return;
  const std::size_t from = element_in(command.arguments[0]);
  const std::int64_t count = number(command, 1), to = number(command, 2);
  for (std::int64_t i = 0; i < count && i < 64; ++i) {
    const std::size_t source = from + static_cast<std::size_t>(i);
    if (to < 0 || to + i >= static_cast<std::int64_t>(buffer_.size())) break;
    if (source >= found->second.size()) break;
    buffer_[static_cast<std::size_t>(to + i)].vertex = &found->second[source];
  }
}

// The light that colours everything is the first; the second is the ambient one.
void MeshBuilder::light(const ListCommand& command) {
  if (command.arguments.empty()) return;
  if (command.name == "gsSPLight" && number(command, 1) != 1) return;
  if (command.name == "gsSPLightColor") {
    const std::int64_t color = number(command, 1);
    if (command.arguments[0] != "LIGHT_1" || color < 0) return;
    for (std::size_t i = 0; i < 3; ++i)
      light_.diffuse[i] = static_cast<float>(color >> (24 - 8 * i) & 255) / 255.0F;
    return;
  }
  const auto found = model_.lights.find(name_in(command.arguments[0]));
  if (found != model_.lights.end()) light_ = found->second;
}

void MeshBuilder::triangle(const ListCommand& command, std::size_t first, const Mat4& place,
                           Mesh& mesh) {
  std::array<const Vertex*, 3> corners{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t slot = number(command, first + i);
    if (slot < 0 || slot >= static_cast<std::int64_t>(buffer_.size())) return;
    corners[i] = buffer_[static_cast<std::size_t>(slot)].vertex;
    if (corners[i] == nullptr) return;
  }
  Primitive& to = primitive(mesh);
  for (const Vertex* vertex : corners) {
    const Vec3 p = transform_point(
        place, {static_cast<double>(vertex->position[0]), static_cast<double>(vertex->position[1]),
                static_cast<double>(vertex->position[2])});
    to.indices.push_back(static_cast<std::uint32_t>(to.positions.size()));
    to.positions.push_back(
        {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
    to.uvs.push_back({static_cast<float>(vertex->texel[0]) / 32.0F / tile_[0],
                      static_cast<float>(vertex->texel[1]) / 32.0F / tile_[1]});
    if (lighting_) {
      const auto s8 = [&](std::size_t i) {
        return static_cast<double>(static_cast<std::int8_t>(vertex->color[i]));
      };
      Vec3 n = transform_vector(place, {s8(0), s8(1), s8(2)});
      const double size = length(n);
      n = size > 0 ? n * (1 / size) : Vec3{0, 1, 0};
      to.normals.push_back(
          {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
    } else {
      const auto part = [&](std::size_t i) {
        return linear(static_cast<float>(vertex->color[i]) / 255.0F);
      };
      to.colors.push_back(
          {part(0), part(1), part(2), static_cast<float>(vertex->color[3]) / 255.0F});
    }
  }
}

Primitive& MeshBuilder::primitive(Mesh& mesh) {
  const std::int32_t wanted = material();
  for (Primitive& one : mesh.primitives) {
    if (one.material == wanted) return one;
  }
  Primitive& fresh = mesh.primitives.emplace_back();
  fresh.material = wanted;
  return fresh;
}

std::int32_t MeshBuilder::material() {
  std::string key = lighting_ ? "lit" : "colors";
  std::string picture;
  if (textured_ && combined_ && !texture_.empty()) {
    const auto found = model_.textures.find(texture_);
    picture = found == model_.textures.end() || found->second.empty() ? std::string(texture_)
                                                                      : found->second;
    key += ' ' + picture;
  } else if (lighting_) {
    for (const float channel : light_.diffuse)
      key += ' ' + std::to_string(std::lround(channel * 255.0F));
  }
  const auto [place, fresh] =
      materials_.emplace(key, static_cast<std::int32_t>(scene_.materials.size()));
  if (!fresh) return place->second;
  Material& material = scene_.materials.emplace_back();
  material.name = key;
  material.unlit = !lighting_;
  if (!picture.empty()) {
    material.image = image_of(picture);
    material.alpha = AlphaMode::mask;
  } else if (lighting_) {
    material.base_color = {linear(light_.diffuse[0]), linear(light_.diffuse[1]),
                           linear(light_.diffuse[2]), 1};
  }
  return place->second;
}

std::int32_t MeshBuilder::image_of(const std::string& picture) {
  const auto known = images_.find(picture);
  if (known != images_.end()) return known->second;
  std::int32_t image = -1;
  for (const Companion& companion : companions_) {
    const std::string_view path = companion.path;
    const std::size_t slash = path.find_last_of("/\\");
    if (path.substr(slash == std::string_view::npos ? 0 : slash + 1) != picture + ".png") continue;
    image = static_cast<std::int32_t>(scene_.images.size());
    Image& to = scene_.images.emplace_back();
    to.name = picture;
    to.media_type = "image/png";
    to.bytes.assign(companion.bytes.begin(), companion.bytes.end());
    break;
  }
  if (image < 0) missing_.push_back(picture);
  images_.emplace(picture, image);
  return image;
}

}  // namespace anmkit::sm64
