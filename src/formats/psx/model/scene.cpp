// SPDX-License-Identifier: MIT
// Models and textures as scenes: lines, dots and triangles with colours (section 7.3).
#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>
#include <set>
#include <tuple>

#include "bodies/colors.hpp"
#include "core/counted.hpp"
#include "formats/psx/findings.hpp"
#include "formats/psx/model/layout.hpp"
#include "formats/psx/model/packet.hpp"
#include "formats/psx/scene.hpp"
#include "formats/psx/texture/vram.hpp"
#include "scene/line_bodies.hpp"

namespace anmkit::psx {
namespace {

// What faces must share to be one glTF primitive.
struct Look {
  PrimitiveMode mode = PrimitiveMode::triangles;
  bool lit = false, double_sided = false, blend = false;
  std::int32_t page = -1;     // index into the scene's images, -1 = no texture
  std::uint32_t texture = 0;  // TSB and CBA of a texture
  auto operator<=>(const Look&) const = default;
};

// Display values to the linear ones that scenes have.
float linear(double value) {
  return static_cast<float>(linear_of(std::clamp(value, 0.0, 1.0)));
}

// Pages of a broken file must not cost more than those of any real one.
constexpr std::size_t kMostPages = 256;

bool is_plain_triangle(const TmdFace& face) {
  return face.kind == TmdFace::Kind::polygon && face.corners == 3 && !face.textured && !face.lit &&
         !face.gouraud;
}

bool indices_fit(const TmdObject& object, const TmdFace& face) {
  for (unsigned c = 0; c < face.corners; ++c)
    if (face.vertex[c] >= object.vertices.size()) return false;
  for (unsigned c = 0; c < face.normal_count; ++c)
    if (face.normal[c] >= object.normals.size()) return false;
  return true;
}

class ModelMaker {
 public:
  ModelMaker(Scene& scene, const Tmd& tmd, const Options& options, Diagnostics& diagnostics)
      : scene_(scene), tmd_(tmd), facing_(options.has("facing")), diagnostics_(diagnostics) {
    for (std::size_t i = 0; i < 256; ++i)
      plain_[i] = linear(static_cast<double>(i) / 255),
      neutral_[i] = linear(static_cast<double>(i) / 128);
  }

  // Instead of textures: faces with a texture that one of these materials names get coordinates.
  void pretend_textures(std::span<const Material> materials) {
    pretended_.emplace();
    for (const Material& material : materials) {
      if (const auto texture = texture_of(material.name)) pretended_->insert(*texture);
    }
  }

  void load_textures(Companions companions) {
    // The first one that wants a place has it.
    for (const Companion& companion : std::views::reverse(companions)) {
      const auto* tim = as<TimDocument>(companion.document, kTimId);
      if (tim == nullptr) continue;
      if (!vram_) vram_.emplace();
      for (const PackedTim& packed : std::views::reverse(tim->further))
        vram_->load(packed.tim);
      vram_->load(tim->tim);
    }
  }

  void make() {
    add_object_nodes(scene_, tmd_.objects.size());
    for (std::size_t i = 0; i < tmd_.objects.size(); ++i)
      make_object(i);
    if (!missing_.empty()) {
      std::string pages;
      for (const unsigned page : missing_)
        pages += (pages.empty() ? "" : ", ") + std::to_string(page);
      Findings(diagnostics_)
          .warning("W-TEXTURE", "found no texture for page " + pages + ": faces are plain");
    }
    if (skipped_ > 0) {
      Findings(diagnostics_)
          .warning("TMD-09", counted(skipped_, "packet") +
                                 " cannot be shown: unknown or "
                                 "with indices outside their object");
    }
  }

 private:
  void make_object(std::size_t i) {
    const TmdObject& object = tmd_.objects[i];
    const auto hidden = facing_ ? std::nullopt : facing_triangle(tmd_, object);
    groups_.clear();
    for (std::size_t k = 0; k < object.primitives.size(); ++k) {
      const auto face = decode_packet(tmd_, object, object.primitives[k]);
      if (!face || !indices_fit(object, *face)) {
        ++skipped_;
      } else if (k != hidden) {
        add_face(object, *face);
      }
    }
    if (groups_.empty()) return;
    Mesh& mesh = scene_.meshes.emplace_back();
    mesh.name = scene_.nodes[i].name;
    scene_.nodes[i].mesh = static_cast<std::int32_t>(scene_.meshes.size() - 1);
    for (auto& [look, primitive] : groups_) {
      primitive.mode = look.mode;
      primitive.material = material_of(look);
      mesh.primitives.push_back(std::move(primitive));
    }
  }

  void add_face(const TmdObject& object, const TmdFace& face) {
    Look look;
    look.lit = face.lit;
    look.double_sided = face.double_sided;
    look.blend = face.semi_transparent;
    if (face.kind == TmdFace::Kind::line) {
      const TmdVector &a = object.vertices[face.vertex[0]], &b = object.vertices[face.vertex[1]];
      const bool dot = a.x == b.x && a.y == b.y && a.z == b.z;
      look.mode = dot ? PrimitiveMode::points : PrimitiveMode::lines;
      add_corners(object, face, look, {0, 1}, dot ? 1 : 2);
    } else if (face.kind == TmdFace::Kind::sprite) {
      look.mode = PrimitiveMode::points;
      add_corners(object, face, look, {0}, 1);
    } else {
      look.page = face.textured ? page_of(face) : -1;
      if (look.page >= 0) look.texture = texture_number(face);
      // Front faces are clockwise on screen, the scene's are the other way round. Quads are two
      // triangles in "Z" order.
      add_corners(object, face, look, {0, 2, 1}, 3);
      if (face.corners == 4) add_corners(object, face, look, {1, 2, 3}, 3);
    }
  }

  void add_corners(const TmdObject& object, const TmdFace& face, const Look& look,
                   std::array<unsigned, 3> corners, unsigned count) {
    Primitive& to = groups_[look];
    for (unsigned i = 0; i < count; ++i) {
      const unsigned c = corners[i];
      const TmdVector& v = object.vertices[face.vertex[c]];
      to.indices.push_back(static_cast<std::uint32_t>(to.positions.size()));
      to.positions.push_back({float(v.x), float(v.y), float(v.z)});
      to.colors.push_back(color_of(face, c));
      if (look.lit) to.normals.push_back(normal_of(object, face, c));
      if (look.page >= 0) {
        to.uvs.push_back(
            {(float(face.uv[c][0]) + 0.5F) / 256, (float(face.uv[c][1]) + 0.5F) / 256});
      }
    }
  }

  std::array<float, 4> color_of(const TmdFace& face, unsigned corner) const {
    const float alpha = face.semi_transparent && !face.textured ? 0.5F : 1.0F;
    if (face.color_count == 0 || face.raw_texture) return {1, 1, 1, alpha};
    const auto& c = face.color[face.color_count > corner ? corner : 0];
    const auto& table = face.textured ? neutral_ : plain_;
    return {table[c[0]], table[c[1]], table[c[2]], alpha};
  }

  static std::array<float, 3> normal_of(const TmdObject& object, const TmdFace& face,
                                        unsigned corner) {
    if (face.normal_count == 0) return {0, 0, -1};
    const TmdVector& n = object.normals[face.normal[face.normal_count > corner ? corner : 0]];
    const double length = length_of(n);
    if (!(length > 0)) return {0, 0, -1};
    return {static_cast<float>(n.x / length), static_cast<float>(n.y / length),
            static_cast<float>(n.z / length)};
  }

  // The blend bits of TSB count only where they are used.
  static std::uint32_t texture_number(const TmdFace& face) {
    return (face.tsb & (face.semi_transparent ? 0x1FFu : 0x19Fu)) << 16 | (face.cba & 0x7FFFu);
  }

  std::int32_t page_of(const TmdFace& face) {
    if (pretended_) return pretended_->contains(texture_number(face)) ? 0 : -1;
    if (!vram_ || !vram_->has_page(face.tsb)) {
      missing_.insert(face.tsb & 0x1Fu);
      return -1;
    }
    const bool palette = (face.tsb & 0x100) == 0;  // 15-bit pages have none
    const std::pair key(static_cast<std::uint16_t>(face.tsb & 0x19F),
                        static_cast<std::uint16_t>(palette ? face.cba & 0x7FFF : 0));
    if (const auto known = pages_.find(key); known != pages_.end()) return known->second;
    if (pages_.size() >= kMostPages) return -1;
    const Picture picture = vram_->page(key.first, key.second);
    Image& image = scene_.images.emplace_back();
    image.name = "page" + std::to_string(pages_.size());
    image.bytes = picture.pixels;
    image.width = picture.width;
    image.height = picture.height;
    const auto index = static_cast<std::int32_t>(scene_.images.size() - 1);
    pages_.emplace(key, index);
    return index;
  }

  std::int32_t material_of(const Look& look) {
    auto key = look;
    key.mode = PrimitiveMode::triangles;
    if (const auto known = materials_.find(key); known != materials_.end()) return known->second;
    Material& material = scene_.materials.emplace_back();
    material.name = look.page >= 0 ? texture_name(look.texture) + (look.lit ? " lit" : "")
                                   : std::string(look.lit ? "lit" : "plain");
    if (look.double_sided) material.name += " double sided";
    if (look.blend) material.name += " semi-transparent";
    material.image = look.page;
    material.double_sided = look.double_sided;
    material.unlit = !look.lit;
    material.show_texels();
    material.alpha = look.blend       ? AlphaMode::blend
                     : look.page >= 0 ? AlphaMode::mask
                                      : AlphaMode::opaque;
    const auto index = static_cast<std::int32_t>(scene_.materials.size() - 1);
    materials_.emplace(key, index);
    return index;
  }

  Scene& scene_;
  const Tmd& tmd_;
  bool facing_;
  Diagnostics& diagnostics_;
  std::optional<Vram> vram_;
  std::optional<std::set<std::uint32_t>> pretended_;
  std::map<std::pair<std::uint16_t, std::uint16_t>, std::int32_t> pages_;
  std::map<Look, std::int32_t> materials_;
  std::map<Look, Primitive> groups_;
  std::array<float, 256> plain_{}, neutral_{};
  std::set<unsigned> missing_;  // pages of VRAM
  std::size_t skipped_ = 0;
};

// 0 where lines stay lines. Floats can tell the corners of thinner bodies from each other nowhere
// but close to the origin, and no model is wider.
Result<double> line_width(const Options& options) {
  constexpr double kLeast = 0.01, kMost = 65535;
  if (!options.has("line-width")) return 0;
  const double width = options.number("line-width", 0);
  if (width >= kLeast && width <= kMost) return width;
  return fail(std::string(kBadOption),
              "--line-width expects a number from 0.01 to 65535, in units of the model, found '" +
                  std::string(options.text("line-width")) + "'");
}

}  // namespace

Result<void> add_model(Scene& scene, const Tmd& tmd, Companions companions, const Options& options,
                       Diagnostics& diagnostics) {
  const auto width = line_width(options);
  if (!width) return std::unexpected(width.error());
  ModelMaker maker(scene, tmd, options, diagnostics);
  maker.load_textures(companions);
  maker.make();
  if (*width > 0) give_lines_bodies(scene, *width);
  return {};
}

void add_model_like(Scene& scene, const Tmd& tmd, std::span<const Material> materials,
                    const Options& options) {
  Diagnostics unused;
  ModelMaker maker(scene, tmd, options, unused);
  maker.pretend_textures(materials);
  maker.make();
}

std::optional<std::size_t> facing_triangle(const Tmd& tmd, const TmdObject& object) {
  std::size_t lines = 0, triangles = 0, last = 0;
  for (std::size_t k = 0; k < object.primitives.size(); ++k) {
    const auto face = decode_packet(tmd, object, object.primitives[k]);
    if (!face || !indices_fit(object, *face)) continue;
    lines += face->kind == TmdFace::Kind::line ? 1 : 0;
    if (!is_plain_triangle(*face)) continue;
    ++triangles;
    last = k;
  }
  if (lines > 0 && triangles == 1) return last;
  return std::nullopt;
}

std::string texture_name(std::uint32_t texture) {
  std::string name = "page 0000 clut 0000";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (std::size_t i = 0; i < 4; ++i) {
    name[8 - i] = kDigits[texture >> (16 + 4 * i) & 15u];
    name[18 - i] = kDigits[texture >> (4 * i) & 15u];
  }
  return name;
}

std::optional<std::uint32_t> texture_of(std::string_view material) {
  if (material.size() < 19 || material.substr(0, 5) != "page " ||
      material.substr(9, 6) != " clut ") {
    return std::nullopt;
  }
  std::uint32_t texture = 0;
  for (const std::size_t i : {5u, 6u, 7u, 8u, 15u, 16u, 17u, 18u}) {
    const char c = material[i];
    const bool digit = c >= '0' && c <= '9', letter = c >= 'A' && c <= 'F';
    if (!digit && !letter) return std::nullopt;
    texture = texture << 4 | static_cast<std::uint32_t>(digit ? c - '0' : c - 'A' + 10);
  }
  return texture;
}

Result<Scene> TmdDocument::to_scene(const SceneRequest&, const Context& context,
                                    Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  Scene scene;
  scene.up = UpAxis::y_down;
  scene.metres_per_unit = kMetresPerUnit;
  if (auto made = add_model(scene, tmd, companions, options, diagnostics); !made) {
    return std::unexpected(std::move(made.error()));
  }
  return scene;
}

}  // namespace anmkit::psx
