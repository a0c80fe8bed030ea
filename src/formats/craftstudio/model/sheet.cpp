// SPDX-License-Identifier: MIT
// Images side by side, and below them painted faces and single colors.
#include "formats/craftstudio/model/sheet.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "core/pictures.hpp"
#include "core/png_info.hpp"
#include "core/png_write.hpp"
#include "formats/craftstudio/model/geometry.hpp"

namespace anmkit::craftstudio {
namespace {

using Kind = Block::Face::Kind;
using Point = std::array<std::int32_t, 2>;

void copy(const Picture& from, Point to, Picture& sheet) {
  for (std::size_t row = 0; row < from.height; ++row) {
    const std::size_t start = 4 * ((row + static_cast<std::size_t>(to[1])) * sheet.width +
                                   static_cast<std::size_t>(to[0]));
    std::copy_n(from.pixels.begin() + static_cast<std::ptrdiff_t>(4 * row * from.width),
                4 * from.width, sheet.pixels.begin() + static_cast<std::ptrdiff_t>(start));
  }
}

bool is_rgba8(ByteView file) {
  const auto png = read_png_info(file);
  return png && png->bit_depth == 8 && png->color_type == 6;
}
bool is_png(const Image& image) {
  return read_png_info(image.bytes).has_value();
}

class SheetMaker {
 public:
  SheetMaker(const Scene& scene, const Pictures& pictures, std::vector<Block*>& blocks,
             ByteView known)
      : scene_(scene), pictures_(pictures), blocks_(blocks), known_(known) {}

  Sheet make() {
    find_used();
    if (keep_file()) return std::move(sheet_);
    place_pictures();
    collect_regions();
    place_regions();
    draw();
    return std::move(sheet_);
  }

 private:
  struct Region {
    std::uint32_t width = 0, height = 0;
    Point at{};
  };

  template <class Action>
  void each_face(Action action) {
    for (Block* block : blocks_)
      for (std::size_t f = 0; f < kFaceCount; ++f)
        action(*block, block->faces[f], f);
  }

  void find_used() {
    each_face([&](Block&, Block::Face& face, std::size_t) {
      if (face.kind == Kind::image) places_.try_emplace(face.image);
      if (face.kind != Kind::image && face.kind != Kind::none) ++others_;
    });
    sheet_.pictures = places_.size();
  }
  const Image& image_of(std::int32_t index) const {
    return scene_.images[static_cast<std::size_t>(index)];
  }
  const std::optional<Picture>& decoded(std::int32_t index) const {
    return pictures_.of(index).decoded;
  }

  // A single image stays the file that it is, and so does one into which nobody can look.
  bool keep_file() {
    if (places_.empty()) return false;
    const auto closed = [&](const auto& one) { return !decoded(one.first); };
    const bool blind = std::ranges::any_of(places_, closed);
    const std::int32_t first = places_.begin()->first;
    const bool alone = places_.size() == 1 && others_ == 0;
    const Bytes& file = image_of(first).bytes;
    const bool known =
        file.size() <= known_.size() && std::ranges::equal(file, known_.first(file.size()));
    if (alone && (blind || known || is_rgba8(file)) && is_png(image_of(first))) {
      sheet_.png = file;
      return true;
    }
    if (!blind) return false;
    // None of the closed ones can be put next to anything.
    const auto png =
        std::ranges::find_if(places_, [&](const auto& one) { return is_png(image_of(one.first)); });
    const std::int32_t kept = png != places_.end() ? png->first : -1;
    each_face([&](Block&, Block::Face& face, std::size_t) {
      if (face.kind == Kind::none || (face.kind == Kind::image && face.image == kept)) return;
      ++sheet_.lost;
      face.offset = {};
      face.transform = 0;
    });
    if (kept >= 0) sheet_.png = image_of(kept).bytes;
    if (kept < 0) sheet_.png = write_png({1, 1, Bytes(4, std::byte{255})});
    return true;
  }

  void place_pictures() {
    for (auto& [image, at] : places_) {
      const Picture& picture = *decoded(image);
      at = {static_cast<std::int32_t>(width_), 0};
      width_ += picture.width;
      height_ = std::max(height_, picture.height);
    }
  }

  void collect_regions() {
    for (Block* block : blocks_) {
      if (block->full) {
        // As the editor lays it out (section 5.3).
        const auto [x, y, z] = block->size;
        regions_.push_back({2u * x + 2u * z, 0u + y + z, {}});
        full_.emplace_back(block, regions_.size() - 1);
        continue;
      }
      for (std::size_t f = 0; f < kFaceCount; ++f) {
        Block::Face& face = block->faces[f];
        const auto [w, h] = face_size(f, block->extent());
        const auto width = static_cast<std::uint32_t>(w), height = static_cast<std::uint32_t>(h);
        if (face.kind == Kind::painted) {
          regions_.push_back({width, height, {}});
          single_.emplace_back(&face, regions_.size() - 1);
        } else if (face.kind == Kind::color || face.kind == Kind::hidden) {
          if (face.kind == Kind::hidden) face.color = {};
          // All faces of a color share the largest field of it.
          const auto [known, fresh] = colors_.try_emplace(face.color, regions_.size());
          if (fresh) regions_.push_back({});
          Region& region = regions_[known->second];
          region.width = std::max(region.width, width);
          region.height = std::max(region.height, height);
        }
      }
    }
  }

  // Rows of falling height.
  void place_regions() {
    std::vector<std::size_t> order(regions_.size());
    std::uint64_t area = 0;
    std::uint32_t widest = width_;
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
      area += std::uint64_t{regions_[i].width} * regions_[i].height;
      widest = std::max(widest, regions_[i].width);
    }
    std::ranges::stable_sort(order, std::greater{},
                             [&](std::size_t i) { return regions_[i].height; });
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(area))));
    if (!regions_.empty()) width_ = std::max(widest, std::bit_ceil(side));
    std::uint32_t x = 0, y = height_, row = 0;
    for (const std::size_t i : order) {
      Region& region = regions_[i];
      if (x + region.width > width_) {
        x = 0;
        y += row;
        row = 0;
      }
      region.at = {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
      x += region.width;
      row = std::max(row, region.height);
    }
    height_ = std::max(1u, y + row);
    width_ = std::max(1u, width_);
  }

  void draw() {
    sheet_.composed = true;
    if (std::uint64_t{width_} * height_ > 2 * kMaxPicturePixels) return lose_all();
    Picture picture = make_picture(width_, height_);
    for (const auto& [image, at] : places_)
      copy(*decoded(image), at, picture);
    each_face([&](Block& block, Block::Face& face, std::size_t) {
      if (face.kind == Kind::image) {
        const Point& at = places_.at(face.image);
        face.offset = {face.offset[0] + at[0], face.offset[1] + at[1]};
      } else if (!block.full && (face.kind == Kind::color || face.kind == Kind::hidden)) {
        face.offset = regions_[colors_.at(face.color)].at;
      }
    });
    for (const auto& [color, index] : colors_)
      fill(regions_[index], color, picture);
    for (const auto& [face, index] : single_) {
      face->offset = regions_[index].at;
      copy(face->picture, face->offset, picture);
    }
    for (const auto& [block, index] : full_) {
      const Point at = regions_[index].at;
      const auto offsets =
          full_unwrap({block->size[0], block->size[1], block->size[2]}, at[0], at[1]);
      for (std::size_t f = 0; f < kFaceCount; ++f) {
        block->faces[f].offset = offsets[f];
        if (block->faces[f].kind == Kind::painted)
          copy(block->faces[f].picture, offsets[f], picture);
      }
    }
    if (places_.empty() && regions_.empty()) picture.pixels.assign(4, std::byte{255});
    sheet_.png = write_png(picture);
  }

  static void fill(const Region& region, Texel color, Picture& picture) {
    for (std::uint32_t y = 0; y < region.height; ++y) {
      for (std::uint32_t x = 0; x < region.width; ++x) {
        const std::size_t place = (static_cast<std::size_t>(region.at[1]) + y) * picture.width +
                                  static_cast<std::size_t>(region.at[0]) + x;
        for (std::size_t i = 0; i < 4; ++i)
          picture.pixels[4 * place + i] = std::byte{color[i]};
      }
    }
  }

  void lose_all() {
    each_face([&](Block&, Block::Face& face, std::size_t) {
      if (face.kind != Kind::none) ++sheet_.lost;
      face.offset = {};
      face.transform = 0;
    });
    sheet_.png = write_png({1, 1, Bytes(4, std::byte{255})});
  }

  const Scene& scene_;
  const Pictures& pictures_;
  std::vector<Block*>& blocks_;
  ByteView known_;
  std::map<std::int32_t, Point> places_;  // of the scene's images
  std::size_t others_ = 0;
  std::uint32_t width_ = 0, height_ = 0;
  std::vector<Region> regions_;
  std::map<Texel, std::size_t> colors_;
  std::vector<std::pair<Block::Face*, std::size_t>> single_;
  std::vector<std::pair<Block*, std::size_t>> full_;
  Sheet sheet_;
};

}  // namespace

Sheet make_sheet(const Scene& scene, const Pictures& pictures, std::vector<Block*>& blocks,
                 ByteView known) {
  return SheetMaker(scene, pictures, blocks, known).make();
}

}  // namespace anmkit::craftstudio
