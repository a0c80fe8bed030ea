// SPDX-License-Identifier: MIT
// Texture coordinates of a box's faces against what a block can express: whole texels, quarter
// turns, mirrors, and one size for opposite faces.
#include "formats/craftstudio/model/looks.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/pictures.hpp"
#include "core/png_info.hpp"
#include "core/portable.hpp"
#include "formats/craftstudio/model/geometry.hpp"

namespace anmkit::craftstudio {
namespace {

constexpr double kHair = 1.0 / 32;       // pixels: thinner is flat
constexpr double kLargestNatural = 128;  // pixels per side of a face without its own texture

std::uint16_t natural(double pixels) {
  if (pixels < kHair) return 0;
  return static_cast<std::uint16_t>(std::clamp(portable::round(pixels), 1.0, kLargestNatural));
}

// Of an axis: the value of most faces, else its size in pixels.
std::uint16_t size_of(double pixels, const std::vector<double>& votes) {
  if (pixels < kHair) return 0;
  std::map<std::uint16_t, int> count;
  double largest = 0;
  for (const double vote : votes) {
    const double whole = portable::round(vote);
    if (whole < 1 || whole > 8192) continue;
    if (std::fabs(vote - whole) <= kTexel) ++count[static_cast<std::uint16_t>(whole)];
    largest = std::max(largest, vote);
  }
  std::uint16_t best = 0;
  for (const auto& [size, times] : count) {
    if (best == 0 || times >= count[best]) best = size;
  }
  if (best > 0) return best;
  return largest > 0 ? natural(std::max(largest, 1.0)) : natural(pixels);
}

// The texels at v0 ... v3.
using Quad = std::array<std::array<double, 2>, 4>;

Quad quad_of(const Look& look) {
  Quad quad;
  for (std::size_t i = 0; i < 2; ++i) {
    quad[1][i] = look.origin[i];
    quad[0][i] = look.origin[i] + look.across[i];
    quad[2][i] = look.origin[i] + look.down[i];
    quad[3][i] = quad[0][i] + look.down[i];
  }
  return quad;
}

bool is_near(const Quad& a, const Quad& b) {
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t i = 0; i < 2; ++i)
      if (!(std::fabs(a[k][i] - b[k][i]) <= kTexel)) return false;
  return true;
}

bool is_shown_by(const Look& look, const std::array<std::int32_t, 2>& offset,
                 std::uint8_t transform, std::array<double, 2> size) {
  return is_near(face_uvs(offset, transform, size[0], size[1]), quad_of(look));
}

// A face that shows a part of an image in a way that a block can express.
bool put_image(const Look& look, const Material* material, const Pictures::One& picture,
               std::array<double, 2> size, Block::Face& face) {
  Quad wanted = quad_of(look);
  std::array<double, 2> low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
  for (std::size_t i = 0; i < 2; ++i) {
    for (const auto& one : wanted) {
      low[i] = std::min(low[i], one[i]);
      high[i] = std::max(high[i], one[i]);
    }
  }
  const std::array<double, 2> whole{picture.width, picture.height};
  std::array<double, 2> shift{};
  for (std::size_t i = 0; i < 2; ++i) {
    const Wrap wrap = i == 0 ? material->wrap_s : material->wrap_t;
    // Beside the image it may be there again.
    if (wrap == Wrap::repeat) shift[i] = std::floor((low[i] + kTexel) / whole[i]) * whole[i];
    if (low[i] - shift[i] < -kTexel || high[i] - shift[i] > whole[i] + kTexel) return false;
  }
  for (auto& one : wanted)
    for (std::size_t i = 0; i < 2; ++i)
      one[i] -= shift[i];
  const std::array<std::int32_t, 2> offset{
      static_cast<std::int32_t>(portable::lround(wanted[1][0])),
      static_cast<std::int32_t>(portable::lround(wanted[1][1]))};
  static constexpr std::array<std::uint8_t, 8> kTransforms = {
      0,        kRotate90, kRotate180,           kRotate270,
      kMirrorX, kMirrorY,  kMirrorX | kRotate90, kMirrorY | kRotate90};
  for (const std::uint8_t transform : kTransforms) {
    if (!is_near(face_uvs(offset, transform, size[0], size[1]), wanted)) continue;
    face.kind = Block::Face::Kind::image;
    face.image = look.image;
    face.offset = offset;
    face.transform = transform;
    return true;
  }
  return false;
}

}  // namespace

FaceAxes axes_of(std::size_t face) {
  const Vec3 v0 = corner_side(face, 0), v1 = corner_side(face, 1), v2 = corner_side(face, 2);
  FaceAxes axes;
  for (std::size_t i = 0; i < 3; ++i) {
    if (part(v0, i) != part(v1, i)) {
      axes.across = i;
    } else if (part(v2, i) != part(v1, i)) {
      axes.down = i;
    } else {
      axes.out = i;
    }
  }
  return axes;
}

Vec3 Block::into(Vec3 place) const {
  const Vec3 p = rotate(conjugate(box.turn), place - box.centre);
  const auto share = [](double at, double half) { return half > 0 ? at / half : 0; };
  return scale({share(p.x, box.half.x), share(p.y, box.half.y), share(p.z, box.half.z)}, side);
}

Pictures open_pictures(const Scene& scene) {
  Pictures pictures;
  [[maybe_unused]] std::uint64_t pixels = 0;
  for (const Image& image : scene.images) {
    Pictures::One& one = pictures.images.emplace_back();
    if (image.media_type.empty()) {
      const std::uint64_t own = std::uint64_t{image.width} * image.height;
      if (own > 0 && own <= kMaxPicturePixels && image.bytes.size() == 4 * own)
        one.decoded = Picture{image.width, image.height, image.bytes};
    } else {
#ifdef ANMKIT_HAVE_CODECS
      // All of them together are not larger than one may be.
      if (pixels < kMaxPicturePixels) {
        if (auto decoded = decode_animation(image.bytes); decoded && !decoded->frames.empty())
          one.decoded = std::move(decoded->frames.front().picture);
      }
#endif
      if (const auto png = read_png_info(image.bytes); png && !one.decoded) {
        one.width = png->width;
        one.height = png->height;
      }
    }
    if (!one.decoded) continue;
    one.width = one.decoded->width;
    one.height = one.decoded->height;
    pixels += std::uint64_t{one.decoded->width} * one.decoded->height;
  }
  return pictures;
}

bool is_full(const Block& block) {
  const auto [x, y, z] = block.size;
  if (x == 0 || y == 0 || z == 0) return false;
  const auto& front = block.faces[static_cast<std::size_t>(Face::front)].offset;
  const auto wanted = full_unwrap({x, y, z}, front[0] - z, front[1] - z);
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    const Block::Face& face = block.faces[f];
    if (face.kind != Block::Face::Kind::image || face.image != block.faces[0].image) return false;
    if (face.transform == 0 && face.offset == wanted[f]) continue;
    // The underside is mirrored in Minecraft's own models, for which that is unwrapped alike.
    const double height = face_size(f, block.extent())[1];
    if (f != static_cast<std::size_t>(Face::bottom) || face.transform != kMirrorY ||
        face.offset != std::array{wanted[f][0], wanted[f][1] + static_cast<std::int32_t>(height)})
      return false;
  }
  return true;
}

Block block_of(const Box& box, const Surface& surface, const Scene& scene, const Pictures& pictures,
               double pixels_per_unit, const RestNode* known, Vec3 side) {
  Block block;
  block.box = box;
  block.side = side;
  for (double* half : {&block.box.half.x, &block.box.half.y, &block.box.half.z})
    if (*half * 2 * pixels_per_unit < kHair) *half = 0;
  const Vec3 half = block.box.half;
  std::array<Look, kFaceCount> looks;
  std::array<std::vector<double>, 3> votes;
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    const FaceAxes axes = axes_of(f);
    if (part(half, axes.across) <= 0 || part(half, axes.down) <= 0) continue;
    Look& look = looks[f];
    if (box.exact) {
      look = look_at(f, block, surface, scene, pictures);
    } else {
      look.kind = Look::Kind::mixed;
    }
    if (look.kind != Look::Kind::even) continue;
    votes[axes.across].push_back(portable::hypot(look.across[0], look.across[1]));
    votes[axes.down].push_back(portable::hypot(look.down[0], look.down[1]));
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double pixels = 2 * part(half, axis) * pixels_per_unit;
    block.size[axis] = size_of(pixels, votes[axis]);
    const double wanted = known != nullptr ? part(known->size, axis) : -1;
    const bool disagrees = std::ranges::any_of(
        votes[axis], [&](double vote) { return std::fabs(vote - wanted) > kTexel; });
    if (wanted >= 0 && wanted <= 65535 && !disagrees && (wanted > 0) == (pixels >= kHair))
      block.size[axis] = static_cast<std::uint16_t>(wanted);
  }
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    const FaceAxes axes = axes_of(f);
    Block::Face& face = block.faces[f];
    if (block.size[axes.across] == 0 || block.size[axes.down] == 0) continue;
    const Look& look = looks[f];
    if (look.kind == Look::Kind::nothing) {
      face.kind = Block::Face::Kind::hidden;
    } else if (look.kind == Look::Kind::color) {
      face.kind = Block::Face::Kind::color;
      face.color = look.color;
    } else {
      face.kind = Block::Face::Kind::painted;
    }
    if (look.kind != Look::Kind::even) continue;
    const auto material = std::ranges::find_if(
        scene.materials, [&](const Material& one) { return one.image == look.image; });
    if (known != nullptr && is_shown_by(look, known->quad_offset[f], known->quad_transform[f],
                                        face_size(f, block.extent()))) {
      face.kind = Block::Face::Kind::image;
      face.image = look.image;
      face.offset = known->quad_offset[f];
      face.transform = known->quad_transform[f];
      continue;
    }
    put_image(look, &*material, pictures.of(look.image), face_size(f, block.extent()), face);
  }
  return block;
}

}  // namespace anmkit::craftstudio
