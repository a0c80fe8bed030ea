// SPDX-License-Identifier: MIT
// One map from places of a face to texels, where all of its triangles have the same.
#include "formats/craftstudio/model/looks.hpp"

#include <algorithm>
#include <cmath>

#include "formats/craftstudio/model/geometry.hpp"
#include "scene/mesh_parts.hpp"

namespace anmkit::craftstudio {
namespace {

bool is_white(const Facet& facet, const std::array<float, 4>& base) {
  for (const auto& color : facet.colors)
    for (std::size_t i = 0; i < 4; ++i)
      if (color[i] * base[i] < 0.996F) return false;
  return true;
}

class Looker {
 public:
  Looker(const Block& block, const Surface& surface, const Scene& scene, const Pictures& pictures)
      : block_(block), surface_(surface), scene_(scene), pictures_(pictures) {}

  Look look(std::size_t face) const {
    const std::vector<Flat> flats = on_face(face);
    if (flats.empty()) return {};
    Look look;
    look.kind = Look::Kind::mixed;
    const Flat& first = *std::ranges::max_element(flats, {}, &Flat::area);
    const Material* material = material_at(scene_, first.facet->material);
    const std::array<float, 4> base =
        material != nullptr ? material->base_color : std::array<float, 4>{1, 1, 1, 1};
    for (const Flat& flat : flats) {
      if (flat.facet->material != first.facet->material) return look;
    }
    const Paint paint(scene_, pictures_);
    look.image = first.facet->image;
    if (look.image < 0) {
      look.color = paint.at(*first.facet, 0, 0);
      for (const Flat& flat : flats)
        for (const auto& color : flat.facet->colors)
          if (color != first.facet->colors[0]) return look;
      look.kind = Look::Kind::color;
      return look;
    }
    const Pictures::One& picture = pictures_.of(look.image);
    if (!(picture.width > 0) || !solve(first, picture, look)) return look;
    for (const Flat& flat : flats) {
      if (!is_white(*flat.facet, base)) return look;
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t i = 0; i < 2; ++i) {
          const double size = i == 0 ? picture.width : picture.height;
          const double wanted = look.origin[i] + look.across[i] * flat.places[k][0] +
                                look.down[i] * flat.places[k][1];
          if (std::fabs(flat.facet->uvs[k][i] * size - wanted) > kTexel) return look;
        }
      }
    }
    look.kind = Look::Kind::even;
    return look;
  }

 private:
  // A triangle of the face, in parts of the way from v1 to v0 and to v2.
  struct Flat {
    const Facet* facet = nullptr;
    std::array<std::array<double, 2>, 3> places{};
    double area = 0;
    bool front = false;
  };

  std::vector<Flat> on_face(std::size_t face) const {
    const FaceAxes axes = axes_of(face);
    const Vec3 v0 = corner_side(face, 0), v1 = corner_side(face, 1), v2 = corner_side(face, 2);
    const bool flat_block = part(block_.box.half, axes.out) <= 0;
    std::vector<Flat> flats;
    bool any_front = false;
    for (const std::uint32_t f : block_.box.facets) {
      Flat flat;
      flat.facet = &surface_.facets[f];
      std::array<Vec3, 3> at;
      bool on = true;
      for (std::size_t k = 0; k < 3; ++k) {
        at[k] = block_.into(flat.facet->corners[k]);
        on = on && (flat_block || std::fabs(part(at[k], axes.out) - part(v1, axes.out)) < 0.01);
        flat.places[k] = {(part(at[k], axes.across) - part(v1, axes.across)) /
                              (part(v0, axes.across) - part(v1, axes.across)),
                          (part(at[k], axes.down) - part(v1, axes.down)) /
                              (part(v2, axes.down) - part(v1, axes.down))};
      }
      if (!on) continue;
      const auto& [a, b, c] = flat.places;
      flat.area = std::fabs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
      if (flat.area < 1e-9) continue;
      const double out = part(cross(at[1] - at[0], at[2] - at[0]), axes.out) * block_.side.x *
                         block_.side.y * block_.side.z;
      flat.front = out * part(v1, axes.out) > 0;
      any_front = any_front || flat.front;
      flats.push_back(flat);
    }
    // The two sides of a block without thickness are distinguished by where they look; one alone
    // shines through.
    if (flat_block && any_front) std::erase_if(flats, [](const Flat& one) { return !one.front; });
    return flats;
  }

  static bool solve(const Flat& flat, const Pictures::One& picture, Look& look) {
    const auto& [a, b, c] = flat.places;
    const double x1 = b[0] - a[0], y1 = b[1] - a[1], x2 = c[0] - a[0], y2 = c[1] - a[1];
    const double area = x1 * y2 - x2 * y1;
    if (std::fabs(area) < 1e-9) return false;
    for (std::size_t i = 0; i < 2; ++i) {
      const double size = i == 0 ? picture.width : picture.height;
      const double u = flat.facet->uvs[0][i] * size;
      const double du1 = flat.facet->uvs[1][i] * size - u, du2 = flat.facet->uvs[2][i] * size - u;
      look.across[i] = (du1 * y2 - du2 * y1) / area;
      look.down[i] = (du2 * x1 - du1 * x2) / area;
      look.origin[i] = u - look.across[i] * a[0] - look.down[i] * a[1];
    }
    return true;
  }

  const Block& block_;
  const Surface& surface_;
  const Scene& scene_;
  const Pictures& pictures_;
};

}  // namespace

Look look_at(std::size_t face, const Block& block, const Surface& surface, const Scene& scene,
             const Pictures& pictures) {
  return Looker(block, surface, scene, pictures).look(face);
}

}  // namespace anmkit::craftstudio
