// From a scene's meshes to a model of lines and unlit polygons (sections 7.3 and 7.6).
#include <algorithm>
#include <cmath>
#include <map>

#include "formats/psx/findings.hpp"
#include "formats/psx/scene.hpp"

namespace anmkit::psx {
namespace {

std::uint8_t display_byte(double linear) {
  linear = std::clamp(linear, 0.0, 1.0);
  const double value =
      linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(value * 255));
}

std::size_t corner_count(PrimitiveMode mode) {
  return mode == PrimitiveMode::triangles ? 3 : mode == PrimitiveMode::lines ? 2 : 1;
}

std::vector<std::uint32_t> indices_of(const Primitive& primitive) {
  std::vector<std::uint32_t> indices = primitive.indices;
  for (std::uint32_t i = 0; primitive.indices.empty() && i < primitive.positions.size(); ++i)
    indices.push_back(i);
  return indices;
}

class ObjectWriter {
 public:
  ObjectWriter(Tmd& tmd, TmdObject& object, double factor)
      : tmd_(tmd), object_(object), factor_(factor) {}

  // False when a position does not fit into 16 bits.
  bool add(const Scene& scene, const Primitive& primitive) {
    const std::size_t corners = corner_count(primitive.mode);
    const std::vector<std::uint32_t> order = indices_of(primitive);
    const Material* material =
        primitive.material >= 0 &&
                static_cast<std::size_t>(primitive.material) < scene.materials.size()
            ? &scene.materials[static_cast<std::size_t>(primitive.material)]
            : nullptr;
    for (std::size_t at = 0; at + corners <= order.size(); at += corners) {
      if (!add_face(primitive, material, std::span(order).subspan(at, corners))) return false;
    }
    return true;
  }
  double error() const { return error_; }

 private:
  using Color = std::array<std::uint8_t, 3>;

  std::optional<std::uint16_t> vertex(const std::array<float, 3>& position) {
    std::array<std::int16_t, 3> key{};
    for (std::size_t a = 0; a < 3; ++a) {
      const double value = double{position[a]} * factor_;
      const double rounded = std::round(value);
      if (!(rounded >= -32768 && rounded <= 32767)) return std::nullopt;
      error_ = std::max(error_, std::fabs(value - rounded));
      key[a] = static_cast<std::int16_t>(rounded);
    }
    const auto [known, added] =
        places_.emplace(key, static_cast<std::uint32_t>(object_.vertices.size()));
    if (added) object_.vertices.push_back({key[0], key[1], key[2], 0});
    if (known->second > 0xFFFF) return std::nullopt;
    return static_cast<std::uint16_t>(known->second);
  }

  static Color color(const Primitive& primitive, const Material* material, std::uint32_t index) {
    std::array<float, 4> c{1, 1, 1, 1};
    if (material != nullptr) c = material->base_color;
    if (index < primitive.colors.size()) {
      for (std::size_t i = 0; i < 4; ++i)
        c[i] *= primitive.colors[index][i];
    }
    return {display_byte(c[0]), display_byte(c[1]), display_byte(c[2])};
  }

  bool add_face(const Primitive& primitive, const Material* material,
                std::span<const std::uint32_t> corners) {
    std::vector<std::uint16_t> vertices;
    std::vector<Color> colors;
    for (const std::uint32_t index : corners) {
      if (index >= primitive.positions.size()) return true;
      const auto v = vertex(primitive.positions[index]);
      if (!v) return false;
      vertices.push_back(*v);
      colors.push_back(color(primitive, material, index));
    }
    if (vertices.size() == 1) {  // a dot is a line of length 0
      vertices.push_back(vertices[0]);
      colors.push_back(colors[0]);
    }
    if (vertices.size() == 3) {  // front faces are clockwise
      std::swap(vertices[1], vertices[2]);
      std::swap(colors[1], colors[2]);
    }
    const bool gouraud =
        std::ranges::any_of(colors, [&](const Color& c) { return c != colors[0]; });
    const bool line = vertices.size() == 2;
    const bool blend = material != nullptr && material->alpha == AlphaMode::blend;
    unsigned mode = (line ? 0x40u : 0x21u) | (gouraud ? 0x10u : 0u) | (blend ? 0x02u : 0u);
    const unsigned flag = 1u | (!line && material != nullptr && material->double_sided ? 2u : 0u);
    put_packet(static_cast<std::uint8_t>(flag), static_cast<std::uint8_t>(mode),
               std::span(colors).first(gouraud ? colors.size() : 1), vertices);
    return true;
  }

  void put_packet(std::uint8_t flag, std::uint8_t mode, std::span<const Color> colors,
                  const std::vector<std::uint16_t>& vertices) {
    const auto lengths = packet_lengths(flag, mode);
    object_.primitives.push_back({lengths->olen, lengths->ilen, flag, mode,
                                  static_cast<std::uint32_t>(tmd_.packet_data.size())});
    const auto put = [&](unsigned value) {
      tmd_.packet_data.push_back(static_cast<std::byte>(value & 0xFF));
    };
    for (std::size_t i = 0; i < colors.size(); ++i) {
      for (const std::uint8_t c : colors[i])
        put(c);
      put(i == 0 ? mode : 0);
    }
    for (const std::uint16_t v : vertices) {
      put(v);
      put(v >> 8u);
    }
    if (vertices.size() % 2 != 0) put(0), put(0);
  }

  Tmd& tmd_;
  TmdObject& object_;
  double factor_;
  double error_ = 0;
  std::map<std::array<std::int16_t, 3>, std::uint32_t> places_;
};

bool is_copy(const Node& node) {
  return node.name.starts_with("obj") && node.name.find('_') != std::string::npos;
}

// A face's corners as whole numbers: position in file units and display colour.
using Corner = std::array<std::int64_t, 6>;
using Face = std::vector<Corner>;

Face face_of(const Primitive& primitive, std::span<const std::uint32_t> indices, double factor) {
  Face face;
  for (const std::uint32_t index : indices) {
    Corner& corner = face.emplace_back();
    if (index >= primitive.positions.size()) continue;
    for (std::size_t a = 0; a < 3; ++a) {
      const double value = double{primitive.positions[index][a]} * factor;
      corner[a] = std::fabs(value) < 1e6 ? std::llround(value) : 1'000'000;
      corner[a + 3] =
          index < primitive.colors.size() ? display_byte(primitive.colors[index][a]) : 255;
    }
  }
  // Where a face begins is of no meaning.
  if (!face.empty()) std::ranges::rotate(face, std::ranges::min_element(face));
  return face;
}

// All faces of a mesh in an order that does not depend on how a tool groups them.
std::vector<Face> faces_of(const Mesh& mesh, double factor) {
  std::vector<Face> faces;
  for (const Primitive& primitive : mesh.primitives) {
    const std::size_t corners = corner_count(primitive.mode);
    const std::vector<std::uint32_t> order = indices_of(primitive);
    for (std::size_t at = 0; at + corners <= order.size(); at += corners)
      faces.push_back(face_of(primitive, std::span(order).subspan(at, corners), factor));
  }
  std::ranges::sort(faces);
  return faces;
}

// Whether the scene shows what the model it came from shows: then nothing was edited.
bool shows_same(const Scene& scene, const Scene& own, double factor) {
  std::size_t matched = 0;
  for (const Node& node : scene.nodes) {
    const auto old = std::ranges::find(own.nodes, node.name, &Node::name);
    if (old == own.nodes.end()) {
      if (node.mesh >= 0 && !is_copy(node)) return false;
      continue;
    }
    ++matched;
    if ((old->mesh >= 0) != (node.mesh >= 0)) return false;
    if (node.mesh < 0) continue;
    if (faces_of(scene.meshes[static_cast<std::size_t>(node.mesh)], factor) !=
        faces_of(own.meshes[static_cast<std::size_t>(old->mesh)], 1)) {
      return false;
    }
  }
  return matched == own.nodes.size();
}

}  // namespace

Result<DocumentPtr> tmd_from_scene(const Scene& scene, const Document* original,
                                   const Options& options, ConversionReport& report) {
  const double factor = scene.metres_per_unit / kMetresPerUnit;
  if (const auto* source = as<TmdDocument>(original, kTmdId)) {
    Diagnostics unused;
    const auto own = source->to_scene({}, options, unused);
    if (own && shows_same(scene, *own, factor)) {
      report.summary = "unchanged: the original bytes";
      return std::make_unique<TmdDocument>(source->tmd);
    }
  }
  Tmd tmd;
  double error = 0;
  for (const Node& node : scene.nodes) {
    if (node.camera >= 0 || (node.mesh < 0 && !node.name.starts_with("obj")) || is_copy(node))
      continue;
    TmdObject object;
    if (node.mesh >= 0) {
      ObjectWriter writer(tmd, object, factor);
      for (const Primitive& primitive :
           scene.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
        if (!writer.add(scene, primitive)) {
          return fail(prefixed("RANGE"),
                      "a vertex value is out of range: positions are 16-bit numbers, 65536 at most",
                      {}, node.name);
        }
        if (!primitive.uvs.empty() && primitive.material >= 0) {
          report.diagnostics.add(Severity::warning, prefixed("NO-TEXTURE"),
                                 "textures are left out: the model gets plain colours", {},
                                 node.name);
        }
      }
      error = std::max(error, writer.error());
    }
    tmd.objects.push_back(std::move(object));
  }
  lay_out(tmd);
  if (error > 1e-6) report.fits.push_back({"vertices", error, "units"});
  return std::make_unique<TmdDocument>(std::move(tmd));
}

}  // namespace anmkit::psx
