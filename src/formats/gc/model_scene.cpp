// Display objects, skins and textures as meshes (sections 9 to 11).
#include "formats/gc/model_scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/gc/display_list.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {
namespace {

constexpr std::uint32_t kTextureState = 1;
constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 26u;

// Display values to the linear ones that scenes have.
float linear(float value) {
  return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

// The corners of each point, line or triangle of a primitive (section 9.4).
void elements(unsigned opcode, std::uint32_t n, std::vector<std::array<std::uint32_t, 3>>& out) {
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    out.push_back({a, b, c});
  };
  if (opcode == 0x80)
    for (std::uint32_t i = 0; i + 3 < n; i += 4)
      add(i, i + 1, i + 2), add(i + 2, i + 3, i);
  if (opcode == 0x90)
    for (std::uint32_t i = 0; i + 2 < n; i += 3)
      add(i, i + 1, i + 2);
  if (opcode == 0x98)
    for (std::uint32_t i = 0; i + 2 < n; ++i)
      add(i, i + 1 + i % 2, i + 2 - i % 2);
  if (opcode == 0xA0)
    for (std::uint32_t i = 1; i + 1 < n; ++i)
      add(0, i, i + 1);
  if (opcode == 0xA8)
    for (std::uint32_t i = 0; i + 1 < n; i += 2)
      add(i, i + 1, 0);
  if (opcode == 0xB0)
    for (std::uint32_t i = 0; i + 1 < n; ++i)
      add(i, i + 1, 0);
  if (opcode == 0xB8)
    for (std::uint32_t i = 0; i < n; ++i)
      add(i, 0, 0);
}
PrimitiveMode mode_of(unsigned opcode) {
  return opcode == 0xB8                     ? PrimitiveMode::points
         : opcode == 0xA8 || opcode == 0xB0 ? PrimitiveMode::lines
                                            : PrimitiveMode::triangles;
}

// Collects the vertices of one object under one material and mode.
class PrimitiveMaker {
 public:
  PrimitiveMaker(ByteView bytes, const DisplayObject& object,
                 const std::array<AttributeArray, kAttributes>& arrays,
                 std::span<const SkinVertex> skin)
      : bytes_(bytes),
        arrays_(arrays),
        skin_(skin),
        interleaved_(object.positions && object.positions->components == 6),
        constant_color_(object.colors && object.colors->count == 1) {}

  void add(const DrawnPrimitive& drawn, std::uint32_t texture, Primitive& to,
           std::map<std::array<std::uint64_t, 4>, std::uint32_t>& seen) const {
    std::vector<std::uint32_t> at;
    for (const Corner& corner : drawn.corners)
      at.push_back(vertex(corner, kTexture + texture, to, seen));
    std::vector<std::array<std::uint32_t, 3>> found;
    elements(drawn.opcode, static_cast<std::uint32_t>(at.size()), found);
    const std::size_t corners = to.mode == PrimitiveMode::triangles ? 3
                                : to.mode == PrimitiveMode::lines   ? 2
                                                                    : 1;
    for (const auto& element : found) {
      std::array<std::uint32_t, 3> index{at[element[0]], at[element[1]], at[element[2]]};
      if (corners == 3 && faces_away(to, index)) std::swap(index[1], index[2]);
      to.indices.insert(to.indices.end(), index.begin(),
                        index.begin() + static_cast<std::ptrdiff_t>(corners));
    }
  }

 private:
  static Vec3 vec(const std::array<float, 3>& v) {
    return {double{v[0]}, double{v[1]}, double{v[2]}};
  }
  static std::array<float, 3> floats(Vec3 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  }
  // The file does not say which side is the front; the normals do.
  static bool faces_away(const Primitive& p, const std::array<std::uint32_t, 3>& i) {
    if (p.normals.size() != p.positions.size()) return false;
    const Vec3 a = vec(p.positions[i[0]]), b = vec(p.positions[i[1]]) - a,
               c = vec(p.positions[i[2]]) - a;
    const Vec3 n = vec(p.normals[i[0]]) + vec(p.normals[i[1]]) + vec(p.normals[i[2]]);
    return (b.y * c.z - b.z * c.y) * n.x + (b.z * c.x - b.x * c.z) * n.y +
               (b.x * c.y - b.y * c.x) * n.z <
           0;
  }

  std::array<float, 3> triple(const AttributeArray& array, std::uint64_t at,
                              unsigned first = 0) const {
    return {array.component(bytes_, at, first), array.component(bytes_, at, first + 1),
            array.component(bytes_, at, first + 2)};
  }

  std::uint32_t vertex(const Corner& corner, std::size_t uv, Primitive& to,
                       std::map<std::array<std::uint64_t, 4>, std::uint32_t>& seen) const {
    const std::array<std::uint64_t, 4> key{corner.at[kPosition], corner.at[kNormal],
                                           corner.at[kColor], corner.at[uv]};
    const auto [it, fresh] = seen.try_emplace(key, to.positions.size());
    if (!fresh) return it->second;
    const AttributeArray& positions = arrays_[kPosition];
    to.positions.push_back(triple(positions, corner.at[kPosition]));
    if (interleaved_) {
      to.normals.push_back(triple(positions, corner.at[kPosition], 3));
    } else if (corner.present[kNormal] && arrays_[kNormal].stride != 0) {
      to.normals.push_back(triple(arrays_[kNormal], corner.at[kNormal]));
    }
    if (corner.present[kColor] && !constant_color_) {
      std::array<float, 4> color = color_at(bytes_, arrays_[kColor], corner.at[kColor]);
      for (std::size_t i = 0; i < 3; ++i)
        color[i] = linear(color[i]);
      to.colors.push_back(color);
    }
    if (corner.present[uv]) {
      const AttributeArray& array = arrays_[uv];
      to.uvs.push_back(
          {array.component(bytes_, corner.at[uv], 0), array.component(bytes_, corner.at[uv], 1)});
    }
    if (!skin_.empty())
      attach(skin_[std::min<std::size_t>(corner.index[kPosition], skin_.size() - 1)], to);
    return it->second;
  }

  // The four strongest bones; a vertex that no list names stays with the first bone.
  static void attach(const SkinVertex& vertex, Primitive& to) {
    std::map<std::uint16_t, double> sums;
    for (const auto& [bone, weight] : vertex.weights)
      sums[bone] += weight;
    std::vector<std::pair<double, std::uint32_t>> order;
    for (const auto& [bone, weight] : sums)
      order.emplace_back(weight, bone);
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
    if (order.size() > 4) order.resize(4);
    double sum = 0;
    for (const auto& entry : order)
      sum += entry.first;
    std::array<std::uint32_t, 4> joints{};
    std::array<float, 4> weights{1, 0, 0, 0};
    for (std::size_t i = 0; i < order.size(); ++i) {
      joints[i] = order[i].second;
      weights[i] = static_cast<float>(order[i].first / sum);
    }
    if (!order.empty()) {
      to.positions.back() = floats(vertex.position);
      to.normals.back() = floats(vertex.normal);
    }
    to.joints.push_back(joints);
    to.weights.push_back(weights);
  }

  ByteView bytes_;
  const std::array<AttributeArray, kAttributes>& arrays_;
  std::span<const SkinVertex> skin_;
  bool interleaved_, constant_color_;
};

std::array<AttributeArray, kAttributes> arrays_of(const DisplayObject& object) {
  std::array<AttributeArray, kAttributes> arrays;
  if (object.positions) arrays[kPosition] = attribute_array(*object.positions, object.offset);
  if (object.lighting && object.lighting->normals.array != 0)
    arrays[kNormal] = attribute_array(object.lighting->normals, object.offset);
  if (object.colors)
    arrays[kColor] = arrays[kColor + 1] = color_array(*object.colors, object.offset);
  for (std::size_t i = 0; i < std::min<std::size_t>(object.textures.size(), 8); ++i)
    arrays[kTexture + i] = attribute_array(object.textures[i].array, object.offset);
  return arrays;
}

std::string lower(std::string_view text) {
  std::string result(text.substr(text.find_last_of("/\\") + 1));
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}
std::string text_at(ByteView bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const std::string_view text =
      as_text(bytes.subspan(static_cast<std::size_t>(offset))).substr(0, 256);
  return std::string(text.substr(0, text.find('\0')));
}

}  // namespace

MeshMaker::MeshMaker(Scene& scene, const GeometryPalette& palette, ByteView bytes,
                     Companions companions, Diagnostics& diagnostics)
    : scene_(scene),
      palette_(palette),
      bytes_(bytes),
      companions_(companions),
      diagnostics_(diagnostics),
      budget_(bytes.size() + 4096) {}

// The picture of a texture state: the palette that the channel names, else the only one given.
std::int32_t MeshMaker::image(const DisplayObject& object, std::uint32_t setting) {
  const std::size_t index = setting & 0x1FFFu, unit = (setting >> 13u) & 7u;
  std::string wanted;
  if (unit < object.textures.size())
    wanted = lower(text_at(bytes_, std::uint64_t{object.offset} + object.textures[unit].name));
  const TextureDocument* found = nullptr;
  for (const Companion& companion : companions_) {
    if (companion.document == nullptr || companion.document->format() != kTextureId) continue;
    const bool named = lower(companion.path) == wanted;
    if (found == nullptr || named) found = static_cast<const TextureDocument*>(companion.document);
    if (named) break;
  }
  if (found == nullptr) return -1;
  const std::pair<const Document*, std::size_t> key{found, index};
  for (const auto& entry : images_)
    if (entry.first == key) return entry.second;
  std::int32_t result = -1;
  const TextureHeader* header = image_of(found->palette, index);
  const auto file = found->write();
  if (header != nullptr && file && texels_ < kMostTexels) {
    if (auto picture = decode(*file, *header, clut_of(found->palette, index))) {
      texels_ += std::uint64_t{picture->width} * picture->height;
      result = static_cast<std::int32_t>(scene_.images.size());
      scene_.images.push_back({"texture" + std::to_string(index), "", std::move(picture->pixels),
                               picture->width, picture->height});
    }
  }
  if (result < 0 && Findings(diagnostics_).wants("GPL010"))
    Findings(diagnostics_)
        .warning("GPL010", "texture " + std::to_string(index) + " is not in the texture palette");
  images_.emplace_back(key, result);
  return result;
}

std::int32_t MeshMaker::material(const DisplayObject& object,
                                 std::optional<std::uint32_t> texture) {
  Material made;
  made.double_sided = true;
  made.unlit = !object.lighting;
  if (object.colors && object.colors->count == 1) {
    const AttributeArray array = color_array(*object.colors, object.offset);
    made.base_color = color_at(bytes_, array, array.offset);
    for (std::size_t i = 0; i < 3; ++i)
      made.base_color[i] = linear(made.base_color[i]);
    if (made.base_color[3] < 1) made.alpha = AlphaMode::blend;
  }
  if (texture) {
    made.image = image(object, *texture);
    made.repeat = ((*texture >> 16u) & 15u) != 0;
    made.nearest = (*texture >> 28u) == 0;
  }
  if (made.image >= 0) {
    const Bytes& pixels = scene_.images[static_cast<std::size_t>(made.image)].bytes;
    for (std::size_t i = 3; i < pixels.size() && made.alpha != AlphaMode::blend; i += 4) {
      if (pixels[i] == std::byte{255}) continue;
      made.alpha = pixels[i] == std::byte{0} ? AlphaMode::mask : AlphaMode::blend;
    }
  }
  for (std::size_t i = 0; i < scene_.materials.size(); ++i) {
    const Material& m = scene_.materials[i];
    if (m.image == made.image && m.base_color == made.base_color && m.repeat == made.repeat &&
        m.nearest == made.nearest && m.unlit == made.unlit && m.alpha == made.alpha)
      return static_cast<std::int32_t>(i);
  }
  made.name = "material" + std::to_string(scene_.materials.size());
  scene_.materials.push_back(std::move(made));
  return static_cast<std::int32_t>(scene_.materials.size() - 1);
}

Mesh MeshMaker::make(const DisplayObject& object, std::span<const SkinVertex> skin) {
  Mesh mesh;
  mesh.name = "object" + std::to_string(object.offset);
  if (!object.display || !object.positions) return mesh;
  const auto arrays = arrays_of(object);
  if (!arrays[kPosition].readable(bytes_)) return mesh;
  const PrimitiveMaker maker(bytes_, object, arrays, skin);
  const std::uint32_t vertex_state = palette_.version_number == kGeometryVersion ? 3 : 2;
  // Attributes that are there decide, with material and mode, which primitive a vertex joins.
  using Key = std::array<std::int64_t, 4>;
  std::map<Key, std::size_t> groups;
  std::vector<std::map<std::array<std::uint64_t, 4>, std::uint32_t>> seen;
  std::uint32_t description = 0;
  std::optional<std::uint32_t> texture;
  for (const DisplayState& state : object.display->states) {
    if (state.id == kTextureState && (!texture || ((state.setting >> 13u) & 7u) == 0))
      texture = state.setting;
    if (state.id == vertex_state) description = state.setting;
    if (state.primitives == 0) continue;
    if (state.size > budget_) break;
    budget_ -= state.size;
    std::vector<DrawnPrimitive> drawn;
    if (!read_list(bytes_, std::uint64_t{object.offset} + state.primitives, state.size, description,
                   arrays, drawn) &&
        Findings(diagnostics_).wants("GPL009")) {
      Findings(diagnostics_)
          .warning("GPL009", "a primitive list is cut off or has an unknown command",
                   object.offset);
    }
    for (const DrawnPrimitive& primitive : drawn) {
      const Key key{material(object, texture), static_cast<std::int64_t>(mode_of(primitive.opcode)),
                    description, texture ? (*texture >> 13u) & 7u : 0};
      const auto [it, fresh] = groups.try_emplace(key, mesh.primitives.size());
      if (fresh) {
        Primitive& made = mesh.primitives.emplace_back();
        made.material = static_cast<std::int32_t>(key[0]);
        made.mode = mode_of(primitive.opcode);
        seen.emplace_back();
      }
      maker.add(primitive, static_cast<std::uint32_t>(key[3]), mesh.primitives[it->second],
                seen[it->second]);
    }
  }
  return mesh;
}

void add_models(const Actor& actor, Companions companions, Scene& scene, Diagnostics& diagnostics) {
  const auto* geometry = companion_of<GeometryDocument>(companions, kGeometryId);
  if (geometry == nullptr || scene.nodes.empty()) return;
  const auto bytes = geometry->write();
  if (!bytes) return;
  MeshMaker maker(scene, geometry->palette, *bytes, companions, diagnostics);
  std::map<std::size_t, std::int32_t> made;
  const std::vector<std::uint32_t> order = bone_array(actor);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t id = actor.bones[order[i]].geo_file_id;
    const DisplayObject* object = object_of(geometry->palette, id);
    if (object == nullptr || id == actor.skin_file_id) continue;
    const auto [it, fresh] = made.try_emplace(id, static_cast<std::int32_t>(scene.meshes.size()));
    if (fresh) scene.meshes.push_back(maker.make(*object, {}));
    scene.nodes[i].mesh = it->second;
  }
  const auto* skin = companion_of<SkinDocument>(companions, kSkinId);
  const DisplayObject* object = object_of(geometry->palette, actor.skin_file_id);
  const auto lists = skin != nullptr ? skin->write() : Result<Bytes>(Bytes{});
  if (object == nullptr || !object->positions || !lists) return;
  std::vector<SkinVertex> vertices;
  // Without its skin the object stands still in its bind pose with the first bone.
  if (skin != nullptr && object->positions->components == 6)
    vertices = skin_vertices(skin->skin, *lists, object->positions->count, diagnostics);
  Mesh mesh = maker.make(*object, vertices);
  // Skinned vertices do not move with the node that carries them; the first bone does that here,
  // beside its own object.
  Node& root = scene.nodes.front();
  if (root.mesh >= 0) {
    for (const Primitive& own : scene.meshes[static_cast<std::size_t>(root.mesh)].primitives)
      mesh.primitives.push_back(own);
  }
  root.mesh = static_cast<std::int32_t>(scene.meshes.size());
  scene.meshes.push_back(std::move(mesh));
}

Result<Scene> GeometryDocument::to_scene(Companions companions, const Options&,
                                         Diagnostics& diagnostics) const {
  const auto bytes = write();
  if (!bytes) return std::unexpected(bytes.error());
  Scene scene;
  MeshMaker maker(scene, palette, *bytes, companions, diagnostics);
  for (const DisplayObject& object : palette.objects) {
    Node& node = scene.nodes.emplace_back();
    node.id = static_cast<std::int64_t>(scene.nodes.size()) - 1;
    node.name = "object" + std::to_string(node.id);
    Mesh mesh = maker.make(object, {});
    if (mesh.primitives.empty()) continue;
    scene.nodes.back().mesh = static_cast<std::int32_t>(scene.meshes.size());
    scene.meshes.push_back(std::move(mesh));
  }
  return scene;
}

// Each texture on a quad of its size, side by side.
Result<Scene> TextureDocument::to_scene(Companions, const Options&,
                                        Diagnostics& diagnostics) const {
  const auto bytes = write();
  if (!bytes) return std::unexpected(bytes.error());
  Scene scene;
  scene.metres_per_unit = 1.0 / 256;
  float x = 0;
  std::uint64_t texels = 0;
  const std::uint64_t most = 16 * std::uint64_t{bytes->size()} + 65536;
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    const TextureHeader* header = image_of(palette, i);
    if (header == nullptr) continue;
    texels += std::uint64_t{header->width} * header->height;
    if (texels > most) break;
    auto picture = decode(*bytes, *header, clut_of(palette, i));
    if (!picture) {
      diagnostics.add(Severity::warning, picture.error().code, picture.error().message,
                      picture.error().offset, path_of("descriptors", i));
      continue;
    }
    const auto w = static_cast<float>(picture->width), h = static_cast<float>(picture->height);
    const auto at = static_cast<std::int32_t>(scene.images.size());
    scene.images.push_back({"texture" + std::to_string(i), "", std::move(picture->pixels),
                            picture->width, picture->height});
    Material& material = scene.materials.emplace_back();
    material.name = "texture" + std::to_string(i);
    material.image = at;
    material.double_sided = material.unlit = true;
    material.alpha = AlphaMode::blend;
    Primitive quad;
    quad.material = at;
    quad.positions = {{x, h, 0}, {x, 0, 0}, {x + w, 0, 0}, {x + w, h, 0}};
    quad.uvs = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    quad.indices = {0, 1, 2, 2, 3, 0};
    Mesh& mesh = scene.meshes.emplace_back();
    mesh.name = material.name;
    mesh.primitives.push_back(std::move(quad));
    Node& node = scene.nodes.emplace_back();
    node.name = material.name;
    node.id = static_cast<std::int64_t>(i);
    node.mesh = at;
    x += w + 8;
  }
  return scene;
}

}  // namespace anmkit::gc
