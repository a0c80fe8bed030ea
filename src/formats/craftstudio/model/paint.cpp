// SPDX-License-Identifier: MIT
// The six sides of a block painted from a surface, texel by texel.
#include <algorithm>
#include <cmath>

#include "bodies/colors.hpp"
#include "formats/craftstudio/model/geometry.hpp"
#include "formats/craftstudio/model/looks.hpp"
#include "scene/mesh_parts.hpp"

namespace anmkit::craftstudio {
namespace {

constexpr std::uint64_t kMostLooks = 1u << 27;
constexpr std::uint64_t kMostTexels = 1u << 23;

// The texel that a coordinate means.
std::size_t wrapped(double at, std::uint32_t size, Wrap wrap) {
  const double whole = std::floor(at * size);
  const double count = size;
  double index = whole;
  if (wrap == Wrap::repeat) index = whole - std::floor(whole / count) * count;
  if (wrap == Wrap::mirror) {
    const double twice = whole - std::floor(whole / (2 * count)) * 2 * count;
    index = twice < count ? twice : 2 * count - 1 - twice;
  }
  return static_cast<std::size_t>(std::clamp(index, 0.0, count - 1));
}

void put(Picture& picture, std::size_t x, std::size_t y, Texel color) {
  for (std::size_t i = 0; i < 4; ++i)
    picture.pixels[4 * (y * picture.width + x) + i] = std::byte{color[i]};
}

// Places without a color take that of a neighbour; where there is none at all, `other`.
void fill_holes(Picture& picture, std::vector<bool>& known, Texel other) {
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i]) front.push_back(i);
  if (front.empty()) {
    for (std::size_t i = 0; i < known.size(); ++i)
      put(picture, i % picture.width, i / picture.width, other);
    return;
  }
  const std::size_t width = picture.width;
  for (std::size_t n = 0; n < front.size(); ++n) {
    const std::size_t at = front[n];
    const auto spread = [&](std::size_t to) {
      if (known[to]) return;
      known[to] = true;
      std::copy_n(picture.pixels.begin() + static_cast<std::ptrdiff_t>(4 * at), 4,
                  picture.pixels.begin() + static_cast<std::ptrdiff_t>(4 * to));
      front.push_back(to);
    };
    if (at % width > 0) spread(at - 1);
    if (at % width + 1 < width) spread(at + 1);
    if (at >= width) spread(at - width);
    if (at + width < known.size()) spread(at + width);
  }
}

}  // namespace

Texel Paint::at(const Facet& facet, double second, double third) const {
  const double first = 1 - second - third;
  std::array<double, 4> linear{};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto color = [&](std::size_t k) {
      const float value = facet.colors[k][i];
      return std::isfinite(value) ? static_cast<double>(value) : 0;
    };
    linear[i] = color(0) * first + color(1) * second + color(2) * third;
  }
  AlphaMode alpha = AlphaMode::opaque;
  double cutoff = 0.5;
  if (const Material* material = material_at(scene_, facet.material)) {
    alpha = material->alpha;
    cutoff = static_cast<double>(material->alpha_cutoff.value_or(0.5F));
    for (std::size_t i = 0; i < 4; ++i)
      linear[i] *= within_one(static_cast<double>(material->base_color[i]));
    if (facet.image >= 0 && pictures_.of(facet.image).decoded) {
      const Picture& picture = *pictures_.of(facet.image).decoded;
      const auto coordinate = [&](std::size_t i) {
        return facet.uvs[0][i] * first + facet.uvs[1][i] * second + facet.uvs[2][i] * third;
      };
      const std::size_t x = wrapped(coordinate(0), picture.width, material->wrap_s);
      const std::size_t y = wrapped(coordinate(1), picture.height, material->wrap_t);
      const std::byte* from = picture.pixels.data() + 4 * (y * picture.width + x);
      for (std::size_t i = 0; i < 3; ++i)
        linear[i] *= linear_of(std::to_integer<int>(from[i]) / 255.0);
      linear[3] *= std::to_integer<int>(from[3]) / 255.0;
    }
  }
  if (alpha == AlphaMode::opaque) linear[3] = 1;
  if (alpha == AlphaMode::mask) linear[3] = linear[3] < cutoff ? 0 : 1;
  return {display_byte(linear[0]), display_byte(linear[1]), display_byte(linear[2]),
          byte_of(linear[3])};
}

void Paint::face(const Surface& surface, const Block& block, std::size_t index, Picture& picture) {
  const Vec3 v0 = corner_side(index, 0), v1 = corner_side(index, 1), v2 = corner_side(index, 2);
  const auto [across, down, out] = axes_of(index);
  const double width = picture.width, height = picture.height;
  std::vector<bool> known(std::size_t{picture.width} * picture.height);
  std::vector<double> depth(known.size(), -INFINITY);
  std::array<double, 4> sum{};
  double seen = 0;
  // What looks this way first; of a piece that is open, what is seen from behind.
  for (const bool front : {true, false}) {
    for (const std::uint32_t f : block.box.facets) {
      const Facet& facet = surface.facets[f];
      std::array<double, 3> x{}, y{}, z{};
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 p = block.into(facet.corners[k]);
        x[k] = (part(p, across) - part(v1, across)) / (part(v0, across) - part(v1, across)) * width;
        y[k] = (part(p, down) - part(v1, down)) / (part(v2, down) - part(v1, down)) * height;
        z[k] = part(p, out) * part(v1, out);
      }
      const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
      // Rows run down: what looks out of the face turns against the clock, a mirror the other way.
      const bool looks_out = area * block.side.x * block.side.y * block.side.z < 0;
      if (std::fabs(area) < 1e-12 || looks_out != front || looked_ > kMostLooks) continue;
      if (front) {
        const Texel color = at(facet, 1.0 / 3, 1.0 / 3);
        for (std::size_t i = 0; i < 4; ++i)
          sum[i] += color[i] * std::fabs(area);
        seen += std::fabs(area);
      }
      const auto range = [](const std::array<double, 3>& v, double most) {
        const auto [low, high] = std::ranges::minmax(v);
        return std::pair(static_cast<std::size_t>(std::clamp(std::floor(low), 0.0, most)),
                         static_cast<std::size_t>(std::clamp(std::ceil(high), 0.0, most)));
      };
      const auto [left, right] = range(x, width);
      const auto [top, bottom] = range(y, height);
      for (std::size_t row = top; row < bottom; ++row) {
        for (std::size_t column = left; column < right; ++column) {
          ++looked_;
          const double px = static_cast<double>(column) + 0.5 - x[0];
          const double py = static_cast<double>(row) + 0.5 - y[0];
          const double second = (px * (y[2] - y[0]) - (x[2] - x[0]) * py) / area;
          const double third = ((x[1] - x[0]) * py - px * (y[1] - y[0])) / area;
          if (second < -1e-6 || third < -1e-6 || second + third > 1 + 1e-6) continue;
          const std::size_t place = row * picture.width + column;
          const double near = z[0] + (z[1] - z[0]) * second + (z[2] - z[0]) * third;
          if (near <= depth[place] || (!front && known[place])) continue;
          depth[place] = near;
          put(picture, column, row, at(facet, second, third));
          if (front) known[place] = true;
        }
      }
    }
    if (std::ranges::find(known, true) != known.end()) break;
  }
  for (std::size_t i = 0; i < known.size(); ++i)
    known[i] = depth[i] > -INFINITY;
  Texel other{255, 255, 255, 255};
  if (seen > 0) {
    for (std::size_t i = 0; i < 4; ++i)
      other[i] = static_cast<std::uint8_t>(portable::lround(sum[i] / seen));
  } else if (!block.box.facets.empty()) {
    other = at(surface.facets[block.box.facets.front()], 1.0 / 3, 1.0 / 3);
  }
  fill_holes(picture, known, other);
}

bool Paint::is_blind(const Facet& facet) const {
  return facet.image >= 0 && !pictures_.of(facet.image).decoded;
}

bool Paint::paint(const Surface& surface, Block& block) {
  block.full = true;
  const bool blind = std::ranges::any_of(
      block.box.facets, [&](std::uint32_t f) { return is_blind(surface.facets[f]); });
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    Block::Face& one = block.faces[f];
    if (one.kind != Block::Face::Kind::painted) {
      block.full = block.full && one.kind == Block::Face::Kind::none;
      continue;
    }
    if (blind) ++blind_;
    const auto [width, height] = face_size(f, block.extent());
    if (texels_ + static_cast<std::uint64_t>(width * height) > kMostTexels) {
      one.kind = Block::Face::Kind::color;
      one.color = block.box.facets.empty()
                      ? Texel{255, 255, 255, 255}
                      : at(surface.facets[block.box.facets.front()], 1.0 / 3, 1.0 / 3);
      cut_short_ = true;
      continue;
    }
    texels_ += static_cast<std::uint64_t>(width * height);
    one.picture = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
    one.picture.pixels.resize(std::size_t{4} * one.picture.width * one.picture.height);
    face(surface, block, f, one.picture);
  }
  block.full = block.full && !cut_short_;
  return !cut_short_ && looked_ <= kMostLooks;
}

}  // namespace anmkit::craftstudio
