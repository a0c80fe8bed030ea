// SPDX-License-Identifier: MIT
// Comparing a scene with the palette that it was made from, and putting new objects after it.
#include "formats/gc/model/gpl_edit.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/portable.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/layout.hpp"
#include "formats/gc/model/layout.hpp"
#include "formats/gc/model/scene.hpp"
#include "scene/reference.hpp"

namespace anmkit::gc {
namespace {

// A face in whole numbers, which hold what 16 bits stored: places, texture coordinates, colours.
struct SeenCorner {
  std::array<std::int64_t, 9> key{};
  Vec3 normal;
};
struct SeenFace {
  std::array<std::int64_t, 5> look{};  // mode and colour of the material
  std::vector<SeenCorner> corners;
};

std::int64_t whole(double value, double by) {
  return std::isfinite(value) && std::fabs(value) < 1e9 ? portable::lround(value * by) : 0;
}

bool before(const SeenFace& a, const SeenFace& b) {
  if (a.look != b.look) return a.look < b.look;
  return std::ranges::lexicographical_compare(a.corners, b.corners, {}, &SeenCorner::key,
                                              &SeenCorner::key);
}

bool same(const SeenFace& a, const SeenFace& b) {
  if (a.look != b.look || a.corners.size() != b.corners.size()) return false;
  for (std::size_t i = 0; i < a.corners.size(); ++i) {
    if (a.corners[i].key != b.corners[i].key) return false;
    const Vec3 n = a.corners[i].normal, m = b.corners[i].normal;
    if (length(n) > 0 && length(m) > 0 && dot(n, m) < 0.999 * length(n) * length(m)) return false;
  }
  return true;
}

std::vector<SeenFace> faces_of(const Scene& scene, const Mesh& mesh, const Mat4& place) {
  std::vector<SeenFace> faces;
  for (const Primitive& p : mesh.primitives) {
    if (is_skinned(p)) continue;
    SeenFace face;
    face.look[0] = static_cast<std::int64_t>(p.mode);
    const Material* material = material_at(scene, p.material);
    for (std::size_t c = 0; c < 4; ++c)
      face.look[c + 1] = material != nullptr ? whole(double{material->base_color[c]}, 1000) : 1000;
    for_each_face(p, [&](std::span<const std::uint32_t> corners) {
      face.corners.clear();
      for (const std::uint32_t v : corners) {
        SeenCorner& corner = face.corners.emplace_back();
        const Vec3 point = transform_point(place, vec(p.positions[v]));
        corner.key = {whole(point.x, 16384), whole(point.y, 16384), whole(point.z, 16384)};
        if (v < p.uvs.size()) {
          corner.key[3] = whole(double{p.uvs[v][0]}, 16384);
          corner.key[4] = whole(double{p.uvs[v][1]}, 16384);
        }
        for (std::size_t k = 0; k < 4; ++k)
          corner.key[5 + k] = v < p.colors.size() ? whole(double{p.colors[v][k]}, 4096) : 4096;
        if (v < p.normals.size()) corner.normal = transform_vector(place, vec(p.normals[v]));
      }
      std::ranges::rotate(face.corners,
                          std::ranges::min_element(face.corners, {}, &SeenCorner::key));
      faces.push_back(face);
    });
  }
  std::ranges::stable_sort(faces, before);
  return faces;
}

class Editor {
 public:
  Editor(const FromScene& from, const GeometryDocument& original, ConversionReport& report)
      : scene_(from.scene), original_(original), palette_(original.file), report_(report) {}

  Result<Bytes> run() {
    auto written = original_.write();
    if (!written) return written;
    bytes_ = std::move(*written);
    Diagnostics unused;
    auto own = original_.to_scene({}, {{}, {}}, unused);
    if (!own) return std::unexpected(own.error());
    own_ = std::move(*own);
    const std::vector<std::string> files = texture_files(palette_, bytes_);
    texture_file_ = files.empty() ? "textures.tpl" : files.front();
    textures_ = number_textures(scene_);
    find_nodes();
    layouts_.resize(palette_.descriptors.size());
    for (std::size_t i = 0; i < palette_.objects.size(); ++i)
      if (auto good = look_at(i); !good) return std::unexpected(good.error());
    for (const std::size_t node : others_)
      if (auto good = add_new(node); !good) return std::unexpected(good.error());
    tell_losses();
    if (changed_ == 0 && added_ == 0) {
      report_.summary = "unchanged: the original bytes";
      return bytes_;
    }
    tell();
    return finish();
  }

 private:
  void find_nodes() {
    world_ = world_matrices(scene_, rest_pose(scene_));
    node_of_.assign(palette_.objects.size(), scene_.nodes.size());
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const auto number = number_behind("object", scene_.nodes[i].name);
      if (number && *number < node_of_.size() && node_of_[*number] == scene_.nodes.size()) {
        node_of_[*number] = i;
      } else if (has_mesh(i)) {
        others_.push_back(i);
      }
      for (const Primitive& primitive : mesh_at(i).primitives)
        bent_ += is_skinned(primitive) ? primitive.indices.size() / 3 : 0;
    }
  }

  const Mesh& mesh_at(std::size_t node) const {
    static const Mesh kNone;
    const Mesh* mesh = node < scene_.nodes.size() ? mesh_of(scene_, scene_.nodes[node]) : nullptr;
    return mesh != nullptr ? *mesh : kNone;
  }
  bool has_mesh(std::size_t node) const {
    return std::ranges::any_of(mesh_at(node).primitives,
                               [](const Primitive& p) { return !is_skinned(p); });
  }
  Mat4 place_of(std::size_t node) const { return node < world_.size() ? world_[node] : Mat4{}; }

  Result<void> look_at(std::size_t index) {
    const Mesh* mesh = mesh_of(own_, own_.nodes[index]);
    const auto was = mesh == nullptr ? std::vector<SeenFace>() : faces_of(own_, *mesh, {});
    const std::size_t node = node_of_[index];
    const auto now = faces_of(scene_, mesh_at(node), place_of(node));
    if (std::ranges::equal(was, now, same)) return {};
    const DisplayObject& object = palette_.objects[index];
    // Its vertices are written by the skin, in the skin's order.
    if (object.positions && object.positions->components == 6) {
      ++skins_;
      return {};
    }
    ++changed_;
    return add_object(node, object.offset);
  }

  Result<void> add_new(std::size_t node) {
    ++added_;
    return add_object(node, std::nullopt);
  }

  // After the file; whatever named the old object names the new one.
  Result<void> add_object(std::size_t node, std::optional<std::uint32_t> old) {
    ObjectWriter writer(scene_, textures_, texture_file_, palette_.version_number, notes_);
    for (const Primitive& primitive : mesh_at(node).primitives)
      if (!is_skinned(primitive)) writer.add(primitive, place_of(node));
    auto object = writer.empty() ? Result<Bytes>(Bytes(32)) : writer.write();
    if (!object) return std::unexpected(object.error());
    if (bytes_.size() + object->size() + 8 * (layouts_.size() + 1) > kLargestFile)
      return fail(prefixed("SIZE"), "the palette would be larger than a file may be, 1 GiB");
    bytes_.resize((bytes_.size() + 31) / 32 * 32);
    const auto at = static_cast<std::uint32_t>(bytes_.size());
    bytes_.insert(bytes_.end(), object->begin(), object->end());
    if (!old) layouts_.push_back(at);
    for (std::size_t d = 0; old && d < palette_.descriptors.size(); ++d)
      if (palette_.descriptors[d].layout == *old) layouts_[d] = at;
    return {};
  }

  // Descriptors stay where they are unless there are more of them.
  Result<Bytes> finish() {
    const auto put = [&](std::size_t at, std::uint32_t value) {
      for (std::size_t i = 0; i < 4; ++i)
        bytes_[at + i] = static_cast<std::byte>(value >> (24 - 8 * i) & 255u);
    };
    std::size_t table = palette_.descriptor_array;
    if (added_ > 0) {
      table = bytes_.size();
      bytes_.resize((table + 8 * layouts_.size() + 31) / 32 * 32);
      put(0x0C, static_cast<std::uint32_t>(layouts_.size()));
      put(0x10, static_cast<std::uint32_t>(table));
    }
    for (std::size_t i = 0; i < layouts_.size(); ++i) {
      const bool old = i < palette_.descriptors.size();
      const std::uint32_t layout = layouts_[i].value_or(old ? palette_.descriptors[i].layout : 0);
      put(table + 8 * i, layout);
      // New objects have no name: the byte after their layout's channels is 0.
      put(table + 8 * i + 4, old ? palette_.descriptors[i].name : layout + 0x17);
    }
    return std::move(bytes_);
  }

  void tell() {
    const std::size_t kept = palette_.objects.size() - changed_;
    report_.summary = counted(kept, "object") + " unchanged, " + std::to_string(changed_) +
                      " rewritten, " + std::to_string(added_) + " added";
    tell_notes(notes_, report_);
  }

  void tell_losses() {
    Findings findings(report_.diagnostics);
    if (skins_ > 0) {
      findings.warning("LOSS",
                       "the skinned object stays as it was: its vertices are the skin's; make it "
                       "with its skin from an export of the actor");
    }
    if (bent_ > 0) {
      findings.warning(
          "LOSS", counted(bent_, "face follows", "faces follow") + " several objects: left out");
    }
  }

  const Scene& scene_;
  const GeometryDocument& original_;
  const GeometryPalette& palette_;
  ConversionReport& report_;
  Bytes bytes_;
  Scene own_;
  std::string texture_file_;
  TextureNumbers textures_;
  PaletteNotes notes_;
  std::vector<Mat4> world_;
  std::vector<std::size_t> node_of_;  // of each object
  std::vector<std::size_t> others_;   // nodes with meshes that are no object yet
  std::vector<std::optional<std::uint32_t>> layouts_;
  std::size_t changed_ = 0, added_ = 0, skins_ = 0, bent_ = 0;
};

}  // namespace

Result<Bytes> edit_palette(const FromScene& from, const GeometryDocument& original,
                           ConversionReport& report) {
  return Editor(from, original, report).run();
}

void tell_notes(const PaletteNotes& notes, ConversionReport& report) {
  const auto fit = [&](const char* what, double error, const char* unit) {
    if (error > 1e-9) report.fits.push_back({what, error, unit});
  };
  fit("positions", notes.position, "units");
  fit("normals", notes.normal, "degrees");
  fit("texture coordinates", notes.uv, "of a texture");
  Findings findings(report.diagnostics);
  if (notes.lit > 0) {
    findings.warning("LOSS", counted(notes.lit, "unlit face shares", "unlit faces share") +
                                 " an object with lit ones: now lit");
  }
  if (notes.no_image > 0) {
    findings.warning("LOSS",
                     counted(notes.no_image, "primitive loses its", "primitives lose their") +
                         " texture: a palette has at most 8192");
  }
}

}  // namespace anmkit::gc
