// SPDX-License-Identifier: MIT
// Six faces a block, with the corners of the texture that each shows.
#include "formats/craftstudio/model/geometry.hpp"

#include "core/png_info.hpp"
#include "scene/mirror.hpp"

namespace anmkit::craftstudio {
namespace {

// Corner signs of v0 ... v3 of each face: counter-clockwise seen from outside (section 6.2).
constexpr double kCorners[kFaceCount][4][3] = {
    {{1, 1, 1}, {-1, 1, 1}, {-1, -1, 1}, {1, -1, 1}},      // front, +z
    {{-1, 1, -1}, {1, 1, -1}, {1, -1, -1}, {-1, -1, -1}},  // back, -z
    {{1, 1, -1}, {1, 1, 1}, {1, -1, 1}, {1, -1, -1}},      // right, +x
    {{1, -1, 1}, {-1, -1, 1}, {-1, -1, -1}, {1, -1, -1}},  // bottom, -y
    {{-1, 1, 1}, {-1, 1, -1}, {-1, -1, -1}, {-1, -1, 1}},  // left, -x
    {{1, 1, -1}, {-1, 1, -1}, {-1, 1, 1}, {1, 1, 1}},      // top, +y
};
// Faces get no normals: they are flat, and the order of their corners says which side is the front.
// Stored ones would be on the wrong side of a mirrored block in programs that keep them next to
// the faces while these turn over.
// `flip`: the order of corners turns over.
void add_face(Primitive& primitive, std::size_t face, const RestNode& node, Vec3 half,
              std::array<double, 2> texture, bool flip) {
  const auto base = static_cast<std::uint32_t>(primitive.positions.size());
  const auto [width, height] = face_size(face, node.size);
  const auto uvs = face_uvs(node.quad_offset[face], node.quad_transform[face], width, height);
  for (std::size_t i = 0; i < 4; ++i) {
    const double* sign = kCorners[face][i];
    primitive.positions.push_back({static_cast<float>(sign[0] * half.x),
                                   static_cast<float>(sign[1] * half.y),
                                   static_cast<float>(sign[2] * half.z)});
    primitive.uvs.push_back(
        {static_cast<float>(uvs[i][0] / texture[0]), static_cast<float>(uvs[i][1] / texture[1])});
  }
  const std::array<std::uint32_t, 6> order = flip ? std::array<std::uint32_t, 6>{0, 2, 1, 0, 3, 2}
                                                  : std::array<std::uint32_t, 6>{0, 1, 2, 0, 2, 3};
  for (const std::uint32_t i : order)
    primitive.indices.push_back(base + i);
}

// The materials of blocks: both sides of a face are drawn (section 6.2), but of a block without
// depth, whose two faces are on one plane, each face has one side.
class Materials {
 public:
  Materials(Scene& scene, std::int32_t image) : scene_(scene), image_(image) {}
  std::int32_t of(bool flat) {
    std::int32_t& index = index_[flat ? 1 : 0];
    if (index >= 0) return index;
    index = static_cast<std::int32_t>(scene_.materials.size());
    Material& material = scene_.materials.emplace_back();
    material.name = flat ? "texture, one side" : "texture";
    material.image = image_;
    material.alpha = AlphaMode::mask;
    material.double_sided = !flat;
    material.show_texels();
    return index;
  }

 private:
  Scene& scene_;
  std::int32_t image_;
  std::array<std::int32_t, 2> index_{-1, -1};
};

}  // namespace

Vec3 corner_side(std::size_t face, std::size_t corner) {
  const double* sign = kCorners[face][corner];
  return {sign[0], sign[1], sign[2]};
}

std::array<double, 2> face_size(std::size_t face, Vec3 size) {
  switch (static_cast<Face>(face)) {
    case Face::front:
    case Face::back:
      return {size.x, size.y};
    case Face::right:
    case Face::left:
      return {size.z, size.y};
    default:
      return {size.x, size.z};
  }
}

std::array<std::array<double, 2>, 4> face_uvs(const std::array<std::int32_t, 2>& offset,
                                              std::uint8_t transform, double width, double height) {
  const double u = offset[0], v = offset[1];
  // Differences from the offset point, which every transform leaves in place (section 6.3).
  std::array<std::array<double, 2>, 4> corners = {
      {{width, 0}, {0, 0}, {0, height}, {width, height}}};
  for (auto& [x, y] : corners) {
    if ((transform & kMirrorX) != 0) x = -x;
    if ((transform & kMirrorY) != 0) y = -y;
    const double dx = x, dy = y;
    if ((transform & kRotate90) != 0) {
      x = -dy;
      y = dx;
    } else if ((transform & kRotate180) != 0) {
      x = -dx;
      y = -dy;
    } else if ((transform & kRotate270) != 0) {
      x = dy;
      y = -dx;
    }
    x += u;
    y += v;
  }
  return corners;
}

void add_geometry(Scene& scene, const RestModel& model, double units_per_pixel,
                  const std::vector<bool>& resized) {
  std::array<double, 2> texture = {64, 32};  // of box layouts without an image
  const auto png = read_png_info(model.texture);
  std::int32_t image = -1;
  if (png && png->width > 0 && png->height > 0) {
    texture = {static_cast<double>(png->width), static_cast<double>(png->height)};
    image = static_cast<std::int32_t>(scene.images.size());
    const ByteView picture = model.texture.first(static_cast<std::size_t>(png->end_offset));
    scene.images.push_back(
        {"texture", "image/png", Bytes(picture.begin(), picture.end()), png->width, png->height});
  }
  Materials materials(scene, image);
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const RestNode& node = model.nodes[i];
    // A flat axis whose size is animated is built one pixel wide: the sampler's scale for it is
    // then the animated size itself.
    const bool grows = i < resized.size() && resized[i];
    const auto extent = [&](double size) { return size == 0 && grows ? 1 : size; };
    const Vec3 size{extent(node.size.x), extent(node.size.y), extent(node.size.z)};
    const bool flat = size.x == 0 || size.y == 0 || size.z == 0;
    // An odd number of mirrored axes turns a block inside out, of which both sides are drawn. The
    // faces of a flat one have one side, whose front the node's scale turns along; a negative size
    // does not.
    const bool flip = flat ? mirrors(size) : mirrors(node.scale);
    Primitive primitive;
    for (std::size_t face = 0; face < kFaceCount; ++face) {
      const auto [width, height] = face_size(face, size);
      if (width == 0 || height == 0) continue;
      add_face(primitive, face, node, size * (units_per_pixel / 2), texture, flip);
    }
    if (primitive.indices.empty()) continue;
    primitive.material = materials.of(flat);
    scene.nodes[i].mesh = static_cast<std::int32_t>(scene.meshes.size());
    scene.meshes.push_back({node.name, {std::move(primitive)}});
  }
}

}  // namespace anmkit::craftstudio
