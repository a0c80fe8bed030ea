// SPDX-License-Identifier: MIT
// The texture of each face of a box: a part of an image, one colour, or what has to be painted
// (section 6.3).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "anmkit/document.hpp"
#include "formats/craftstudio/model/boxes.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {

using Texel = std::array<std::uint8_t, 4>;  // red, green, blue, alpha as displays have them

// The axes along which a face's v1 goes to v0 and to v2, and the one that the face looks along.
struct FaceAxes {
  std::size_t across = 0, down = 0, out = 0;
};
FaceAxes axes_of(std::size_t face);

// The images of a scene, as far as this build can look into them.
struct Pictures {
  struct One {
    double width = 0, height = 0;    // 0: not even that is known
    std::optional<Picture> decoded;  // in builds with codecs
  };
  std::vector<One> images;
  const One& of(std::int32_t image) const { return images[static_cast<std::size_t>(image)]; }
};
Pictures open_pictures(const Scene& scene);

// A box with whole sizes, as the file has it.
struct Block {
  Box box;
  Vec3 side{1, 1, 1};  // -1 where an axis is mirrored
  std::array<std::uint16_t, 3> size{};

  struct Face {
    enum class Kind : std::uint8_t { none, hidden, image, color, painted } kind = Kind::none;
    std::int32_t image = -1;
    std::array<std::int32_t, 2> offset{};
    std::uint8_t transform = 0;
    Texel color{};
    Picture picture;  // painted
  };
  std::array<Face, kFaceCount> faces;
  bool full = false;  // painted all around

  Vec3 extent() const {
    return {static_cast<double>(size[0]), static_cast<double>(size[1]),
            static_cast<double>(size[2])};
  }
  // A place in the node's axes as parts of the half extents: -1 to 1 on the block.
  Vec3 into(Vec3 place) const;
};

// `known`: what the file that the scene was made from says of the block, or null.
Block block_of(const Box& box, const Surface& surface, const Scene& scene, const Pictures& pictures,
               double pixels_per_unit, const RestNode* known, Vec3 side);

// Texture coordinates of a face in texels, as far as its triangles agree.
struct Look {
  enum class Kind : std::uint8_t { nothing, even, color, mixed } kind = Kind::nothing;
  std::int32_t image = -1;
  std::array<double, 2> origin{}, across{}, down{};  // of v1, and from there to v0 and v2
  Texel color{};
};
// `block`: without its sizes and faces.
Look look_at(std::size_t face, const Block& block, const Surface& surface, const Scene& scene,
             const Pictures& pictures);
// How far from whole texels still is whole.
inline constexpr double kTexel = 0.06;

// Whether all faces show one image as the editor's own unwrap lays them (section 5.3); the one
// below may be mirrored.
bool is_full(const Block& block);

// The color of a place of a triangle.
class Paint {
 public:
  Paint(const Scene& scene, const Pictures& pictures) : scene_(scene), pictures_(pictures) {}
  Texel at(const Facet& facet, double second, double third) const;
  // Paints those faces that are to be; false where there were too many texels to look at.
  bool paint(const Surface& surface, Block& block);
  // Faces that were painted without a look at their image, which could not be read.
  std::size_t blind() const { return blind_; }

 private:
  void face(const Surface& surface, const Block& block, std::size_t index, Picture& picture);
  const Scene& scene_;
  const Pictures& pictures_;
  bool is_blind(const Facet& facet) const;
  std::uint64_t looked_ = 0, texels_ = 0;
  std::size_t blind_ = 0;
  bool cut_short_ = false;
};

}  // namespace anmkit::craftstudio
