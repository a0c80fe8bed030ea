// SPDX-License-Identifier: MIT
// Display objects and skins as meshes (sections 9 and 10).
#include "formats/gc/model/scene.hpp"

#include <algorithm>
#include <set>

#include "core/counted.hpp"
#include "core/paths.hpp"
#include "formats/gc/bones.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/primitives.hpp"

namespace anmkit::gc {
namespace {

constexpr std::uint32_t kTextureState = 1;

// Meshes that several bones draw are copied by exports; altogether they stay within a multiple of
// the palette's size.
class CopyBudget {
 public:
  explicit CopyBudget(std::size_t file_size) : left_(64 * std::uint64_t{file_size} + 65536) {}
  bool take(const Mesh& mesh) {
    std::uint64_t cost = 0;
    for (const Primitive& primitive : mesh.primitives)
      cost += primitive.positions.size() + primitive.indices.size();
    if (cost > left_) return false;
    left_ -= cost;
    return true;
  }

 private:
  std::uint64_t left_;
};

}  // namespace

MeshMaker::MeshMaker(Scene& scene, const GeometryPalette& palette, ByteView bytes,
                     Companions companions, Diagnostics& diagnostics)
    : scene_(scene),
      palette_(palette),
      bytes_(bytes),
      companions_(companions),
      diagnostics_(diagnostics),
      budget_(bytes.size() + 4096) {}

void MeshMaker::report(const ListEnd& end, const DisplayObject& object) {
  Findings findings(diagnostics_);
  if (!end.whole && findings.wants(Severity::warning, "GPL009"))
    findings.warning("GPL009", "a primitive list is cut off or has an unknown command",
                     object.offset);
  if (end.left_out > 0 && findings.wants(Severity::warning, "GPL013"))
    findings.warning("GPL013",
                     counted(end.left_out, "primitive names", "primitives name") +
                         " vertices outside their arrays",
                     object.offset);
}

// Entries of a vertex description that a scene does not use.
void MeshMaker::report(const AttributeSet& described, const DisplayObject& object) {
  Findings findings(diagnostics_);
  const auto once = [&](std::string_view code, const char* message) {
    if (findings.wants(Severity::info, code)) findings.info(code, message, object.offset);
  };
  if (described[kNormal] && object.lighting && object.lighting->normals.array == 0 &&
      object.positions->components != 6)
    once("GPL015", "normals of the library's built-in table are left out");
  if (described[kMatrixIndex])
    once("GPL016", "matrix indices of vertices are not followed: the object moves as a whole");
}

Mesh MeshMaker::make(const DisplayObject& object, std::span<const SkinVertex> skin) {
  Mesh mesh;
  mesh.name = "object" + std::to_string(object.offset);
  if (!object.display || !object.positions) return mesh;
  const auto arrays = arrays_of(object);
  if (!arrays[kPosition].readable(bytes_)) return mesh;
  const PrimitiveMaker maker(bytes_, object, arrays, skin);
  // Attributes that are there decide, with material and mode, which primitive a vertex joins.
  using GroupKey = std::array<std::int64_t, 5>;
  std::map<GroupKey, std::size_t> groups;
  std::vector<PrimitiveMaker::Seen> seen;
  std::uint32_t description = 0;
  AttributeSet described{};
  std::optional<std::uint32_t> texture;
  TextureMode mode = TextureMode::modulate;
  bool mixes = false;
  const auto unit_of = [](std::uint32_t setting) { return (setting >> 13u) & 7u; };
  const auto draw = [&](const DrawnPrimitive& primitive) {
    const auto shown = mode == TextureMode::pass_color ? std::nullopt : texture;
    const bool replace = shown && mode == TextureMode::replace;
    const std::uint32_t unit = shown ? unit_of(*shown) : 0;
    const GroupKey key{material(object, shown, replace),
                       static_cast<std::int64_t>(mode_of(primitive.opcode)), description, unit,
                       replace};
    const auto [it, fresh] = groups.try_emplace(key, mesh.primitives.size());
    if (fresh) {
      Primitive& made = mesh.primitives.emplace_back();
      made.material = static_cast<std::int32_t>(key[0]);
      made.mode = mode_of(primitive.opcode);
      seen.emplace_back();
    }
    Primitive& made = mesh.primitives[it->second];
    maker.add(primitive, unit, made, seen[it->second]);
    if (replace) made.colors.clear();
    mixes = mixes || (shown && (mode == TextureMode::decal || mode == TextureMode::blend));
  };
  for (const DisplayState& state : object.display->states) {
    // One unit is shown: the first, else the one that comes first.
    if (state.id == kTextureState &&
        (!texture || unit_of(state.setting) == 0 || unit_of(state.setting) == unit_of(*texture)))
      texture = state.setting;
    if (state.id == vertex_state(palette_)) description = state.setting;
    if (sets_mode(palette_, state)) mode = texture_mode(state.setting);
    if (state.primitives == 0) continue;
    if (state.size > budget_) break;
    budget_ -= state.size;
    for (std::size_t a = 0; a < kAttributes; ++a)
      described[a] = described[a] || ((description >> (2 * a)) & 3u) != 0;
    report(read_list(bytes_, std::uint64_t{object.offset} + state.primitives, state.size,
                     description, arrays, draw),
           object);
  }
  report(described, object);
  if (mixes && Findings(diagnostics_).wants(Severity::info, "GPL017"))
    Findings(diagnostics_)
        .info("GPL017", "texture modes decal and blend are shown as modulate", object.offset);
  return mesh;
}

namespace {

// The objects that bones draw, next to the skinned one.
void add_bone_meshes(const Actor& actor, const GeometryPalette& palette, CopyBudget& budget,
                     MeshMaker& maker, Scene& scene, Diagnostics& diagnostics) {
  std::map<std::size_t, std::int32_t> made;
  const HeaderIndex<DisplayObject> objects(palette.objects);
  const std::vector<std::uint32_t> order = bone_array(actor);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t id = actor.bones[order[i]].geo_file_id;
    if (id >= palette.descriptors.size() || id == actor.skin_file_id) continue;
    const DisplayObject* object = objects.find(palette.descriptors[id].layout);
    if (object == nullptr) continue;
    const auto [it, fresh] = made.try_emplace(id, static_cast<std::int32_t>(scene.meshes.size()));
    if (fresh) scene.meshes.push_back(maker.make(*object, {}));
    if (!budget.take(scene.meshes[static_cast<std::size_t>(it->second)])) {
      Findings(diagnostics)
          .warning("GPL014", "so many bones draw the same objects that the rest is left out");
      return;
    }
    scene.nodes[i].mesh = it->second;
  }
}

// Findings about a companion name it, at its own offsets; each once.
void add_findings_of(std::string_view id, Companions companions, const Diagnostics& found,
                     Diagnostics& diagnostics) {
  const auto file = std::ranges::find_if(companions, [&](const Companion& one) {
    return one.document != nullptr && one.document->format() == id;
  });
  std::set<std::string> said;
  for (Diagnostic& one : found.finish()) {
    if (file != companions.end()) {
      one.path = std::string(file_name(file->path));
      if (one.offset) one.path += " at " + hex_number(*one.offset);
      one.offset.reset();
    }
    if (said.insert(one.path + one.message).second) diagnostics.add(std::move(one));
  }
}

void add_models(const Actor& actor, Companions companions, Scene& scene, Diagnostics& of_geometry,
                Diagnostics& of_skin) {
  const auto* geometry = companion_of<GeometryDocument>(companions, kGeometryId);
  if (geometry == nullptr || scene.nodes.empty()) return;
  const auto bytes = geometry->write();
  if (!bytes) return;
  MeshMaker maker(scene, geometry->file, *bytes, companions, of_geometry);
  CopyBudget budget(bytes->size());
  add_bone_meshes(actor, geometry->file, budget, maker, scene, of_geometry);
  const auto* skin = companion_of<SkinDocument>(companions, kSkinId);
  const DisplayObject* object = object_of(geometry->file, actor.skin_file_id);
  const auto lists = skin != nullptr ? skin->write() : Result<Bytes>(Bytes{});
  if (object == nullptr || !object->positions || !lists) return;
  std::vector<SkinVertex> vertices;
  // Without its skin the object does not move in its bind pose with the first bone.
  if (skin != nullptr && object->positions->components == 6)
    vertices =
        skin_vertices(skin->file, *lists, {object->positions->count, scene.nodes.size()}, of_skin);
  Mesh mesh = maker.make(*object, vertices);
  // Skinned vertices do not move with the node that carries them; the first bone does that here,
  // next to its own object.
  Node& root = scene.nodes.front();
  if (root.mesh >= 0) {
    for (const Primitive& own : scene.meshes[static_cast<std::size_t>(root.mesh)].primitives)
      mesh.primitives.push_back(own);
  }
  root.mesh = static_cast<std::int32_t>(scene.meshes.size());
  scene.meshes.push_back(std::move(mesh));
}

}  // namespace

void add_models(const Actor& actor, Companions companions, Scene& scene, Diagnostics& diagnostics) {
  Diagnostics of_geometry, of_skin;
  add_models(actor, companions, scene, of_geometry, of_skin);
  add_findings_of(kGeometryId, companions, of_geometry, diagnostics);
  add_findings_of(kSkinId, companions, of_skin, diagnostics);
}

void check_models(const Actor& actor, Companions companions, Diagnostics& diagnostics) {
  if (companion_of<GeometryDocument>(companions, kGeometryId) == nullptr) return;
  Scene scene;
  add_bones(actor, scene);
  add_models(actor, companions, scene, diagnostics);
}

Result<Scene> GeometryDocument::to_scene(const SceneRequest&, const Context& context,
                                         Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  const GeometryPalette& palette = file;
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

}  // namespace anmkit::gc
